# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Puts the layer between applications and the driver."""

import os
import pathlib

EXTENSION = "cl_tkl_tasklets"
# What the wheel carries: an installed tree, which can be moved.
TREE = pathlib.Path(__file__).resolve().parent / "tree"


def activate() -> None:
    """Names the layer in OPENCL_LAYERS, where the loader looks at its first
    call. Does nothing if one is named there already.

    Raises ImportError if the package lacks its libraries.
    """
    layers = os.environ.get("OPENCL_LAYERS", "")
    if not any(pathlib.Path(layer).name.startswith("libtasklet-layer")
               for layer in layers.split(":")):
        found = sorted(TREE.glob("lib/**/libtasklet-layer.so"))
        if not found:
            raise ImportError(
                f"'{TREE}' has no libtasklet-layer.so; install the wheel that "
                "scripts/wheel makes, or set OPENCL_LAYERS to the layer")
        os.environ["OPENCL_LAYERS"] = ":".join(filter(
            None, [str(found[-1]), layers]))
    os.environ.setdefault("PYOPENCL_NO_CACHE", "1")


def check_device(device) -> None:
    """Raises RuntimeError if `device`, a pyopencl.Device, cannot run programs
    with tasks. The message says why and what to do."""
    if EXTENSION in device.extensions.split():
        return
    words = device.extensions.split()
    il = ""
    try:
        import pyopencl
        il = device.get_info(pyopencl.device_info.IL_VERSION)
    except Exception:  # Devices before OpenCL 2.1 have no such property.
        pass
    if "cl_khr_spir" not in words and "SPIR-V" not in str(il):
        raise RuntimeError(
            f"the driver of '{device.name.strip()}' takes neither SPIR bitcode "
            "nor SPIR-V, one of which programs with tasks need. Drivers that "
            "do: Debian's package pocl-opencl-icd, or tasklet.use_intel(). The "
            "PoCL of 'pip install pyopencl[pocl]' does not")
    raise RuntimeError(
        f"'{device.name.strip()}' does not announce {EXTENSION}: OpenCL was "
        "called before tasklet was imported, or its loader knows no layers. "
        "Import tasklet first; ocl-icd from 2.3 on and the loader of Khronos "
        "know layers")
