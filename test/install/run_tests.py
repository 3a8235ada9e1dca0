#!/usr/bin/env python3
"""Tests what `cmake --install` and `cpack` make, as somebody would use it.

  run_tests.py --build FOLDER --llvm VERSION [CLASS[.TEST]...]

Everything happens in a temporary folder. The tree is moved after it has been
installed, to a path with a blank in it.
"""

import argparse
import pathlib
import sys
import unittest

import install_case
from cmake_projects import Arguments, Consumer, Errors  # noqa: F401
from documents import Documents  # noqa: F401
from man_pages import ManPage  # noqa: F401
from packages import Package  # noqa: F401
from pkg_config import PkgConfig  # noqa: F401
from tree import Separate, Tree  # noqa: F401


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--llvm", required=True, metavar="VERSION")
    parser.add_argument("tests", nargs="*")
    arguments = parser.parse_args()
    install_case.BUILD = arguments.build.resolve()
    install_case.LLVM = arguments.llvm
    unittest.main(argv=[sys.argv[0], "-v", *arguments.tests])


if __name__ == "__main__":
    main()
