# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the wheel of a folder that scripts/wheel has filled."""

import os
import pathlib

from setuptools import setup
from wheel.bdist_wheel import bdist_wheel


class Wheel(bdist_wheel):
    """Any Python 3, and one kind of machine: the libraries are no modules."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return "py3", "none", os.environ["TASKLET_WHEEL_PLATFORM"]


setup(
    name="tasklet",
    version=os.environ["TASKLET_WHEEL_VERSION"],
    description="Tasks, everywhere blocks and ordered kernels for pyopencl",
    long_description=pathlib.Path("README.md").read_text(encoding="utf-8"),
    long_description_content_type="text/markdown",
    license="Apache-2.0 WITH LLVM-exception",
    python_requires=">=3.9",
    install_requires=["pyopencl>=2022.1"],
    extras_require={"dask": ["dask[array]>=2022.12", "distributed>=2022.12"]},
    packages=["tasklet"],
    package_data={"tasklet": ["py.typed", "tree/**/*", "tree/*/*"]},
    cmdclass={"bdist_wheel": Wheel},
)
