// Where numbers wrap, the conditions of inlined children are simplified all the
// same, if the sums in them cannot wrap: with and without the option the steps are
// the same.
// RUN: %taskletc --report=%t.txt %s -o %t.bc
// RUN: %taskletc --report=%t.wrapping.txt -fwrapv %s -o %t.bc
// RUN: diff %t.txt %t.wrapping.txt
// RUN: FileCheck %s < %t.wrapping.txt
// CHECK: spawn of fib at {{.*}}runs at once if it ends before it spawns
// CHECK: steps in the dispatch kernel, with their instructions: fib (
__task int fib(int n) {
  if (n < 2)
    return n;
  int a, b;
  a <- fib(n - 1);
  b <- fib(n - 2);
  force (a, b) { return a + b; }
}

__kernel void k(__global int *out, int n) { out[0] <- fib(n); }
