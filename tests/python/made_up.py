"""Made-up PyTorch and CuPy, so much of them as l2bench uses; each keeps a stack of current streams."""

import contextlib
import sys
import types


class Stream:
    def __init__(self, handle=7, non_blocking=False):
        self.cuda_stream = self.ptr = handle
        self.waits = 0

    def synchronize(self):
        self.waits += 1

    def record(self, event):
        event.log.append(("record", self.ptr))

    def wait_event(self, event):
        event.log.append(("wait", self.ptr))

    def __enter__(self):
        sys.modules["cupy"].cuda.streams.append(self)

    def __exit__(self, *_):
        sys.modules["cupy"].cuda.streams.pop()


def array_library(name, available=True, current=0):
    """A module with one device whose current stream has the handle `current`. `log`: what was waited for."""
    streams = [Stream(current)]
    log = []

    @contextlib.contextmanager
    def stream(on):
        streams.append(on)
        try:
            yield
        finally:
            streams.pop()

    module = types.ModuleType(name)
    module.log = log
    module.cuda = types.SimpleNamespace(
        is_available=lambda: available,
        current_device=lambda: 0,
        current_stream=lambda: streams[-1],
        get_current_stream=lambda: streams[-1],
        Device=lambda: types.SimpleNamespace(id=0, synchronize=lambda: log.append("device")),
        Event=lambda disable_timing: types.SimpleNamespace(log=log),
        ExternalStream=Stream,
        Stream=Stream,
        stream=stream,
        streams=streams,
        synchronize=lambda: log.append("device"),
    )
    return module


def install(monkeypatch, **libraries):
    """Imports of torch and cupy find only these; each is given as the facts of array_library()."""
    for name in ("torch", "cupy"):
        module = array_library(name, **libraries[name]) if name in libraries else None
        monkeypatch.setitem(sys.modules, name, module)
    return [sys.modules[name] for name in libraries]
