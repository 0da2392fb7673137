#!/usr/bin/env python3
"""Sweeps a Triton INT8 GEMV over block shapes, for comparison with l2bench's int8-gemv on the same card.

y = scale[row] * (W_int8 x), bf16 in and out, fp32 accumulation, one row of x. Every configuration is checked against a
double-precision reference, then timed three ways: by events after a read flush, by events after a zero flush (both as
do_bench takes them: many samples queued, no gate), and by CUPTI (kernel time) after a read flush.

    scripts/peers/triton_int8.py --shape 4096x4096 28672x4096 4096x14336 --out results/h200/triton_int8.json
"""

import argparse
import itertools
import json
import multiprocessing
import statistics
import sys

import torch
import triton
import triton.language as tl

FLUSH_BYTES = 256 * 1024 * 1024  # what do_bench uses
TOLERANCE = 1e-2  # of max(|reference|, its rms); half a bf16 step is 2e-3
AXES = {"BLOCK_M": (1, 2, 4, 8), "BLOCK_K": (256, 512, 1024, 2048), "num_warps": (2, 4, 8), "num_stages": (2, 4)}
CONFIGS = [dict(zip(AXES, values)) for values in itertools.product(*AXES.values())]


@triton.jit
def triton_int8_gemv(weight, scale, x, y, n, k, BLOCK_M: tl.constexpr, BLOCK_K: tl.constexpr, STAGES: tl.constexpr):
    rows = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    row_inside = rows < n
    sums = tl.zeros([BLOCK_M, BLOCK_K], dtype=tl.float32)
    for start in tl.range(0, k, BLOCK_K, num_stages=STAGES):
        columns = start + tl.arange(0, BLOCK_K)
        inside = columns < k
        w = tl.load(weight + rows[:, None] * k + columns[None, :], mask=row_inside[:, None] & inside[None, :], other=0)
        sums += w.to(tl.float32) * tl.load(x + columns, mask=inside, other=0).to(tl.float32)[None, :]
    result = tl.sum(sums, axis=1) * tl.load(scale + rows, mask=row_inside)
    tl.store(y + rows, result.to(tl.bfloat16), mask=row_inside)


def launch_options(config):
    return dict(
        BLOCK_M=config["BLOCK_M"],
        BLOCK_K=config["BLOCK_K"],
        STAGES=config["num_stages"],
        num_warps=config["num_warps"],
        num_stages=config["num_stages"],
    )


class Problem:
    def __init__(self, shape):
        self.n, self.k = (int(part) for part in shape.split("x"))
        generator = torch.Generator(device="cuda").manual_seed(1)
        self.weight = torch.randint(-127, 128, (self.n, self.k), device="cuda", dtype=torch.int8, generator=generator)
        self.scale = torch.rand(self.n, device="cuda", generator=generator) / 127 + 1e-3
        self.x = torch.randn(self.k, device="cuda", generator=generator).to(torch.bfloat16)
        self.y = torch.empty(self.n, device="cuda", dtype=torch.bfloat16)

    def call(self, config):
        grid = (triton.cdiv(self.n, config["BLOCK_M"]),)
        triton_int8_gemv[grid](self.weight, self.scale, self.x, self.y, self.n, self.k, **launch_options(config))

    def relative_error(self, config):
        self.y.fill_(float("nan"))
        self.call(config)
        reference = torch.mv(self.weight.double(), self.x.double()) * self.scale.double()
        bar = torch.maximum(reference.abs(), reference.square().mean().sqrt())
        error = ((self.y.double() - reference).abs() / bar).max().item()
        return error if error == error else float("inf")


def compile_one(work):
    """Compiles one configuration for one shape into Triton's cache."""
    config, shape = work
    n, k = (int(part) for part in shape.split("x"))
    types = (torch.int8, torch.float32, torch.bfloat16, torch.bfloat16)
    triton_int8_gemv.warmup(*types, n, k, grid=(1,), **launch_options(config))


def compile_all(shapes, jobs):
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        pool.map(compile_one, list(itertools.product(CONFIGS, shapes)), chunksize=4)


def event_times_us(call, flush, samples):
    pairs = []
    for _ in range(samples):
        flush()
        start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        call()
        stop.record()
        pairs.append((start, stop))
    torch.cuda.synchronize()
    return [1e3 * start.elapsed_time(stop) for start, stop in pairs]


def kernel_times_us(calls, flush, samples, kernel):
    """For each call, the durations of the kernel of that name, by CUPTI."""
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profile:
        for call in calls:
            for _ in range(samples):
                flush()
                call()
            torch.cuda.synchronize()
    events = sorted((e for e in profile.profiler.kineto_results.events() if kernel in e.name()), key=lambda e: e.start_ns())
    if len(events) != samples * len(calls):
        raise RuntimeError(f"{len(events)} kernels named *{kernel}* were traced, not {samples * len(calls)}")
    times = [event.duration_ns() / 1e3 for event in events]
    return [times[i : i + samples] for i in range(0, len(times), samples)]


def quartiles(times):
    q1, median, q3 = statistics.quantiles(times, n=4)
    return {"median_us": round(median, 3), "q1_us": round(q1, 3), "q3_us": round(q3, 3), "samples": len(times)}


def sweep(shape, samples, scratch):
    problem = Problem(shape)
    flushes = {"read": lambda: scratch.view(torch.float32).sum(), "zero": scratch.zero_}
    rows, calls = [], []
    for config in CONFIGS:
        row = {"config": config, "max_rel_error": problem.relative_error(config)}
        rows.append(row)
        calls.append(lambda config=config: problem.call(config))
    for _ in range(500):  # warm-up: the GPU leaves its idle clock
        flushes["read"]()
    for row, call in zip(rows, calls):
        for name, flush in flushes.items():
            row[f"event_{name}"] = quartiles(event_times_us(call, flush, samples))
    traced = kernel_times_us(calls, flushes["read"], samples, "triton_int8_gemv")
    for row, times in zip(rows, traced):
        row["kernel_read"] = quartiles(times)
    return {"shape": shape, "weight_bytes": problem.n * problem.k, "configs": rows}


def print_sweep(result, shown):
    right = [row for row in result["configs"] if row["max_rel_error"] <= TOLERANCE]
    print(f"\n{result['shape']}: {len(right)} of {len(result['configs'])} configurations right; the fastest by kernel time:")
    print("| BLOCK_M | BLOCK_K | warps | stages | kernel, read us | GB/s | event, read us | event, zero us | max error |")
    print("|---|---|---|---|---|---|---|---|---|")
    for row in sorted(right, key=lambda row: row["kernel_read"]["median_us"])[:shown]:
        kernel = row["kernel_read"]["median_us"]
        cells = [
            *row["config"].values(),
            f"{kernel:.2f}",
            f"{result['weight_bytes'] / kernel / 1e3:.0f}",
            f"{row['event_read']['median_us']:.2f}",
            f"{row['event_zero']['median_us']:.2f}",
            f"{row['max_rel_error']:.1e}",
        ]
        print("| " + " | ".join(str(cell) for cell in cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shape", nargs="+", default=["4096x4096"], metavar="NxK")
    parser.add_argument("--samples", type=int, default=30, help="samples per configuration and way")
    parser.add_argument("--jobs", type=int, default=8, help="processes that compile")
    parser.add_argument("--show", type=int, default=5, help="configurations to print for each shape")
    parser.add_argument("--out", help="write JSON here")
    arguments = parser.parse_args()
    if not torch.cuda.is_available():
        sys.exit("triton_int8.py: no CUDA device: nothing was measured")

    compile_all(arguments.shape, arguments.jobs)
    scratch = torch.ones(FLUSH_BYTES // 4, device="cuda", dtype=torch.int32)
    results = [sweep(shape, arguments.samples, scratch) for shape in arguments.shape]
    for result in results:
        print_sweep(result, arguments.show)
    if arguments.out:
        record = {
            "command": " ".join(["scripts/peers/triton_int8.py", *sys.argv[1:]]),
            "gpu": torch.cuda.get_device_name(),
            "torch": torch.__version__,
            "triton": triton.__version__,
            "flush_bytes": FLUSH_BYTES,
            "results": results,
        }
        with open(arguments.out, "w", encoding="utf-8") as file:
            json.dump(record, file, indent=1)


if __name__ == "__main__":
    main()
