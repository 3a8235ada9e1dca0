# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Timelines of tasks."""

from __future__ import annotations

import contextlib
import os
import pathlib
from typing import Iterator, Union


@contextlib.contextmanager
def trace(path: Union[str, os.PathLike]) -> Iterator[pathlib.Path]:
    """Within the block, contexts that are made and programs that are built write
    a timeline to `path`, in the format of chrome://tracing and of the command
    tasklet-trace.

        with tasklet.trace("timeline.json"):
            context = cl.create_some_context(interactive=False)
            program = tasklet.build(context, source)

    The file is complete when the process ends. Contexts from before and
    programs built elsewhere are not in it. A block within another one uses the
    inner path.
    """
    place = pathlib.Path(path).absolute()
    if not place.parent.is_dir():
        raise FileNotFoundError(f"'{place.parent}' is no folder")
    before = os.environ.get("TASKLET_TRACE")
    os.environ["TASKLET_TRACE"] = str(place)
    try:
        yield place
    finally:
        if before is None:
            del os.environ["TASKLET_TRACE"]
        else:
            os.environ["TASKLET_TRACE"] = before
