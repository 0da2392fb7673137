"""do_bench's way through PyTorch and CuPy, with made-up ones in front of the simulated device."""

import pytest
from made_up import install

import l2bench
from l2bench import _arrays, _bench, _flush, _library


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
    return install(monkeypatch, **{name: facts})[0]


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


def handles(*modules):
    return [module.cuda.streams[-1].ptr for module in modules]


@pytest.mark.parametrize(
    "of_torch, of_cupy, timed",
    [(0, 0, 7), (42, 0, 42), (0, 43, 43), (42, 43, 42), (42, 42, 42)],
)
def test_with_both_imported_both_launch_on_the_stream_that_is_timed(monkeypatch, opened, of_torch, of_cupy, timed):
    both = install(monkeypatch, torch={"current": of_torch}, cupy={"current": of_cupy})
    seen, waited = [], []

    def call():
        seen.append(handles(*both))
        waited.append([module.log[:1] for module in both])

    l2bench.do_bench(call, samples=5, warmup=0)
    assert opened == [timed]
    assert all(at == [timed, timed] for at in seen)
    assert waited[0] == [["device"], ["device"]], "what either had queued is done before"
    assert handles(*both) == [of_torch, of_cupy], "and each has its own back"


def test_an_exception_gives_both_their_streams_back(monkeypatch, opened):
    both = install(monkeypatch, torch={}, cupy={"current": 43})
    with pytest.raises(ZeroDivisionError):
        l2bench.do_bench(lambda: 1 / 0, samples=5, warmup=0)
    assert handles(*both) == [0, 43]


def test_a_library_without_a_device_leaves_it_to_the_other(monkeypatch, opened):
    install(monkeypatch, torch={"available": False}, cupy={"current": 43})
    l2bench.do_bench(lambda: None, samples=5, warmup=0)
    assert opened == [43]


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


def test_the_estimate_does_not_time_the_allocation_of_the_buffers(monkeypatch, opened):
    torch = use(monkeypatch, "torch", current=42)
    log = []

    class Session(_library.Session):
        def __init__(self, stream):
            super().__init__(device="model:h200")

        def prepare(self, prep):
            log.append(prep)

    monkeypatch.setattr(_bench, "Session", Session)
    monkeypatch.setattr(torch.cuda.streams[0], "synchronize", lambda: log.append("wait"))
    monkeypatch.setattr(_bench.time, "perf_counter", lambda: log.append("clock") or len(log))
    monkeypatch.setattr(_bench, "_measure", lambda session, spec, call: {"cases": []})
    with pytest.raises(IndexError):  # nothing was measured
        l2bench.do_bench(lambda: log.append("call"), warmup=0, flush="zero")
    assert log[: log.index("clock")] == ["zero", "call", "wait"]
    assert log.count("zero") == 6


class Timed(_library.Session):
    """A session whose record says that it is of a device, and that a sample took `median_ns`."""

    median_ns = 0.0
    calls = 1

    def __init__(self, stream):
        super().__init__(device="model:h200")

    def measure(self, spec, call):
        record = super().measure(spec, call)
        for case in record["cases"]:
            case["simulated"] = False
            case["calls_per_sample"] = self.calls
            case["stats"]["median_ns"] = self.median_ns / self.calls
        record["environment"]["floors"] = [
            {"timer": "event", "launch": "graph", "empty_pair_ns": 9000.0, "empty_kernel_ns": 9500.0},
            {"timer": "event", "launch": "stream", "empty_pair_ns": 1300.0, "empty_kernel_ns": 2700.0},
        ]
        return record


@pytest.mark.parametrize("calls", [1, 4])
def test_the_time_of_nothing_is_refused(monkeypatch, opened, calls):
    use(monkeypatch, "torch")
    monkeypatch.setattr(_bench, "Session", type("Empty", (Timed,), {"median_ns": 1344.0, "calls": calls}))
    with pytest.raises(l2bench.Error, match=r"read:256MiB: .* 1\.34 us .* fn launched nothing on the stream"):
        l2bench.do_bench(lambda: None, samples=5, warmup=0)


def test_the_shortest_kernel_is_not_nothing(monkeypatch, opened):
    use(monkeypatch, "torch")
    monkeypatch.setattr(_bench, "Session", type("Short", (Timed,), {"median_ns": 2592.0}))
    assert l2bench.do_bench(lambda: None, samples=5, warmup=0).median_us == 2.592


class Queue:
    """A session that only notes what is queued, in CuPy's log."""

    def __init__(self, log, stream):
        self.prepare = lambda prep: log.append((prep, stream))


@pytest.mark.parametrize(
    "of_torch, of_cupy, queued",
    [
        (42, 42, [("read", 42)]),
        (42, 0, [("record", 0), ("wait", 42), ("read", 42), ("record", 42), ("wait", 0)]),
    ],
)
def test_both_libraries_wait_for_clear_cache(monkeypatch, of_torch, of_cupy, queued):
    _, cupy = install(monkeypatch, torch={"current": of_torch}, cupy={"current": of_cupy})
    monkeypatch.setattr(_flush, "_sessions", {})
    monkeypatch.setattr(_flush, "Session", lambda stream: Queue(cupy.log, stream))
    l2bench.clear_cache("read")
    assert cupy.log == queued


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
