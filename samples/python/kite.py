#!/usr/bin/env python3
"""A program in Kite with pyopencl. Start it with the layer:

    OPENCL_LAYERS=build/lib/libtasklet-layer.so samples/python/kite.py
"""
import numpy as np
import pyopencl as cl

source = """
task fib(n: int): int { if (n < 2) { return n; } return fib(n - 1) + fib(n - 2); }
export task fibs(n: int): array(int) {
  v = new(int)(n);
  map (x = v[i]) { x <- fib(i); }
  then return v;
}
"""
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, source).build("-x kite")
result = np.empty(20, np.int32)
result_ = cl.Buffer(context, cl.mem_flags.READ_WRITE, result.nbytes)
program.fibs(queue, (1,), None, result_, np.uint64(20), np.int32(20))
cl.enqueue_copy(queue, result, result_)
assert all(result[2:] == result[1:-1] + result[:-2]) and result[1] == 1
print("each is the sum of the two before:", *result)
