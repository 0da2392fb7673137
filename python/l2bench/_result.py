"""One case of a record as a value that is a number, too."""

from typing import NamedTuple, Optional


class Bytes(NamedTuple):
    """Medians of hardware counts over one call, in bytes. None: this chip does not count it."""

    dram_read: Optional[float]
    dram_write: Optional[float]
    residual_dirty: Optional[float]  #: what the prep alone leaves dirty in L2


def _megabytes(count):
    return "?" if count is None else f"{count / 1e6:.1f} MB"


class Result(float):
    """A time in milliseconds, as triton.testing.do_bench returns it, with all that is known of it.

    median_us, mean_us, iqr_us: statistics in microseconds. samples_us: every sample, in order. bytes: Bytes, or None
    where counters are not there (`counters` says why). status: "ok" or "invalid"; flags: why. prep: with sizes.
    kernels: names, if they were asked for. case, record: the JSON that `l2bench schema result` describes.
    """

    def __new__(cls, record, index, return_mode):
        stats = record["cases"][index]["stats"]
        key = {"mean": "mean_ns", "median": "median_ns", "min": "min_ns", "max": "max_ns"}[return_mode]
        return super().__new__(cls, stats[key] / 1e6)

    def __init__(self, record, index, return_mode):
        super().__init__()
        self.record = record
        self.case = record["cases"][index]
        self.return_mode = return_mode

    def __reduce__(self):
        return Result, (self.record, self.record["cases"].index(self.case), self.return_mode)

    @property
    def median_us(self):
        return self.case["stats"]["median_ns"] / 1e3

    @property
    def mean_us(self):
        return self.case["stats"]["mean_ns"] / 1e3

    @property
    def iqr_us(self):
        iqr = self.case["stats"]["iqr_ns"]
        return None if iqr is None else iqr / 1e3

    @property
    def samples_us(self):
        return [ns / 1e3 for ns in self.case["samples_ns"]]

    @property
    def bytes(self):
        counts = self.case["counters"]
        if counts is None:
            return None
        return Bytes(counts["dram_read_bytes"], counts["dram_write_bytes"], counts["residual_dirty_bytes"])

    @property
    def counters(self):
        """"ok", or why there are no bytes."""
        status = self.record["environment"]["counters"]
        return "ok" if self.bytes else f"{status['status']}: {status['remedy'] or ''}".strip(": ")

    @property
    def status(self):
        return self.case["status"]

    @property
    def flags(self):
        return [flag["id"] for flag in self.case["flags"]]

    @property
    def prep(self):
        return self.case["prep"]

    @property
    def kernels(self):
        return [kernel["name"] for kernel in self.case["kernels"]]

    @property
    def simulated(self):
        return self.case["simulated"]

    def __repr__(self):
        spread = "" if self.iqr_us is None else f", IQR {self.iqr_us:.2f}"
        claim = self.case["claim"]
        state = claim["heat"] + (", clean" if claim["clean"] else ", dirty")
        if self.bytes:
            counted = f"{_megabytes(self.bytes.dram_read)} read, {_megabytes(self.bytes.dram_write)} written"
        else:
            counted = f"bytes not counted ({self.record['environment']['counters']['status']})"
        flags = f" ({', '.join(self.flags)})" if self.flags else ""
        mark = "SIMULATED " if self.simulated else ""
        return (
            f"{mark}{self.median_us:.2f} us (median of {self.case['stats']['n']}{spread}) after {self.prep}: {state}; "
            f"{counted}; {self.status}{flags}"
        )

    __str__ = __repr__
