// A future is not touched between its spawn and its force, on any path.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -Wall -fsyntax-only \
// RUN:   -Wno-unknown-warning-option -Wno-tasklet-unforced -ferror-limit=0 \
// RUN:   -Xclang -verify %s

typedef struct {
  int v, w;
} Pair;
__task int f(int a);
__task Pair pair(int a);
__task int4 vec(int a);
int ordinary(int a);
int by_address(int *a);

__task int uses(int n) {
  int x, y, z;
  x <- f(n); // expected-note 7 {{this spawn made 'x' a future}}
  y = x; // expected-error {{'x' is a future, and is used before a 'force' names it}} expected-note {{put this into the body of 'force (x) { ... }'}}
  x = 3; // expected-error {{'x' is a future, and is written before a 'force' names it}} expected-note {{force (x)}}
  x++; // expected-error {{'x' is a future, and is written before}} expected-note {{force (x)}}
  by_address(&x); // expected-error {{'x' is a future, and is used by address before a 'force' names it}} expected-note {{force (x)}}
  if (x) // expected-error {{'x' is a future, and is used before}} expected-note {{force (x)}}
    y = 1;
  () <- f(x); // expected-error {{'x' is a future, and is used before}} expected-note {{force (x)}}
  z = sizeof(x);
  return z + x + y; // expected-error {{'x' is a future, and is used before}} expected-note {{force (x)}}
}

__task int paths(int n) {
  int x = 0, y = 0;
  if (n == 1)
    x <- f(1); // expected-note {{this spawn made 'x' a future}}
  else if (n == 2)
    y <- f(2); // expected-note {{this spawn made 'y' a future}}
  else
    return x + y;
  n = x; // expected-error {{'x' is a future}} expected-note {{force (x)}}
  force (x) {
    return x + y; // expected-error {{'y' is a future}} expected-note {{force (y)}}
  }
}

__task int not_both(int n) {
  int x = 0;
  if (n) {
    x <- f(1);
    force (x) { return x; }
  }
  return x;
}

__task int around_loop(int n) {
  int x = 0, sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += x; // expected-error {{'x' is a future}} expected-note {{force (x)}}
    x <- f(i); // expected-error {{'x' is a future already, and is spawned into again before a 'force' names it}} expected-note {{force it first, or spawn into the elements of an array}} expected-note {{this spawn, in an earlier iteration, made it a future}} expected-note {{this spawn made 'x' a future}}
  }
  force (x) { return sum; }
}

__task int by_goto(int n) {
  int x = 0;
again:
  n += x; // expected-error {{'x' is a future}} expected-note {{force (x)}}
  if (n > 7)
    return n;
  x <- f(n); // expected-note {{this spawn made 'x' a future}} expected-note {{this spawn, in an earlier}} expected-error {{spawned into again}} expected-note {{force it first}}
  if (n)
    goto again;
  force (x) { return x; }
}

__task int by_switch(int n) {
  int x = 0;
  switch (n) {
  case 1:
    x <- f(n); // expected-note {{this spawn made 'x' a future}}
  case 2:
    return x; // expected-error {{'x' is a future}} expected-note {{force (x)}}
  case 3:
    return x;
  }
  force (x) { return x; }
}

__task int twice(int n) {
  int x;
  int4 v;
  x <- f(1); // expected-note {{this spawn made it a future}}
  x <- f(2); // expected-error {{'x' is a future already}} expected-note {{force it first}}
  v <- vec(1); // expected-note {{this spawn made it a future}}
  v <- vec(2); // expected-error {{'v' is a future already}} expected-note {{force it first}}
  force (x, v) { return x + v.x; }
}

__task int wholes(int n) {
  int r[4], k = 0;
  Pair p, q[2];
  r[0] <- f(0); // expected-note 2 {{this spawn made 'r' a future}}
  r[1] <- f(1);
  r[n] <- f(n);
  k = r[2]; // expected-error {{'r' is a future, and is used}} expected-note {{force (r)}}
  r[3] = 7; // expected-error {{'r' is a future, and is written}} expected-note {{force (r)}}
  p.v <- f(1); // expected-note {{this spawn made 'p' a future}}
  p.w <- f(1);
  k = p.w; // expected-error {{'p' is a future}} expected-note {{force (p)}}
  q[0] <- pair(1); // expected-note 2 {{this spawn made 'q' a future}}
  q[1].w <- f(3);
  p = q[1]; // expected-error {{'q' is a future}} expected-error {{'p' is a future}} expected-note {{force (q)}} expected-note {{force (p)}} expected-note@-5 {{this spawn made 'p' a future}}
  r[q[0].v] <- f(1); // expected-error {{'q' is a future}} expected-note {{force (q)}}
  force (r, p, q) {
    return r[0] + p.v + q[0].w + k;
  }
}

// The list of a force clears what it names and no more; naming it in an inner
// force is enough.
__task int inner(int n) {
  int x, y;
  x <- f(1);
  y <- f(2); // expected-note 2 {{this spawn made 'y' a future}}
  force (x) {
    n = y; // expected-error {{'y' is a future}} expected-note {{force (y)}}
    if (n)
      force (y) { return x + y; }
    x <- f(3);
    force () {
      return y; // expected-error {{'y' is a future}} expected-note {{force (y)}}
    }
  }
}

// Accepted: forced on each path, a new variable per iteration, spawning from
// its own old value, wholes spawned into by a run-time index.
__task int accepted(int n) {
  int x = 3, r[8];
  for (int i = 0; i < n; ++i) {
    int sum = ordinary(i);
    r[sum] <- f(i);
    if (i == 7)
      force (r) { return r[0]; }
  }
  x <- f(x);
  force (x, r) {
    x <- f(x + r[1]);
    force (x) {
      int y = x;
      by_address(&y);
      y <- f(x);
      force (y) { return x + y; }
    }
  }
}

// All iterations share one slot: an earlier result could arrive as a later one.
__task int per_iteration(int n) {
  for (int i = 0; i < n; ++i) {
    int x; // expected-error {{'x' is declared again while the result of an earlier iteration is outstanding}} \
           // expected-note {{force it in every iteration, or declare an array of futures before the loop and spawn into its elements}}
    x <- f(i); // expected-note {{this spawn made 'x' a future}}
    if (i == n - 1)
      force (x) { return x; }
  }
  return 0;
}

__task int forced_in_its_iteration(int n) {
  for (int i = 0; i < n; ++i) {
    int x;
    if (i == 3) {
      x <- f(i);
      force (x) { return x; }
    }
  }
  return 0;
}

typedef struct { int v; } one;
__task one make(int n) { one o = {n}; return o; }
__task int whole_structure_twice(int n) {
  one s;
  s <- make(1); // expected-note {{this spawn made it a future}}
  s <- make(2); // expected-error {{'s' is a future already}} \
                // expected-note {{force it first, or spawn into the elements}}
  force (s) { return s.v; }
}
