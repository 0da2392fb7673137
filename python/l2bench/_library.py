"""libl2bench.so through ctypes: the functions of include/l2bench/l2bench.h, and a Session over them."""

import ctypes
import functools
import json
import os
import pathlib

from ._errors import CannotRun, Error, UsageError

ABI_VERSION = 1
OK, USAGE, CANNOT_RUN, INVALID, CALL_FAILED = 0, 2, 3, 4, 5
CALL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)


class _Options(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_uint32),
        ("abi_version", ctypes.c_uint32),
        ("device", ctypes.c_char_p),
        ("stream", ctypes.c_void_p),
    ]


_FUNCTIONS = {
    "l2b_version": (ctypes.c_char_p, []),
    "l2b_last_error": (ctypes.c_char_p, []),
    "l2b_session_open": (ctypes.c_int, [ctypes.POINTER(_Options), ctypes.POINTER(ctypes.c_void_p)]),
    "l2b_session_close": (None, [ctypes.c_void_p]),
    "l2b_prepare": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p]),
    "l2b_prepare_alone": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p]),
    "l2b_l2_bytes": (ctypes.c_uint64, [ctypes.c_void_p]),
    "l2b_measure": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p, CALL, ctypes.c_void_p]),
    "l2b_session_record": (ctypes.c_char_p, [ctypes.c_void_p]),
}


def _candidates():
    """Where the library may be, best first: named by the user, in the package, in this checkout, on the loader's path."""
    named = os.environ.get("L2BENCH_LIBRARY")
    if named:
        return [named]
    package = pathlib.Path(__file__).resolve().parent
    builds = package.parent.parent / "build"
    files = [package / "libl2bench.so"] + [builds / preset / "src/library/libl2bench.so" for preset in ("cuda", "host")]
    return [str(file) for file in files if file.exists()] + ["libl2bench.so.1"]


def _open_library():
    refusals = []
    for candidate in _candidates():
        try:
            return ctypes.CDLL(candidate), candidate
        except OSError as error:
            refusals.append(str(error))
    raise CannotRun(
        "libl2bench.so was not found. Build it (scripts/build), then install the package from that checkout "
        "(pip install ./python) or set L2BENCH_LIBRARY to the file. Tried: " + "; ".join(refusals)
    )


def load():
    """The library, its functions declared. Raises CannotRun if there is none, or if its interface is another one."""
    library, path = _open_library()
    try:
        library.l2b_abi_version.restype = ctypes.c_int
        found = library.l2b_abi_version()
    except AttributeError:
        raise CannotRun(f"{path} is not libl2bench: it has no l2b_abi_version.") from None
    if found != ABI_VERSION:
        raise CannotRun(
            f"{path} has version {found} of libl2bench's interface; this package needs version {ABI_VERSION}. "
            "Install both from the same l2bench."
        )
    for name, (restype, argtypes) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = restype, argtypes
    return library


@functools.lru_cache(maxsize=None)
def library():
    return load()


def version():
    """Version and revision of the library: "0.1.0 (abc1234)"."""
    return library().l2b_version().decode()


_RAISES = {USAGE: UsageError, CANNOT_RUN: CannotRun}


class Session:
    """The device, its flush buffers and one stream. Free it with close(), or use it in a with statement."""

    def __init__(self, stream=None, device=None):
        self._library = library()
        self._handle = ctypes.c_void_p()
        options = _Options(ctypes.sizeof(_Options), ABI_VERSION, device.encode() if device else None, stream)
        self._check(self._library.l2b_session_open(ctypes.byref(options), ctypes.byref(self._handle)))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._library.l2b_session_close(self._handle)
        self._handle = ctypes.c_void_p()

    def l2_bytes(self):
        return self._library.l2b_l2_bytes(self._handle)

    def prepare(self, prep):
        """Queues a prep, and does not wait."""
        self._check(self._library.l2b_prepare(self._handle, prep.encode()))

    def prepare_alone(self, prep):
        """Waits for what is queued, then queues a prep and a pause in which the call after it can be queued."""
        self._check(self._library.l2b_prepare_alone(self._handle, prep.encode()))

    def measure(self, spec, call):
        """The record of measuring call(set). What `call` raises ends the measurement, and is raised here."""
        raised = []

        def guarded(_user, argument_set):
            try:
                call(argument_set)
                return 0
            except BaseException as error:  # nothing may cross into the library, not even KeyboardInterrupt
                raised.append(error)
                return 1

        callback = CALL(guarded)
        result = self._library.l2b_measure(self._handle, json.dumps(spec).encode(), callback, None)
        if raised:
            raise raised[0]
        if result not in (OK, INVALID):
            self._check(result)
        text = self._library.l2b_session_record(self._handle)
        if not text:  # a device error that ended the run
            self._check(result)
        return json.loads(text)

    def _check(self, result):
        if result != OK:
            raise _RAISES.get(result, Error)(self._library.l2b_last_error().decode(errors="replace"))
