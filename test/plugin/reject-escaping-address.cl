// No address of private or local memory leaves its step.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -ferror-limit=0 \
// RUN:   -Wno-return-stack-address -Xclang -verify %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only \
// RUN:   -ferror-limit=0 -Wno-return-stack-address -Xclang -verify %s

typedef struct {
  ulong address;
  int n;
} Carrier;

__task int num(ulong a);
__task int ptr(__global int *p);
__task int carry(Carrier c);
int sum(const __private int *p, int n);

__task int by_argument(int n, __global int *g) {
  int x = 0, a[4] = {0}, *p = &x; // expected-note 3 {{the address comes from here}}
  ulong u;
  Carrier c = {0, 1}, d;
  () <- num((ulong)&x); // expected-error {{this argument of a spawn carries the address of private memory out of its step}} expected-note {{the address comes from here}} expected-note {{pass the contents by value, or keep them in '__global' memory}}
  () <- num((ulong)a); // expected-error {{carries the address of private}} expected-note {{the address comes from here}} expected-note {{pass the contents}}
  () <- num((ulong)(a + 2) + 1); // expected-error {{carries the address of private}} expected-note {{comes from here}} expected-note {{pass the contents}}
  () <- num((ulong)&a[n]); // expected-error {{carries the address of private}} expected-note {{comes from here}} expected-note {{pass the contents}}
  () <- num((ulong)p); // expected-error {{carries the address of private}} expected-note {{pass the contents}}
  () <- ptr((__global int *)(ulong)p); // expected-error {{carries the address of private}} expected-note {{pass the contents}}
  () <- num(n ? (ulong)p : 0); // expected-error {{carries the address of private}} expected-note {{pass the contents}}
  u = (ulong)&x; // expected-note 2 {{the address comes from here}}
  () <- num(u); // expected-error {{carries the address of private}} expected-note {{pass the contents}}
  c.address = u;
  () <- carry(c); // expected-error {{carries the address of private}} expected-note {{pass the contents}}
  () <- num(c.n);
  d = c;
  c.address = 0;
  () <- carry(c);
  () <- num(d.n);
  u = 3;
  () <- num(u);
  () <- num(p == &x);
  () <- num(p - &x);
  () <- num(!p);
  () <- num(*p + a[2] + sum(a, 4));
  () <- ptr(g + x);
  () <- ptr(&g[x]);
  () <- num((ulong)g);
  () <- carry((Carrier){0, x});
  () <- carry((Carrier){(ulong)a, 1}); // expected-error {{carries the address of private}} expected-note {{comes from here}} expected-note {{pass the contents}}
  return 0;
}

__task ulong by_result(int n) {
  int x = n;
  if (n)
    return (ulong)&x; // expected-error {{this result of a task carries the address of private memory out of its step}} expected-note {{comes from here}} expected-note {{pass the contents}}
  return x;
}

__task Carrier in_result(int n) {
  Carrier c;
  c.n = n;
  c.address = (ulong)&c; // expected-note {{the address comes from here}}
  if (n)
    return c; // expected-error {{this result of a task carries}} expected-note {{pass the contents}}
  c.address = 0;
  return c;
}

__task int by_capture(int n) {
  int x, y = n, a[4] = {1, 2, 3, 4};
  __private int *p = &y, *q = a, *r = 0; // expected-note 2 {{the address comes from here}}
  Carrier c = {(ulong)&y, 3}; // expected-note {{the address comes from here}}
  x <- num(1);
  force (x, q) {
    x += *p; // expected-error {{'p' carries the address of private memory into this 'force' body}} expected-note {{pass the contents}}
    x += q[1]; // expected-error {{'q' carries the address}} expected-note {{pass the contents}}
    n += (int)c.address; // expected-error {{'c' carries the address}} expected-note {{pass the contents}}
    x += c.n + a[1] + y;
    p = &y;
    x += *p;
    r = a;
    q = r;
    return x + q[0] + *p;
  }
}

__task int again(int n) {
  int x, y = 0;
  x <- num(1);
  force (x) {
    __private int *p = &y; // expected-note {{the address comes from here}}
    x <- num(*p);
    force (x) {
      return *p; // expected-error {{'p' carries the address}} expected-note {{pass the contents}}
    }
  }
}

__kernel void local_memory(__local int *scratch, __global int *out) { // expected-note {{the address comes from here}}
  __local int tile[4];
  int x;
  () <- num((ulong)tile); // expected-error {{this argument of a spawn carries the address of local memory out of its step}} expected-note {{comes from here}} expected-note {{pass the contents}}
  x <- num(scratch[0] + tile[1]);
  force (x) {
    out[0] = scratch[0]; // expected-error {{'scratch' carries the address of local memory into this 'force' body}} expected-note {{pass the contents}}
    out[1] = tile[0]; // expected-error {{local memory 'tile' cannot be used in the body of a 'force'}} expected-note {{copy what is needed to a private variable}}
  }
}

// Structs in structs are followed member by member, unions as a whole.
typedef struct {
  Carrier in[2];
  struct {
    __private int *p;
    long k;
  } deep;
  int tag;
} Outer;
typedef union {
  ulong u;
  __private int *p;
  uint words[2], low;
} Both;

__task int members(int n) {
  int x = n, y;
  Outer o = {{{1, 2}, {3, 4}}, {&x, 7}, 5}, whole; // expected-note 3 {{the address comes from here}}
  Both b;
  () <- num(o.deep.k + o.tag + *o.deep.p);
  () <- carry(o.in[1]);
  () <- num((ulong)o.deep.p); // expected-error {{carries the address}} expected-note {{pass the contents}}
  o.in[n & 1].address = (ulong)&n; // expected-note {{the address comes from here}}
  () <- carry(o.in[0]); // expected-error {{carries the address}} expected-note {{pass the contents}}
  whole = o;
  () <- num((ulong)whole.deep.p); // expected-error {{carries the address}} expected-note {{pass the contents}}
  b.p = &x; // expected-note 2 {{the address comes from here}}
  () <- num(b.u); // expected-error {{carries the address}} expected-note {{pass the contents}}
  b.words[0] = 0;
  b.low = 0;
  () <- num(b.u); // expected-error {{carries the address}} expected-note {{pass the contents}}
  b.u = 0;
  () <- num(b.u);
  x <- num(1);
  force (x) {
    y = o.deep.k + o.tag + whole.tag;
    o.deep.p = &y;
    return y + *o.deep.p + *whole.deep.p; // expected-error {{'whole' carries the address}} expected-note {{pass the contents}}
  }
}

// On every path: around a loop, from one branch, from an array of pointers.
__task int paths(int n) {
  int x = n;
  ulong u = 0;
  __private int *list[4];
  for (int i = 0; i < n; ++i) {
    () <- num(u); // expected-error {{carries the address}} expected-note {{pass the contents}}
    u = (ulong)&x; // expected-note {{the address comes from here}}
    list[i & 3] = &x; // expected-note {{the address comes from here}}
  }
  () <- num((ulong)list[n & 3]); // expected-error {{carries the address}} expected-note {{pass the contents}}
  u = n;
  if (n > 3)
    u = (ulong)&x; // expected-note {{the address comes from here}}
  () <- num(u); // expected-error {{carries the address}} expected-note {{pass the contents}}
  return 0;
}

// Half of an address is one still; its lowest twelve bits, a comparison and a
// distance are none.
__task int parts(int n) {
  int x = n, a[4] = {0};
  () <- num((uint)(ulong)&x); // expected-error {{carries the address}} expected-note {{comes from here}} expected-note {{pass the contents}}
  () <- num((ulong)&x & 0xffff); // expected-error {{carries the address}} expected-note {{comes from here}} expected-note {{pass the contents}}
  () <- num((ulong)&x & 0xfff);
  () <- num(15 & (ulong)&x);
  () <- num((ulong)&x % 4096);
  () <- num((uchar)(ulong)&x);
  () <- num(((ulong)&x & 15) == 0);
  () <- num((ulong)&a[n] - (ulong)a);
  () <- num(&a[n] - a);
  return 0;
}

// While a variable is a future, an address taken before is no way to it.
int *find(int *in, int n);
void fill(int *p, int n);
__task int future_by_address(int n, __global int *out) {
  int x, y = 0, r[4];
  fill(r, 4);
  fill(&x, 1);
  __private int *p = &x, *q = n ? &y : r; // expected-note 3 {{the address comes from here}}
  int *f = find(r, n); // expected-note {{the address comes from here}}
  *p = 3;
  x <- num(1); // expected-note 2 {{this spawn made 'x' a future}}
  *p = 5; // expected-error {{'p' holds the address of 'x', which is a future until a 'force' names it}} expected-note {{use the address before that spawn, or put this into the body of 'force (x) { ... }' and take it there}}
  *q = 5;
  fill(p, 1); // expected-error {{'p' holds the address of 'x'}} expected-note {{use the address before that spawn}}
  r[n] <- num(2); // expected-note 2 {{this spawn made 'r' a future}}
  *f = 2; // expected-error {{'f' holds the address of 'r'}} expected-note {{use the address before that spawn}}
  y = q[1]; // expected-error {{'q' holds the address of 'r'}} expected-note {{use the address before that spawn}}
  p = q = &y;
  f = p;
  *p += *q;
  force (x, r) {
    p = &x;
    *p += 1;
    return *find(r, *p) + *p;
  }
}
