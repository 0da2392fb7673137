#!/usr/bin/env python3
"""Times one-row BF16 F.linear with Triton's do_bench, for comparison with l2bench on the same card.

Three ways: do_bench as it is (its flush writes zeros), do_bench with a read pass after that flush, and
do_bench_cudagraph (no flush at all). With --record the medians of an l2bench record stand beside them.

    scripts/peers/triton_do_bench.py --record results/h200/do_bench_study.json --out results/h200/triton_do_bench.json
"""

import argparse
import contextlib
import json
import statistics
import sys

import torch
import torch.nn.functional as F
import triton
import triton.testing

SHAPES = ["4096x4096", "6144x4096", "4096x14336", "28672x4096", "128256x4096"]
# Triton's way -> the l2bench prep that leaves the same L2 behind.
WAYS = {"do_bench": "zero", "do_bench_read_pass": "zero+read", "do_bench_cudagraph": "none"}


@contextlib.contextmanager
def read_pass_after_flush(scratch):
    """Lets do_bench's flush be followed by a read of as many bytes, which writes its dirty lines back untimed."""
    driver = triton.runtime.driver.active
    original = driver.clear_cache

    def clear_then_read(cache):
        original(cache)
        scratch.sum()

    driver.clear_cache = clear_then_read
    try:
        yield
    finally:
        driver.clear_cache = original


def kernel_names(fn):
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profile:
        fn()
        torch.cuda.synchronize()
    return [event.key for event in profile.key_averages() if event.device_type == torch.autograd.DeviceType.CUDA]


def time_shape(shape, rounds, rep_ms, scratch):
    n, k = (int(part) for part in shape.split("x"))
    weight = torch.randn(n, k, device="cuda", dtype=torch.bfloat16)
    x = torch.randn(1, k, device="cuda", dtype=torch.bfloat16)

    def fn():
        return F.linear(x, weight)

    triton.testing.do_bench(fn, rep=300)  # warm-up: the GPU leaves its idle clock
    medians_us = {way: [] for way in WAYS}
    for _ in range(rounds):  # interleaved, so that a change of clock touches every way alike
        medians_us["do_bench"].append(1e3 * triton.testing.do_bench(fn, rep=rep_ms, return_mode="median"))
        with read_pass_after_flush(scratch):
            medians_us["do_bench_read_pass"].append(1e3 * triton.testing.do_bench(fn, rep=rep_ms, return_mode="median"))
        with torch.cuda.stream(torch.cuda.Stream()):
            medians_us["do_bench_cudagraph"].append(1e3 * triton.testing.do_bench_cudagraph(fn, rep=rep_ms))
    return {
        "shape": shape,
        "kernels": kernel_names(fn),
        "median_us": {way: statistics.median(values) for way, values in medians_us.items()},
        "round_medians_us": medians_us,
    }


def l2bench_medians_us(path):
    """(shape, prep as written) -> median in microseconds, and the kernels of each shape."""
    with open(path, encoding="utf-8") as file:
        record = json.load(file)
    medians, kernels = {}, {}
    for case in record["cases"]:
        if case["workload"] != "cublas" or case["stats"] is None:
            continue
        shape = f"{case['shape']['n']}x{case['shape']['k']}"
        steps = "+".join(step.split(":")[0] for step in case["prep"].split("+"))
        medians[shape, steps] = case["stats"]["median_ns"] / 1e3
        kernels[shape] = [kernel["name"] for kernel in case["kernels"]]
    return medians, kernels


def print_table(rows, medians, kernels):
    print("| shape | Triton | us | l2bench prep | us | difference |")
    print("|---|---|---|---|---|---|")
    for row in rows:
        for way, prep in WAYS.items():
            theirs = row["median_us"][way]
            ours = medians.get((row["shape"], prep))
            beside = f"{ours:.2f} | {100 * (ours / theirs - 1):+.1f}%" if ours else "- | -"
            print(f"| {row['shape']} | {way} | {theirs:.2f} | {prep} | {beside} |")
    for row in rows:
        print(f"\n{row['shape']}: kernels of F.linear: {', '.join(row['kernels'])}")
        if row["shape"] in kernels:
            print(f"{row['shape']}: kernels of l2bench:  {', '.join(kernels[row['shape']])}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shape", nargs="+", default=SHAPES, metavar="NxK")
    parser.add_argument("--rounds", type=int, default=3, help="interleaved rounds; the median of their medians counts")
    parser.add_argument("--rep", type=int, default=100, help="milliseconds of samples a round")
    parser.add_argument("--record", help="an l2bench record of the same shapes, to print beside")
    parser.add_argument("--out", help="write JSON here")
    arguments = parser.parse_args()
    if not torch.cuda.is_available():
        sys.exit("triton_do_bench.py: no CUDA device: nothing was measured")

    scratch = torch.ones(256 * 1024 * 1024 // 4, device="cuda", dtype=torch.float32)
    rows = [time_shape(shape, arguments.rounds, arguments.rep, scratch) for shape in arguments.shape]
    medians, kernels = l2bench_medians_us(arguments.record) if arguments.record else ({}, {})
    print_table(rows, medians, kernels)
    if arguments.out:
        with open(arguments.out, "w", encoding="utf-8") as file:
            json.dump(
                {
                    "command": " ".join(["scripts/peers/triton_do_bench.py", *sys.argv[1:]]),
                    "gpu": torch.cuda.get_device_name(),
                    "torch": torch.__version__,
                    "triton": triton.__version__,
                    "rows": rows,
                },
                file,
                indent=1,
            )


if __name__ == "__main__":
    main()
