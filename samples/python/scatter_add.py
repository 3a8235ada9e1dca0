#!/usr/bin/env python3
"""scatter_add with pyopencl. Start it with the layer:

    OPENCL_LAYERS=build/lib/libtasklet-layer.so samples/python/scatter_add.py
"""
import pathlib
import numpy as np
import pyopencl as cl

source = pathlib.Path(__file__).parents[1] / "scatter_add" / "scatter_add.cl"
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, source.read_text()).build()
random = np.random.default_rng(1)
at = random.integers(0, 1000, 100_000, dtype=np.int32)
v = random.random(at.size, dtype=np.float32)
x = np.zeros(1000, np.float32)
flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
x_, at_, v_ = (cl.Buffer(context, flags, hostbuf=a) for a in (x, at, v))
program.in_order(queue, at.shape, None, x_, at_, v_, np.int32(at.size))
result = np.empty_like(x)
cl.enqueue_copy(queue, result, x_)
np.add.at(x, at, v)  # one after the other, as the serial loop
assert result.tobytes() == x.tobytes()
print("the sums of a serial loop, bit for bit")
