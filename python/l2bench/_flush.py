"""A clean flush for loops that are not l2bench's own, Triton's do_bench and autotuner among them."""

import contextlib
import inspect

from . import _arrays
from ._errors import CannotRun
from ._library import Session

_sessions = {}  # (device, stream) -> Session: its buffers are allocated once


def _session():
    place = _arrays.current_stream()
    if place not in _sessions:
        _sessions[place] = Session(stream=place[1])
    return _sessions[place]


@contextlib.contextmanager
def _closing():
    """Closes the sessions that the block opens: each keeps its buffers, and L2's persisting limit at 0."""
    before = set(_sessions.values())
    try:
        yield
    finally:
        for place, session in reversed(list(_sessions.items())):  # the first found the limit that it puts back
            if session not in before:
                _sessions.pop(place).close()


def clear_cache(flush="read"):
    """Queues a prep on the current stream and does not wait: after "read", L2 holds none of your data and no dirty
    line. Where CuPy's current stream is another than PyTorch's, both wait for the prep. The first call on a stream
    allocates the flush buffers and sets L2's persisting limit to 0 until close()."""
    with _arrays.ordered():
        _session().prepare(flush)


def close():
    """Frees the flush buffers of clear_cache, and puts L2's persisting limit back."""
    while _sessions:
        _sessions.popitem()[1].close()


def _triton_driver():
    try:
        from triton.runtime import driver
    except ImportError:
        raise CannotRun("clean_flush changes how Triton flushes L2, and Triton cannot be imported.") from None
    active = driver.active
    if not hasattr(active, "clear_cache") or not hasattr(active, "get_empty_cache_for_benchmark"):
        import triton

        raise CannotRun(
            f"Triton {triton.__version__} flushes L2 where it cannot be changed: its driver has no clear_cache. Use "
            "Triton 3.2 or newer, or l2bench.do_bench."
        )
    return active


def _belongs_to_class(function, name):
    return inspect.ismethod(function) and function.__func__ is getattr(type(function.__self__), name, None)


@contextlib.contextmanager
def _replaced(driver, functions):
    """`driver` may be a proxy that only passes attributes on: vars() would not show what is set."""
    before = {name: getattr(driver, name) for name in functions}
    for name, function in functions.items():
        setattr(driver, name, function)
    try:
        yield
    finally:
        for name, function in before.items():
            if _belongs_to_class(function, name):
                delattr(driver, name)
            else:
                setattr(driver, name, function)


@contextlib.contextmanager
def clean_flush(flush="read"):
    """While the block runs, Triton's do_bench and autotuner prepare L2 with `flush` instead of writing zeros:

        with l2bench.clean_flush():
            ms = triton.testing.do_bench(fn)

    Each sample also waits for the one before it, and stands behind the prep and a pause of 0.2 ms, in which the host
    queues it: its time depends neither on how deep the queue is nor, up to there, on how slow the host. CuPy, if it is imported, launches on PyTorch's current stream. After the block,
    also if it raises, Triton's own flush is back, the flush buffers are freed and L2's persisting limit is as before,
    unless clear_cache or a block around this one had opened them before."""
    driver = _triton_driver()

    def clear(_cache):
        _session().prepare_alone(flush)

    # Triton's own buffer has 256 MiB, which nothing would use.
    functions = {"clear_cache": clear, "get_empty_cache_for_benchmark": _arrays.smallest}
    with _closing(), _arrays.one_stream():
        _session().prepare(flush)  # a wrong place or prep fails here, not inside Triton
        with _replaced(driver, functions):
            yield
