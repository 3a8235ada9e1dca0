// Where there is more than one way out, the notes offer an edit each. One kind
// of mistake at a time, all offered edits applied, and the result compiles.
// RUN: split-file %s %t
// RUN: %S/Inputs/mend %t/array.cl %t/captures.cl %t/declared.cl %t/list.cl %t/pointer.cl \
// RUN:   %t/scope.cl %t/spawned.cl %t/unforced.cl \
// RUN:   -- %clang -fplugin=%plugin -target spir64 -cl-std=CL1.2 -fsyntax-only \
// RUN:   -Werror -fplugin-arg-tasklet-strict-captures
// RUN: cat %t/array.cl %t/captures.cl %t/declared.cl %t/list.cl %t/pointer.cl %t/scope.cl \
// RUN:   %t/spawned.cl %t/unforced.cl | FileCheck %s

//--- array.cl
// CHECK: {{^}}struct array_p { int p[4]; };
// CHECK-NEXT: {{^}}struct array_q { const float q[2][3]; };
// CHECK-NEXT: {{^}}__task int array(struct array_p p, int n, struct array_q q) {
// CHECK-NEXT: {{^}}  return p.p[n] + (int)q.q[1][2] + p.p[0];
__task int array(int p[4], int n, const float q[2][3]) {
  return p[n] + (int)q[1][2] + p[0];
}

//--- captures.cl
__task int f(int a);
__task int captures(int n, int m) {
  int x;
  x <- f(1);
  // CHECK: {{^}}  force (x, {{n, m|m, n}}) { return x + n + m; }
  force (x) { return x + n + m; }
}

//--- declared.cl
// CHECK: {{^}}__task int declared(int a);
int declared(int a);
__task int declared(int a) { return a; }

//--- list.cl
__task int f(int a);
typedef struct { int v; } S;
__task int list(int n) {
  int r[4];
  S s;
  r[n] <- f(1);
  s.v <- f(1);
  // CHECK: {{^}}  force (r, s.v, n) { return
  force (r[n], s.v, n) { return r[0] + s.v + n; }
}

//--- pointer.cl
// CHECK: {{^}}__task void pointer(__global int *p, __global const float *q, int n, __global int *r) {
__task void pointer(int *p, const float *q, int n, __global int *r) { p[0] = q[n]; }
// CHECK: {{^}}__task __global int *result(__global int *p) {
__task int *result(__global int *p) { return p; }

//--- scope.cl
__task int f(int a);
// CHECK: {{^}}__task void scope(int n) {
void scope(int n) {
  () <- f(n);
  force () {}
}

//--- spawned.cl
// CHECK: {{^}}__task int ordinary(int a) { return a; }
int ordinary(int a) { return a; }
__task int spawned(int n) {
  () <- ordinary(n);
  return n;
}

//--- unforced.cl
__task int f(int a);
__task int unforced(int n) {
  int x, r[3];
  // CHECK: {{^}}  () <- f(1);
  x <- f(1);
  // CHECK: {{^}}  () <- f(2);
  r[n + 1] <- f(2);
  return n;
}
