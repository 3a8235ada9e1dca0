// A declaration may spawn, in any of its declarators. Everything is evaluated in
// the order of the source, as in C.
// RUN: %clang -fplugin=%plugin -target spir64 -O0 -emit-llvm -S %s -o - -Xclang -disable-llvm-passes -Werror \
// RUN:   | FileCheck %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -ferror-limit=0 -DERRORS -Xclang -verify %s

typedef struct { int v; float w; } pair;
__task int f(int n) { return n; }
__task pair g(int n) { return (pair){n, n}; }
__task __global int *where(__global int *at) { return at + 1; }
__task void nothing(int n) {}
int plain(int n); // expected-note 0-1 {{'plain' is declared without '__task'; mark it, or call it with '='}}
typedef uint number;

#ifndef ERRORS
// CHECK-LABEL: define {{.*}}@all(
// CHECK: call {{.*}}@f(i32 noundef 1)
// CHECK: call {{.*}}@plain(i32 noundef 2)
// CHECK: call {{.*}}@f(i32 noundef 3)
// CHECK: call {{.*}}@g(
// CHECK: call {{.*}}@f(i32 noundef 5)
// CHECK: sitofp
// CHECK: call {{.*}}@f(i32 noundef 6)
// CHECK: call {{.*}}@where(
// CHECK: call {{.*}}@__tkl_wait()
__task int all(__global int *out, int n) {
  int a <- f(1), b = plain(2), c <- (f)(3);
  const pair p <- g(4);
  volatile float w <- f(5);
  number u <- f(6);
  __global int *at <- where(out);
  int less = n <-plain(1), minus = 3 <-n;
  force (a, c, p, w, u, at);
  return a + b + c + p.v + w + u + *at + less + minus;
}

// CHECK-LABEL: define {{.*}}@places(
// CHECK-COUNT-4: call {{.*}}@f(
__task int places(int n) {
  int s = 0;
  for (int i = 0; i < n; ++i) {
    int x <- f(i);
    force (x);
    s += x;
  }
  switch (n) {
  case 1: {
    const int y <- f(s);
    force (y) { return y; }
  }
  default: {
    int z <- f(s), more <- f(n);
    force (z, more);
    s += z + more;
  }
  }
  return s;
}

#define SPAWN(x, call) int x <- call
// CHECK-LABEL: define {{.*}}@kernels(
// CHECK: call {{.*}}@f(
__kernel void kernels(__global int *out) {
  SPAWN(x, f(get_global_id(0)));
  force (x) { out[0] = x; }
}

#else
__task int futures(int n) {
  int a <- f(1); // expected-note {{this spawn made 'a' a future}}
  n += a; // expected-error {{'a' is a future, and is used before a 'force' names it}} expected-note {{put this into the body of 'force (a) { ... }'}}
  int unforced <- f(2); // expected-warning {{future 'unforced' is never forced, and its result is discarded}} expected-note {{to ignore a result on purpose, write '() <-'}}
  for (int i = 0; i < n; ++i) {
    int later <- f(i); // expected-error {{'later' is declared again while the result of an earlier iteration is outstanding}} expected-note {{this spawn made 'later' a future}} expected-note {{force it in every iteration}}
    if (i == 7)
      force (later);
  }
  int first <- f(1) // expected-error {{expected ';' after this spawn}} expected-note {{a spawn is a statement of its own}}
  int second <- f(2);
  force (first, second) { return first + second; }
}

__task int others(int n) {
  int b <- plain(1); // expected-error {{only a call of a '__task' function can be spawned}}
  int c <- 3, d <- f; // expected-error 2 {{only a call of a '__task' function can be spawned}} expected-note 2 {{to initialise the variable with a value, write '='}}
  int e[2] <- f(1); // expected-error {{an array cannot receive the result of a task}} expected-note {{declare it first, and spawn into its elements}}
  for (int i <- f(1); i < n; ++i) // expected-error {{the head of a 'for' cannot spawn}} expected-note {{spawn into a variable before the loop, and force it there}}
    n += i;
  const int called = f(3); // expected-error {{'f' is a task: it is spawned with '<-', not called}} expected-note {{write '<-' for '=', and force the variable before it is used}}
  return called;
}

__task void types(int n) {
  int v <- nothing(1); // expected-error {{with an expression of incompatible type 'void'}}
  pair p <- f(1); // expected-error {{with an expression of incompatible type 'int'}}
}

void helper(int n) { // expected-note {{mark 'helper' with '__task' and spawn it}}
  int x <- f(n); // expected-error {{'<-' may stand only in a task or a kernel, and 'helper' is neither}} expected-warning {{never forced}} expected-note {{to ignore}}
}
#endif
