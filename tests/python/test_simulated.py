"""The package on the simulated device: everything but the GPU is real."""

import json
import math
import pathlib
import pickle
import re
import sys

import pytest

import l2bench

DEVICE = "model:h200"


def bench(fn=lambda: None, **arguments):
    arguments = {"samples": 10, "warmup": 0, "device": DEVICE, **arguments}
    return l2bench.do_bench(fn, **arguments)


def test_result_is_a_number_of_milliseconds_and_more():
    result = bench()
    assert isinstance(result, float)
    assert result == pytest.approx(result.mean_us / 1e3)
    assert len(result.samples_us) == 10
    assert result.status == "ok"
    assert result.prep == "read:256MiB"
    assert result.bytes.dram_read is not None
    assert result.counters == "ok"
    assert result.record["schema_version"] == 1


def test_the_record_is_what_the_schemas_describe():
    jsonschema = pytest.importorskip("jsonschema", reason="no jsonschema")
    schemas = pathlib.Path(__file__).resolve().parents[2] / "schema"
    record = bench(flush=["zero", "read"])[0].record
    jsonschema.validate(record, json.loads((schemas / "result.schema.json").read_text()))
    jsonschema.validate(record["spec"], json.loads((schemas / "spec.schema.json").read_text()))


def test_nothing_is_predicted_of_a_callable():
    case = bench().case
    assert case["predicted"] is None
    assert "code of your own" in case["unpredicted"]


def test_repr_is_readable_and_marks_a_simulation():
    text = repr(bench())
    assert text.startswith("SIMULATED ")
    for part in ("us (median of 10", "read:256MiB: cold, clean", "written; ok"):
        assert part in text
    assert str(bench(counters=False)).count("bytes not counted (off)") == 1


def test_result_can_be_pickled():
    result = bench()
    again = pickle.loads(pickle.dumps(result))
    assert again == result and repr(again) == repr(result)


@pytest.mark.parametrize("mode, field", [("median", "median_ns"), ("min", "min_ns"), ("max", "max_ns")])
def test_return_mode_chooses_the_statistic(mode, field):
    result = bench(return_mode=mode)
    assert result == result.case["stats"][field] / 1e6


def test_return_mode_all_and_quantiles_are_plain_as_in_triton():
    samples = bench(return_mode="all")
    assert type(samples) is list and len(samples) == 10
    low, middle, high = bench(quantiles=[0.0, 0.5, 1.0])
    assert low <= middle <= high
    assert type(bench(quantiles=[0.5])) is float


def test_tritons_arguments_are_taken_by_position():
    class Tensor:
        grad = 1

    tensor = Tensor()
    result = l2bench.do_bench(lambda: None, 0, 100, [tensor], None, "median", samples=5, device=DEVICE)
    assert tensor.grad is None and not math.isnan(result)


def test_several_preps_are_one_record():
    dirty, clean = bench(flush=["zero", "read"])
    assert dirty.record is clean.record
    assert (dirty.prep, clean.prep) == ("zero:256MiB", "read:256MiB")


def test_argument_sets_are_rotated_over():
    seen = set()
    weight = FakeArray(0, 32 << 20)
    sets = [(weight, FakeArray((i + 1) << 30, 32 << 20)) for i in range(12)]
    result = bench(lambda x, w: seen.add(w.address), argument_sets=sets, flush="rotate")
    assert len(seen) == 12
    assert result.case["copies"] == 12
    assert result.case["call"]["weight_bytes"] == 32 << 20


def test_too_few_argument_sets_are_refused():
    sets = [(FakeArray(i << 30, 32 << 20),) for i in range(2)]
    with pytest.raises(l2bench.UsageError, match="needs 10 argument sets"):
        bench(lambda w: None, argument_sets=sets, flush="rotate")


class FakeArray:
    def __init__(self, address, nbytes):
        self.address, self.nbytes = address, nbytes
        self.__cuda_array_interface__ = {"data": (address, False)}


def test_what_the_callable_raises_passes_through():
    class Mine(Exception):
        pass

    calls = []

    def fail_later():
        calls.append(1)
        if len(calls) == 4:
            raise Mine("here")

    with pytest.raises(Mine, match="here"):
        bench(fail_later)
    assert len(calls) == 4

    def interrupt():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bench(interrupt)
    assert bench().status == "ok"  # and nothing is left behind


@pytest.mark.parametrize(
    "arguments, says",
    [
        ({"fn": 3}, "must be callable"),
        ({"return_mode": "medain"}, "return_mode"),
        ({"quantiles": [2]}, "quantiles"),
        ({"argument_sets": []}, "argument_sets is empty"),
        ({"flush": "raed"}, "did you mean 'read'"),
        ({"timer": "wall"}, "timer"),
        ({"device": "model:none-such"}, "none-such"),
    ],
)
def test_wrong_arguments_are_named(arguments, says):
    with pytest.raises(l2bench.UsageError, match=says):
        bench(**arguments)


@pytest.mark.parametrize("example", ["gemv.json", "plugin.json"])
def test_the_examples_are_specs(example):
    jsonschema = pytest.importorskip("jsonschema", reason="no jsonschema")
    project = pathlib.Path(__file__).resolve().parents[2]
    schema = json.loads((project / "schema/spec.schema.json").read_text())
    jsonschema.validate(json.loads((project / "examples" / example).read_text()), schema)


def test_the_specs_of_the_page_on_own_kernels_are_specs():
    jsonschema = pytest.importorskip("jsonschema", reason="no jsonschema")
    project = pathlib.Path(__file__).resolve().parents[2]
    schema = json.loads((project / "schema/spec.schema.json").read_text())
    page = (project / "docs/own-kernels.md").read_text()
    spec = json.loads(re.search(r"```json\n(.*?)```", page, re.DOTALL)[1])
    jsonschema.validate(spec, schema)
    elsewhere = re.search(r'`"reference":\s({"file":.*?), …}`', page, re.DOTALL)[1]  # what a cubin needs
    spec["kernel"]["reference"].update(json.loads(elsewhere + "}"))
    assert spec["kernel"]["reference"]["file"] == "gemv.cu"
    jsonschema.validate(spec, schema)


def test_a_case_that_is_not_valid_warns():
    with pytest.warns(UserWarning, match="not_cold"):
        result = bench(read_bytes=1 << 30)  # the simulated call reads nothing
    assert result.status == "invalid"


def hide(monkeypatch, *names):
    for name in names:
        monkeypatch.setitem(sys.modules, name, None)  # import then raises ImportError


def test_without_torch_and_cupy_the_error_says_so(monkeypatch):
    hide(monkeypatch, "torch", "cupy")
    with pytest.raises(l2bench.CannotRun, match="PyTorch or CuPy"):
        l2bench.do_bench(lambda: None)
    with pytest.raises(l2bench.CannotRun, match="PyTorch or CuPy"):
        l2bench.clear_cache()


def test_without_triton_clean_flush_says_so(monkeypatch):
    hide(monkeypatch, "triton", "triton.runtime")
    with pytest.raises(l2bench.CannotRun, match="Triton cannot be imported"):
        with l2bench.clean_flush():
            pass
