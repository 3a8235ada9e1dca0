// Pointers that may be null also lie in structures and arrays, are copied, and
// are given to functions that follow them.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only -Xclang -verify %s

typedef struct { __global int *p; int n; } one;
typedef struct { one in[2]; __global int *q; } two;
typedef union { __global int *p; ulong bits; } both;

__kernel void copies(__global int *out, int n) {
  __global int *p = 0;
  if (get_local_id(0) == 0)
    p = out + n; // expected-note 4 {{not all work-items reach this place}}
  everywhere (uint m) {
    __global int *q = p;
    *q = 1; // expected-warning {{'q' may be null here, as a copy of 'p': all work-items of the warp run this body, and not all reach the place where 'p' gets a value [-Wtasklet-null-pointer]}} expected-note {{test it first, as in 'if (q)'; or give 'p' a value before any condition, loop or return}}
    __global int *r = q + n, *s;
    s = n ? out : r;
    r[1] = *s; // expected-warning {{'s' may be null here, as a copy of 'p'}} expected-warning {{'r' may be null here, as a copy of 'p'}} expected-note 2 {{test it first}}
    everywhere { *q = 2; } // expected-warning {{'q' may be null here, as a copy of 'p'}} expected-note {{test it first, as in 'if (q)'; or}}
  }
}

// Accepted: a copy under a condition that asks, one that is asked for, one that
// gets another value, and a body's own variables that are no copies.
__kernel void asked_copies(__global int *out, int n) {
  if (get_local_id(0) == 0) {
    __global int *p = out;
    everywhere (uint m) {
      __global int *q = p, *r = out, *s = p ? p : out, *t = p, *u, *v = p;
      if (q)
        *q = 1;
      if (m >> get_sub_group_local_id() & 1) {
        r = p;
        q[1] = 2;
      }
      if (p)
        q[2] = 3;
      *r = 1;
      *s = 2;
      if (!t)
        t = out;
      *t = 3;
      if (get_local_id(0) == 1)
        u = out;
      if (get_local_id(0) == 1)
        *u = 4;
      v = out;
      *v = 5;
    }
  }
}

__kernel void parts(__global int *out, int n) {
  one s, zero = {0}, made = {out, n};
  two t, first = {{{out}}};
  __global int *a[2], *b[2][2] = {{out, 0}, {out}};
  s.n = n;
  a[1] = out;
  if (get_local_id(0) == 0) {
    s.p = out; // expected-note {{not all work-items reach this place}}
    zero.p = out; // expected-note {{not all}}
    t.in[1].p = out; // expected-note {{not all}}
    a[0] = out; // expected-note 2 {{not all}}
    b[0][1] = out; // expected-note {{not all}}
  }
  everywhere {
    s.p[0] = 1; // expected-warning {{'s.p' may be null here: all work-items of the warp run this body, and not all reach the place where 's.p' gets a value}} expected-note {{test it first, as in 'if (s.p)'; or give 's.p' a value before any condition, loop or return}}
    *zero.p = 1; // expected-warning {{'zero.p' may be null}} expected-note {{test it}}
    *t.in[1].p = 1; // expected-warning {{'t.in[1].p' may be null}} expected-note {{test it}}
    a[0][0] = 1; // expected-warning {{'a[0]' may be null}} expected-note {{test it}}
    *b[0][1] = 1; // expected-warning {{'b[0][1]' may be null}} expected-note {{test it}}
    *first.in[1].p = 1; // expected-warning {{'first.in[1].p' may be null}} expected-note {{test it}}
    *b[1][1] = 1; // expected-warning {{'b[1][1]' may be null}} expected-note {{test it}}
    __global int *own = *a;
    *own = 1; // expected-warning {{'own' may be null here, as a copy of 'a[0]'}} expected-note {{test it}}
    // Accepted.
    *made.p = *first.in[0].p;
    *a[1] = 1;
    *b[0][0] = *b[1][0];
    if (s.p)
      *s.p = 2;
  }
}

// Accepted: what nobody can say, and what others may have given a value.
void fill(__global int **to, __global int *from) { *to = from; }
__kernel void unknown(__global int *out, int n) {
  __global int *a[4], *b[2], *c[2], *d;
  one s, t;
  both u;
  if (get_local_id(0)) {
    for (int i = 0; i < 4; ++i)
      a[i] = out;
    u.p = out;
    d = out;
  }
  fill(b, out);
  fill(&c[0], out);
  fill(&s.p, out);
  t = s;
  everywhere {
    *a[n] = 1;
    *b[0] = *c[1];
    *s.p = *t.p;
    if (a[0])
      *a[0] = 2;
  }
}

// A function that follows its parameter whatever it is given.
void put(__global int *to) { *to = 1; } // expected-note {{'put' follows it here}}
int get(int n, __global int *from) {
  int sum = n;
  return sum + from[n]; // expected-note {{'get' follows it here}}
}
void add(__global int *to) { atomic_add(to, 1); } // expected-note {{'add' follows it here}}
void inside(__global int *to) {
  everywhere { *to = 1; } // expected-note {{'inside' follows it here}}
}
// Others may not.
void ask(__global int *to) {
  if (to)
    *to = 1;
}
void leave(__global int *to, int n) {
  if (!n)
    return;
  *to = 1;
}
void loop(__global int *to, int n) {
  for (int i = 0; i < n; ++i)
    to[i] = 1;
}
void other(__global int *to, __global int *from) {
  to = from;
  *to = 1;
}
int address(__global int *to) {
  return (&to[1] == 0) + sizeof(*to);
}
int first(int n, __global int *to) { return n && *to; }
void not_here(__global int *to);

__kernel void calls(__global int *out, int n) {
  if (get_local_id(0)) {
    __global int *p = out; // expected-note 4 {{not all work-items reach this place}}
    everywhere { put(p); } // expected-warning {{'p' may be null here: all work-items of the warp run this body, and not all reach the place where 'p' gets a value}} expected-note {{test it}}
    everywhere { out[0] = get(1, p + 1); } // expected-warning {{'p' may be null}} expected-note {{test it}}
    everywhere { add(p); } // expected-warning {{'p' may be null}} expected-note {{test it}}
    everywhere { inside(p); } // expected-warning {{'p' may be null}} expected-note {{test it}}
    everywhere (uint m) {
      if (p)
        put(p);
      if (m >> get_sub_group_local_id() & 1)
        add(p);
      put(out);
      ask(p);
      leave(p, n);
      loop(p, n);
      other(p, out);
      out[1] = address(p) + first(n, p);
      not_here(p);
    }
  }
}

// Nothing to say where there is no such pointer.
__kernel void none(__global int *out) {
  one s = {out, 1};
  everywhere { put(s.p); }
}
