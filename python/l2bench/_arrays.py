"""The little that l2bench needs of PyTorch and CuPy: the current stream, one of its own, and where arrays lie."""

import contextlib
import importlib
import sys

from ._errors import CannotRun


class _Torch:
    title = "PyTorch"

    def __init__(self, module):
        self.module = module
        self._cuda = module.cuda

    def device(self):
        return self._cuda.current_device()

    def stream(self):
        """The CUstream that the current thread launches on."""
        return self._cuda.current_stream().cuda_stream

    def new_stream(self):
        return self._cuda.Stream()

    def external(self, handle):
        return self._cuda.ExternalStream(handle)

    def current(self, stream):
        """`stream` is the current one while the block runs."""
        return self._cuda.stream(stream)

    def wait(self):
        self._cuda.current_stream().synchronize()

    def wait_for_device(self):
        self._cuda.synchronize()

    def smallest(self):
        return self.module.zeros(1, dtype=self.module.int32, device="cuda")


class _CuPy:
    title = "CuPy"

    def __init__(self, module):
        self.module = module
        self._cuda = module.cuda

    def device(self):
        return self._cuda.Device().id

    def stream(self):
        return self._cuda.get_current_stream().ptr

    def new_stream(self):
        return self._cuda.Stream(non_blocking=True)

    def external(self, handle):
        return self._cuda.ExternalStream(handle)

    def current(self, stream):
        return stream

    def wait(self):
        self._cuda.get_current_stream().synchronize()

    def wait_for_device(self):
        self._cuda.Device().synchronize()

    def smallest(self):
        return self.module.zeros(1, dtype="int32")

    def order(self, first, then):
        """What is queued on the stream `then` from now on runs after what is on `first`."""
        event = self._cuda.Event(disable_timing=True)
        self.external(first).record(event)
        self.external(then).wait_event(event)


_KNOWN = {"torch": _Torch, "cupy": _CuPy}


def _found():
    """The array libraries that are imported already, else the first that can be."""
    imported = [library(sys.modules[name]) for name, library in _KNOWN.items() if sys.modules.get(name) is not None]
    if imported:
        return imported
    for name, library in _KNOWN.items():
        try:
            return [library(importlib.import_module(name))]
        except ImportError:
            continue
    raise CannotRun(
        "l2bench times callables that launch on the current stream of PyTorch or CuPy, and neither can be imported. "
        "Install one of them, or use the program l2bench (--kernel, --plugin)."
    )


def _libraries():
    """The array libraries that a callable may launch with, PyTorch first: each has a current stream of its own."""
    found = _found()
    usable = [library for library in found if library.module.cuda.is_available()]
    if not usable:
        name = found[0].module.__name__
        raise CannotRun(
            f"{found[0].title} sees no CUDA device ({name}.cuda.is_available() is False): nothing can be timed here."
        )
    return usable


def current_stream():
    """(device, CUstream) that the current thread launches on: PyTorch's, if there are two."""
    library = _libraries()[0]
    return library.device(), library.stream()


_side_streams = {}  # (library, device) -> stream: cuBLAS and others keep a workspace for every stream that they see


def _side_stream(library):
    key = (library.title, library.device())
    if key not in _side_streams:
        _side_streams[key] = library.new_stream()
    return _side_streams[key]


def _follow(libraries, handle, stack):
    """Makes the stream `handle` the current one of all libraries until the stack unwinds."""
    for library in libraries:
        if library.stream() != handle:
            stack.enter_context(library.current(library.external(handle)))


@contextlib.contextmanager
def own_stream():
    """The current stream, or one of our own if that is the legacy default stream, which no graph can record. PyTorch
    and CuPy both launch on it while the block runs. Everything queued before is done when the block begins, and
    everything of the block when it ends."""
    libraries = _libraries()
    for library in libraries:
        library.wait_for_device()
    leader = next((library for library in libraries if library.stream() != 0), libraries[0])
    with contextlib.ExitStack() as stack:
        if leader.stream() == 0:
            stack.enter_context(leader.current(_side_stream(leader)))
        _follow(libraries, leader.stream(), stack)
        yield leader.stream()
        leader.wait()


@contextlib.contextmanager
def one_stream():
    """While the block runs, CuPy launches on PyTorch's current stream, if both are there. Everything queued before is
    done when the block begins."""
    libraries = _libraries()
    with contextlib.ExitStack() as stack:
        if any(library.stream() != libraries[0].stream() for library in libraries):
            for library in libraries:
                library.wait_for_device()
        _follow(libraries, libraries[0].stream(), stack)
        yield


@contextlib.contextmanager
def ordered():
    """What the block queues on current_stream() runs after what CuPy has queued on its own, and before what it will."""
    leader, *others = _libraries()
    apart = [(library, library.stream()) for library in others if library.stream() != leader.stream()]
    for library, stream in apart:
        library.order(stream, leader.stream())
    yield
    for library, stream in apart:
        library.order(leader.stream(), stream)


def wait():
    _libraries()[0].wait()


def smallest():
    """An array of one number on the device."""
    return _libraries()[0].smallest()


def _place(value):
    """(address, bytes) of an array on the device; None for anything else."""
    if hasattr(value, "data_ptr") and getattr(value, "is_cuda", True):  # torch
        return value.data_ptr(), value.numel() * value.element_size()
    if hasattr(value, "__cuda_array_interface__"):
        return value.__cuda_array_interface__["data"][0], value.nbytes
    return None


def bytes_that_differ(argument_sets):
    """Bytes of the arrays of one set that no other set uses; the smallest over the sets. Nothing is copied."""
    places = [{p for p in map(_place, arguments) if p} for arguments in argument_sets]
    own = []
    for i, mine in enumerate(places):
        others = set().union(*(p for j, p in enumerate(places) if j != i))
        own.append(sum(size for address, size in mine if (address, size) not in others))
    return min(own)
