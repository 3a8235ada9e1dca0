// Without optimisation a spawn is a record, so that a debugger sees each task as it
// is written.
// RUN: %taskletc --emit=ll %s -o - | FileCheck --check-prefix=EAGER %s
// RUN: %taskletc --emit=ll -cl-opt-disable %s -o - \
// RUN:   | FileCheck --check-prefix=PLAIN --implicit-check-not=__tkl_count_tasks %s

// EAGER: mul nsw i32 [[N:%.*]], [[N]]
// PLAIN: define {{.*}}@__tkl_dispatch(
__task int square(int n) { return n * n; }
__task int two(int n) {
  int a, b;
  a <- square(n);
  b <- square(n + 1);
  force (a, b) { return a + b; }
}
__kernel void k(__global int *out, int n) { out[0] <- two(n); }
