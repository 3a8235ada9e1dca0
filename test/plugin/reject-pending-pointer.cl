// A pointer to a variable is no way around its being a future, whatever way the
// pointer takes: through memory, structures, helper functions, bytes and numbers.
// The passes find these on the IR and show them in the source, with the spawn; each
// mistake gives one error, at every level of optimisation.
// RUN: %clang -fplugin=%plugin -target spir64 -O2 -c -emit-llvm -ferror-limit=0 -w %s -o %t \
// RUN:   -gline-tables-only -Xclang -verify=debug
// RUN: %clang -fplugin=%plugin -target spir64 -O0 -c -emit-llvm -ferror-limit=0 -w %s -o %t \
// RUN:   -g -cl-opt-disable -Xclang -verify=debug
// RUN: %clang -fplugin=%plugin -target spir64 -O0 -c -emit-llvm -ferror-limit=0 -w %s -o %t \
// RUN:   -g -cl-std=CL2.0 -Xclang -verify=debug
// RUN: %clang -fplugin=%plugin -target spir64 -O2 -c -emit-llvm -ferror-limit=0 -w %s -o %t \
// RUN:   -g -cl-std=CL3.0 -Xclang -verify=debug
// Without debug information, only spawns know their place.
// RUN: %clang -fplugin=%plugin -target spir64 -c -emit-llvm -ferror-limit=0 -w %s -o %t \
// RUN:   -Xclang -verify=plain
// As clBuildProgram compiles: the program has no file.
// RUN: not %taskletc - -o %t -w < %s 2>&1 | FileCheck %s

// CHECK: <program source>:[[#@LINE+22]]:11: error: in 'two_levels': a future is used through a pointer before a 'force' names it; take the address in the body of that 'force'
// CHECK: <program source>:[[#@LINE+20]]:8: note: this spawn made it a future

typedef struct { __private int *p; int count; } Box;
typedef struct { Box in; __private int *other[2]; } Deep;
typedef struct { int a[3]; float b; } Big;
typedef union { __private int *p; uchar b[8]; } Both;
__task int f(int n) { return n + 10; }
__task int2 f2(int n) { return n; }
int deref(__private int *__private *pp) { return **pp; }
int deref2(__private int *__private *pp) { return deref(pp) + 1; }
__private int *pick(__private int *__private *pp, __private int *__private *qq, int c) { return c ? *pp : *qq; }
void store(__private int *__private *at, __private int *p) { *at = p; }
int sum(const __private Box *q) { int s = 0; for (int i = 0; i < q->count; ++i) s += q->p[i]; return s; }
void put(__private Box *q, int v) { q->p[q->count] = v; }
int inside(Big b) { return b.a[1]; }

__task int two_levels(int n) {
  int x = 5;
  __private int *p = &x;
  __private int *__private *pp = &p;
  x <- f(n); // debug-note 2 {{this spawn made it a future}} plain-error {{in 'two_levels': a future is used through a pointer before a 'force' names it; take the address in the body of that 'force'}}
  int r = **pp; // debug-error {{in 'two_levels': a future is used through a pointer before a 'force' names it; take the address in the body of that 'force'}}
  **pp = 100;   // debug-error {{in 'two_levels': a future is written through a pointer before a 'force' names it; take the address in the body of that 'force'}}
  force (x) { return x * 1000 + r; }
}

__task int member(int n) {
  int x[4];
  Box b = {x, 0};
  __private Box *q = &b;
  for (int i = 0; i < 4; ++i)
    x[i] <- f(n); // debug-note 2 {{this spawn}} plain-error {{in 'member': a future is used}}
  int r = q->p[n]; // debug-error {{in 'member': a future is used}}
  q->p[n] += r;    // debug-error {{in 'member': a future is used}}
  force (x) { return x[0] + r; }
}

__task int stored_by_helper(int n) {
  int x;
  __private int *p;
  store(&p, &x);
  x <- f(n); // debug-note {{this spawn}} plain-error {{in 'stored_by_helper': a future is used}}
  int r = *p; // debug-error {{in 'stored_by_helper': a future is used}}
  force (x) { return x + r; }
}

__task int bytes(int n) {
  int x;
  __private int *p = &x, *q;
  for (int i = 0; i < sizeof p; ++i)
    ((__private char *)&q)[i] = ((__private char *)&p)[i];
  x <- f(n); // debug-note {{this spawn}} plain-error {{in 'bytes': a future is used}}
  int r = *q; // debug-error {{in 'bytes': a future is used}}
  force (x) { return x + r; }
}

__task int bytes_of_union(int n) {
  int x;
  Both a, b;
  a.p = &x;
  for (int i = 0; i < 8; ++i)
    b.b[i] = a.b[i];
  x <- f(n); // debug-note {{this spawn}} plain-error {{in 'bytes_of_union': a future is used}}
  int r = *b.p; // debug-error {{in 'bytes_of_union': a future is used}}
  force (x) { return x + r; }
}

__task int number(int n) {
  int x;
  ulong a[2] = {(ulong)&x, 0};
  __private ulong *b = a;
  x <- f(n); // debug-note {{this spawn}} plain-error {{in 'number': a future is used}}
  int r = *(__private int *)b[n & 1]; // debug-error {{in 'number': a future is used}}
  force (x) { return x + r; }
}

__task int hidden_number(int n) {
  int x;
  ulong key = n, v = (ulong)&x ^ key;
  __private ulong *w = &v;
  x <- f(n); // debug-note {{this spawn}} plain-error {{in 'hidden_number': a future is used}}
  int r = *(__private int *)(*w ^ key); // debug-error {{in 'hidden_number': a future is used}}
  force (x) { return x + r; }
}

__task int used_by_helper(int n) {
  int x[4];
  Box b = {x, 0};
  __private Box *q = &b;
  x[0] <- f(n); // debug-note 2 {{this spawn}} plain-error {{in 'used_by_helper': a future is used}}
  int r = sum(q); // debug-error {{in 'used_by_helper': a future is used}}
  put(q, 3);      // debug-error {{in 'used_by_helper': a future is written}}
  force (x) { return x[0] + r; }
}

// On some path only.
__task int sometimes(int n) {
  int x = 0, y = 0;
  __private int *p = &x, *q = &y;
  __private int *__private *pp = &p, *__private *qq = &q;
  if (n)
    x <- f(n); // debug-note 2 {{this spawn}} plain-error {{in 'sometimes': a future is used}}
  int s = *pick(pp, qq, n); // debug-error {{in 'sometimes': a future is used}}
  s += deref2(pp); // debug-error {{in 'sometimes': a future is used}}
  s += deref2(qq);
  force (x) { return x + s; }
}

__task int later_iteration(int n) {
  int x[4], s = 0;
  __private int *p = x, *__private *pp = &p;
  for (int i = 0; i < n; ++i) {
    s += **pp;    // debug-error {{in 'later_iteration': a future is used}}
    x[i] <- f(i); // debug-note {{this spawn}} plain-error {{in 'later_iteration': a future is used}}
  }
  force (x) { return x[0] + s; }
}

__task int in_body(int n) {
  int x, z;
  z <- f(n);
  force (z) {
    __private int *p = &x, *__private *pp = &p;
    x <- f(n); // debug-note {{this spawn}} plain-error {{in 'in_body': a future is used}}
    int s = **pp; // debug-error {{in 'in_body': a future is used}}
    force (x) { return x + s + z; }
  }
}

__task int never_forced(int n) {
  int x;
  __private int *p = &x, *__private *pp = &p;
  x <- f(n);   // debug-note {{this spawn}} plain-error {{in 'never_forced': a future is used}}
  return **pp; // debug-error {{in 'never_forced': a future is used}}
}

__task int argument(int n) {
  int x, y;
  __private int *p = &x, *__private *pp = &p;
  x <- f(n);    // debug-note 2 {{this spawn}} plain-error {{in 'argument': a future is used}}
  y <- f(**pp); // debug-error {{in 'argument': a future is used}}
  (**pp)++;     // debug-error {{in 'argument': a future is used}}
  force (x, y) { return x + y; }
}

__task int whole_structures(int n) {
  Big x, y;
  __private Big *p = &x, *__private *pp = &p;
  x.a[1] <- f(n);       // debug-note 2 {{this spawn}} plain-error {{in 'whole_structures': a future is used}}
  y = **pp;             // debug-error {{in 'whole_structures': a future is used}}
  int s = inside(**pp); // debug-error {{in 'whole_structures': a future is used}}
  force (x) { return x.a[1] + y.a[0] + s; }
}

__task int copied_structures(int n) {
  int x[2];
  Deep d;
  __private Deep *e = &d;
  d.other[1] = x + 1;
  x[0] <- f(n); // debug-note {{this spawn}} plain-error {{in 'copied_structures': a future is used}}
  Deep c = *e;
  __private Deep *g = &c;
  int s = *g->other[1]; // debug-error {{in 'copied_structures': a future is used}}
  force (x) { return x[0] + s; }
}

// OpenCL's own functions and types.
__task int built_in(int n) {
  int x[4];
  int2 w;
  float g;
  Box b, *q = &b;
  __private int2 *u = &w, *__private *uu = &u;
  __private float *h = &g, *__private *hh = &h;
  __private int *ps[2], *__private *pps = ps;
  b.p = x;
  ps[n & 1] = x;
  x[n & 3] <- f(n); // debug-note 3 {{this spawn}} plain-error {{in 'built_in': a future is used}}
  int4 v = vload4(0, q->p); // debug-error {{in 'built_in': a future is used}}
  vstore4(v, 0, q->p);      // debug-error {{in 'built_in': a future is used}}
  v += vload4(0, pps[n & 1]); // debug-error {{in 'built_in': a future is used}}
  w <- f2(n); // debug-note {{this spawn}} plain-error {{in 'built_in': a future is used}}
  int s = (*uu)->x; // debug-error {{in 'built_in': a future is used}}
  g <- f(n); // debug-note {{this spawn}} plain-error {{in 'built_in': a future is used}}
  float t = fract(2.5f, *hh); // debug-error {{in 'built_in': a future is used}}
  force (x, w, g) { return x[0] + s + v.x + t + w.x + g; }
}

__kernel void in_local_memory(__global int *out, int n) {
  __local ulong t[2];
  int x;
  t[0] = (ulong)&x;
  x <- f(n); // debug-note {{this spawn}} plain-error {{in 'in_local_memory': a future is used}}
  out[0] = *(__private int *)t[0]; // debug-error {{in 'in_local_memory': a future is used}}
  force (x) { out[0] = x; }
}
