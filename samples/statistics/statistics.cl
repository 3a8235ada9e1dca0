//===- statistics.cl - A complete binary tree -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

/// The leaves below a node that is `height` above them.
__task ulong leaves(uint height) {
  if (height == 0)
    return 1;
  ulong left, right;
  left <- leaves(height - 1);
  right <- leaves(height - 1);
  force (left, right) { return left + right; }
}

__kernel void count(__global ulong *out, uint height) {
  *out <- leaves(height);
}
