"""The tests of pyopencl."""

import pathlib

from ..common import Suite
from .with_pytest import pytest


def list_programs(_):
    folder = pathlib.Path("/usr/share/doc/python-pyopencl-doc/examples")
    return pytest(folder, sorted(f.name for f in folder.glob("test_*.py")),
                  environment={"PYOPENCL_CTX": "0"})


SUITE = Suite("pyopencl", "its test suite", "python3-pyopencl", list_programs)
