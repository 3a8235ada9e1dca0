// taskletc --trace: the program has the runtime that records, and says in its
// manifest what its steps are called. Without it nothing of that is there.
// RUN: %taskletc --trace --emit=ll -O0 %s -o %t.ll --manifest=%t.json
// RUN: FileCheck %s --check-prefix=ON < %t.ll
// RUN: FileCheck %s --check-prefix=STEPS < %t.json
// RUN: %taskletc --emit=ll -O0 %s -o %t.ll --manifest=%t.json
// RUN: FileCheck %s --check-prefix=OFF < %t.ll
// RUN: FileCheck %s --check-prefix=NO-STEPS < %t.json
//
// Of an object it is decided when it is linked.
// RUN: %taskletc --trace --object %s -o %t.bc --manifest=%t.json
// RUN: FileCheck %s --check-prefix=NO-STEPS < %t.json
// RUN: %taskletc --trace %t.bc -o %t.linked.bc --manifest=%t.json
// RUN: FileCheck %s --check-prefix=STEPS < %t.json
//
// ON: __tkl_trace_open
// OFF-NOT: __tkl_trace
// OFF-NOT: tracer
// STEPS: "traced_steps":["f","f.overflow","f.force1"]
// NO-STEPS-NOT: traced_steps

__task int f(int n) {
  if (n < 2) return n;
  int a, b;
  a <- f(n - 1);
  b <- f(n - 2);
  force (a, b) { return a + b; }
}
__kernel void k(__global int *out) { out[0] <- f(9); }
