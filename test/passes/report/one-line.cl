// Forces of one line, as macros make them, have names that tell them apart.
// RUN: %taskletc --report=%t %s -o /dev/null && FileCheck %s <%t
__task int g(int n) { return n + 1; }
__task int f(int n) {
  int a, b;
  // clang-format off
  a <- g(n); force (a) { b <- g(a * n); force (b) { return a + b + n; } }
  // clang-format on
}
__kernel void k(__global int *out) { out[0] <- f(3); }
// CHECK: force in line 7 captures 4 bytes:
// CHECK-NEXT: n  int  4 bytes, used in line 7
// CHECK-NEXT: force in line 7, column 41 captures 4 bytes:
