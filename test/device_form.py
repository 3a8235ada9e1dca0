# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the first device's driver takes, by what it says itself."""

import shutil
import subprocess


def takes_bitcode():
    """Drivers take bitcode or SPIR-V. Programs in SPIR-V have no clock, so there
    are no times in their traces."""
    return bool(shutil.which("clinfo")) and "cl_khr_spir" in subprocess.run(
        ["clinfo"], capture_output=True, text=True, errors="replace").stdout
