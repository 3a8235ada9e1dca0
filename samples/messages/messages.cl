//===- messages.cl - A long chain of tasks --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

/// Each task waits for the next: the frames of all of them live at once.
__task uint chain(uint length) {
  if (length == 0)
    return 0;
  uint rest;
  rest <- chain(length - 1);
  force (rest) { return rest + 1; }
}

__kernel void start(__global uint *out, uint length) { *out <- chain(length); }
