#!/usr/bin/env python3
"""Runs pytest on the folders given, with this interpreter or the system's. Exit 77: neither has pytest (Debian:
python3-pytest)."""

import subprocess
import sys

for interpreter in (sys.executable, "/usr/bin/python3"):
    found = subprocess.run([interpreter, "-c", "import pytest"], stderr=subprocess.DEVNULL, check=False)
    if found.returncode == 0:
        command = [interpreter, "-m", "pytest", "-q", "-p", "no:cacheprovider", *sys.argv[1:]]
        sys.exit(subprocess.run(command, check=False).returncode)
print("skipped: no Python module pytest (install python3-pytest)")
sys.exit(77)
