//===- settings.cl - The sum of the squares below a number ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

__task ulong squares(uint from, uint to) {
  if (to - from == 1)
    return (ulong)from * from;
  ulong low, high;
  low <- squares(from, from + (to - from) / 2);
  high <- squares(from + (to - from) / 2, to);
  force (low, high) { return low + high; }
}

__kernel void sum(__global ulong *out, uint to) { *out <- squares(0, to); }
