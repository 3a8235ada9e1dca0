// What taskletc --elide refuses, with a way out for each. Nothing is written.
//
// RUN: rm -f %t.c
// RUN: not %taskletc --elide %s -cl-std=CL2.0 -o %t.c 2>&1 | FileCheck %s
// RUN: not test -e %t.c

__task int elsewhere(int n);

__kernel void k(__global int3 *o, read_only image2d_t i) {
// CHECK: refused.cl:[[@LINE-1]]:{{.*}} error: 'i' of the type '__read_only image2d_t' cannot be elided
// CHECK: note: C has no such thing; leave it out, or take memory instead, under '#ifdef __TKL_SERIAL__'
  int q;
  o[0].x = (int)remquo(1.0f, 2.0f, &q);
// CHECK: refused.cl:[[@LINE-1]]:{{.*}} error: the built-in function 'remquo' cannot be elided
// CHECK: note: docs/elision.md lists those that C has; write the function yourself under '#ifdef __TKL_SERIAL__'
  *(__global int *)o <- elsewhere(1);
// CHECK: refused.cl:[[@LINE-1]]:{{.*}} error: a call of 'elsewhere' cannot be elided
// CHECK: note: another source defines it; make one source that includes both
  int (^b)(int) = ^(int n) { return n; };
// CHECK: refused.cl:[[@LINE-1]]:{{.*}} error: a block cannot be elided
// CHECK: note: write a function
  printf("%v3d", o[0]);
// CHECK: refused.cl:[[@LINE-1]]:{{.*}} error: a vector that is printed cannot be elided
// CHECK: note: print its elements one by one
  (*o++)--;
// CHECK: refused.cl:[[@LINE-1]]:{{.*}} error: this step of a vector cannot be elided
// CHECK: note: write it as an assignment
  *o++ <<= 1;
// CHECK: refused.cl:[[@LINE-1]]:{{.*}} error: this shift of a vector cannot be elided
// CHECK: note: write it as an assignment
  o[0] /= o[1];
// CHECK: refused.cl:[[@LINE-1]]:{{.*}} error: this division of vectors of three cannot be elided
// CHECK: note: write it as 'v = v / w'
}
