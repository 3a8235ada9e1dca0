#!/usr/bin/env python3
"""Cells for a notebook: what tasks are, what they cost, who ran them. It needs
the wheel of Tasklet (scripts/wheel), pyopencl and numpy.
"""
# %% Tasklet comes first: it puts its layer between pyopencl and the driver.
import tasklet
import numpy as np
import pyopencl as cl

context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)

# %% A task is a function that others can steal while its spawner goes on.
program = tasklet.build(context, """
__task ulong queens(int n, uint columns, uint left, uint right) {
  uint all = (1u << n) - 1, free = all & ~(columns | left | right);
  if (columns == all)
    return 1;
  ulong count = 0, part[16];
  int parts = 0;
  for (; free; free &= free - 1) {
    uint place = free & -free;
    part[parts++] <- queens(n, columns | place, (left | place) << 1,
                            (right | place) >> 1);
  }
  force (part) {
    for (int i = 0; i < parts; ++i)
      count += part[i];
    return count;
  }
}
__kernel void start(__global ulong *out, int n) {
  out[get_global_id(0)] <- queens(n + get_global_id(0), 0, 0, 0);
}
""")
counts = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, 8 * 4)
event = program.start(queue, (4,), None, counts, np.int32(5))
found = np.empty(4, np.uint64)
cl.enqueue_copy(queue, found, counts)
print("places for 5 to 8 queens:", *found)
assert list(found) == [10, 4, 40, 92]

# %% What it took.
done = tasklet.stats(event)
print(f"{done.tasks} tasks, {done.workers} workers, {done.steals} steals, "
      f"{done.heap_used >> 10} KiB")
assert done.tasks > sum(found)

# %% An ordered kernel gives the result of a loop, whatever its indexes are.
program = tasklet.build(context, """
__kernel __ordered(sums) void add(__global float *sums, __global const int *at,
                                  __global const float *values) {
  int i = get_global_id(0);
  sums[at[i]] += values[i];
}
""")
random = np.random.default_rng(1)
at = random.integers(0, 100, 10000).astype(np.int32)
values = random.random(10000, np.float32)
flags = cl.mem_flags
sums = cl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR,
                 hostbuf=np.zeros(100, np.float32))
event = program.add(queue, at.shape, None, sums, *(
    cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=each)
    for each in (at, values)))
result = np.empty(100, np.float32)
cl.enqueue_copy(queue, result, sums)
serial = np.zeros(100, np.float32)
for i, value in zip(at, values):
    serial[i] += value
assert (result == serial).all()
order = tasklet.ordered_stats(event)
print(f"the same bits as a serial loop, by the executor '{order.executor}'")
