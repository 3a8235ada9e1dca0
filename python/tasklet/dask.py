# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs with tasks over the chunks of dask arrays.

    import dask.array as da
    import tasklet.dask

    n = da.arange(30, chunks=10, dtype="int32")
    fib = tasklet.dask.map_blocks(source, "start", n, dtype="int32")
    print(fib.compute())

Each worker process of a cluster has one context, one queue, and each program
once; the threads of a worker share them. `import tasklet` does not import this
module. It needs `pip install 'dask[array]' distributed`, or Debian's packages
python3-dask and python3-distributed.
"""

from __future__ import annotations

import math
import pathlib
from typing import Any, Optional, Sequence, Tuple, Union

try:
    import dask.array
except ImportError as error:
    raise ImportError(
        f"tasklet.dask needs Dask, which cannot be imported ({error}); pip "
        "install 'dask[array]' distributed, or Debian's packages python3-dask "
        "and python3-distributed", name="dask") from None

import numpy as np

from tasklet._worker import BuildError, Call, CommandError

__all__ = ["map_blocks", "BuildError", "CommandError"]


def map_blocks(source: Union[str, pathlib.Path], kernel: str, *args: Any,
               dtype: Any = None,
               options: Union[str, Sequence[str]] = ()) -> dask.array.Array:
    """Runs a kernel for each chunk of dask arrays, and makes a dask array of the
    results. Lazy: the work is done when the result is computed.

        __kernel void start(__global int *out, __global const int *n) {
          int i = get_global_id(0);
          out[i] <- fib(n[i]);
        }

    source: the text of a program in OpenCL C, or the path of a file as a
        pathlib.Path, which is read at once. Files that it includes must be on
        the workers.
    kernel: the name of the kernel.
    args: what the kernel gets after its first parameter, in its order. The
        first parameter is memory for the results of a chunk, filled with
        zeros, with elements of `dtype`.
        * A dask array gives its chunk as `__global` memory. There is at least
          one. If there are more, they have the same shape and chunks.
        * An array of numpy is given whole to each chunk, such as a table.
        * A number of numpy must have the type of the parameter. One of Python
          is converted, if the type can hold it.
    dtype: of the result; that of the first dask array if it is left out.
    options: those of clBuildProgram and of taskletc; one string, or a list of
        words.

    There is one work-item for each element of a chunk: get_global_id(0) runs
    from 0 to their number, and get_global_size(0) is the number. The work-group
    size is the driver's choice. Chunks may have any number of dimensions, also
    none; they are contiguous, in the order of C. A kernel may read all of its
    chunk, but sees no other one; an ordered kernel has the order of its chunk.
    What it writes to its inputs is lost. An empty chunk gives an empty result,
    and no command runs.

    The result has the shape and the chunks of the first dask array. A kernel
    must give the same results for the same chunk, since Dask computes lost ones
    again.

    Types are compared by name: `float` takes float32, `uchar` uint8 or bool,
    `float2` complex64 or a structure of 8 bytes, as pyopencl.cltypes has them. A
    type that the program defines itself, such as a structure, takes elements of
    any dtype; there the program must know.

    Raises at once: TypeError and ValueError for arguments that can never fit,
    FileNotFoundError. When the result is computed, on any scheduler:

    * `BuildError`, with the compiler's log.
    * ValueError: the program has no such kernel, or chunks of unknown size have
      different shapes.
    * TypeError: number or types of the kernel's parameters do not fit.
    * `CommandError`: the kernel failed, such as for lack of memory. The text
      says what to set. TASKLET_HEAP_SIZE and other variables count when a
      worker's context is made, so set them before workers start.
    * RuntimeError: a worker has no device that runs programs with tasks.

    The workers stay usable after each of these. A worker uses the devices that
    its PYOPENCL_CTX names, or the first that runs programs with tasks. It keeps
    the last 128 programs. TASKLET_WORKERS limits the cores that a command of one
    worker takes, which is worth setting if a machine has several workers.
    """
    if isinstance(source, pathlib.Path):
        if source.suffix == ".kite":
            raise ValueError(f"'{source}' is a program in Kite, whose kernels "
                             "have one work-item; write the kernel in OpenCL C")
        source = source.read_text(encoding="utf-8")
    for name, value in (("source", source), ("kernel", kernel)):
        if not isinstance(value, str):
            raise TypeError(f"{name} is a {type(value).__name__}, not a string"
                            f"{' or a path' if name == 'source' else ''}")
    if not kernel.isidentifier():
        raise ValueError(f"'{kernel}' is no name of a kernel")
    args = tuple(arg[()] if isinstance(arg, np.ndarray) and arg.ndim == 0
                 else arg for arg in args)
    chunks = tuple(i for i, arg in enumerate(args)
                   if isinstance(arg, dask.array.Array))
    if not chunks:
        raise TypeError("none of the arguments of the kernel is a dask array; "
                        "dask.array.from_array makes one")
    for i, arg in enumerate(args):
        _check(i, arg)
    first = args[chunks[0]]
    for i in chunks[1:]:
        _check_chunks(chunks[0], first, i, args[i])
    made = first.dtype if dtype is None else np.dtype(dtype)
    _check_dtype("the result", made)
    words = options.split() if isinstance(options, str) else tuple(options)
    if not all(isinstance(word, str) for word in words):
        raise TypeError("options is neither a string nor a list of strings")
    return dask.array.map_blocks(
        Call(source, kernel, tuple(words), made, chunks), *args,
        dtype=made,
        # Without it Dask would run the kernel here, to see what it gives.
        meta=np.empty((0,) * first.ndim, made))


def _check(place: int, arg: Any) -> None:
    """Raises TypeError if `arg` can be no argument of a kernel."""
    what = f"argument {place} after the kernel's name"
    if isinstance(arg, (bool, int, float, np.generic)):
        return
    meta = getattr(arg, "_meta", arg)
    if not isinstance(meta, np.ndarray):
        raise TypeError(f"{what} is a {type(arg).__name__}, neither an array of "
                        "numpy or Dask nor a number"
                        if meta is arg else
                        f"{what} has chunks of the type {type(meta).__name__}; "
                        "they must be arrays of numpy")
    if np.ma.isMaskedArray(meta):
        raise TypeError(f"{what} has a mask, which no kernel sees; fill it with "
                        "dask.array.ma.filled")
    _check_dtype(what, arg.dtype)


def _check_dtype(what: str, dtype: np.dtype) -> None:
    if dtype.hasobject or dtype.kind not in "biufcmMV" or not dtype.itemsize:
        raise TypeError(f"{what} has elements of {dtype}, which OpenCL C does "
                        "not have")
    if not dtype.isnative:
        raise TypeError(f"{what} has elements in the other byte order; convert "
                        "it with astype")


def _check_chunks(place: int, x: dask.array.Array, other: int,
                  y: dask.array.Array) -> None:
    """Raises ValueError unless both have the same chunks. Chunks of unknown size
    are compared when they are there."""
    def known(chunks) -> Tuple[Tuple[Optional[int], ...], ...]:
        return tuple(tuple(None if math.isnan(size) else size for size in axis)
                     for axis in chunks)
    if known(x.chunks) != known(y.chunks):
        raise ValueError(
            f"the arguments {place} and {other} after the kernel's name have the "
            f"chunks {x.chunks} and {y.chunks}; make them the same with rechunk, "
            "or give a small array as one of numpy, which all chunks see whole")
