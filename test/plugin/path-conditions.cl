// A future is not outstanding on a path whose conditions exclude its spawn, as
// far as the conditions have no effects and use unchanged local integers.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -w -Xclang -verify %s

__task int f(int a);
int unknown(int n);
void change(int *p);
__constant int Table[2] = {1, 2};

// Accepted.
__task int continues(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    int c, any = Table[i & 1] > 1;
    if (any)
      c <- f(i);
    sum += 3;
    if (!any)
      continue;
    force (c);
    sum += c;
  }
  return sum;
}
__task int compares(int n, uint m) {
  int c = 0, d = 0;
  if (n > 3 && m != 0)
    c <- f(n);
  if (((n > 3)) && m)
    d <- f(n);
  if (!(n > 3))
    return c + d;
  force (c, d);
  return c + d;
}
__task int otherwise(bool first, int n) {
  int c, d;
  if (first) c <- f(n);
  else d <- f(n);
  if (first) { force (c) { return c; } }
  force (d) { return d; }
}
__task int both(int n) {
  int c = 1;
  if (n) c <- f(n);
  if (!n) c = 2;
  if (n) force (c);
  return c;
}
__task int never(int n) {
  int c = 1;
  if (n == 1) {
    c <- f(n);
    if (n != 1) { }
    if (!(n == 1)) return c;
    force (c) { return c; }
  }
  return c;
}
// Conversions that keep what is 0 and what is not.
__task int converted(uchar n) {
  int c = 1;
  if ((uint)n) c <- f(n);
  if ((uint)(!(ulong)(uint)(n))) return c;
  force (c) { return c; }
}
__task int tested(int n) {
  int c = 1;
  if ((uchar)(n > 1)) c <- f(n);
  if (!(n > 1)) return c;
  force (c) { return c; }
}
// An address of what is no future there.
__task int addressed(int n, bool any) {
  int c = 1, w[2] = {0, 0};
  if (any) c <- f(n);
  if (any) force (c);
  w[0] <- f(n);
  force (w[0]);
  int *p = &c, *q = &w[0];
  return *p + *q;
}

// Refused: a conversion may lose what is not 0.
__task int narrowed(int n) {
  int c = 1;
  if (n) c <- f(n); // expected-note {{this spawn made 'c' a future}}
  if (!(uchar)n) return c; // expected-error {{'c' is a future, and is used}} expected-note {{put this into the body}}
  force (c) { return c; }
}
// An address leads to the other parts.
__task int both_parts(int n) {
  int w[2];
  int *q = w;
  w[0] <- f(n);
  w[1] <- f(n); // expected-note 2 {{this spawn made 'w' a future}}
  force (w[0]);
  q = w; // expected-note {{the address comes from here}} expected-error {{'w' is a future, and is used}} expected-note {{put this into the body}}
  return *q; // expected-error {{'q' holds the address of 'w', which is a future}} expected-note {{use the address before}}
}

// Refused: the variable has changed, or may have.
__task int changed(int n) {
  int c = 0;
  if (n) c <- f(n); // expected-note {{this spawn made 'c' a future}}
  --n;
  if (!n) return c; // expected-error {{'c' is a future, and is used}} expected-note {{put this into the body}}
  force (c) { return c; }
}
__task int assigned(int n) {
  int c = 0, any = n > 1;
  if (any) c <- f(n); // expected-note {{this spawn made 'c' a future}}
  any = unknown(n);
  if (!any) return c; // expected-error {{'c' is a future, and is used}} expected-note {{put this into the body}}
  force (c) { return c; }
}
__task int pointed(int n) {
  int c = 0, any = n > 1;
  if (any) c <- f(n); // expected-note {{this spawn made 'c' a future}}
  change(&any);
  if (!any) return c; // expected-error {{'c' is a future, and is used}} expected-note {{put this into the body}}
  force (c) { return c; }
}
__task int called(int n) {
  int c = 0;
  if (unknown(n)) c <- f(n); // expected-note {{this spawn made 'c' a future}}
  if (!unknown(n)) return c; // expected-error {{'c' is a future, and is used}} expected-note {{put this into the body}}
  force (c) { return c; }
}
__task int loaded(int n, __global int *p) {
  int c = 0;
  if (*p) c <- f(n); // expected-note {{this spawn made 'c' a future}}
  if (!*p) return c; // expected-error {{'c' is a future, and is used}} expected-note {{put this into the body}}
  force (c) { return c; }
}
__task int other(int n, int m) {
  int c = 0;
  if (n > 3) c <- f(n); // expected-note {{this spawn made 'c' a future}}
  if (!(m > 3)) return c; // expected-error {{'c' is a future, and is used}} expected-note {{put this into the body}}
  force (c) { return c; }
}
// In the next round the condition is another one.
__task int rounds(int n) {
  int c = 0;
  for (int i = 0; i < n; ++i) {
    int odd = i & 1;
    if (!odd) unknown(c); // expected-error {{'c' is a future, and is used}} expected-note {{put this into the body}}
    if (odd) c <- f(i); // expected-error {{'c' is a future already, and is spawned into again}} expected-note 2 {{this spawn}} expected-note {{force it first}}
  }
  force (c) { return c; }
}
// One of two spawns is left.
__task int two(int n, int m) {
  int c = 0;
  if (n) c <- f(n); // expected-note {{this spawn made 'c' a future}}
  else if (m) c <- f(m); // expected-note {{this spawn made 'c' a future}}
  if (!n) return c; // expected-error {{'c' is a future, and is used}} expected-note {{put this into the body}}
  return c; // expected-error {{'c' is a future, and is used}} expected-note {{put this into the body}}
}
// The result that arrives is another value.
__task int arrives(int n) {
  int v = n, c = 0;
  if (v) c <- f(n); // expected-note {{this spawn made 'c' a future}}
  v <- f(2);
  force (v);
  if (!v) return c; // expected-error {{'c' is a future, and is used}} expected-note {{put this into the body}}
  force (c) { return c; }
}
// A switch tells nothing.
__task int switches(int n) {
  int c = 0;
  if (n) c <- f(n); // expected-note {{this spawn made 'c' a future}}
  switch (n) {
  case 0: return c; // expected-error {{'c' is a future, and is used}} expected-note {{put this into the body}}
  }
  force (c) { return c; }
}
// Lanes come along to a block that their own path does not reach.
__task int lanes(int n) {
  int c = 0;
  if (n) c <- f(n); // expected-note {{this spawn made 'c' a future}}
  everywhere { }
  if (!n) return c; // expected-error {{'c' is a future, and is used}} expected-note {{put this into the body}}
  force (c) { return c; }
}
