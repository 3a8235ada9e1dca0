# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Drivers that come from pip."""

from __future__ import annotations

import ctypes
import importlib.metadata
import os
import pathlib
import tempfile


def use_intel(alone: bool = True) -> pathlib.Path:
    """Registers Intel's OpenCL runtime for CPUs, which `pip install
    intel-opencl-rt intel-cmplr-lib-rt` puts into the environment of Python,
    where no loader looks. Call it before the first call of OpenCL.

    Its vectoriser is off unless CL_CONFIG_CPU_VECTORIZER_MODE is set: it gives
    wrong results to some loops, in programs without tasks, too.

    alone: only this driver is seen; otherwise also those of the system.

    Returns the driver's path. Raises RuntimeError if it is not installed or
    cannot be loaded.
    """
    try:
        files = importlib.metadata.files("intel-opencl-rt") or []
    except importlib.metadata.PackageNotFoundError:
        raise RuntimeError("Intel's runtime is not installed; "
                           "pip install intel-opencl-rt "
                           "intel-cmplr-lib-rt") from None
    drivers = [pathlib.Path(file.locate()).resolve() for file in files
               if file.name == "libintelocl.so"]
    if not drivers:
        raise RuntimeError("the package intel-opencl-rt has no libintelocl.so; "
                           "install it again")
    try:
        ctypes.CDLL(str(drivers[0]))
    except OSError as error:
        raise RuntimeError(f"Intel's runtime cannot be loaded ({error}); "
                           "pip install intel-cmplr-lib-rt tbb") from None
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tasklet-vendors."))
    (folder / "intel.icd").write_text(f"{drivers[0]}\n")
    if not alone:
        for icd in pathlib.Path("/etc/OpenCL/vendors").glob("*.icd"):
            (folder / icd.name).write_text(icd.read_text())
    os.environ["OCL_ICD_VENDORS"] = str(folder)
    # Its vectoriser gives wrong results, also to plain strided loops.
    os.environ.setdefault("CL_CONFIG_CPU_VECTORIZER_MODE", "1")
    return drivers[0]
