// Ordinary functions that call each other in a circle, across objects. Tasks may.
// RUN: rm -rf %t && split-file %s %t
// RUN: %taskletc --object %t/a.cl -o %t/a.bc
// RUN: %taskletc --object %t/b.cl -o %t/b.bc
// RUN: not %taskletc %t/a.bc %t/b.bc -o %t/ab.bc 2>&1 | FileCheck %s
// RUN: %taskletc --object -DTASKS %t/a.cl -o %t/a.bc
// RUN: %taskletc --object -DTASKS %t/b.cl -o %t/b.bc
// RUN: %taskletc %t/a.bc %t/b.bc -o %t/ab.bc

// CHECK: error: function '{{even|odd}}' calls itself through functions of other objects, which OpenCL C does not allow; make it a task
// CHECK-NOT: error:

//--- a.cl
#ifdef TASKS
__task int odd(int n);
__task int even(int n) {
  int r;
  if (n == 0) return 1;
  r <- odd(n - 1);
  force (r) { return r; }
}
__kernel void k(__global int *out) { out[0] <- even(7); }
#else
int odd(int n);
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__task int t(int n) { return even(n); }
__kernel void k(__global int *out) { out[0] <- t(7); }
#endif
//--- b.cl
#ifdef TASKS
__task int even(int n);
__task int odd(int n) {
  int r;
  if (n == 0) return 0;
  r <- even(n - 1);
  force (r) { return r; }
}
#else
int even(int n);
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
#endif
