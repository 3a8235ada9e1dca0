// The last spawn before a force runs next. But if the force does not wait for
// it, the task must be able to go on while it runs. So it becomes a record,
// which another worker may take, also where nothing else is outstanding.
// RUN: %clang -fplugin=%plugin -target spir64 -O1 -S -emit-llvm %s -o - \
// RUN:     -Xclang -disable-llvm-passes \
// RUN:   | %opt -load-pass-plugin=%passes -passes=tkl-prepare,tkl-split-tasks,verify,tkl-verify -S \
// RUN:   | FileCheck %s

__task int leaf(int n);

// Refused: `b` is awaited later.
// CHECK-LABEL: define {{.*}} @unawaited(
// CHECK-NOT: @__tkl_run_next(
// CHECK: call {{.*}} @__tkl_spawn_in_group(
// CHECK-NOT: @__tkl_run_next(
// CHECK: call {{.*}} @__tkl_spawn_in_group(
// CHECK-NOT: @__tkl_run_next(
// CHECK: call {{.*}} @__tkl_continue_at(
// CHECK-NOT: @__tkl_run_next(
// CHECK: {{^}}}
__task int unawaited(int n) {
  int a, b;
  a <- leaf(n);
  b <- leaf(n + 1);
  force (a);
  int sum = a;
  force (b);
  return sum + b;
}

// The same in a loop, in a step that begins after a force.
// CHECK-LABEL: define {{.*}} @rounds(
// CHECK-NOT: @__tkl_run_next(
// CHECK: {{^}}}
// CHECK: define {{.*}} @rounds.force1(
// CHECK-NOT: @__tkl_run_next(
// CHECK: call {{.*}} @__tkl_spawn_in_group(
// CHECK-NOT: @__tkl_run_next(
// CHECK: {{^}}}
__task void rounds(__global int *out, int n) {
  int a, b;
  a <- leaf(0);
  b <- leaf(1);
  for (int i = 0; i < n; ++i) {
    force (a);
    out[i] = a;
    a <- leaf(i);
    force (b);
    out[i] += b;
    b <- leaf(i);
  }
  force (a, b);
}

// Accepted: awaited at once, while another child may still run.
// CHECK-LABEL: define {{.*}} @awaited(
// CHECK: call {{.*}} @__tkl_run_next(
// CHECK: {{^}}}
__task int awaited(int n) {
  int a, b;
  a <- leaf(n);
  b <- leaf(n + 1);
  force (b);
  int sum = b;
  force (a);
  return sum + a;
}

// Empty: no child is left over, so a force waits for all.
// CHECK-LABEL: define {{.*}} @together(
// CHECK: call {{.*}} @__tkl_run_next(
// CHECK: {{^}}}
__task int together(int n) {
  int a, b;
  a <- leaf(n);
  b <- leaf(n + 1);
  force (a, b);
  return a + b;
}

__task int leaf(int n) { return n; }
