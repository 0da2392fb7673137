"""Puts the libl2bench.so that this checkout has built into the package. Without one, l2bench looks for it when it is
imported (L2BENCH_LIBRARY, or the loader's path)."""

import pathlib
import shutil

from setuptools import setup
from setuptools.command.build_py import build_py

BUILDS = pathlib.Path(__file__).resolve().parent.parent / "build"


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        for preset in ("cuda", "host"):
            library = BUILDS / preset / "src/library/libl2bench.so"
            if library.exists():
                shutil.copyfile(library, pathlib.Path(self.build_lib) / "l2bench" / library.name)
                return


setup(cmdclass={"build_py": BuildWithLibrary})
