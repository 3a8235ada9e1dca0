// A function that is always inlined leaves with its caller: behind its calls nobody
// asks whether it has failed the command. Others are asked.
// RUN: %taskletc --emit=ll -cl-opt-disable %s -o - | FileCheck %s
// RUN: %taskletc --emit=ll -cl-opt-disable -DCALLED %s -o - \
// RUN:   | FileCheck --check-prefix=CALLED %s

// CHECK-NOT: @checked(
// CHECK-NOT: @larger(
// CHECK-LABEL: define {{.*}}@__tkl_dispatch(
// CHECK-COUNT-2: call {{.*}}void @__tkl_serve_fail(
// CHECK-NOT: call {{.*}}void @__tkl_serve_fail(
// CALLED: define internal {{.*}}@checked({{.*}}, {{i8\*|ptr}} {{.*}})
#ifndef CALLED
__attribute__((always_inline))
#endif
static int checked(int i, int n) {
  if (i >= n)
    tkl_fail("index %0 of %1", i, n);
  return i;
}

// One that calls the other.
#ifndef CALLED
__attribute__((always_inline))
#endif
static int larger(int i, int n) {
  return checked(i, n) + 1;
}

__task int f(int n) {
  return checked(n, 3) * larger(n, 5);
}

__kernel void k(__global int *out, int n) { out[0] <- f(n); }
