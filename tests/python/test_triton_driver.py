"""clean_flush on a made-up Triton: what it replaces, and that it puts it back."""

import sys
import types

import pytest

import l2bench
from l2bench import _flush


class Driver:
    def clear_cache(self, cache):
        return "original"

    def get_empty_cache_for_benchmark(self):
        return "original"


class FakeSession:
    def __init__(self):
        self.preps = []

    def prepare(self, prep):
        if prep == "raed":
            raise l2bench.UsageError("raed")
        self.preps.append(prep)

    def prepare_alone(self, prep):
        self.preps.append("alone:" + prep)


@pytest.fixture
def triton(monkeypatch):
    driver = Driver()
    runtime = types.ModuleType("triton.runtime")
    runtime.driver = types.SimpleNamespace(active=driver)
    module = types.ModuleType("triton")
    module.runtime, module.__version__ = runtime, "0.0"
    monkeypatch.setitem(sys.modules, "triton", module)
    monkeypatch.setitem(sys.modules, "triton.runtime", runtime)
    return driver


@pytest.fixture
def session(monkeypatch):
    session = FakeSession()
    monkeypatch.setattr(_flush, "_session", lambda: session)
    return session


def test_the_driver_flushes_clean_inside_and_as_before_outside(triton, session):
    with l2bench.clean_flush("zero+read"):
        triton.clear_cache("cache")
        triton.clear_cache("cache")
    assert session.preps == ["zero+read", "alone:zero+read", "alone:zero+read"]
    assert triton.clear_cache(None) == "original"
    assert not vars(triton), "nothing is left on the driver"


def test_an_exception_inside_restores_too(triton, session):
    with pytest.raises(ZeroDivisionError), l2bench.clean_flush():
        raise ZeroDivisionError
    assert triton.get_empty_cache_for_benchmark() == "original"


def test_what_somebody_else_put_there_comes_back(triton, session):
    def mine(cache):
        return "mine"

    triton.clear_cache = mine
    with l2bench.clean_flush():
        assert triton.clear_cache is not mine
    assert triton.clear_cache is mine


def test_a_wrong_flush_is_refused_before_anything_is_replaced(triton, session):
    with pytest.raises(l2bench.UsageError), l2bench.clean_flush("raed"):
        pass
    assert not vars(triton)


def test_an_old_triton_is_named(triton, session, monkeypatch):
    monkeypatch.delattr(Driver, "clear_cache")
    with pytest.raises(l2bench.CannotRun, match="Triton 0.0"):
        with l2bench.clean_flush():
            pass
