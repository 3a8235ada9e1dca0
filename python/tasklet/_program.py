# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds programs."""

from __future__ import annotations

import pathlib
from typing import Sequence, Union

from tasklet._layer import check_device


def build(context, source: Union[str, pathlib.Path],
          options: Union[str, Sequence[str]] = ()):
    """Builds a program for all devices of a context.

    context: a pyopencl.Context.
    source: the text of a program, or the path of a file as a pathlib.Path. A
        path that ends in .kite is a program in Kite.
    options: those of clBuildProgram and of taskletc, such as "-cl-fast-math",
        "-x kite" or "-DN=4"; one string, or a list of words.

    Returns the pyopencl.Program, built. Raises RuntimeError if a device takes no
    such program, FileNotFoundError, and pyopencl.RuntimeError with the
    compiler's messages if the program has errors.
    """
    import pyopencl as cl

    for device in context.devices:
        check_device(device)
    words = options.split() if isinstance(options, str) else list(options)
    if isinstance(source, pathlib.Path):
        if source.suffix == ".kite" and "kite" not in words:
            words += ["-x", "kite"]
        source = source.read_text(encoding="utf-8")
    # Without a cache folder pyopencl keeps no binary of its own, even where
    # PYOPENCL_NO_CACHE came too late.
    return cl.Program(context, source).build(words, cache_dir=False)
