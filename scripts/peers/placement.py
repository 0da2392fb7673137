#!/usr/bin/env python3
"""F.linear timed over ten places of its weight and input in one process: what the place alone does to a time.

    L2BENCH_LIBRARY=build/cuda/src/library/libl2bench.so PYTHONPATH=python scripts/peers/placement.py
"""

import random

import torch
import torch.nn.functional as F

import l2bench

random.seed(1)
keep = []  # what stays allocated moves what comes after it
for n, k in ((6144, 4096), (4096, 4096)):
    for i in range(10):
        keep.append(torch.empty(random.randint(1, 200) << 21, dtype=torch.uint8, device="cuda"))
        weight = torch.randn(n, k, device="cuda", dtype=torch.bfloat16)
        x = torch.randn(1, k, device="cuda", dtype=torch.bfloat16)
        results = l2bench.do_bench(
            lambda: F.linear(x, weight), flush=["none", "read"], samples=200, warmup=20, read_bytes=weight.nbytes
        )
        medians = [round(result.median_us, 3) for result in results]
        print(n, k, i, medians, hex(weight.data_ptr()), hex(x.data_ptr()), flush=True)
        keep.append(weight)
