// The loops of a slice end after some rounds, whatever their bounds are.
// RUN: %clang -fplugin=%plugin -target spir64 -O1 -Xclang -disable-llvm-passes \
// RUN:   -S -emit-llvm -o %t.ll %s
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-ordered,tkl-verify -S %t.ll \
// RUN:   -o %t.out.ll
// RUN: sed -n -e '/^define .*\.slice\.ask(/,/^}/p' %t.out.ll | FileCheck %s

__kernel __ordered(x) void solve(__global double *x, __global const int *row,
                                 __global const int *col) {
  int i = get_global_id(0);
  double s = 0;
  for (int k = row[i]; k < row[i + 1]; ++k)
    s -= x[col[k]];
  x[i] = s;
}
// CHECK-LABEL: define {{.*}} @solve.slice.ask(
// CHECK: [[ENOUGH:%.*]] = call spir_func {{.*}}i1 @__tkl_order_round(
// CHECK-NEXT: br i1 [[ENOUGH]], label %[[RETURN:.*]], label
// CHECK: [[RETURN]]:
// CHECK-NEXT: ret void

// Each of the two.
__kernel __ordered(x) void nested(__global int *x, int n) {
  int i = get_global_id(0);
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < j; ++k)
      x[i + j * k] = 1;
}
// CHECK-LABEL: define {{.*}} @nested.slice.ask(
// CHECK-COUNT-2: call spir_func {{.*}}i1 @__tkl_order_round(
// CHECK-NOT: order_round

// It ends by itself.
__kernel __ordered(x) void few(__global int *x) {
  int i = get_global_id(0);
  for (int j = 0; j < 9; ++j)
    x[i + j] = 1;
}
// CHECK-LABEL: define {{.*}} @few.slice.ask(
// CHECK-NOT: order_round
// CHECK: ret void

__kernel __ordered(x) void none(__global int *x) { x[get_global_id(0)] = 1; }
// CHECK-LABEL: define {{.*}} @none.slice.ask(
// CHECK-NOT: order_round
// CHECK: ret void
