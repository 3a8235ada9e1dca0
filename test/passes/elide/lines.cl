// What taskletc --elide writes: the lines of the source, without what is no C.
//
// RUN: %taskletc --elide %s -o - | FileCheck %s
// RUN: %taskletc --elide %s -o %t.c --depfile=%t.d && FileCheck --check-prefix=RULE %s < %t.d
// RULE: .tmp.c:
// RULE: lines.cl
//
// No kernels, and no program.
// RUN: echo | %taskletc --elide - -o - | FileCheck --check-prefix=EMPTY %s
// EMPTY: static const __tkl_kernel __tkl_kernels[] = {
// EMPTY-NEXT: {0}};

// CHECK: // Made by taskletc --elide: functions of OpenCL C, the program, its kernels
// CHECK: #include <tasklet/serial.h>
__task int fib(int n) {
  if (n < 2)
    return n;
  int a, b;
  a <- fib(n - 1);
  b <- fib(n - 2);
  force (a, b) { return a + b; }
}
// CHECK: static {{ *}}int fib(int n) {
// CHECK: a = fib(n - 1);
// CHECK-NEXT: b = fib(n - 2);
// CHECK-NEXT: {{^ *}}{ return a + b; }
__kernel void k(__global int *out) { out[0] <- fib(9); }
// CHECK: __tkl_kernels
