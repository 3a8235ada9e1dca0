#!/usr/bin/env python3
"""client.py PROGRAM: an application with pyopencl, which finds libtasklet by
OPENCL_LAYERS alone. It passes arguments by the types it is told, and keeps
binaries of its own."""

import sys

import numpy as np
import pyopencl as cl

ITEMS, N = 64, 40


def serial(n):
    return np.array([sum(j * j for j in range(n + i)) for i in range(ITEMS)],
                    dtype=np.int32)


def main(file_name):
    with open(file_name, encoding="utf-8") as file:
        source = file.read()
    device = cl.get_platforms()[0].get_devices()[0]
    assert "cl_tkl_tasklets" in device.extensions.split()
    context = cl.Context([device])
    queue = cl.CommandQueue(
        context, properties=cl.command_queue_properties.PROFILING_ENABLE)
    program = cl.Program(context, source).build("-cl-kernel-arg-info")
    kernel = program.sums
    assert kernel.num_args == 2
    assert [kernel.get_arg_info(i, cl.kernel_arg_info.NAME)
            for i in range(2)] == ["out", "n"]

    out = cl.Buffer(context, cl.mem_flags.READ_WRITE, 4 * ITEMS)
    result = np.empty(ITEMS, dtype=np.int32)
    event = kernel(queue, (ITEMS,), None, out, np.int32(N))
    event.wait()
    assert event.profile.start <= event.profile.end
    cl.enqueue_copy(queue, result, out)
    assert (result == serial(N)).all(), result

    try:
        kernel(queue, (ITEMS,), None, out, np.int32(N), np.int32(0))
        assert False, "an argument too many was taken"
    except (TypeError, ValueError, cl.Error):
        pass

    binary = program.get_info(cl.program_info.BINARIES)[0]
    loaded = cl.Program(context, [device], [binary]).build()
    again = cl.Kernel(loaded, "sums")
    again.set_args(out, np.int32(N + 1))
    cl.enqueue_nd_range_kernel(queue, again, (ITEMS,), None).wait()
    cl.enqueue_copy(queue, result, out)
    assert (result == serial(N + 1)).all(), result

    # A link that fails is an exception, as with programs without tasks.
    for text in ("__task int f(int x); __kernel void k(__global int *out)"
                 "{ out[0] <- f(1); }",
                 "int f(int x); __kernel void k(__global int *out)"
                 "{ out[0] = f(1); } int f(int x) { return x; }"):
        parts = [cl.Program(context, text),
                 cl.Program(context, "int f(int x) { return 1; }")]
        for part in parts:
            part.compile()
        try:
            cl.link_program(context, parts)
            assert False, "what does not fit was linked"
        except cl.Error as error:
            assert error.code == cl.status_code.LINK_PROGRAM_FAILURE, error
    print("passed")


if __name__ == "__main__":
    main(sys.argv[1])
