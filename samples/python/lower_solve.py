#!/usr/bin/env python3
"""lower_solve with pyopencl. Start it with the layer:

    OPENCL_LAYERS=build/lib/libtasklet-layer.so samples/python/lower_solve.py
"""
import pathlib
import numpy as np
import pyopencl as cl

source = pathlib.Path(__file__).parents[1] / "lower_solve" / "lower_solve.cl"
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, source.read_text()).build()
# Each row needs one before it, and has whole numbers, so that nothing is
# rounded and any way to compute it gives the same.
n = 10_000
before = (np.arange(n) * np.random.default_rng(1).random(n)).astype(np.int32)
row = np.arange(0, 2 * n + 1, 2, dtype=np.int32) - 1
row[0] = 0  # but the first one, which has none before it
col = np.stack([before, np.arange(n, dtype=np.int32)], 1).ravel()[1:].copy()
a = np.tile([-1.0, 1.0], n)[1:].copy()
b, x = np.ones(n), np.zeros(n)
flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
buffers = [cl.Buffer(context, flags, hostbuf=f) for f in (x, row, col, a, b)]
program.solve(queue, (n,), None, *buffers, np.int32(n))
cl.enqueue_copy(queue, x, buffers[0])
depth = np.ones(n)
for i in range(1, n):
    depth[i] = 1 + depth[before[i]]
assert x.tobytes() == depth.tobytes()
print("the solution of a serial loop, bit for bit")
