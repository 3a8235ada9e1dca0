//===- helper_queues.cl - Prime numbers below a number --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

static bool isPrime(uint n) {
  for (uint d = 2; d * d <= n; ++d)
    if (n % d == 0)
      return false;
  return n > 1;
}

/// How many of from .. to - 1 are prime.
__task uint primes(uint from, uint to) {
  if (to - from <= 64) {
    uint count = 0;
    for (uint n = from; n < to; ++n)
      count += isPrime(n);
    return count;
  }
  uint low, high;
  low <- primes(from, from + (to - from) / 2);
  high <- primes(from + (to - from) / 2, to);
  force (low, high) { return low + high; }
}

__kernel void count(__global uint *out, uint to) { *out <- primes(0, to); }
