#!/usr/bin/env python3
"""The Python half of scripts/own_kernels_h200. Each command writes into FOLDER; a shape that fails is written down, and
the others run all the same.

    own_kernels.py time --process P --folder FOLDER    F.linear by l2bench.do_bench, and by Triton's inside clean_flush
    own_kernels.py triton --folder FOLDER              a Triton GEMV: autotuned under both flushes, timed, and dumped
    own_kernels.py cubin --l2bench PROGRAM ...         what was dumped, by --kernel
    own_kernels.py summary --folder FOLDER             each agreement: met or missed, with the numbers
"""

import argparse
import json
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import traceback

SHAPES = ["4096x4096", "6144x4096", "4096x14336", "28672x4096", "128256x4096"]
PREPS = ["none", "read", "zero+read", "zero"]
SAMPLES = 150  # of each prep at each place
PLACES = 4  # of a process
MOST_SPACER = 100 << 21  # bytes
TRITON_SHAPES = ["4096x4096", "6144x4096", "28672x4096"]
DO_BENCH_BAR = 0.03
CUBIN_BAR = 0.05
REFERENCE = pathlib.Path(__file__).resolve().parents[2] / "examples/gemv.cu"


def sides(shape):
    return tuple(int(side) for side in shape.split("x"))


def write(path, value):
    pathlib.Path(path).write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")


def read(path):
    """The JSON of a file that an earlier command may not have come to write; None then."""
    try:
        return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def attempt(shape, work):
    """What `work` returns for `shape`, or what went wrong."""
    try:
        return {"shape": shape, **work()}
    except Exception as error:  # noqa: BLE001: whatever it is, the other shapes are worth having
        traceback.print_exc()
        return {"shape": shape, "error": f"{type(error).__name__}: {error}"}


def tensors(shape):
    import torch

    n, k = sides(shape)
    weight = torch.randn(n, k, device="cuda", dtype=torch.bfloat16)
    return weight, torch.randn(1, k, device="cuda", dtype=torch.bfloat16)


# ---- time ----------------------------------------------------------------------------------------------------------


def spacers(places):
    """What comes after them on the same stream lies elsewhere: x in a page of small arrays, W in pages of its own."""
    import torch

    sizes = (places.randrange(64) * 8192, places.randrange(MOST_SPACER) | 1)
    return [torch.empty(size, dtype=torch.uint8, device="cuda") for size in sizes]


def time_place(weight, x, with_counters):
    """Medians in us of F.linear after each prep, and by Triton's do_bench, at one place and on the current stream."""
    import torch.nn.functional as F
    import triton.testing

    import l2bench

    def linear():
        return F.linear(x, weight)

    results = l2bench.do_bench(
        linear,
        flush=PREPS,
        samples=SAMPLES,
        counters=with_counters,
        read_bytes=weight.nbytes,
        list_kernels=with_counters,
        name="F.linear",
    )
    with l2bench.clean_flush("read"):
        triton_clean = triton.testing.do_bench(linear, rep=50, return_mode="median")
    return results, {
        "address": {"W": hex(weight.data_ptr()), "x": hex(x.data_ptr())},
        "median_us": {prep: result.median_us for prep, result in zip(PREPS, results)},
        "triton_clean_us": 1e3 * triton_clean,
        "triton_us": 1e3 * triton.testing.do_bench(linear, rep=50, return_mode="median"),
    }


def time_shape(shape, arguments, places):
    """At several places: where W, x and, through the stream, cuBLAS's workspace lie is part of the time."""
    import torch

    row = {"places": []}
    kept = []
    for place in range(PLACES):
        with torch.cuda.stream(torch.cuda.Stream()):  # whose arrays have pages of their own
            kept.append(spacers(places))
            weight, x = tensors(shape)
            results, found = time_place(weight, x, place == 0)
            kept.append(weight)
        row["places"].append(found)
        if place > 0:
            continue
        row["kernels"], row["counters"] = results[0].kernels, results[0].counters
        row["status"] = {prep: [result.status, *result.flags] for prep, result in zip(PREPS, results)}
        row["bytes"] = {prep: result.bytes and result.bytes._asdict() for prep, result in zip(PREPS, results)}
        if arguments.process == 0:
            write(pathlib.Path(arguments.folder) / f"do_bench_{shape}.json", results[0].record)
    return row


def time_all(arguments):
    import torch
    import triton

    places = random.Random(arguments.process)
    found = {"gpu": torch.cuda.get_device_name(), "torch": torch.__version__, "triton": triton.__version__, "rows": []}
    for shape in SHAPES:
        found["rows"].append(attempt(shape, lambda: time_shape(shape, arguments, places)))
        torch.cuda.empty_cache()
        write(pathlib.Path(arguments.folder) / f"python_{arguments.process}.json", found)
    return any("error" in row for row in found["rows"])


# ---- triton --------------------------------------------------------------------------------------------------------


def gemv_kernel():
    import triton
    import triton.language as tl

    globals()["tl"] = tl  # where Triton looks for the names that a kernel uses

    @triton.jit
    def triton_gemv(W, x, y, n, k, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
        rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
        columns = tl.arange(0, COLUMNS)
        total = tl.zeros((ROWS, COLUMNS), dtype=tl.float32)
        for start in range(0, k, COLUMNS):
            at = start + columns
            w = tl.load(W + rows[:, None].to(tl.int64) * k + at[None, :], mask=(rows[:, None] < n) & (at[None, :] < k), other=0.0)
            v = tl.load(x + at, mask=at < k, other=0.0)
            total += w.to(tl.float32) * v[None, :].to(tl.float32)
        tl.store(y + rows, tl.sum(total, axis=1).to(tl.bfloat16), mask=rows < n)

    return triton_gemv


CONFIGS = [(rows, columns, warps) for rows in (1, 2, 4, 8) for columns in (512, 1024) for warps in (2, 4, 8)]


def tune(kernel, shape):
    """Best config and the time of each, as Triton's autotuner sees them."""
    import torch
    import triton

    configs = [triton.Config({"ROWS": r, "COLUMNS": c}, num_warps=w) for r, c, w in CONFIGS]
    tuner = triton.autotune(configs=configs, key=["n", "k"])(kernel)
    weight, x = tensors(shape)
    n, k = sides(shape)
    y = torch.empty(n, device="cuda", dtype=torch.bfloat16)
    tuner[lambda meta: (triton.cdiv(n, meta["ROWS"]),)](weight, x, y, n, k)
    times = {str(config): 1e3 * (ms[0] if isinstance(ms, (list, tuple)) else ms) for config, ms in tuner.configs_timings.items()}
    return tuner.best_config, times


def time_and_dump(kernel, config, shape, folder):
    """do_bench of the kernel, and its cubin beside a spec that says how it is called."""
    import torch
    import triton

    import l2bench

    weight, x = tensors(shape)
    n, k = sides(shape)
    y = torch.empty(n, device="cuda", dtype=torch.bfloat16)
    rows, columns = config.kwargs["ROWS"], config.kwargs["COLUMNS"]

    def launch():
        return kernel[(triton.cdiv(n, rows),)](weight, x, y, n, k, ROWS=rows, COLUMNS=columns, num_warps=config.num_warps)

    compiled = launch()
    error = (y.float() - weight.float() @ x[0].float()).abs().max().item()
    (folder / f"triton_gemv_{shape}.cubin").write_bytes(compiled.asm["cubin"])
    ours = l2bench.do_bench(launch, flush="read", samples=1000, read_bytes=weight.nbytes, list_kernels=True, name="triton_gemv")
    spec = {
        "name": f"a Triton GEMV of {shape}, by its cubin",
        "shape": shape,
        "prep": ["read", "zero"],
        "samples": 1000,
        "processes": 3,
        "kernel": {
            "file": f"triton_gemv_{shape}.cubin",
            "name": compiled.metadata.name,
            "args": ["W", "x", "y", {"i32": "N"}, {"i32": "K"}],
            "grid": f"N/{rows}",
            "block": 32 * config.num_warps,
            "shared_bytes": compiled.metadata.shared,
            "buffers": [
                {"name": "W", "type": "bf16", "size": "N*K", "role": "weight"},
                {"name": "x", "type": "bf16", "size": "K", "role": "input"},
                {"name": "y", "type": "bf16", "size": "N", "role": "output"},
            ],
        },
    }
    write(folder / f"triton_gemv_{shape}.spec.json", spec)
    return {"config": str(config), "largest_error": error, "do_bench_us": ours.median_us, "status": [ours.status, *ours.flags]}


def run_triton(arguments):
    import l2bench

    folder = pathlib.Path(arguments.folder)
    kernel = gemv_kernel()
    found = {"autotuner": [], "dumped": []}
    for shape in TRITON_SHAPES:
        best = {}

        def tuned():
            best["dirty"], dirty_us = tune(kernel, shape)
            with l2bench.clean_flush("read"):
                best["clean"], clean_us = tune(kernel, shape)
            write_flush, clean_flush = str(best["dirty"]), str(best["clean"])
            return {
                "write_flush": write_flush,
                "clean_flush": clean_flush,
                "same": write_flush == clean_flush,
                "write_flush_us": dirty_us,
                "clean_flush_us": clean_us,
            }

        found["autotuner"].append(attempt(shape, tuned))
        if "clean" in best or "dirty" in best:
            config = best.get("clean", best.get("dirty"))
            found["dumped"].append(attempt(shape, lambda: time_and_dump(kernel, config, shape, folder)))
        write(folder / "triton.json", found)
    return any("error" in row for rows in found.values() for row in rows)


# ---- cubin ---------------------------------------------------------------------------------------------------------


def times_of(record):
    """Median in us of each prep of a record of one shape."""
    found = {}
    for case in (record or {}).get("cases", []):
        if case["stats"]:
            found[case["prep_written"]] = case["stats"]["median_ns"] / 1e3
    return found


def time_cubin(shape, ways, folder, arguments):
    """Triton adds pointers to scratch memory at the end, as many as its version likes; one number of them fits. The
    result is checked by the reference of examples/gemv.cu, if NVRTC is there. What worked goes to the front of `ways`."""
    path = folder / f"triton_gemv_{shape}.spec.json"
    spec = read(path)
    if spec is None:
        raise RuntimeError(f"{path.name} was not written: no cubin was dumped")
    args = [one for one in spec["kernel"]["args"] if one is not None]
    record_path = folder / f"triton_gemv_{shape}.json"
    record_path.unlink(missing_ok=True)
    shutil.copyfile(REFERENCE, folder / REFERENCE.name)
    reference = {"file": REFERENCE.name, "name": "gemv_reference", "args": args, "grid": "N/128", "block": 128}
    refusals = []
    for way in list(ways):
        scratch, checked = way
        spec["kernel"].pop("reference", None)
        spec["kernel"]["args"] = [*args, *[None] * scratch]
        if checked:
            spec["kernel"]["reference"] = reference
        write(path, spec)
        command = [arguments.l2bench, "run", path.name, "--allow-code", "--device", arguments.device]
        command += ["--force", "--color", "never", "--export-json", record_path.name]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        print(done.stdout, done.stderr, sep="\n")
        record = read(record_path)
        times = times_of(record)
        if "read" in times:
            ways.remove(way)
            ways.insert(0, way)
            flags = sorted({flag["id"] for case in record["cases"] for flag in case["flags"]})
            found = {"scratch_pointers": scratch, "checked": checked, "exit": done.returncode, "flags": flags}
            return {**found, "command_line_us": times}
        refusals.append(f"{scratch} scratch pointers: exit {done.returncode}: {done.stderr.strip()[-300:]}")
    raise RuntimeError("; ".join(refusals))


def run_cubins(arguments):
    folder = pathlib.Path(arguments.folder)
    rows = []
    ways = [(2, True), (1, True), (0, True), (2, False), (1, False), (0, False)]
    for shape in TRITON_SHAPES:
        rows.append(attempt(shape, lambda: time_cubin(shape, ways, folder, arguments)))
        write(folder / "cubin.json", rows)
    return any("error" in row for row in rows)


# ---- summary -------------------------------------------------------------------------------------------------------


def bar(name, limit, pairs):
    """`pairs`: (where, one time, the other), None for what was not measured."""
    rows = []
    for where, reference_us, found_us in pairs:
        both = reference_us and found_us
        off = found_us / reference_us - 1 if both else None
        rows.append({"where": where, "reference_us": reference_us, "found_us": found_us, "difference": off, "met": bool(both and abs(off) <= limit)})
    met = sum(row["met"] for row in rows)
    measured = sum(row["difference"] is not None for row in rows)
    verdict = "met" if rows and met == len(rows) else "missed" if measured == len(rows) else "not measured in full"
    return {"bar": name, "limit": limit, "verdict": verdict, "met": met, "of": len(rows), "rows": rows}


def mean_over_places(pythons, shape, *keys):
    """Mean over the places of all processes of a median of a shape's."""
    values = []
    for python in pythons:
        for row in python["rows"]:
            for place in row.get("places", []) if row["shape"] == shape else []:
                for key in keys:
                    place = place[key]
                values.append(place)
    return statistics.mean(values) if values else None


def mean_over_processes(case):
    """As on the Python side: a process is a place. In us."""
    of_process = {}
    for block in case["blocks"]:
        samples = case["samples_ns"][block["first"] : block["first"] + block["count"]]
        of_process.setdefault(block["replicate"], []).extend(samples)
    medians = [statistics.median(samples) / 1e3 for samples in of_process.values() if samples]
    return statistics.mean(medians) if medians else None


def command_line_times(record):
    found = {}
    for case in (record or {}).get("cases", []):
        found[f"{case['shape']['n']}x{case['shape']['k']}", case["prep_written"]] = mean_over_processes(case)
    return found


def kernels_of_both(record, pythons, shape):
    line = next((c for c in (record or {}).get("cases", []) if f"{c['shape']['n']}x{c['shape']['k']}" == shape), None)
    rows = [row for python in pythons for row in python["rows"] if row["shape"] == shape and "kernels" in row]
    return {
        "shape": shape,
        "command_line": [kernel["name"] for kernel in line["kernels"]] if line else None,
        "F.linear": rows[0]["kernels"] if rows else None,
    }


def bars_of(folder, pythons, record):
    line = command_line_times(record)
    triton = read(folder / "triton.json") or {"autotuner": [], "dumped": []}
    cubins = {row["shape"]: row for row in read(folder / "cubin.json") or []}
    dumped = {row["shape"]: row for row in triton["dumped"]}
    choices = [row for row in triton["autotuner"] if "error" not in row]
    return [
        bar(
            "l2bench.do_bench agrees with the command line",
            DO_BENCH_BAR,
            [(f"{s} {p}", line.get((s, p)), mean_over_places(pythons, s, "median_us", p)) for s in SHAPES for p in PREPS],
        ),
        bar(
            "Triton's do_bench inside clean_flush gives do_bench's read-flush time",
            DO_BENCH_BAR,
            [(s, mean_over_places(pythons, s, "median_us", "read"), mean_over_places(pythons, s, "triton_clean_us")) for s in SHAPES],
        ),
        bar(
            "a Triton kernel's cubin by --kernel agrees with do_bench(flush=\"read\")",
            CUBIN_BAR,
            [
                (s, dumped.get(s, {}).get("do_bench_us"), cubins.get(s, {}).get("command_line_us", {}).get("read"))
                for s in TRITON_SHAPES
            ],
        ),
        {
            "bar": "the autotuner's choice under both flushes is recorded",
            "verdict": "met" if choices else "not measured in full",
            "met": len(choices),
            "of": len(TRITON_SHAPES),
            "rows": [{key: row[key] for key in ("shape", "write_flush", "clean_flush", "same")} for row in choices],
        },
    ]


def percent(share):
    return "-" if share is None else f"{100 * share:+.1f}%"


def us(value):
    return "-" if value is None else f"{value:.2f}"


def text_of(found):
    lines = [
        f"# Own kernels on {found['gpu']}",
        "",
        f"PyTorch {found['torch']}, Triton {found['triton']}; us. Times of F.linear and of cuBLAS by the command line are "
        "means over places of medians: where the data lies is part of them.",
        "",
    ]
    for one in found["bars"]:
        limit = f" within {100 * one['limit']:.0f}%" if "limit" in one else ""
        lines.append(f"- **{one['verdict']}**: {one['bar']}{limit} ({one['met']} of {one['of']})")
    for one in found["bars"]:
        lines += ["", f"## {one['bar']}", ""]
        if "limit" not in one:
            lines += ["| shape | after Triton's write flush | after a clean flush | same |", "|---|---|---|---|"]
            lines += [f"| {r['shape']} | {r['write_flush']} | {r['clean_flush']} | {r['same']} |" for r in one["rows"]]
            continue
        lines += ["| case | reference | found | difference | |", "|---|---|---|---|---|"]
        for r in one["rows"]:
            word = "met" if r["met"] else "not measured" if r["difference"] is None else "missed"
            lines.append(f"| {r['where']} | {us(r['reference_us'])} | {us(r['found_us'])} | {percent(r['difference'])} | {word} |")
    lines += ["", "## Kernels of cuBLAS by the command line and of F.linear", ""]
    for row in found["kernels"]:
        same = "same" if row["command_line"] == row["F.linear"] else f"{row['command_line']} and {row['F.linear']}"
        lines.append(f"- {row['shape']}: {same}")
    lines += ["", "## Parts", "", *[f"- {line}" for line in found["parts"]]]
    return "\n".join(lines) + "\n"


def summary(arguments):
    folder = pathlib.Path(arguments.folder)
    pythons = [python for path in sorted(folder.glob("python_*.json")) if (python := read(path))]
    records = [read(folder / f"command_line_{shape}.json") for shape in SHAPES]
    record = {"cases": [case for one in records if one for case in one["cases"]]}
    parts = folder / "parts.txt"
    first = pythons[0] if pythons else {}
    found = {
        **{key: first.get(key, "not known") for key in ("gpu", "torch", "triton")},
        "bars": bars_of(folder, pythons, record),
        "kernels": [kernels_of_both(record, pythons, shape) for shape in SHAPES],
        "parts": parts.read_text(encoding="utf-8").splitlines() if parts.exists() else [],
    }
    write(folder / "summary.json", found)
    text = text_of(found)
    (folder / "summary.md").write_text(text, encoding="utf-8")
    print(text)
    return any(one["verdict"] != "met" for one in found["bars"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for name, function in (("time", time_all), ("triton", run_triton), ("cubin", run_cubins), ("summary", summary)):
        command = commands.add_parser(name)
        command.add_argument("--folder", required=True)
        if name == "time":
            command.add_argument("--process", type=int, required=True)
        if name == "cubin":
            command.add_argument("--l2bench", required=True)
            command.add_argument("--device", default="0")
        command.set_defaults(run=function)
    arguments = parser.parse_args()
    return 1 if arguments.run(arguments) else 0


if __name__ == "__main__":
    sys.exit(main())
