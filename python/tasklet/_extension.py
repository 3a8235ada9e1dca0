# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of the extension (CL/cl_tkl_tasklets.h), which pyopencl lacks."""

from __future__ import annotations

import ctypes
import functools
import re


@functools.lru_cache(maxsize=None)
def _loader():
    """The OpenCL loader that pyopencl has loaded, its own or the system's."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        found = re.findall(r"\S*/libOpenCL\S*", maps.read())
    if not found:
        raise RuntimeError("no OpenCL loader is loaded; import pyopencl first")
    return ctypes.CDLL(found[0])


def function(device, name: str, *types):
    """The function of that name for a pyopencl.Device; it takes `types` and
    returns an OpenCL error code. Raises RuntimeError if there is none."""
    find = _loader().clGetExtensionFunctionAddressForPlatform
    find.restype = ctypes.c_void_p
    find.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    address = find(device.platform.int_ptr, name.encode())
    if not address:
        from tasklet._layer import check_device
        check_device(device)
        raise RuntimeError(f"the layer has no {name}; it is an older one")
    return ctypes.CFUNCTYPE(ctypes.c_int32, *types)(address)


def last_message(context) -> str:
    """Why the last command of a pyopencl.Context failed, and what to set; empty
    if there was no message."""
    read = function(context.devices[0], "clGetTaskletMessageTKL",
                    ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p,
                    ctypes.POINTER(ctypes.c_size_t))
    size = ctypes.c_size_t()
    if read(context.int_ptr, 0, None, ctypes.byref(size)):
        return ""
    # A message that came since then may be longer, and is refused.
    text = ctypes.create_string_buffer(size.value)
    if read(context.int_ptr, size.value, text, None):
        return ""
    return text.value.decode(errors="replace")
