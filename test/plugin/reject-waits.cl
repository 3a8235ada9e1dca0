// What a wait may list, and what may not stand after it.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only -ferror-limit=0 -Xclang -verify %s

__task int f(int n);
typedef struct { int *p; int n; } holder;

// It lists futures, and nothing else.
__task int lists(int n, __global int *out) {
  int x, y;
  x <- f(n); // expected-note {{this spawn made 'x' a future}}
  force (n); // expected-error {{'force' waits for 'n', into which nothing is spawned}} expected-note {{list the variables that were spawned into; to wait for every task spawned so far, write 'force ();'}}
  force (out); // expected-error {{'force' waits for 'out', into which nothing is spawned}} expected-note {{list the variables}}
  force (y); // expected-error {{'force' waits for 'y'}} expected-note {{list the variables}}
  force (f); // expected-error {{'force' lists 'f', which is no private variable of the enclosing function}} expected-note {{list the variables}}
  // It names nothing.
  force ();
  return x; // expected-error {{'x' is a future, and is used before a 'force' names it}} expected-note {{put this into the body of 'force (x) { ... }', or write 'force (x);' before it}}
}

// On every path, in every round.
__task int paths(int n) {
  int x, y, s = 0;
  x <- f(n); // expected-note {{this spawn made 'x' a future}}
  if (n & 1)
    force (x);
  s += x; // expected-error {{'x' is a future}} expected-note {{put this}}
  for (int i = 0; i < n; ++i) {
    y <- f(i); // expected-note {{this spawn, in an earlier iteration, made it a future}} expected-error {{'y' is a future already}} expected-note {{force it first}}
    if (i & 1)
      continue;
    force (y);
    s += y;
  }
  force (y);
  return s + y;
}

// Addresses from before it are stale.
__task int addresses(int n) {
  int x, a[4] = {1};
  int *p = a; // expected-note {{the address comes from here}}
  holder h = {a + 1, n}; // expected-note {{the address comes from here}}
  x <- f(n);
  force (x);
  int s = *p + h.n; // expected-error {{'p' carries the address of private memory past a 'force'}} expected-note {{pass the contents by value}}
  s += h.p[0]; // expected-error {{'h' carries the address of private memory past a 'force'}} expected-note {{pass the contents}}
  p = a + 2;
  for (int i = 0; i < 3; ++i) {
    int *q = a + i; // expected-note {{the address comes from here}}
    s += *q;
    x <- f(s);
    force (x);
    s += *q + x; // expected-error {{'q' carries the address of private memory past a 'force'}} expected-note {{pass the contents}}
    q = a;
    *q = s;
  }
  return s;
}

// In a kernel there is no work-group any more.
__kernel void keep(__global int *out) {
  __local int tile; // expected-note {{it is declared here}}
  tile = 1;
}
void meet(void) { barrier(CLK_LOCAL_MEM_FENCE); } // expected-note {{it is used here}}
int count(void);
__kernel void kernels(__global int *out, __local int *part) { // expected-note {{the address comes from here}}
  int x;
  __local int sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  x <- f(part[0]);
  if (out[0])
    force (x);
  out[get_global_id(0)] = part[1]; // expected-error {{'part' carries the address of local memory past a 'force'}} expected-note {{pass the contents}}
  sum = 1; // expected-error {{local memory 'sum' cannot be used after a 'force'}} expected-note {{the work-group may have ended by then: copy what is needed to a private variable before the 'force'}}
  barrier(CLK_GLOBAL_MEM_FENCE); // expected-error {{'barrier' cannot be used in a kernel after a 'force', where there is no work-group}} expected-note {{synchronise before the 'force'}}
  keep(out); // expected-error {{'keep' uses local variable 'tile', and there is no work-group in a kernel after a 'force'}} expected-note {{write a function for this call that keeps it in private or '__global' memory}}
  meet(); // expected-error {{'meet' uses 'barrier', which has no meaning in a kernel after a 'force'}} expected-note {{synchronise before the 'force'}}
}
