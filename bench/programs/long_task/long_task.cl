//===- long_task.cl - One task, which nobody can help ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// What the other workers do while they find nothing must not slow this one.
//
//===----------------------------------------------------------------------===//

// A chain of operations that each need the one before.
__task uint scramble(uint word, uint rounds) {
  for (uint i = 0; i < rounds; ++i) {
    word ^= word << 13;
    word ^= word >> 17;
    word ^= word << 5;
  }
  return word;
}

__kernel void start(uint rounds, __global uint *out) {
  out[0] <- scramble(1u, rounds);
}
