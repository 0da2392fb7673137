"""Times the kernels of this process under a chosen, proven and reported L2 state.

    import l2bench
    result = l2bench.do_bench(lambda: F.linear(x, W), flush="read")
    print(result)            # 14.4 us ... cold, clean; 33.6 MB read, 0.0 MB written; ok
    result.median_us, result.samples_us, result.bytes, result.status

do_bench takes the arguments of triton.testing.do_bench, so that changing the import is enough. clean_flush() makes
Triton's own do_bench and autotuner flush L2 without leaving it dirty.
"""

from ._bench import do_bench
from ._errors import CannotRun, Error, UsageError
from ._flush import clean_flush, clear_cache, close
from ._library import version
from ._result import Bytes, Result

__all__ = [
    "Bytes",
    "CannotRun",
    "Error",
    "Result",
    "UsageError",
    "clean_flush",
    "clear_cache",
    "close",
    "do_bench",
    "version",
]
