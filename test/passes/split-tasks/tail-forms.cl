// Every form of source that is a tail spawn, at both ends of optimisation: none
// of these tasks opens a frame, writes a record, or waits.
// RUN: %clang -fplugin=%plugin -target spir64 -O0 -S -emit-llvm %s -o - \
// RUN:     -Xclang -disable-llvm-passes \
// RUN:   | %opt -load-pass-plugin=%passes -passes=tkl-prepare,tkl-split-tasks,verify,tkl-verify -S \
// RUN:   | FileCheck %s --implicit-check-not='call {{.*}} @__tkl_{{(open_frame|spawn|suspend)}}('
// RUN: %clang -fplugin=%plugin -target spir64 -O2 -S -emit-llvm %s -o - \
// RUN:     -Xclang -disable-llvm-passes \
// RUN:   | %opt -load-pass-plugin=%passes -passes=tkl-prepare,tkl-split-tasks,verify,tkl-verify -S \
// RUN:   | FileCheck %s --implicit-check-not='call {{.*}} @__tkl_{{(open_frame|spawn|suspend)}}('
// RUN: %clang -fplugin=%plugin -target spir64 -O0 -g -S -emit-llvm %s -o - \
// RUN:     -Xclang -disable-llvm-passes \
// RUN:   | %opt -load-pass-plugin=%passes -passes=tkl-prepare,tkl-split-tasks,verify,tkl-verify -S \
// RUN:   | FileCheck %s --implicit-check-not='call {{.*}} @__tkl_{{(open_frame|spawn|suspend)}}('

typedef struct {
  int a[3];
  float3 v;
  uchar c;
} record;
typedef struct __attribute__((packed)) {
  char c;
  long l;
} tight;

// Types that memory holds in another form.
// CHECK-LABEL: define {{.*}} @is_even(
// CHECK: call {{.*}} @__tkl_run_next(
__task bool is_odd(int n);
__task bool is_even(int n) {
  if (n == 0) return true;
  bool t;
  t <- is_odd(n - 1);
  force (t) { return t; }
}
// CHECK-LABEL: define {{.*}} @is_odd(
// CHECK: call {{.*}} @__tkl_run_next(
__task bool is_odd(int n) {
  if (n == 0) return false;
  bool t;
  t <- is_even(n - 1);
  force (t) { return t; }
}
// CHECK-LABEL: define {{.*}} @three_floats(
// CHECK: call {{.*}} @__tkl_run_next(
__task float3 three_floats(int n, float3 v) {
  if (n == 0) return v;
  float3 t;
  t <- three_floats(n - 1, v.yzx);
  force (t) { return t; }
}
// CHECK-LABEL: define {{.*}} @three_bytes(
// CHECK: call {{.*}} @__tkl_run_next(
__task uchar3 three_bytes(int n, uchar3 v) {
  if (n == 0) return v;
  uchar3 t;
  t <- three_bytes(n - 1, v.yzx);
  force (t) { return t; }
}

// A bool is a byte already; a pointer stays what it is.
// CHECK-LABEL: define {{.*}} @flag(
// CHECK: call {{.*}} @__tkl_run_next(
__task uchar flag(int n) {
  if (n == 0) return 2;
  uchar t;
  t <- is_even(n - 1);
  force (t) { return t; }
}
// CHECK-LABEL: define {{.*}} @pointer(
// CHECK: call {{.*}} @__tkl_run_next(
__task __global int *pointer(int n, __global int *p) {
  if (n == 0) return p;
  __global int *t;
  t <- pointer(n - 1, p + 1);
  force (t) { return t; }
}
// CHECK-LABEL: define {{.*}} @readable(
// CHECK: call {{.*}} @__tkl_run_next(
__task const __global void *readable(int n, __global int *p) {
  const __global void *t;
  t <- pointer(n - 1, p + 1);
  force (t) { return t; }
}

// Structures, returned through one variable or several.
// CHECK-LABEL: define {{.*}} @one_variable(
// CHECK: call {{.*}} @__tkl_run_next(
__task record one_variable(int n, float3 v) {
  record t = {{1, 2, 3}, v, 4};
  if (n == 0) return t;
  t <- one_variable(n - 1, v);
  force (t) { return t; }
}
// CHECK-LABEL: define {{.*}} @two_variables(
// CHECK: call {{.*}} @__tkl_run_next(
__task tight two_variables(int n) {
  if (n == 0) {
    tight first = {1, 2};
    return first;
  }
  tight t;
  t <- two_variables(n - 1);
  force (t) { return t; }
}

// Branches.
// CHECK-LABEL: define {{.*}} @both_branches(
// CHECK: call {{.*}} @__tkl_run_next(
// CHECK: call {{.*}} @__tkl_run_next(
__task int both_branches(int n, int a) {
  if (n == 0) return a;
  int t;
  if (n & 1)
    t <- both_branches(n - 1, a + 1);
  else
    t <- both_branches(n - 1, 3 * a);
  force (t) { return t; }
}
// CHECK-LABEL: define {{.*}} @in_branches(
// CHECK: call {{.*}} @__tkl_run_next(
// CHECK: call {{.*}} @__tkl_run_next(
__task int in_branches(int n, int a) {
  if (n == 0) return a;
  int t;
  if (n & 1) {
    t <- both_branches(n - 1, a + 1);
    force (t) { return t; }
  }
  for (int i = 0; i < n; ++i) a ^= i;
  t <- in_branches(n - 1, a);
  force (t) { return t; }
}
// CHECK-LABEL: define {{.*}} @cases(
// CHECK: call {{.*}} @__tkl_run_next(
// CHECK: call {{.*}} @__tkl_run_next(
// CHECK: call {{.*}} @__tkl_run_next(
__task int cases(int n, int a) {
  if (n == 0) return a;
  int t;
  switch (n & 3) {
  case 0: t <- cases(n - 1, a + 1); break;
  case 1:
    if (a & 1)
      t <- both_branches(n - 1, a);
    else
      t <- in_branches(n - 1, a);
    break;
  default: t <- cases(n - 1, 3 * a);
  }
  force (t) { return t; }
}
// CHECK-LABEL: define {{.*}} @through_variable(
// CHECK: call {{.*}} @__tkl_run_next(
__task int through_variable(int n) {
  if (n == 0) return 1;
  int t;
  t <- through_variable(n - 1);
  force (t) {
    const int r = t;
    return (int)r;
  }
}

// Without result.
// CHECK-LABEL: define {{.*}} @last_act(
// CHECK: call {{.*}} @__tkl_run_next(
// CHECK: call {{.*}} @__tkl_run_next(
__task void last_act(int n, __global int *out) {
  if (n == 0) { *out = 1; return; }
  if (n & 1) {
    () <- last_act(n - 1, out);
  } else {
    *out = n;
    () <- last_act(n - 2, out);
  }
}
// CHECK-LABEL: define {{.*}} @last_case(
// CHECK: call {{.*}} @__tkl_run_next(
// CHECK: call {{.*}} @__tkl_run_next(
__task void last_case(int n, __global int *out) {
  switch (n) {
  case 0: *out = 1; break;
  case 1: () <- last_act(n - 1, out); break;
  default: () <- last_case(n - 1, out);
  }
}
// CHECK-LABEL: define {{.*}} @leaves_loop(
// CHECK: call {{.*}} @__tkl_run_next(
__task void leaves_loop(int n, __global int *out) {
  for (int i = 0; i < n; ++i)
    if (out[i]) {
      () <- leaves_loop(n - 1, out);
      return;
    }
}
// CHECK-LABEL: define {{.*}} @to_global(
// CHECK: call {{.*}} @__tkl_run_next(
__task void to_global(int n, __global int *out) {
  out[n] <- through_variable(n);
}
// CHECK-LABEL: define {{.*}} @waits_for_it(
// CHECK: call {{.*}} @__tkl_run_next(
__task void waits_for_it(int n, __global int *out) {
  if (n == 0) { *out = 1; return; }
  () <- waits_for_it(n - 1, out);
  force () {}
}
// CHECK-LABEL: define {{.*}} @waits_for_global(
// CHECK: call {{.*}} @__tkl_run_next(
__task void waits_for_global(int n, __global int *out) {
  out[n] <- through_variable(n);
  force () { return; }
}
// CHECK-LABEL: define {{.*}} @forgets(
// CHECK: call {{.*}} @__tkl_run_next({{.*}} null)
__task void forgets(int n) {
  int t;
  t <- through_variable(n);
  force (t) {}
}
