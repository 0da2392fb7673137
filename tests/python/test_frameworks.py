"""do_bench's way through PyTorch and CuPy, with made-up ones in front of the simulated device."""

import contextlib
import sys
import types

import pytest

import l2bench
from l2bench import _arrays, _bench, _library


class Stream:
    def __init__(self, handle=7, non_blocking=False):
        self.cuda_stream = self.ptr = handle
        self.waits = 0

    def synchronize(self):
        self.waits += 1

    def __enter__(self):
        sys.modules["cupy"].cuda.streams.append(self)

    def __exit__(self, *_):
        sys.modules["cupy"].cuda.streams.pop()


def made_up(name, available=True, current=0):
    """A module with one device whose current stream has the handle `current`."""
    streams = [Stream(current)]

    @contextlib.contextmanager
    def stream(on):
        streams.append(on)
        try:
            yield
        finally:
            streams.pop()

    module = types.ModuleType(name)
    module.cuda = types.SimpleNamespace(
        is_available=lambda: available,
        current_device=lambda: 0,
        current_stream=lambda: streams[-1],
        get_current_stream=lambda: streams[-1],
        Device=lambda: types.SimpleNamespace(id=0, synchronize=lambda: None),
        Stream=Stream,
        stream=stream,
        streams=streams,
        synchronize=lambda: None,
    )
    return module


@pytest.fixture
def opened(monkeypatch):
    """The streams that sessions are opened on; the sessions themselves are simulated."""
    streams = []

    def session(stream=None, device=None):
        streams.append(stream)
        return _library.Session(device="model:h200")

    monkeypatch.setattr(_bench, "Session", session)
    monkeypatch.setattr(_arrays, "_side_streams", {})
    return streams


def use(monkeypatch, name, **facts):
    for known in ("torch", "cupy"):
        monkeypatch.setitem(sys.modules, known, made_up(known, **facts) if known == name else None)
    return sys.modules[name]


@pytest.mark.parametrize("name", ["torch", "cupy"])
def test_the_legacy_default_stream_is_replaced_by_one_of_our_own(monkeypatch, opened, name):
    module = use(monkeypatch, name)
    seen = []
    l2bench.do_bench(lambda: seen.append(len(module.cuda.streams)), samples=5, warmup=0)
    l2bench.do_bench(lambda: None, samples=5, warmup=0)
    assert opened == [7, 7]
    assert set(seen) == {2}, "the callable runs with our stream as the current one"
    assert len(module.cuda.streams) == 1, "and the user's is back"
    assert len(_arrays._side_streams) == 1, "one stream serves all calls"


@pytest.mark.parametrize("name", ["torch", "cupy"])
def test_a_stream_of_the_users_is_used_as_it_is(monkeypatch, opened, name):
    use(monkeypatch, name, current=42)
    l2bench.do_bench(lambda: None, samples=5, warmup=0)
    assert opened == [42]


@pytest.mark.parametrize("rep, samples", [(0, 1), (20, 20), (1e9, 20000)])
def test_rep_decides_how_many_samples_are_taken(monkeypatch, opened, rep, samples):
    use(monkeypatch, "torch")
    clock = iter([0.0, 0.005])  # five calls take 5 ms
    monkeypatch.setattr(_bench.time, "perf_counter", lambda: next(clock))
    asked = []
    monkeypatch.setattr(_bench, "_measure", lambda session, spec, call: asked.append(spec["samples"]) or {"cases": []})
    with pytest.raises(IndexError):  # nothing was measured
        l2bench.do_bench(lambda: None, warmup=0, rep=rep)
    assert asked == [samples]


def test_torch_without_a_device_says_so(monkeypatch):
    use(monkeypatch, "torch", available=False)
    with pytest.raises(l2bench.CannotRun, match="PyTorch sees no CUDA device"):
        l2bench.do_bench(lambda: None)


def test_an_exception_leaves_the_users_stream_current(monkeypatch, opened):
    module = use(monkeypatch, "torch")

    def fail():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        l2bench.do_bench(fail, samples=5, warmup=0)
    assert len(module.cuda.streams) == 1
