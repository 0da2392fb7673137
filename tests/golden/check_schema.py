#!/usr/bin/env python3
"""Checks schema/result.schema.json: it takes every golden record, and refuses records with one thing wrong.

usage: check_schema.py PROJECT_FOLDER    exit 0 fine, 1 not, 77 the module jsonschema is missing (Debian: python3-jsonschema)
"""

import copy
import json
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: no Python module jsonschema (install python3-jsonschema)")
    sys.exit(77)


def changed(record, path, value):
    """A copy of `record` with `value` at `path`; without the key if `value` is Ellipsis."""
    record = copy.deepcopy(record)
    place = record
    for key in path[:-1]:
        place = place[key]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return record


RECORDS = ["study", "simulated_sweep", "hostile_and_partial"]

# What must be refused, by the path of the one wrong thing in the record `study`.
WRONG = [
    (["schema_version"], 2),
    (["extra"], 1),
    (["started"], "yesterday"),
    (["environment", "device", "driver_version"], ...),
    (["environment", "device", "l2_bytes"], -1),
    (["environment", "device", "name"], ""),
    (["cases", 0, "median"], 1),
    (["cases", 0, "status"], "fine"),
    (["cases", 0, "timer"], "wall"),
    (["cases", 0, "shape", "n"], 0),
    (["cases", 0, "samples_ns", 0], None),
    (["cases", 0, "stats", "median_ns"], None),
    (["cases", 0, "stats", "median_ci95_ns"], [1.0]),
    (["cases", 0, "claim", "heat"], "lukewarm"),
    (["cases", 0, "counters", "dram_write_bytes"], "many"),
    (["cases", 3, "flags", 0, "id"], "haunted"),
    (["cases", 0, "blocks", 0, "clocks"], None),
]


def main():
    project = pathlib.Path(sys.argv[1])
    schema = json.loads((project / "schema/result.schema.json").read_text())
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    failures = []

    for name in RECORDS:
        path = project / "tests/golden" / f"{name}.json"
        for error in validator.iter_errors(json.loads(path.read_text())):
            failures.append(f"{path.name}: /{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")

    study = json.loads((project / "tests/golden/study.json").read_text())
    for path, value in WRONG:
        if validator.is_valid(changed(study, path, value)):
            failures.append(f"not refused: {'/'.join(map(str, path))} = {value}")

    for failure in failures:
        print(failure)
    print(f"{len(RECORDS)} records, {len(WRONG)} wrong ones, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
