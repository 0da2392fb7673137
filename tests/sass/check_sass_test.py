#!/usr/bin/env python3
"""scripts/check_sass against a cuobjdump that prints what each test wants read."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK_SASS = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check_sass"
DIGITS_FROM_SHARED = ("16ELi8ELi2ELi128ELi2", 1, 0)  # 2 parts x 2 steps: 4 copies a stage
BF16_FROM_REGISTERS = ("8ELi8ELi2ELi64ELi4", 0, 1)  # 1 part x 1 step x 4 stages: 4 loads


def listing(kernel, opcodes):
    sizes, weights, x = kernel
    name = f"_ZN7l2bench9int8_gemv16int8_gemv_kernelILi{sizes}ELNS_14Int8WeightPathE{weights}ELNS_9Int8XPathE{x}EEEvNS0_4TaskE"
    lines = ["Fatbin elf code:", "arch = sm_90", f"\t\tFunction : {name}"]
    lines += [f"        /*{16 * i:04x}*/                   {'@!P0 ' if i % 2 else ''}{opcode} R0, R1 ;" for i, opcode in enumerate(opcodes)]
    return "\n".join(lines) + "\n"


def run(sass):
    with tempfile.TemporaryDirectory() as folder:
        text = pathlib.Path(folder, "sass.txt")
        text.write_text(sass)
        fake = pathlib.Path(folder, "cuobjdump")
        fake.write_text(f'#!/bin/sh\ncat "{text}"\n')
        fake.chmod(0o755)
        environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
        return subprocess.run([sys.executable, CHECK_SASS, "library.a"], env=environment, capture_output=True, text=True)


COPIES = ["LDGSTS.E.BYPASS.LTC128B.128"] * 4
LOADS = ["LDG.E.NA.LTC128B.128.CONSTANT"] * 4


class CheckSass(unittest.TestCase):
    def test_passes_what_is_as_it_should_be(self):
        result = run(listing(DIGITS_FROM_SHARED, [*COPIES, "IMMA.16832.S8.S8"]) + listing(BF16_FROM_REGISTERS, [*LOADS, "HMMA.16816.F32.BF16"]))
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertIn("2 kernels read, 0 faults", result.stdout)

    def assert_fault(self, kernel, opcodes, words):
        result = run(listing(kernel, opcodes))
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertIn(words, result.stdout)

    def test_finds_local_memory(self):
        self.assert_fault(DIGITS_FROM_SHARED, [*COPIES, "IMMA.16832.S8.S8", "LDL.64"], "a load from local memory: 1")
        self.assert_fault(DIGITS_FROM_SHARED, [*COPIES, "IMMA.16832.S8.S8", "STL"], "a store to local memory: 1")

    def test_finds_conversions(self):
        for opcode in ("I2F.S8", "I2FP.F32.S32", "I2F"):
            self.assert_fault(DIGITS_FROM_SHARED, [*COPIES, "IMMA.16832.S8.S8", opcode], "integer to float: 1")

    def test_finds_narrow_loads(self):
        self.assert_fault(BF16_FROM_REGISTERS, [*LOADS[1:], "LDG.E.64", "HMMA.16816.F32.BF16"], "weight: 3, not 4 or more")
        self.assert_fault(DIGITS_FROM_SHARED, [*COPIES, "LDGSTS.E.64", "IMMA.16832.S8.S8"], "less than 16 bytes")

    def test_finds_kernels_without_their_tensor_cores(self):
        self.assert_fault(DIGITS_FROM_SHARED, [*COPIES, "HMMA.16816.F32.BF16"], "no IMMA")
        self.assert_fault(BF16_FROM_REGISTERS, [*LOADS, "FFMA"], "no HMMA")

    def test_is_not_content_with_nothing(self):
        result = run("arch = sm_90\n")
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertIn("0 kernels read", result.stdout)


if __name__ == "__main__":
    unittest.main()
