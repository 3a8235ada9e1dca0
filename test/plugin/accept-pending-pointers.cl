// Pointers to variables that become futures, used only when those are none: before
// the spawn, in the body of the force, for another variable meanwhile, for the new
// variable of the next iteration. None is refused, at no level of optimisation and
// in no version of the language.
// RUN: %clang -fplugin=%plugin -target spir64 -O2 -c -emit-llvm -w %s -o /dev/null -Werror
// RUN: %clang -fplugin=%plugin -target spir64 -O0 -c -emit-llvm -w %s -o /dev/null -Werror \
// RUN:   -cl-opt-disable
// RUN: %clang -fplugin=%plugin -target spir64 -O2 -c -emit-llvm -w %s -o /dev/null -Werror \
// RUN:   -cl-std=CL2.0 -g
// RUN: %clang -fplugin=%plugin -target spir64 -O0 -c -emit-llvm -w %s -o /dev/null -Werror \
// RUN:   -cl-std=CL3.0

typedef struct { int *p; int count; } Box;
typedef struct { int a, b; } Pair;
typedef struct { Box in; int *other[2]; } Deep;
__task int f(int n) { return n + 10; }
__task Pair f_pair(int n) { return (Pair){n, n}; }
Pair make(int n) { Pair p; p.a = n; p.b = p.a + 1; return p; }
int sum(const Box *q) { int s = 0; for (int i = 0; i < q->count; ++i) s += q->p[i]; return s; }
void set(Box *q, int *p, int count) { q->p = p; q->count = count; }
void fill(int *p, int n) { for (int i = 0; i < n; ++i) p[i] = i; }
void swap(int **a, int **b) { int *t = *a; *a = *b; *b = t; }

// One structure of pointers, first for the array that becomes a future.
__task int reuse(int n) {
  int a[4], b[4];
  Box c;
  fill(a, 4);
  fill(b, 4);
  set(&c, a, 4);
  int s = sum(&c);
  for (int i = 0; i < 4; ++i)
    a[i] <- f(i);
  set(&c, b, 4);
  s += sum(&c);
  force (a, b) {
    Box d;
    set(&d, a, 4);
    return s + sum(&d);
  }
}

// Each iteration has its own variable, whose result nobody wants.
__task int new_in_each_iteration(int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) {
    int x;
    int *p = &x, **pp = &p;
    **pp = i;
    s += **pp;
    x <- f(i);
    int y[2] = {i, i};
    Box b, *q = &b;
    set(q, y, 2);
    s += sum(q);
    y[i & 1] <- f(i);
  }
  return s;
}

// The result may lie where the variable lies.
__task Pair returned(int n) {
  if (n) {
    Pair r;
    r = make(n);
    Box b;
    set(&b, &r.a, 2);
    int s = sum(&b);
    r <- f_pair(n + s);
    if (n > 3)
      force (r) { return r; }
  }
  return make(n);
}
__task Pair returned_by_another(int n) {
  if (n) {
    Pair r;
    Box b, *q = &b;
    set(q, &r.a, 2);
    r <- f_pair(n);
    if (n > 3)
      force (r) { return r; }
  }
  Pair z = {1, 2};
  Box c;
  set(&c, &z.a, 2);
  z.a = sum(&c);
  return z;
}

__task int fresh_pointers(int n) {
  int x[2], y[2];
  int *p = x, *q = y;
  fill(p, 2);
  fill(q, 2);
  swap(&p, &q);
  y[0] = p[1];
  p = 0;
  q = 0;
  x[0] <- f(n);
  y[0] <- f(n);
  force (x, y) {
    int *p = x, *q = y;
    swap(&p, &q);
    return p[0] - q[0];
  }
}

// Which of the boxes is meant is known at run time only; all hold the same.
__task int boxes(int n) {
  int a[4], b[4];
  Box c[2];
  fill(b, 4);
  set(&c[n & 1], b, 4);
  set(&c[~n & 1], b, 4);
  for (int i = 0; i < 4; ++i)
    a[i] <- f(i);
  int s = sum(&c[n & 1]);
  force (a) {
    Box d[2];
    d[n & 1].p = a;
    d[n & 1].count = 4;
    return s + sum(&d[n & 1]);
  }
}

__task int in_bodies(int n) {
  int a[4], x;
  fill(a, 4);
  x <- f(n);
  force (x) {
    Deep d;
    d.other[0] = a;
    d.in.p = &x;
    set(&d.in, a, 4);
    int s = sum(&d.in) + *d.other[0];
    a[n & 3] <- f(s);
    int y;
    y <- f(3);
    force (a, y) {
      Box e, *pe = &e;
      set(pe, a, 4);
      return sum(pe) + y + s;
    }
  }
}

// Run-time indices lead to the box of the future, but only in the body.
__task int boxes_filled_later(int n) {
  int a[4], b[4];
  Box c[2];
  fill(b, 4);
  c[n & 1].p = c[~n & 1].p = b;
  c[n & 1].count = 4;
  a[0] <- f(n);
  int s = sum(&c[n & 1]);
  force () {
    int x;
    x <- f(s);
    force (a, x) {
      Box e[2];
      set(&e[n & 1], a, 1);
      return sum(&e[n & 1]) + x;
    }
  }
}

// The branch that spawns is not the one that takes the address.
__task int branches(int n) {
  int x = n;
  int *p, **pp = &p;
  if (n & 1) {
    p = &x;
    **pp += 1;
    return x;
  }
  x <- f(n);
  force (x) {
    p = &x;
    pp = &p;
    return **pp;
  }
}

// An index does not lead to another variable, whatever it was computed from.
__task int index_from_address(int n) {
  int x, t[8];
  int *q = t;
  fill(t, 8);
  ulong h = ((ulong)&x >> 4) & 7;
  x <- f(n);
  int s = q[h];
  force (x) { return s + x; }
}

// Comparing is no use of what a pointer leads to.
__task int compared(int n) {
  int x, y;
  int *p[2] = {&x, &y};
  int **pp = p;
  x <- f(n);
  int same = pp[0] == pp[n & 1];
  force (x) { return x + same; }
}

__kernel void k(__global int *out, int n) {
  int x;
  int *p = &x, **pp = &p;
  **pp = n;
  out[1] = **pp;
  x <- f(n);
  force (x) { out[0] = x; }
}
