// An id that is kept in an `int` is that of 32 bits, which the worker counts by
// itself. Whatever needs the whole id asks for the whole.
// RUN: %clang -fplugin=%plugin -target spir64 -O1 -Xclang -disable-llvm-passes \
// RUN:   -S -emit-llvm -o %t.ll %s
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-ordered,tkl-verify -S %t.ll \
// RUN:   -o %t.out.ll
// RUN: sed -n -e '/^define .*\.body(/,/^}/p' %t.out.ll | FileCheck %s

__kernel __ordered(x) void low(__global int *x) {
  int i = get_global_id(0);
  x[i] = 1;
}
// CHECK-LABEL: define {{.*}} @low.body(
// CHECK: [[LOW:%.*]] = call spir_func i32 @__tkl_order_low_id(
// CHECK-NOT: trunc
// CHECK: sext i32 [[LOW]] to i64

// The sum needs no more bits than its result. The constant is 2^32 + 3.
__kernel __ordered(x) void sum(__global int *x, ulong n) {
  uint i = (get_global_id(0) - n) * 4294967299ul;
  x[i] = 1;
}
// CHECK-LABEL: define {{.*}} @sum.body(
// CHECK: [[LOW:%.*]] = call spir_func i32 @__tkl_order_low_id(
// CHECK: [[N:%.*]] = trunc i64 %1 to i32
// CHECK: [[SUM:%.*]] = sub i32 [[LOW]], [[N]]
// CHECK: mul i32 [[SUM]], 3

// The low bits of a quotient need the high ones of the id.
__kernel __ordered(x) void quotient(__global int *x) {
  uint i = get_global_id(0) / 3;
  x[i] = 1;
}
// CHECK-LABEL: define {{.*}} @quotient.body(
// CHECK-NOT: low_id
// CHECK: call spir_func i64 @__tkl_order_get_global_id(
// CHECK-NOT: low_id
// CHECK: ret void

__kernel __ordered(x) void whole(__global int *x) {
  size_t i = get_global_id(0);
  x[i] = 1;
}
// CHECK-LABEL: define {{.*}} @whole.body(
// CHECK-NOT: low_id
// CHECK: ret void

// It is the same for all work-items of a row, and so are sums without any id.
__kernel __ordered(x) void row(__global int *x, ulong n) {
  int i = get_global_id(1), j = n + 1;
  x[i + j] = 1;
}
// CHECK-LABEL: define {{.*}} @row.body(
// CHECK-NOT: low_id
// CHECK: ret void

// A narrower number is left to the optimiser.
__kernel __ordered(x) void byte(__global int *x) {
  uchar i = get_global_id(0);
  x[i] = 1;
}
// CHECK-LABEL: define {{.*}} @byte.body(
// CHECK-NOT: low_id
// CHECK: ret void
