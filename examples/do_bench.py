#!/usr/bin/env python3
"""Times F.linear under four states of L2, then with Triton's own do_bench under a clean flush.

    pip install ./python && python3 examples/do_bench.py
"""

import torch
import torch.nn.functional as F

import l2bench

W = torch.randn(4096, 4096, device="cuda", dtype=torch.bfloat16)
x = torch.randn(1, 4096, device="cuda", dtype=torch.bfloat16)

for result in l2bench.do_bench(lambda: F.linear(x, W), flush=["none", "read", "zero+read", "zero"], read_bytes=W.nbytes):
    print(result)

try:
    from triton.testing import do_bench
except ImportError:
    print("no Triton here")
else:
    print(f"Triton, as it is:     {1e3 * do_bench(lambda: F.linear(x, W), return_mode='median'):.2f} us")
    with l2bench.clean_flush("read"):
        print(f"Triton, clean flush:  {1e3 * do_bench(lambda: F.linear(x, W), return_mode='median'):.2f} us")
