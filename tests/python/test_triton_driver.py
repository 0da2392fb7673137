"""clean_flush on a made-up Triton: what it replaces, and that it puts it back."""

import sys
import types

import pytest
from made_up import install

import l2bench
from l2bench import _flush


class Driver:
    def clear_cache(self, cache):
        return "original"

    def get_empty_cache_for_benchmark(self):
        return "original"


class LazyProxy:
    """As Triton's: it passes on what is set and deleted, and has nothing of the driver in its own vars()."""

    def __init__(self, behind):
        super().__setattr__("behind", behind)

    def __getattr__(self, name):
        return getattr(self.behind, name)

    def __setattr__(self, name, value):
        setattr(self.behind, name, value)

    def __delattr__(self, name):
        delattr(self.behind, name)


class FakeSession:
    def __init__(self, stream=None):
        self.stream = stream
        self.preps = []
        self.closed = False

    def close(self):
        self.closed = True

    def prepare(self, prep):
        if prep == "raed":
            raise l2bench.UsageError("raed")
        self.preps.append(prep)

    def prepare_alone(self, prep):
        self.preps.append("alone:" + prep)


@pytest.fixture(params=[lambda driver: driver, LazyProxy], ids=["driver", "proxy"])
def triton(monkeypatch, request):
    """The driver itself; Triton's driver.active is this, or a proxy before it."""
    driver = Driver()
    runtime = types.ModuleType("triton.runtime")
    runtime.driver = types.SimpleNamespace(active=request.param(driver))
    module = types.ModuleType("triton")
    module.runtime, module.__version__ = runtime, "0.0"
    monkeypatch.setitem(sys.modules, "triton", module)
    monkeypatch.setitem(sys.modules, "triton.runtime", runtime)
    install(monkeypatch, torch={})
    return driver


@pytest.fixture
def sessions(monkeypatch):
    """All sessions opened, in order."""
    opened = []

    def session(stream):
        opened.append(FakeSession(stream))
        return opened[-1]

    monkeypatch.setattr(_flush, "Session", session)
    monkeypatch.setattr(_flush, "_sessions", {})
    return opened


def test_the_driver_flushes_clean_inside_and_as_before_outside(triton, sessions):
    with l2bench.clean_flush("zero+read"):
        triton.clear_cache("cache")
        triton.clear_cache("cache")
    assert sessions[0].preps == ["zero+read", "alone:zero+read", "alone:zero+read"]
    assert triton.clear_cache(None) == "original"
    assert not vars(triton), "nothing is left on the driver"


def test_an_exception_inside_restores_too(triton, sessions):
    with pytest.raises(ZeroDivisionError), l2bench.clean_flush():
        raise ZeroDivisionError
    assert triton.get_empty_cache_for_benchmark() == "original"


def test_what_somebody_else_put_there_comes_back(triton, sessions):
    def mine(cache):
        return "mine"

    triton.clear_cache = mine
    with l2bench.clean_flush():
        assert triton.clear_cache is not mine
    assert triton.clear_cache is mine


def test_a_wrong_flush_is_refused_before_anything_is_replaced(triton, sessions):
    with pytest.raises(l2bench.UsageError), l2bench.clean_flush("raed"):
        pass
    assert not vars(triton)


def test_a_block_within_a_block_gives_back_what_it_found(triton, sessions):
    with l2bench.clean_flush("read"):
        outer = triton.clear_cache
        with l2bench.clean_flush("zero+read"):
            triton.clear_cache(None)
        assert triton.clear_cache == outer
        triton.clear_cache(None)
    assert sessions[0].preps == ["read", "zero+read", "alone:zero+read", "alone:read"]
    assert not vars(triton)


def test_the_block_closes_the_session_that_it_opened(triton, sessions):
    with l2bench.clean_flush():
        assert not sessions[0].closed
    assert sessions[0].closed
    with pytest.raises(ZeroDivisionError), l2bench.clean_flush():
        raise ZeroDivisionError
    with pytest.raises(l2bench.UsageError), l2bench.clean_flush("raed"):
        pass
    assert len(sessions) == 3 and all(session.closed for session in sessions)


def test_the_block_also_closes_those_of_other_streams_last_one_first(triton, sessions, monkeypatch):
    torch = sys.modules["torch"]
    order = []
    monkeypatch.setattr(FakeSession, "close", lambda self: order.append(self.stream))
    with l2bench.clean_flush(), torch.cuda.stream(torch.cuda.Stream(42)):
        triton.clear_cache(None)
    assert order == [42, 0]


def test_a_session_that_was_there_before_stays_until_close(triton, sessions):
    l2bench.clear_cache("read")
    with l2bench.clean_flush(), l2bench.clean_flush():
        pass
    assert [session.closed for session in sessions] == [False]
    l2bench.close()
    assert sessions[0].closed


def test_cupy_launches_on_the_stream_that_triton_times(triton, sessions, monkeypatch):
    torch, cupy = install(monkeypatch, torch={"current": 42}, cupy={"current": 43})
    with l2bench.clean_flush():
        assert [module.cuda.streams[-1].ptr for module in (torch, cupy)] == [42, 42]
        assert torch.log == cupy.log == ["device"], "what either had queued is done before"
    assert [module.cuda.streams[-1].ptr for module in (torch, cupy)] == [42, 43]


def test_an_old_triton_is_named(triton, sessions, monkeypatch):
    monkeypatch.delattr(Driver, "clear_cache")
    with pytest.raises(l2bench.CannotRun, match="Triton 0.0"):
        with l2bench.clean_flush():
            pass
