// The slice of an ordered kernel: what decides its accesses, and nothing else.
// The view "ask" has a call of the runtime for each access.
// RUN: %clang -fplugin=%plugin -target spir64 -O1 -Xclang -disable-llvm-passes \
// RUN:   -S -emit-llvm -o %t.ll %s
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-ordered,tkl-verify -S %t.ll \
// RUN:   -o %t.slices.ll
// RUN: sed -n -e '/^define .*\.slice\.ask(/,/^}/p' %t.slices.ll > %t.ask.ll
// RUN: FileCheck %s < %t.ask.ll
// None of them stores anything.
// RUN: FileCheck %s --check-prefix=STORE < %t.ask.ll
// STORE-NOT: {{^ +store}}
// RUN: FileCheck %s --check-prefix=LEFT < %t.slices.ll
// LEFT-NOT: @tkl.

__kernel __ordered(x) void nothing(__global int *x, __global int *y) {
  y[get_global_id(0)] = 1;
}
// CHECK-LABEL: define {{.*}} @nothing.slice.ask(
// CHECK-NOT: {{load|ask_}}
// CHECK: ret void

// Reads at and not v, and asks for the read before the write.
__kernel __ordered(x) void scatter(__global float *x, __global const int *at,
                                   __global const float *v, int n) {
  int i = get_global_id(0);
  if (i < n)
    x[at[i]] += v[i];
}
// CHECK-LABEL: define {{.*}} @scatter.slice.ask(
// CHECK: icmp slt
// CHECK-NEXT: br i1
// CHECK: load i32
// CHECK-NOT: load
// CHECK: call spir_func void @__tkl_order_ask_read({{.*}}, i64 4, i32 2, i64 1)
// CHECK: call spir_func void @__tkl_order_ask_write({{.*}}, i64 4, i32 2, i64 1)
// CHECK: ret void

// Keeps the loop with its bounds, and not the sum.
__kernel __ordered(x) void solve(__global double *x, __global const int *row,
                                 __global const int *col,
                                 __global const double *a) {
  int i = get_global_id(0);
  double s = 0;
  for (int k = row[i]; k < row[i + 1]; ++k)
    s -= a[k] * x[col[k]];
  x[i] = s;
}
// CHECK-LABEL: define {{.*}} @solve.slice.ask(
// CHECK: load i32
// CHECK: phi i32
// CHECK: load i32
// CHECK: icmp slt
// CHECK: load i32
// CHECK-NOT: load
// CHECK: call spir_func void @__tkl_order_ask_read(
// CHECK-NOT: {{load|fmul|fsub|phi}}
// CHECK: call spir_func void @__tkl_order_ask_write(
// CHECK: ret void

// Loses a loop in which nothing decides an access.
__kernel __ordered(x) void loop(__global float *x, __global const float *v, int n) {
  int i = get_global_id(0);
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += v[k];
  x[i] = s;
}
// CHECK-LABEL: define {{.*}} @loop.slice.ask(
// CHECK-NOT: {{phi|load|br i1}}
// CHECK: call spir_func void @__tkl_order_ask_write(
// CHECK: ret void

// Has both sides of a branch on what it writes, one after the other. What may
// run in vain reads zeros outside of the memory.
__kernel __ordered(x) void sides(__global int *x, __global const int *at) {
  int i = get_global_id(0);
  if (x[i] > 0)
    x[at[i]] = 1;
  else
    x[i + 7] = 2;
}
// CHECK-LABEL: define {{.*}} @sides.slice.ask(
// CHECK-NOT: br i1
// CHECK: call spir_func void @__tkl_order_ask_read(
// CHECK: call {{.*}} @__tkl_order_zeros(
// CHECK: select i1
// CHECK: load i32
// CHECK: call spir_func void @__tkl_order_ask_write(
// CHECK-NOT: {{br i1|load}}
// CHECK: call spir_func void @__tkl_order_ask_write(
// CHECK: ret void

// A loop in such a side runs as often as the kernel's.
__kernel __ordered(x) void inner(__global int *x, int n) {
  int i = get_global_id(0);
  if (x[i] > 0)
    for (int k = 0; k < n; ++k)
      x[i + k] = 1;
}
// CHECK-LABEL: define {{.*}} @inner.slice.ask(
// CHECK: call spir_func void @__tkl_order_ask_read(
// CHECK-NOT: br i1
// CHECK: %[[MOST:.+]] = call i32 @llvm.smax.i32(i32 %{{.+}}, i32 0)
// CHECK: %[[ROUND:.+]] = phi i32
// CHECK: %[[MORE:.+]] = icmp ne i32 %[[ROUND]], %[[MOST]]
// CHECK: br i1 %[[MORE]],
// CHECK: call spir_func void @__tkl_order_ask_write(
// CHECK: ret void

// In vain, `k` may never be `end`. So the rounds are counted before.
__kernel __ordered(x) void steps(__global int *x, int from, int end) {
  int i = get_global_id(0);
  if (x[i] > 0)
    for (int k = from; k != end; k += 3)
      x[i + k] = 1;
}
// CHECK-LABEL: define {{.*}} @steps.slice.ask(
// CHECK: %[[ALL:.+]] = sub i32 %{{.+}}, %{{.+}}
// CHECK: %[[MOST:.+]] = udiv i32 %[[ALL]], 3
// CHECK: %[[ROUND:.+]] = phi i32
// CHECK: %[[MORE:.+]] = icmp ne i32 %[[ROUND]], %[[MOST]]
// CHECK: br i1 %[[MORE]],
// CHECK: ret void

// There is none of this one.
__kernel __ordered(x) void self(__global int *x) { x[x[0]] = 1; }
// CHECK-NOT: @self.slice
