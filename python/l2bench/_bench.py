"""do_bench: a callable of this process, measured as `l2bench run` measures a workload."""

import math
import re
import time
import warnings

from . import _arrays
from ._errors import Error, UsageError
from ._library import Session
from ._result import Result

_STATISTICS = ("mean", "median", "min", "max")
_ESTIMATE_CALLS = 5
_MOST_SAMPLES = 20000
_ROUNDS = 5


def do_bench(
    fn,
    warmup=25,
    rep=100,
    grad_to_none=None,
    quantiles=None,
    return_mode="mean",
    *,
    flush="read",
    samples=None,
    counters=True,
    argument_sets=None,
    read_bytes=0,
    write_bytes=0,
    timer="event",
    launch=None,
    name=None,
    list_kernels=False,
    device=None,
):
    """Times fn(), which launches on the current stream of PyTorch or CuPy and does not wait for the device. If both are
    imported, both launch on one stream meanwhile. Raises Error if the time is that of nothing launched.

    The arguments up to return_mode mean what they mean in triton.testing.do_bench: warmup and rep in milliseconds (rep
    sets the number of samples unless `samples` does), grad_to_none a list of tensors whose grad is set to None before
    each call, quantiles a list of fractions.

    flush: the prep before each call: "read" (cold, clean), "zero" (cold, dirty), "zero+read", "none" (warm),
        "write:1.5xL2+discard", "rotate" (over argument_sets), with sizes if wanted: "read:64MiB". A list of preps is
        measured interleaved.
    counters: count DRAM bytes after the timed samples, in a pass of its own; takes about half a second.
    argument_sets: a list of tuples; fn(*one) is called. "rotate" walks over all in one graph, every other prep uses the
        first. Nothing is copied. rotate needs enough sets to pass five times L2.
    read_bytes, write_bytes: what a call has to move, if known: then "cold" is proven by the counted reads.
    timer: "event", "stamp" or "kernel". launch: "stream" or "graph".
    device: "model:NAME" for a simulation; anything it returns is marked as simulated.

    Returns a Result, which is a float of milliseconds by return_mode ("mean", "median", "min", "max"); the list of
    samples in milliseconds for return_mode="all"; for quantiles, a list of milliseconds, or one number if there is one.
    For a list of preps, a list of these. What fn raises passes through.
    """
    _check(fn, quantiles, return_mode, argument_sets)
    preps = [flush] if isinstance(flush, str) else list(flush)
    call = _call(fn, argument_sets, grad_to_none)
    spec = {
        "prep": preps,
        "timer": timer,
        "launch": launch or "auto",
        "counters": "auto" if counters else "off",
        "warmup_s": warmup / 1e3,
        "callable": {
            "name": _plain(name or getattr(fn, "__name__", "callable")),
            "sets": len(argument_sets) if argument_sets else 1,
            "weight_bytes": _arrays.bytes_that_differ(argument_sets) if argument_sets else 0,
            "read_bytes": read_bytes,
            "write_bytes": write_bytes,
            "list_kernels": list_kernels,
        },
    }
    if device:  # a simulation has no stream
        spec["samples"] = samples or 100
        with Session(device=device) as session:
            record = _measure(session, spec, call)
    else:
        with _arrays.own_stream() as stream, Session(stream=stream) as session:
            spec["samples"] = samples or _samples_for(session, preps[0], call, rep)
            record = _measure(session, spec, call)
    results = [_answer(record, index, quantiles, return_mode) for index in range(len(record["cases"]))]
    return results[0] if isinstance(flush, str) else results


def _check(fn, quantiles, return_mode, argument_sets):
    if not callable(fn):
        raise UsageError(f"fn must be callable, not {type(fn).__name__}.")
    if return_mode not in (*_STATISTICS, "all"):
        raise UsageError(f"return_mode is one of {', '.join(_STATISTICS)}, all; not {return_mode!r}.")
    if quantiles is not None and not all(0 <= q <= 1 for q in quantiles):
        raise UsageError(f"quantiles are fractions from 0 to 1; not {quantiles!r}.")
    if argument_sets is not None and not argument_sets:
        raise UsageError("argument_sets is empty. Leave it out, or give one tuple of arguments a set.")


def _plain(name):
    return re.sub(r"[^A-Za-z0-9_.-]", "_", name)[:64] or "callable"


def _call(fn, argument_sets, grad_to_none):
    def call(index):
        for tensor in grad_to_none or ():
            tensor.grad = None
        if argument_sets:
            fn(*argument_sets[index])
        else:
            fn()

    return call


def _samples_for(session, prep, call, rep):
    """As many samples as take `rep` milliseconds, prep included, as Triton counts them."""
    single = prep if not prep.startswith("rotate") else "none"
    session.prepare(single)  # the first prep allocates its buffers
    call(0)
    _arrays.wait()
    start = time.perf_counter()
    for _ in range(_ESTIMATE_CALLS):
        session.prepare(single)
        call(0)
        _arrays.wait()
    each_ms = (time.perf_counter() - start) * 1e3 / _ESTIMATE_CALLS
    return max(1, min(_MOST_SAMPLES, int(rep / each_ms)))


def _floor(record, case):
    """The floors of the case's timer and launch, or None."""
    found = (f for f in record["environment"]["floors"] if (f["timer"], f["launch"]) == (case["timer"], case["launch"]))
    return next(found, None)


def _require_launch(record, case):
    """No kernel is shorter than an empty one: a time nearer to that of two timer marks alone is theirs."""
    floor = _floor(record, case)
    if case["simulated"] or floor is None:  # a simulated call has no time of its own
        return
    timed_ns = case["stats"]["median_ns"] * case["calls_per_sample"]
    pair_ns, kernel_ns = floor["empty_pair_ns"], floor["empty_kernel_ns"]
    if timed_ns < (pair_ns + kernel_ns) / 2:
        raise Error(
            f"{case['prep']}: the median of {timed_ns / 1e3:.2f} us is that of two timer marks with nothing between "
            f"({pair_ns / 1e3:.2f} us; an empty kernel takes {kernel_ns / 1e3:.2f} us): fn launched nothing on the "
            "stream that is timed. It must launch on the current stream of PyTorch or CuPy, not on one that it chooses "
            "itself, and a library with streams of its own must be given that one."
        )


def _measure(session, spec, call):
    spec["rounds"] = min(_ROUNDS, spec["samples"])
    record = session.measure(spec, call)
    for case in record["cases"]:
        said = "; ".join(f"{flag['id']}: {flag['detail']}" for flag in case["flags"])
        if case["stats"] is None:
            raise Error(f"{case['prep']}: nothing was measured. {said}")
        _require_launch(record, case)
        if case["status"] != "ok":
            warnings.warn(f"l2bench: {case['prep']}: {said}", stacklevel=3)
    return record


def _quantile(ordered, fraction):
    """Linear between the two samples around it, as torch.quantile."""
    at = fraction * (len(ordered) - 1)
    low = math.floor(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (at - low)


def _answer(record, index, quantiles, return_mode):
    if quantiles is None and return_mode != "all":
        return Result(record, index, return_mode)
    samples_ms = [ns / 1e6 for ns in record["cases"][index]["samples_ns"]]
    if quantiles is None:
        return samples_ms
    found = [_quantile(sorted(samples_ms), fraction) for fraction in quantiles]
    return found[0] if len(found) == 1 else found
