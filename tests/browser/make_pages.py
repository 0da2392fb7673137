#!/usr/bin/env python3
"""Makes the pages that check_report.py opens, of records of results/ that are changed to have every figure:

    make_pages.py PROGRAM SOURCE_FOLDER OUTPUT_FOLDER
OUTPUT_FOLDER then has report.html and comparison.html.
"""
import json
import pathlib
import subprocess
import sys

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)> ]]> \"'"


def with_predictions(record):
    for case in record["cases"]:
        case["predicted"] = {"dram_read_bytes": None, "dram_write_bytes": None, "dirty_evicted_bytes": 5e6,
                             "time_ns": 1.02 * case["stats"]["median_ns"], "measured_over_predicted": None,
                             "source": "made up"}


def with_hostile_texts(record):
    record["environment"]["device"]["name"] = HOSTILE
    record["spec"]["name"] = HOSTILE


def with_many_processes(record):
    for case in record["cases"]:
        for number, block in enumerate(case["blocks"]):
            block["replicate"] = number % 8


def slowed(record):
    with_many_processes(record)
    case = record["cases"][0]
    case["samples_ns"] = [1.1 * ns for ns in case["samples_ns"]]


def main():
    program, source, output = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    output.mkdir(exist_ok=True)

    def changed(name, change, result):
        record = json.loads((source / name).read_text())
        change(record)
        path = output / result
        path.write_text(json.dumps(record))
        return str(path)

    h200 = source / "results" / "h200"
    records = [changed("results/h200/flush_size.json", with_predictions, "predicted.json"), str(h200 / "timers.json"),
               str(h200 / "rank_flip.json"),
               changed("tests/golden/hostile_and_partial.json", with_hostile_texts, "hostile.json")]
    subprocess.run([program, "report", *records, "-o", output / "report.html", "--force"], check=True)
    base = changed("results/h200/discard.json", with_many_processes, "base.json")
    new = changed("results/h200/discard.json", slowed, "new.json")
    done = subprocess.run([program, "compare", base, new, "--quiet", "--force", "--export-html",
                           output / "comparison.html"])
    return 0 if done.returncode == 1 else 1  # 1: a case is SLOWER


if __name__ == "__main__":
    sys.exit(main())
