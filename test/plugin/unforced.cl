// A future that no force names: allowed, with a warning.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Werror \
// RUN:   -Wno-unknown-warning-option -Wno-tasklet-unforced %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only \
// RUN:   -fdiagnostics-parseable-fixits %s 2>&1 | FileCheck %s
// CHECK: fix-it:"{{.*}}unforced.cl":{[[#@LINE+6]]:3-[[#@LINE+6]]:7}:"()"

__task int f(int a);

__task void unforced(int n, __global int *out) {
  int r[2], x;
  r[n] <- f(n); // expected-warning {{future 'r' is never forced, and its result is discarded [-Wtasklet-unforced]}} expected-note {{to ignore a result on purpose, write '() <-'}}
  r[0] <- f(n);
  out[0] <- f(n);
  () <- f(n);
  x <- f(1);
  if (n)
    force (x) {}
}
