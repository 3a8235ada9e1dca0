// Functions for tasks know the worker, and a step ends where one of them has
// failed the command.
// RUN: %taskletc --emit=ll %s -o - | FileCheck %s
// RUN: %taskletc --emit=ll -cl-opt-disable %s -o - \
// RUN:   | FileCheck --check-prefix=PLAIN %s
// RUN: %taskletc --emit=ll --trace %s -o - | FileCheck %s
// RUN: %taskletc --manifest=%t.json %s -o %t.bc
// RUN: FileCheck --check-prefix=MANIFEST %s < %t.json

// CHECK-NOT: __tkl_service_
// CHECK-LABEL: define {{.*}}@__tkl_dispatch(
// CHECK: call {{.*}}@__tkl_serve_
// PLAIN-NOT: __tkl_service_
// PLAIN: define internal {{.*}}@checked({{.*}}, {{i8\*|ptr}} [[STATE:%.*]])
// PLAIN: call {{.*}}void @__tkl_serve_fail({{i8\*|ptr}} [[STATE]],
// PLAIN-NEXT: ret i32 0
// PLAIN-LABEL: define {{.*}}@__tkl_dispatch(
// PLAIN: [[CODE:%.*]] = call {{.*}}i32 @checked({{.*}}, {{i8\*|ptr}} {{.*}})
// MANIFEST-DAG: "prints":true
// MANIFEST-DAG: "abi":9
int checked(int i, int n) {
  if (i < n)
    return i;
  tkl_fail("index %0 of %1", i, n);
}

__task int f(int n) {
  __global int *a = tkl_alloc(3 * sizeof(int));
  a[checked(n, 3)] = 1;
  tkl_print p = tkl_print_begin();
  tkl_print_int(p, n);
  tkl_print_end(p);
  return a[0];
}

__kernel void k(__global int *out, int n) { out[0] <- f(n); }
