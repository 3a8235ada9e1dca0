// What resembles a tail spawn, but has work left for afterwards.
// RUN: %clang -fplugin=%plugin -target spir64 -O0 -S -emit-llvm %s -o - \
// RUN:     -Xclang -disable-llvm-passes \
// RUN:   | %opt -load-pass-plugin=%passes -passes=tkl-prepare,tkl-split-tasks,verify,tkl-verify -S \
// RUN:   | FileCheck %s
// RUN: %clang -fplugin=%plugin -target spir64 -O2 -S -emit-llvm %s -o - \
// RUN:     -Xclang -disable-llvm-passes \
// RUN:   | %opt -load-pass-plugin=%passes -passes=tkl-prepare,tkl-split-tasks,verify,tkl-verify -S \
// RUN:   | FileCheck %s

typedef struct {
  int a, b;
} pair;
typedef struct __attribute__((packed)) {
  char c;
  pair p;
} tight;

__task int number(int n);
__task pair two(int n);

// The result is converted: by this task ...
// CHECK-LABEL: define {{.*}} @converts(
// CHECK: call {{.*}} @__tkl_suspend(
__task float converts(int n) {
  int t;
  t <- number(n);
  force (t) { return t; }
}
// ... or by the spawn, and thus by a task of its own.
// CHECK-LABEL: define {{.*}} @converted(
// CHECK-NOT: @__tkl_suspend(
// CHECK: @tkl.args({{.*}} @number.result
// CHECK-LABEL: define {{.*}} @tests(
// CHECK: call {{.*}} @__tkl_suspend(
__task float converted(int n) {
  float t;
  t <- number(n);
  force (t) { return t; }
}
// A byte is not always a bool.
__task uchar byte(int n);
__task bool tests(int n) {
  uchar t;
  t <- byte(n);
  force (t) { return t; }
}
// CHECK-LABEL: define {{.*}} @part(
// CHECK: call {{.*}} @__tkl_suspend(
__task int part(int n) {
  pair t;
  t <- two(n);
  force (t) { return t.a; }
}
// CHECK-LABEL: define {{.*}} @element(
// CHECK: call {{.*}} @__tkl_suspend(
__task int element(int n) {
  int t[2] = {n, n};
  t[0] <- number(n);
  force (t) { return t[0]; }
}
// CHECK-LABEL: define {{.*}} @first_member(
// CHECK: call {{.*}} @__tkl_suspend(
__task pair first_member(int n) {
  pair t = {n, n};
  t.a <- number(n);
  force (t) { return t; }
}
// CHECK-LABEL: define {{.*}} @stores_too(
// CHECK: call {{.*}} @__tkl_suspend(
__task int stores_too(int n, __global int *out) {
  int t;
  t <- number(n);
  force (t) {
    *out = n;
    return t;
  }
}
// CHECK-LABEL: define {{.*}} @copies_too(
// CHECK: call {{.*}} @__tkl_suspend(
__task pair copies_too(int n, __global pair *out) {
  if (n == 0) {
    pair first = {1, 2};
    return first;
  }
  pair t;
  t <- two(n);
  force (t) {
    *out = t;
    return t;
  }
}
// CHECK-LABEL: define {{.*}} @only_copies(
// CHECK: call {{.*}} @__tkl_suspend(
__task void only_copies(int n, __global pair *out) {
  pair t;
  t <- two(n);
  force (t) { *out = t; }
}
// CHECK-LABEL: define {{.*}} @returns_other(
// CHECK: call {{.*}} @__tkl_suspend(
__task pair returns_other(int n, pair other) {
  pair t;
  t <- two(n);
  force (t) { return other; }
}
// CHECK-LABEL: define {{.*}} @hardware(
// CHECK: call {{.*}} @__tkl_suspend(
__task int hardware(int n) {
  volatile int t;
  t <- number(n);
  force (t) { return t; }
}
// One branch spawns nothing: that one ends at the force.
// CHECK-LABEL: define {{.*}} @perhaps(
// CHECK: call {{.*}} @__tkl_suspend(
__task int perhaps(int n) {
  int t = 5;
  if (n) t <- number(n);
  force (t) { return t; }
}
// Its results go to where a pair of natural alignment does not fit.
// CHECK-LABEL: define {{.*}} @unaligned(
// CHECK: call {{.*}} @__tkl_suspend(
__task pair unaligned(int n) {
  pair t;
  t <- two(n);
  force (t) { return t; }
}
// CHECK-LABEL: define {{.*}} @k(
__kernel void k(__global tight *out) { out->p <- unaligned(3); }
