//===- gauss_seidel.cl - Relaxation of a grid, in place -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A sweep of the method of Gauss and Seidel: each cell becomes the mean of its
// neighbours, of which two are new already and two are still old. Cells of the
// border and walls keep their values. The kernel is the serial loop's body.
//
//===----------------------------------------------------------------------===//

__kernel __ordered(u) void sweep(__global float *u, __global const uchar *wall,
                                 int width, int height) {
  int x = get_global_id(0), y = get_global_id(1), at = y * width + x;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1 || wall[at])
    return;
  u[at] = 0.25f * (u[at - width] + u[at - 1] + u[at + 1] + u[at + width]);
}
