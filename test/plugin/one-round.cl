// A loop that comes to a force in every round makes one round only: a force is
// the end of its task.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only \
// RUN:   -fplugin-arg-tasklet-Wno-tasklet-one-round %s 2>&1 | count 0

__task void a(__global int *out);
__task int f(int n);

// What everybody writes first.
__task void rounds(int n, __global int *out) {
  for (int i = 0; i < n; ++i) { // expected-note {{this is that loop}}
    () <- a(out);
    force () {} // expected-warning {{the task ends with the body of this 'force', so the loop around it makes one round [-Wtasklet-one-round]}} expected-note {{to go on with the loop, write 'force (...);', and after it what the body does}}
  }
}

__kernel void others(int n, __global int *out) {
  int x;
  while (n) { // expected-note {{this is that loop}}
    if (n == 7)
      break;
    x <- f(n);
    force (x) { out[n] = x; } // expected-warning {{the kernel ends with the body of this 'force', so the loop around it makes one round}} expected-note {{to go on with the loop}}
  }
  if (n)
    do { // expected-note {{this is that loop}}
      force () { // expected-warning {{so the loop around it makes one round}} expected-note {{to go on with the loop}}
        if (n == 1)
          return;
      }
    } while (--n);
}

// In macros and around them.
#define WAIT(task) do { () <- task; force () {} } while (0)
#define TIMES(i, n) for (int i = 0; i < n; ++i)
__task void macros(int n, __global int *out) {
  if (n == 1)
    WAIT(a(out)); // Not a loop.
  if (n == 2)
    TIMES(i, n) { // expected-note {{this is that loop}}
      WAIT(a(out)); // expected-warning {{so the loop around it makes one round}} expected-note {{to go on with the loop}}
    }
  () <- a(out);
}

// Nothing to say: the force stands under a condition, the loop can go on
// another way, the body says that it returns, or goes on itself.
__task void accepted(int n, __global int *out) {
  for (int i = 0; i < n; ++i) {
    () <- a(out);
    if (i == n - 1)
      force () {}
  }
  for (int i = 0; i < n; ++i) {
    if (out[i])
      continue;
    force () {}
  }
  while (n > 3)
    if (n & 1)
      --n;
    else
      force () {}
  while (n > 2)
    switch (n) {
    case 3:
      force () {}
    default:
      --n;
    }
  while (n) {
    force () { return; }
  }
  for (;;) {
    force () { () <- accepted(n - 1, out); return; }
  }
}

__task int results(int n) {
  while (n) {
    int x;
    x <- f(n);
    force (x) { return x; }
  }
  return 0;
}

// The loop is in the body.
__task void inside(int n, __global int *out) {
  force () {
    for (int i = 0; i < n; ++i)
      out[i] = 0;
  }
}

__task void silent(int n, __global int *out) {
#pragma clang diagnostic ignored "-Wtasklet-one-round"
  while (n) {
    force () {}
  }
}
