#!/usr/bin/env python3
"""failure.py: pyopencl frees memory and calls again what fails for shortage of
it, so the failure of an earlier command must not look like one."""

import numpy as np
import pyopencl as cl

SOURCE = """
__task int deep(int n) {
  if (n == 0)
    return 0;
  int a;
  a <- deep(n - 1);
  force (a) { return a + 1; }
}
__kernel void dp(__global int *out, int n) {
  out[get_global_id(0)] <- deep(n);
}
"""


def refused(code, call):
    try:
        call()
    except cl.Error as error:
        assert error.code == code, error
        return
    assert False, "no exception"


def main():
    device = cl.get_platforms()[0].get_devices()[0]
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    kernel = cl.Program(context, SOURCE).build().dp
    result = np.full(1, -7, dtype=np.int32)
    out = cl.Buffer(context, cl.mem_flags.READ_WRITE, result.nbytes)
    # No event is kept: the next call that waits is the first to tell.
    waits = (
        lambda: cl.enqueue_copy(queue, result, out),
        lambda: cl.enqueue_copy(queue, out, result),
        lambda: cl.enqueue_map_buffer(
            queue, out, cl.map_flags.READ, 0, (1,), np.int32),
    )
    code = cl.status_code.EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
    for wait in waits:
        kernel(queue, (1,), None, out, np.int32(100000))
        refused(code, wait)
    kernel(queue, (1,), None, out, np.int32(100000))
    refused(cl.status_code.OUT_OF_RESOURCES, queue.finish)

    kernel(queue, (1,), None, out, np.int32(100))
    cl.enqueue_copy(queue, result, out)
    assert result[0] == 100, result
    print("passed")


if __name__ == "__main__":
    main()
