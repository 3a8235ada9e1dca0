# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a kernel asks for as arguments, and what numpy has for it."""

from __future__ import annotations

import dataclasses
import math
import re
from typing import List

import numpy as np

# Letters of numpy.dtype.kind, and bytes. Only `char` takes booleans, as bytes of
# 0 and 1, and only `long` times, as they are.
_SCALARS = {"char": ("ib", 1), "uchar": ("ub", 1), "short": ("i", 2),
            "ushort": ("u", 2), "int": ("i", 4), "uint": ("u", 4),
            "long": ("imM", 8), "ulong": ("u", 8), "half": ("f", 2),
            "float": ("f", 4), "double": ("f", 8)}
_NAME = re.compile(rf"({'|'.join(_SCALARS)})(2|3|4|8|16)?")


def fits(dtype: np.dtype, name: str) -> bool:
    """Whether a value of `dtype` is one of the type of OpenCL C of that name. A
    vector is a structure of as many bytes, such as pyopencl.cltypes.float4, or
    a complex number. What the program itself defines fits everything."""
    match = _NAME.fullmatch(name)
    if not match:
        return True
    kinds, size = _SCALARS[match[1]]
    if not match[2]:
        return dtype.kind in kinds and dtype.itemsize == size
    lanes = 4 if match[2] == "3" else int(match[2])
    if dtype.kind == "c" and not (lanes == 2 and kinds == "f"):
        return False
    return dtype.kind in "Vc" and dtype.itemsize == size * lanes


def _real(size: int, value) -> np.generic:
    """The number with so many bytes; infinite if it is too large for them."""
    try:
        with np.errstate(over="ignore"):
            return np.dtype(f"f{size}").type(value)
    except OverflowError:  # From whole numbers beyond double.
        return np.float64("inf")


@dataclasses.dataclass(frozen=True)
class Parameter:
    """One parameter of a kernel."""
    place: str      #: for messages
    type_name: str  #: without the `*` of a pointer
    pointer: bool   #: to __global or __constant memory

    def check_array(self, dtype: np.dtype,
                    advice: str = "convert it with astype") -> None:
        """Raises TypeError if memory with elements of `dtype` does not fit; the
        message gives the advice."""
        if not self.pointer:
            raise TypeError(f"{self.place} is a '{self.type_name}', and it is "
                            f"given an array of {dtype}")
        if dtype.hasobject or not dtype.isnative:
            raise TypeError(f"{self.place} is given an array of {dtype!r}, which "
                            "no device can read; convert it with astype")
        if not fits(dtype, self.type_name):
            raise TypeError(f"{self.place} is a pointer to '{self.type_name}', "
                            f"and the array has elements of {dtype}; {advice}, "
                            "or change the kernel")

    def scalar(self, value) -> np.generic:
        """`value` as the kernel takes it. A number of Python is converted if
        that loses nothing but digits of a fraction; one of numpy must have the
        type already. Raises TypeError."""
        if self.pointer:
            raise TypeError(f"{self.place} is a pointer to '{self.type_name}', "
                            f"and it is given the scalar {value!r}")
        if isinstance(value, np.generic):
            if fits(value.dtype, self.type_name):
                # Times do not show their bytes.
                return value.view("i8") if value.dtype.kind in "mM" else value
            raise TypeError(f"{self.place} is a '{self.type_name}', and it is "
                            f"given {value!r} of {value.dtype}")
        kinds, size = _SCALARS.get(self.type_name, ("", 0))
        if "f" in kinds:
            made = _real(size, value)
            given = isinstance(value, float) and not math.isfinite(value)
            if given or np.isfinite(made):
                return made
        elif kinds and not isinstance(value, float):
            dtype = np.dtype(f"{kinds[0]}{size}")
            limits = np.iinfo(dtype)
            if limits.min <= value <= limits.max:
                return dtype.type(value)
        raise TypeError(f"{self.place} is a '{self.type_name}', which cannot be "
                        f"made of {value!r}")


def parameters(kernel) -> List[Parameter]:
    """Those of a pyopencl.Kernel that was built with -cl-kernel-arg-info. Raises
    TypeError if one of them is local memory, an image or a sampler."""
    import pyopencl as cl
    info, qualifiers = cl.kernel_arg_info, cl.kernel_arg_address_qualifier
    found = []
    for i in range(kernel.num_args):
        name = kernel.get_arg_info(i, info.TYPE_NAME)
        space = kernel.get_arg_info(i, info.ADDRESS_QUALIFIER)
        place = (f"argument {i} ('{kernel.get_arg_info(i, info.NAME)}') of the "
                 f"kernel '{kernel.function_name}'")
        pointer = name.endswith("*")
        if space == qualifiers.LOCAL or name.startswith(("image", "sampler")):
            raise TypeError(f"{place} is neither a pointer to global memory nor "
                            "a scalar; a kernel for chunks takes nothing else")
        found.append(Parameter(place, name.rstrip("*").strip(), pointer))
    return found
