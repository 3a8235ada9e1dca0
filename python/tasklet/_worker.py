# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a worker process keeps: a context, a queue and the programs that it has
built. Knows nothing of Dask.

Errors are raised outside of `except`: what travels to the client must not carry
one of pyopencl along, which cannot be pickled.
"""

from __future__ import annotations

import collections
import concurrent.futures
import dataclasses
import os
import re
import threading
from typing import Optional, Tuple

import numpy as np

from tasklet._arguments import Parameter, parameters
from tasklet._extension import last_message
from tasklet._layer import EXTENSION, check_device
from tasklet._program import build


class BuildError(RuntimeError):
    """A program has errors. The text is the compiler's log."""


class CommandError(RuntimeError):
    """A command has failed, or could not start. The text says why, and what to
    set."""


# A sweep over options such as -DN=... makes many programs, and each takes memory.
KEPT_PROGRAMS = 128


def _make_context():
    """Of the devices that PYOPENCL_CTX names, or else of the first one that runs
    programs with tasks. Raises RuntimeError."""
    import pyopencl as cl
    wanted = os.environ.get("PYOPENCL_CTX")
    reason = "no driver has one"
    try:
        if wanted is not None:
            context = cl.create_some_context(interactive=False)
            for device in context.devices:
                check_device(device)
            return context
        devices = [device for platform in cl.get_platforms()
                   for device in platform.get_devices()]
        for device in devices:
            if EXTENSION in device.extensions.split():
                return cl.Context([device])
        if devices:
            check_device(devices[0])
    except cl.Error as error:
        reason = str(error)
    if wanted is not None:
        raise RuntimeError(f"PYOPENCL_CTX='{wanted}' names no OpenCL device of "
                           f"this worker: {reason}")
    raise RuntimeError(f"this worker has no OpenCL device: {reason}; a driver is "
                       "Debian's package pocl-opencl-icd")


class _Program:
    """A program that is built, and its kernels: pyopencl writes code in Python
    for each one that is made."""

    def __init__(self, program) -> None:
        self.program = program
        self.lock = threading.Lock()
        self.kernels: dict = {}

    def kernel(self, name: str):
        """The kernel of that name, and its parameters. Raises ValueError and
        TypeError."""
        import pyopencl as cl
        names = self.program.get_info(cl.program_info.KERNEL_NAMES).split(";")
        if name not in names:
            raise ValueError(
                f"the program has no kernel '{name}'; it has "
                f"{', '.join(map(repr, filter(None, names))) or 'none'}")
        with self.lock:
            if name not in self.kernels:
                made = cl.Kernel(self.program, name)
                self.kernels[name] = made, parameters(made)
            return self.kernels[name]


class _Process:
    """All threads of a process share it."""

    def __init__(self) -> None:
        import pyopencl as cl
        self.context = _make_context()
        self.queue = cl.CommandQueue(self.context)
        # Held from a kernel's first argument to the end of its command. Those of
        # an in-order queue run one after the other anyway, and each failure and
        # its message come to the thread that made it.
        self.command = threading.Lock()
        self.lock = threading.Lock()
        self.programs: collections.OrderedDict = collections.OrderedDict()
        self.builds = 0

    def program(self, source: str, options: Tuple[str, ...]) -> _Program:
        """The built program. While one thread builds it, others that need it
        wait. One that fails is not kept: the reason may go away."""
        key = source, options
        with self.lock:
            mine = key not in self.programs
            if mine:
                self.programs[key] = concurrent.futures.Future()
                self.builds += 1
                while len(self.programs) > KEPT_PROGRAMS:
                    self.programs.popitem(last=False)
            else:
                self.programs.move_to_end(key)
            found = self.programs[key]
        if mine:
            try:
                found.set_result(self._build(source, options))
            except BaseException as error:
                with self.lock:
                    if self.programs.get(key) is found:
                        del self.programs[key]
                found.set_exception(error)
        return found.result()

    def _build(self, source: str, options: Tuple[str, ...]):
        import pyopencl as cl
        try:
            return _Program(build(self.context, source,
                                  [*options, "-cl-kernel-arg-info"]))
        except cl.Error as error:
            log = str(error)
        # Around the log, pyopencl says the same thing several times, and names
        # objects and files of this process.
        log = re.sub(r"(?s)^.*?\n\nBuild on <[^\n]*>:\n", "", log)
        log = re.sub(r"(?s)\n\(options: [^\n]*\)(\n.*)?$", "", log)
        raise BuildError(f"the program cannot be built:\n{log.strip()}")


_process: Optional[_Process] = None
_lock = threading.Lock()


def process() -> _Process:
    """That of this process, made by the first call. Raises RuntimeError if no
    device runs programs with tasks."""
    global _process
    with _lock:
        if _process is None:
            _process = _Process()
        return _process


@dataclasses.dataclass(frozen=True)
class Call:
    """A kernel to be run for chunks. It is called with what the kernel gets after
    the memory for its results, and gives these as an array."""
    source: str
    kernel: str
    options: Tuple[str, ...]
    dtype: np.dtype             #: of the result
    chunks: Tuple[int, ...]     #: which arguments are chunks

    def __dask_tokenize__(self):
        return ("tasklet", self.source, self.kernel, self.options,
                repr(self.dtype.descr), self.chunks)

    @property
    def __name__(self) -> str:
        """What Dask calls the chunks of the result."""
        return f"tasklet-{self.kernel}"

    def __call__(self, *arguments) -> np.ndarray:
        import pyopencl as cl
        here = process()
        kernel, wanted = here.program(self.source, self.options).kernel(
            self.kernel)
        if len(wanted) != 1 + len(arguments):
            raise TypeError(
                f"the kernel '{self.kernel}' has {len(wanted)} parameters; "
                f"here it needs {1 + len(arguments)}, for the result and each "
                "argument after it")
        wanted[0].check_array(self.dtype, "say with dtype= what the result is")
        given = [self._argument(parameter, i, argument) for
                 i, (parameter, argument) in enumerate(zip(wanted[1:], arguments))]
        shapes = [np.shape(arguments[i]) for i in self.chunks]
        if len(set(shapes)) != 1:
            raise ValueError("chunks of one place have the shapes "
                             f"{', '.join(map(str, shapes))}; rechunk the arrays")
        result = np.zeros(shapes[0], self.dtype)
        # Drivers before OpenCL 2.1 refuse a range without work-items.
        if not result.size:
            return result
        try:
            # Held until the end, which a kernel does not do for its arguments.
            memory = [self._memory(here.context, each)
                      for each in [result, *given]]
            with here.command:
                for i, each in enumerate(memory):
                    kernel.set_arg(i, each)
                try:
                    event = cl.enqueue_nd_range_kernel(
                        here.queue, kernel, (result.size,), None)
                    cl.enqueue_copy(here.queue, result, memory[0],
                                    wait_for=[event])
                    return result
                except cl.Error as error:
                    reason = str(error)
                    # Where the driver fails by itself, an older one is there.
                    message = last_message(here.context)
                    if f"kernel '{self.kernel}'" in message:
                        reason = message
        except cl.Error as error:
            reason = str(error)
        raise CommandError(f"the kernel '{self.kernel}' failed for a chunk of "
                           f"the shape {result.shape}: {reason}")

    def _argument(self, parameter: Parameter, place: int, value):
        if place not in self.chunks and not isinstance(value, np.ndarray):
            return parameter.scalar(value)
        if (not isinstance(value, (np.ndarray, np.generic)) or
                np.ma.isMaskedArray(value)):
            raise TypeError(f"{parameter.place} is given a "
                            f"{type(value).__name__}; only arrays of numpy "
                            "without a mask can be copied to the device")
        parameter.check_array(value.dtype)
        return np.ascontiguousarray(value)

    @staticmethod
    def _memory(context, value):
        """A copy of an array on the device; scalars stay what they are."""
        import pyopencl as cl
        if not isinstance(value, np.ndarray):
            return value
        flags = cl.mem_flags.READ_WRITE
        if not value.nbytes:
            return cl.Buffer(context, flags, size=1)
        return cl.Buffer(context, flags | cl.mem_flags.COPY_HOST_PTR,
                         hostbuf=value)
