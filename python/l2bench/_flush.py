"""A clean flush for loops that are not l2bench's own, Triton's do_bench and autotuner among them."""

import contextlib

from . import _arrays
from ._errors import CannotRun
from ._library import Session

_sessions = {}  # (device, stream) -> Session: its buffers are allocated once
_MISSING = object()


def _session():
    place = _arrays.current_stream()
    if place not in _sessions:
        _sessions[place] = Session(stream=place[1])
    return _sessions[place]


def clear_cache(flush="read"):
    """Queues a prep on the current stream and does not wait: after "read", L2 holds none of your data and no dirty
    line. The first call on a stream allocates the flush buffers; close() frees them."""
    _session().prepare(flush)


def close():
    """Frees the flush buffers of clear_cache and clean_flush."""
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


@contextlib.contextmanager
def clean_flush(flush="read"):
    """While the block runs, Triton's do_bench and autotuner prepare L2 with `flush` instead of writing zeros:

        with l2bench.clean_flush():
            ms = triton.testing.do_bench(fn)

    Each sample also waits for the one before it, so that it begins on an idle device behind the prep and its time does
    not depend on how deep the queue is. Triton's own flush is back after the block, also if the block raises."""
    driver = _triton_driver()
    session = _session()  # a wrong place fails here, not inside Triton
    session.prepare(flush)

    def clear(_cache):
        _session().prepare_alone(flush)

    # Triton's own buffer has 256 MiB, which nothing would use.
    replaced = {"clear_cache": clear, "get_empty_cache_for_benchmark": _arrays.smallest}
    before = {name: vars(driver).get(name, _MISSING) for name in replaced}
    for name, function in replaced.items():
        setattr(driver, name, function)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is _MISSING:
                delattr(driver, name)
            else:
                setattr(driver, name, value)
