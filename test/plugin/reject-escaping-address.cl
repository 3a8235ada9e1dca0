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
    return (ulong)&x; // expected-error {{this result of a task carries the address of private}} expected-note {{comes from here}} expected-note {{pass the contents}}
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
  () <- num((ulong)tile); // expected-error {{carries the address of local memory}} expected-note {{comes from here}} expected-note {{pass the contents}}
  x <- num(scratch[0] + tile[1]);
  force (x) {
    out[0] = scratch[0]; // expected-error {{'scratch' carries the address of local memory into this 'force' body}} expected-note {{pass the contents}}
    out[1] = tile[0]; // expected-error {{local memory 'tile' cannot be used in the body of a 'force'}} expected-note {{copy what is needed to a private variable}}
  }
}
