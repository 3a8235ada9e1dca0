#!/usr/bin/env python3
"""A sweep over the worker processes of a cluster: in how many ways can a board be
filled with queens, for each size and each place of the first queen?

    dask_queens.py [LARGEST [WORKERS]]

It needs the wheel of Tasklet (scripts/wheel), pyopencl, Dask and its part
`distributed`.
"""
import argparse
import os
import pathlib
import time

import dask.array as da
import numpy as np
import tasklet.dask
from dask.distributed import Client, LocalCluster

nqueens = pathlib.Path(__file__).parents[1] / "nqueens" / "nqueens.cl"
# An element without a task stays 0: that column is beyond the board.
source = nqueens.read_text() + """
__kernel void sweep(__global int *ways, __global const int *size,
                    __global const int *column) {
  int i = get_global_id(0);
  uint queen = 1u << column[i];
  if (column[i] < size[i])
    ways[i] <- place((1u << size[i]) - 1, queen, queen << 1, queen >> 1);
}
"""


def serial(size, queens):
    """The same by the definition: `queens` has the columns of the rows so far."""
    row = len(queens)
    if row == size:
        return 1
    return sum(serial(size, queens + [column]) for column in range(size)
               if all(column != other and abs(column - other) != row - at
                      for at, other in enumerate(queens)))


def main(largest, workers):
    # Two processes with all processors each would be in each other's way.
    os.environ.setdefault("TASKLET_WORKERS",
                          str(max(1, (os.cpu_count() or 1) // workers)))
    sizes = np.arange(4, largest + 1, dtype=np.int32)
    columns = np.arange(largest, dtype=np.int32)
    with LocalCluster(n_workers=workers, threads_per_worker=1,
                      dashboard_address=":0") as cluster, Client(cluster):
        # One row of chunks for each board.
        size, column = (da.from_array(each, chunks=(1, 4)) for each in
                        np.meshgrid(sizes, columns, indexing="ij"))
        began = time.perf_counter()
        ways = tasklet.dask.map_blocks(source, "sweep", size, column)
        found = ways.compute()
        took = time.perf_counter() - began
    for size, row in zip(sizes, found):
        print(f"{size:2} queens: {row.sum():8} ways;", *row[:size])
        assert list(row) == [serial(size, [column]) if column < size else 0
                             for column in columns]
    print(f"{ways.npartitions} chunks on {workers} workers in {took:.2f} s; "
          "all as by the definition")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("largest", nargs="?", type=int, default=9,
                        choices=range(4, 17), metavar="LARGEST",
                        help="board, from 4 to 16; 9 by itself")
    parser.add_argument("workers", nargs="?", type=int, default=2,
                        choices=range(1, 65), metavar="WORKERS",
                        help="processes, from 1 to 64; 2 by themselves")
    main(**vars(parser.parse_args()))
