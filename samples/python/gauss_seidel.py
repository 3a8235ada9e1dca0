#!/usr/bin/env python3
"""gauss_seidel with pyopencl. Start it with the layer:

    OPENCL_LAYERS=build/lib/libtasklet-layer.so samples/python/gauss_seidel.py
"""
import pathlib
import numpy as np
import pyopencl as cl

source = pathlib.Path(__file__).parents[1] / "gauss_seidel" / "gauss_seidel.cl"
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, source.read_text()).build()
height, width = 60, 80
u = np.random.default_rng(1).random((height, width), dtype=np.float32)
wall = np.zeros((height, width), np.uint8)
wall[20, 10:50] = 1
flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
u_, wall_ = (cl.Buffer(context, flags, hostbuf=a) for a in (u, wall))
program.sweep(queue, (width, height), None, u_, wall_, np.int32(width),
              np.int32(height))
result = np.empty_like(u)
cl.enqueue_copy(queue, result, u_)
for y, x in np.ndindex(height, width):
    if 0 < y < height - 1 and 0 < x < width - 1 and not wall[y, x]:
        u[y, x] = np.float32(0.25) * (u[y - 1, x] + u[y, x - 1] +
                                      u[y, x + 1] + u[y + 1, x])
assert result.tobytes() == u.tobytes()
print("the sweep of a serial loop, bit for bit")
