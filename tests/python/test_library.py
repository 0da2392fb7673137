"""Finding libl2bench, and refusing what is not it."""

import os
import re

import pytest

import l2bench
from l2bench import _library


def test_version_is_that_of_the_build():
    assert re.match(r"\d+\.\d+\.\d+ \(.+\)", l2bench.version())


def test_another_interface_is_refused(monkeypatch):
    monkeypatch.setenv("L2BENCH_LIBRARY", os.environ["L2BENCH_OTHER_ABI"])
    with pytest.raises(l2bench.CannotRun, match="version 99"):
        _library.load()


def test_a_library_that_is_not_l2bench_is_refused(monkeypatch):
    monkeypatch.setenv("L2BENCH_LIBRARY", "libm.so.6")
    with pytest.raises(l2bench.CannotRun, match="is not libl2bench"):
        _library.load()


def test_a_missing_library_says_how_to_build_it(monkeypatch):
    monkeypatch.setenv("L2BENCH_LIBRARY", "/no/such/libl2bench.so")
    with pytest.raises(l2bench.CannotRun, match="scripts/build"):
        _library.load()
