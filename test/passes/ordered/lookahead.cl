// What is fetched for the work-items that come next. `far` needs their ids only,
// `near` what they load in any case.
// RUN: %clang -fplugin=%plugin -target spir64 -O1 -Xclang -disable-llvm-passes \
// RUN:   -S -emit-llvm -o %t.ll %s
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-ordered,tkl-verify -S %t.ll \
// RUN:   -o %t.out.ll
// RUN: sed -n -e '/^define .*\.\(far\|near\)(/,/^}/p' %t.out.ll > %t.ahead.ll
// RUN: FileCheck %s < %t.ahead.ll
// Prefetches, and loads of indexes: nothing else touches memory.
// RUN: FileCheck %s --check-prefix=PURE < %t.ahead.ll
// PURE-NOT: {{store|atomicrmw|cmpxchg|load (double|float)}}
// SPIR-V has no prefetch that its translator makes.
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-ordered -tkl-target=spirv -S \
// RUN:   %t.ll | FileCheck %s --check-prefix=SPIRV
// SPIRV-NOT: {{\.(far|near)\(|llvm.prefetch}}

typedef __global const int *Places;

// row[i] and row[i + 1] are one line, and so are the diagonal and the last of the
// loop, if it has a round. What col leads to would need a load that the work-item
// may not make.
__kernel __ordered(x) void solve(__global double *x, Places row, Places col,
                                 __global const double *a,
                                 __global const double *b) {
  size_t i = get_global_id(0);
  int diagonal = row[i + 1] - 1;
  double s = b[i];
  for (int k = row[i]; k < diagonal; ++k)
    s -= a[k] * x[col[k]];
  x[i] = s / a[diagonal];
}
// CHECK-LABEL: define {{.*}} @solve.body.far(
// CHECK-NOT: load
// CHECK-COUNT-3: call void @llvm.prefetch
// CHECK-NOT: prefetch
// CHECK: ret void
// CHECK-LABEL: define {{.*}} @solve.body.near(
// CHECK-COUNT-2: load i32
// CHECK-NOT: load
// CHECK-COUNT-3: call void @llvm.prefetch.p1{{.*}}, i32 0, i32 3, i32 1)
// CHECK-NOT: prefetch
// CHECK: ret void

// One prefetch for the load and the store of x.
__kernel __ordered(x) void scatter(__global float *x, Places at,
                                   __global const float *v) {
  int i = get_global_id(0);
  x[at[i]] += v[i];
}
// CHECK-LABEL: define {{.*}} @scatter.body.far(
// CHECK-COUNT-2: call void @llvm.prefetch
// CHECK-NOT: prefetch
// CHECK-LABEL: define {{.*}} @scatter.body.near(
// CHECK: load i32
// CHECK: call void @llvm.prefetch.p1{{.*}}, i32 1, i32 3, i32 1)
// CHECK-NOT: prefetch
// CHECK: ret void

// What a work-item may leave out is not loaded for it.
__kernel __ordered(x) void some(__global float *x, Places at, int n) {
  int i = get_global_id(0);
  if (i < n)
    x[at[i]] += 1;
}
// CHECK-LABEL: define {{.*}} @some.body.far(
// CHECK-COUNT-1: call void @llvm.prefetch
// CHECK-NOT: @some.body.near(

// Nor is what the kernel writes.
__kernel __ordered(x) void moves(__global float *x, Places at,
                                 __global int *next) {
  int i = get_global_id(0);
  x[at[i]] += next[i];
  next[i] = 0;
}
// CHECK-LABEL: define {{.*}} @moves.body.far(
// CHECK-COUNT-2: call void @llvm.prefetch
// CHECK-LABEL: define {{.*}} @moves.body.near(
// CHECK-COUNT-1: load i32
// CHECK-NOT: load
// CHECK: ret void

// Nor is what a division leads to, which might trap, or a second load.
__kernel __ordered(x) void twice(__global float *x, Places at, Places to, int n) {
  int i = get_global_id(0);
  x[at[to[i]]] += at[i / n];
}
// CHECK-LABEL: define {{.*}} @twice.body.far(
// CHECK-COUNT-1: call void @llvm.prefetch
// CHECK-NOT: prefetch
// CHECK-LABEL: define {{.*}} @twice.body.near(
// CHECK-COUNT-1: load i32
// CHECK-NOT: load
// CHECK-COUNT-1: call void @llvm.prefetch
// CHECK-NOT: prefetch

// A long computation would be made twice.
#define STEP(n) n = (n ^ n >> 7) * 5 + 1;
__kernel __ordered(x) void hashed(__global float *x, __global const float *v) {
  uint i = get_global_id(0), n = i;
  STEP(n) STEP(n) STEP(n) STEP(n) STEP(n) STEP(n) STEP(n) STEP(n)
  x[i] += v[n % 1024];
}
// CHECK-LABEL: define {{.*}} @hashed.body.far(
// CHECK-NOT: mul
// CHECK-COUNT-1: call void @llvm.prefetch
// CHECK-NOT: prefetch
// CHECK: ret void

// All work-items touch the same.
__kernel __ordered(x) void same(__global float *x, __global const float *v) {
  x[0] += v[1];
}
// CHECK-NOT: @same.body.
