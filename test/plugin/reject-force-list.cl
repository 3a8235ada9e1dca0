// The list of a force holds names of the enclosing function's variables, and
// parts of them that are known when the program is compiled.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -ferror-limit=0 \
// RUN:   -Xclang -verify %s
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only -ferror-limit=0 \
// RUN:   -fdiagnostics-parseable-fixits %s 2>&1 | FileCheck %s
// CHECK: fix-it:"{{.*}}":{[[#@LINE+29]]:22-[[#@LINE+29]]:24}:"x"
// CHECK: fix-it:"{{.*}}":{[[#@LINE+29]]:22-[[#@LINE+29]]:26}:""
// CHECK: fix-it:"{{.*}}":{[[#@LINE+30]]:22-[[#@LINE+30]]:23}:"x,"
// CHECK: fix-it:"{{.*}}":{[[#@LINE+29]]:24-[[#@LINE+29]]:25}:"r,"
// CHECK: fix-it:"{{.*}}":{[[#@LINE+34]]:23-[[#@LINE+34]]:28}:"x"
// CHECK: fix-it:"{{.*}}":{[[#@LINE+34]]:24-[[#@LINE+34]]:25}:","
// CHECK: fix-it:"{{.*}}":{[[#@LINE+33]]:27-[[#@LINE+33]]:28}:","
// CHECK: fix-it:"{{.*}}":{[[#@LINE+17]]:23-[[#@LINE+17]]:26}:""

__task int f(int a);
__task int2 g(int a);
__constant int Global = 3;
typedef struct {
  int v;
} Pair;

__task int lists(int n) {
  int x, r[2];
  Pair p;
  int2 q;
  q <- g(1);
  x <- f(1);
  r[0] <- f(2);
  p.v <- f(3);
  if (n == 1) force (r[n]) { return 1; } // expected-error {{'force' lists an element of 'r' whose index is known at run time only}} expected-note {{force all of it: write 'r'}}
  if (n == 2) force (q.x, x) { return x; } // expected-error {{'force' lists a part of 'q' that has no address}} expected-note {{force all of it: write 'q'}}
  if (n == 3) force (x, ) { return x; } // expected-error {{expected the name of a variable in the list of 'force'}} expected-note {{remove this comma, or name a variable}}
  if (n == 3) force (, x) { return x; } // expected-error {{expected the name of a variable}} expected-note {{remove this comma}}
  if (n == 4) force (3) { return 1; } // expected-error {{the list of 'force' holds only names of variables}} expected-note {{store the value in a variable before the 'force', or leave it out of the list}}
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
  if (n == 16) force (*r) { return r[0]; } // expected-error {{holds only names}} expected-note {{write 'r'}}
  if (n == 17) force (*(r + 1)) { return r[0]; } // expected-error {{holds only names}} expected-note {{write 'r'}}
  if (n == 18) force (&*r, &r[0]) { return r[0]; } // expected-error 2{{holds only names}} expected-note {{write 'r'}} expected-note {{store the value}}
  // Accepted: parameters, ordinary variables, a name twice, spaces anywhere.
  force
  ( x ,r,
    p, n, x )
  { return x + n + p.v; }
}

// Parts, by constant indices and members: ordinary variables afterwards. Other
// parts are futures as before.
__task int parts(int n) {
  enum { LAST = 2 };
  int w[3], m[2][2];
  struct { int a; Pair p[2]; } s;
  w[0] <- f(1);
  w[1] <- f(2); // expected-note 2 {{this spawn made 'w' a future}}
  w[LAST] <- f(3);
  m[1][0] <- f(4);
  m[0][1] <- f(5); // expected-note {{this spawn made 'm' a future}}
  s.a <- f(6);
  s.p[1].v <- f(7); // expected-note {{this spawn made 's' a future}}
  force (w[0], w[LAST], m[1], s.a);
  int x = w[0] + w[2] + m[1][0] + m[1][1] + s.a;
  w[0] = 1;
  x += w[1]; // expected-error {{'w' is a future, and is used}} expected-note {{put this into the body}}
  x += w[n]; // expected-error {{'w' is a future, and is used}} expected-note {{is one future, with all its parts}}
  x += m[0][1]; // expected-error {{'m' is a future, and is used}} expected-note {{put this into the body}}
  x += s.p[1].v; // expected-error {{'s' is a future, and is used}} expected-note {{put this into the body}}
  w[0] <- f(8); // Again.
  force (s.p[1], w, m) { return x + s.p[1].v + w[0]; }
}

__task int pointers(int n, __global int *out) {
  int *q = 0, x;
  struct { int a; __global int *p; } s;
  s.p = out;
  out[0] <- f(1);
  x <- f(2);
  if (n == 1) force (out[0]); // expected-error {{'force' lists a place to which a pointer leads}} expected-note {{to wait for every task spawned so far, write 'force ()'}}
  if (n == 2) force (x, out[n]) { return x; } // expected-error {{a place to which a pointer leads}} expected-note {{list the variables}}
  if (n == 3) force (x, s.p[1]) { return x; } // expected-error {{a place to which a pointer leads}} expected-note {{list the variables}}
  if (n == 4) force (x, q[1]); // expected-error {{a place to which a pointer leads}} expected-note {{list the variables}}
  force (x) { return x; }
}
int read(int *p);
__task int addresses(int n) {
  int w[2];
  w[0] <- f(1);
  w[1] <- f(2); // expected-note 2 {{this spawn made 'w' a future}}
  force (w[0]);
  int x = (&w[0])[1]; // expected-error {{'w' is a future, and is used}} expected-note {{put this into the body}}
  x += read(&w[0]); // expected-error {{'w' is a future, and is used by address}} expected-note {{put this into the body}}
  force (w) { return x; }
}

// What a spawn by run-time index may have stored is waited for, too; and a later
// one makes the part a future again, on any path.
__task int run_time(int n) {
  int w[3], x = 0;
  w[n] <- f(1);
  force (w[1]);
  x += w[1] + w[n];
  w[0] <- f(2);
  force (w[0]);
  x += w[0] + w[2];
  w[1] <- f(3); // expected-note {{this spawn made 'w' a future}}
  w[2] <- f(3);
  force (w[2]);
  x += w[2];
  for (int i = 0; i < n; ++i) { // Each round forces what it has spawned.
    w[2] <- f(w[2]);
    force (w[2]);
    x += w[2];
  }
  if (n > 3) w[n - 1] <- f(4);
  x += w[2]; // expected-error {{'w' is a future, and is used}} expected-note {{is one future, with all its parts}}
  force (w) { return x + w[0]; }
}

__kernel void k(__global int *out) {
  __local int tile[4];
  int x;
  x <- f(1);
  force (x, tile) { // expected-error {{'force' lists 'tile', which is no private variable}} expected-note {{write 'force ()'}}
    out[0] = x;
  }
}
