# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What finished commands did (CL/cl_tkl_tasklets.h)."""

from __future__ import annotations

import ctypes
import dataclasses

from tasklet._extension import function


@dataclasses.dataclass(frozen=True)
class Stats:
    """What the tasks of one command did; sizes are bytes."""
    tasks: int          #: tasks run
    steals: int         #: tasks taken from another worker
    continuations: int  #: force bodies run after a wait
    blocked: int        #: times a worker left a stack whose tasks were stolen
    chunks: int         #: pieces of stack taken from the heap
    heap_size: int      #: heap that the command had
    heap_used: int      #: heap that the command used at most
    workers: int        #: work-items that ran the tasks


@dataclasses.dataclass(frozen=True)
class OrderedStats:
    """What a command of an ordered kernel did; times are nanoseconds, 0 where
    they are not known."""
    work_items: int
    levels: int         #: or bins, or the tasks of the longest chain
    widest: int         #: work-items of the largest level or bin
    conflicts: int      #: work-items, or tasks, that wait for others
    passes: int         #: that the inspector made over the work-items
    segments: int       #: pieces of the range, analysed one by one
    analysis_size: int  #: bytes of memory for the analysis
    inspect_time: int
    execute_time: int
    executor: str       #: "serial", "levels", "passes", "bins", "tasks", "copies"
                        #: or "owners"
    workers: int        #: work-items of the device that ran them
    reused: bool        #: an earlier analysis was used again
    streamed: bool      #: work-items read memory from streams


_EXECUTORS = ("auto", "serial", "levels", "passes", "bins", "tasks", "copies",
              "owners")


def _structure(wide, narrow):
    class Made(ctypes.Structure):
        _fields_ = ([(name, ctypes.c_uint64) for name in wide] +
                    [(name, ctypes.c_uint32) for name in narrow])
    return Made


_TaskStats = _structure(
    ("tasks", "steals", "continuations", "blocked", "chunks", "heap_size",
     "heap_used"), ("workers", "reserved"))
_OrderStats = _structure(
    ("work_items", "levels", "widest", "conflicts", "passes", "segments",
     "analysis_size", "inspect_time", "execute_time"),
    ("executor", "workers", "reused", "streamed"))


def _read(event, name, made):
    import pyopencl as cl
    event.wait()
    read = function(event.command_queue.device, name, ctypes.c_void_p,
                    ctypes.c_void_p)
    result = made()
    code = read(event.int_ptr, ctypes.byref(result))
    if code == cl.status_code.INVALID_EVENT:
        raise ValueError(
            "the event is that of no command that spawns tasks"
            if made is _TaskStats else
            "the event is that of no command of an ordered kernel")
    if code:
        raise RuntimeError(f"{name}: OpenCL error {code}; the command has "
                           "failed before its work-items ran")
    return {field: getattr(result, field) for field, _ in made._fields_
            if field != "reserved"}


def stats(event) -> Stats:
    """Waits for `event`, a pyopencl.Event of a kernel that spawns tasks, and
    tells what these did. Raises ValueError for other events, and what
    `event.wait()` raises if the command has failed."""
    return Stats(**_read(event, "clGetTaskletStatsTKL", _TaskStats))


def ordered_stats(event) -> OrderedStats:
    """The same of a command of an ordered kernel."""
    read = _read(event, "clGetOrderedStatsTKL", _OrderStats)
    read["executor"] = _EXECUTORS[read["executor"]]
    for flag in ("reused", "streamed"):
        read[flag] = bool(read[flag])
    return OrderedStats(**read)
