#!/usr/bin/env python3
"""mesh_edges with pyopencl. Start it with the layer:

    OPENCL_LAYERS=build/lib/libtasklet-layer.so samples/python/mesh_edges.py
"""
import pathlib
import numpy as np
import pyopencl as cl

source = pathlib.Path(__file__).parents[1] / "mesh_edges" / "mesh_edges.cl"
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, source.read_text()).build()
side = 100
at = np.arange(side * side, dtype=np.int32).reshape(side, side)
edge = np.concatenate([np.stack([p.ravel(), q.ravel()], 1) for p, q in (
    (at[:, :-1], at[:, 1:]), (at[:-1], at[1:]), (at[:-1, :-1], at[1:, 1:]))])
# Weights are powers of 2: no product is rounded.
weight = np.random.default_rng(1).choice([0.5, 1, 2], len(edge)).astype("f")
value = np.random.default_rng(2).random(at.size, dtype=np.float32)
total = np.zeros(at.size, np.float32)
flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
buffers = [cl.Buffer(context, flags, hostbuf=f)
           for f in (total, edge, weight, value)]
program.flow(queue, (len(edge),), None, *buffers, np.int32(len(edge)))
result = np.empty_like(total)
cl.enqueue_copy(queue, result, buffers[0])
flow = weight * (value[edge[:, 1]] - value[edge[:, 0]])
np.add.at(total, edge.ravel(), np.stack([flow, -flow], 1).ravel())
assert result.tobytes() == total.tobytes()
print("the sums of a serial loop, bit for bit")
