// The list of a force holds names of the enclosing function's variables.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -ferror-limit=0 \
// RUN:   -Xclang -verify %s
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only -ferror-limit=0 \
// RUN:   -fdiagnostics-parseable-fixits %s 2>&1 | FileCheck %s
// CHECK: fix-it:"{{.*}}":{[[#@LINE+21]]:23-[[#@LINE+21]]:26}:""
// CHECK: fix-it:"{{.*}}":{[[#@LINE+25]]:22-[[#@LINE+25]]:24}:"x"
// CHECK: fix-it:"{{.*}}":{[[#@LINE+25]]:22-[[#@LINE+25]]:26}:""
// CHECK: fix-it:"{{.*}}":{[[#@LINE+26]]:22-[[#@LINE+26]]:23}:"x,"
// CHECK: fix-it:"{{.*}}":{[[#@LINE+25]]:24-[[#@LINE+25]]:25}:"r,"
// CHECK: fix-it:"{{.*}}":{[[#@LINE+30]]:23-[[#@LINE+30]]:28}:"x"
// CHECK: fix-it:"{{.*}}":{[[#@LINE+30]]:24-[[#@LINE+30]]:25}:","
// CHECK: fix-it:"{{.*}}":{[[#@LINE+29]]:27-[[#@LINE+29]]:28}:","

__task int f(int a);
__constant int Global = 3;
typedef struct {
  int v;
} Pair;

__task int lists(int n) {
  int x, r[2];
  Pair p;
  x <- f(1);
  r[0] <- f(2);
  p.v <- f(3);
  if (n == 1) force (r[0]) { return 1; } // expected-error {{the list of 'force' holds only names of variables}} expected-note {{a future is forced as a whole: write 'r'}}
  if (n == 2) force (p.v, x) { return x; } // expected-error {{holds only names}} expected-note {{write 'p'}}
  if (n == 3) force (x, ) { return x; } // expected-error {{expected the name of a variable in the list of 'force'}} expected-note {{remove this comma, or name a variable}}
  if (n == 3) force (, x) { return x; } // expected-error {{expected the name of a variable}} expected-note {{remove this comma}}
  if (n == 4) force (3) { return 1; } // expected-error {{holds only names}} expected-note {{store the value in a variable before the 'force', or leave it out of the list}}
  if (n == 5) force (&x) { return x; } // expected-error {{holds only names}} expected-note {{write 'x'}}
  if (n == 6) force (void) { return 1; } // expected-error {{an empty list of a 'force' has no 'void'}} expected-note {{'force ()' waits for every task spawned so far; name the variables whose values are used}}
  if (n == 7) force (int x) { return 1; } // expected-error {{holds only names}} expected-note {{store the value}}
  if (n == 8) force (x r p) { return x + r[0] + p.v; } // expected-error {{commas separate the variables of a 'force'}} expected-note {{write 'force (x, y) { ... }'}}
  if (n == 8) force (Pair x) { return 1; } // expected-error {{holds only names}} expected-note {{write 'Pair'}} expected-error {{'force' lists 'Pair'}} expected-note {{list the variables}}
  if (n == 9) force (undeclared) { return 1; } // expected-error {{use of undeclared identifier 'undeclared'}} expected-note {{list the variables that were spawned into; to wait for every task spawned so far, write 'force ()'}}
  if (n == 10) force (Global) { return 1; } // expected-error {{'force' lists 'Global', which is no private variable of the enclosing function}} expected-note {{to wait for every task spawned so far, write 'force ()'}}
  if (n == 11) force (f) { return 1; } // expected-error {{'force' lists 'f', which is no private variable of the enclosing function}} expected-note {{to wait for every task spawned so far, write 'force ()'}}
  if (n == 12) force (Pair) { return 1; } // expected-error {{'force' lists 'Pair', which is no private variable of the enclosing function}} expected-note {{to wait for every task spawned so far, write 'force ()'}}
  if (n == 13) force (((x))) { return x; } // expected-error {{holds only names}} expected-note {{write 'x'}}
  if (n == 14) force (x; r; p) { return x + r[0] + p.v; } // expected-error {{commas separate the variables of a 'force'}} expected-note {{write 'force (x, y) { ... }'}}
  if (n == 15) force (x + 0; r) { return x + r[0]; } // expected-error {{commas separate}} expected-note {{write 'force}} expected-error {{holds only names}} expected-note {{write 'x'}}
  // Accepted: parameters, ordinary variables, a name twice, spaces anywhere.
  force
  ( x ,r,
    p, n, x )
  { return x + n + p.v; }
}

__kernel void k(__global int *out) {
  __local int tile[4];
  int x;
  x <- f(1);
  force (x, tile) { // expected-error {{'force' lists 'tile', which is no private variable}} expected-note {{write 'force ()'}}
    out[0] = x;
  }
}
