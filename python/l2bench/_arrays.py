"""The little that l2bench needs of PyTorch or CuPy: the current stream, one of its own, and where arrays lie."""

import contextlib
import importlib
import sys

from ._errors import CannotRun

_KNOWN = ("torch", "cupy")


def _module():
    """The array library in use: one that is imported already, else one that can be."""
    for name in _KNOWN:
        if name in sys.modules and sys.modules[name] is not None:
            return sys.modules[name]
    for name in _KNOWN:
        try:
            return importlib.import_module(name)
        except ImportError:
            continue
    raise CannotRun(
        "l2bench times callables that launch on the current stream of PyTorch or CuPy, and neither can be imported. "
        "Install one of them, or use the program l2bench (--kernel, --plugin)."
    )


def _require_gpu(module):
    if module.__name__ == "torch" and not module.cuda.is_available():
        raise CannotRun("PyTorch sees no CUDA device (torch.cuda.is_available() is False): nothing can be timed here.")


def current_stream():
    """(device, CUstream) that the current thread launches on."""
    module = _module()
    _require_gpu(module)
    if module.__name__ == "torch":
        return module.cuda.current_device(), module.cuda.current_stream().cuda_stream
    return module.cuda.Device().id, module.cuda.get_current_stream().ptr


_side_streams = {}  # device -> stream: libraries such as cuBLAS keep a workspace for every stream that they see


def _side_stream(module, device):
    if device not in _side_streams:
        torch = module.__name__ == "torch"
        _side_streams[device] = module.cuda.Stream() if torch else module.cuda.Stream(non_blocking=True)
    return _side_streams[device]


@contextlib.contextmanager
def own_stream():
    """The current stream, or one of our own if that is the legacy default stream, which no graph can record. Everything
    queued before is done when the block begins, and everything of the block when it ends."""
    module = _module()
    device, stream = current_stream()
    if module.__name__ == "torch":
        module.cuda.synchronize()
        with module.cuda.stream(_side_stream(module, device)) if stream == 0 else contextlib.nullcontext():
            yield module.cuda.current_stream().cuda_stream
            module.cuda.current_stream().synchronize()
        return
    module.cuda.Device().synchronize()
    with _side_stream(module, device) if stream == 0 else contextlib.nullcontext():
        yield module.cuda.get_current_stream().ptr
        module.cuda.get_current_stream().synchronize()


def wait():
    module = _module()
    if module.__name__ == "torch":
        module.cuda.current_stream().synchronize()
    else:
        module.cuda.get_current_stream().synchronize()


def smallest():
    """An array of one number on the device."""
    module = _module()
    if module.__name__ == "torch":
        return module.zeros(1, dtype=module.int32, device="cuda")
    return module.zeros(1, dtype="int32")


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
