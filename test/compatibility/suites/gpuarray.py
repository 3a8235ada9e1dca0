"""The tests of pygpu, the Python half of libgpuarray."""

import pathlib

from ..common import Suite
from .with_pytest import pytest


def list_programs(_):
    folder = pathlib.Path("/usr/lib/python3/dist-packages/pygpu/tests")
    return pytest(folder, ["test_basic.py", "test_elemwise.py",
                           "test_gpu_ndarray.py", "test_reduction.py",
                           "test_tools.py"],
                  environment={"DEVICE": "opencl0:0"})


SUITE = Suite("gpuarray", "the tests of pygpu", "python3-pygpu", list_programs)
