//===- fib.cl - Fibonacci numbers by plain recursion ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The smallest program that has everything: spawns, futures, a force. Its tasks
// do next to nothing, so it measures what a task costs.
//
//===----------------------------------------------------------------------===//

__task int fib(int n) {
  if (n < 2)
    return n;
  int a, b;
  a <- fib(n - 1);
  b <- fib(n - 2);
  force (a, b) {
    return a + b;
  }
}

__kernel void start(int n, __global int *out) {
  out[0] <- fib(n);
}
