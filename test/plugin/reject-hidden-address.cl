// Addresses that leave their step through ordinary functions, unions, vectors and
// memory. The passes find them, on the IR, and show them in the source: the place
// where the value leaves, and where the address was taken. Each mistake gives one
// error, and the next ones are reported, too, at every level of optimisation.
// RUN: %clang -fplugin=%plugin -target spir64 -O2 -c -emit-llvm -ferror-limit=0 %s -o %t \
// RUN:   -Wno-return-stack-address -Rpass=tkl-none -Xclang -verify=error,note,debug
// RUN: %clang -fplugin=%plugin -target spir64 -O0 -c -emit-llvm -ferror-limit=0 %s -o %t \
// RUN:   -Wno-return-stack-address -g -cl-opt-disable \
// RUN:   -Xclang -verify=error,note,debug
// RUN: %clang -fplugin=%plugin -target spir64 -O0 -c -emit-llvm -ferror-limit=0 %s -o %t \
// RUN:   -Wno-return-stack-address -g -cl-std=CL2.0 -Xclang -verify=error,note,debug
// RUN: %clang -fplugin=%plugin -target spir64 -O2 -c -emit-llvm -ferror-limit=0 %s -o %t \
// RUN:   -Wno-return-stack-address -Rpass=tkl-none -cl-std=CL3.0 \
// RUN:   -Xclang -verify=error,note,debug
// Without debug information, only spawns, forces and functions know their place.
// RUN: %clang -fplugin=%plugin -target spir64 -c -emit-llvm -ferror-limit=0 \
// RUN:   %s -o %t -Wno-return-stack-address -Xclang -verify=error,plain
// As clBuildProgram compiles: the program has no file.
// RUN: not %taskletc - -o %t -w < %s 2>&1 \
// RUN:   | FileCheck --implicit-check-not=warning %s

// CHECK: <program source>:[[#@LINE+30]]:{{[0-9]+}}: error: in 'number': argument 1 of the spawn of 'num' carries the address of private or local memory, which the task cannot reach; pass the contents by value, or keep them in global memory
// CHECK: <program source>:[[#@LINE+29]]:{{[0-9]+}}: note: the address comes from here

typedef struct { ulong address; int n; } Carrier;
typedef union { ulong u; __private int *p; uint h[2]; uchar b[8]; } Both;
__task int num(ulong a) { return (int)a; }
__task int one(int a) { return a; }
__task int carry(Carrier c) { return c.n; }
__task int two(ulong2 v) { return v.x; }

ulong same(ulong v) { return v; }
ulong same2(ulong v) { return same(v) + 1; }
ulong addr(const __private int *p) { return (ulong)p; }
ulong own(void) { int x = 3; return (ulong)&x; } // note-note {{the address comes from here}}
void put(ulong *where, __private int *p) { *where = (ulong)p; }
void put2(Carrier *c, __private int *p) { put(&c->address, p); }
ulong get(Carrier *c) { return c->address; }
ulong getv(Carrier c) { return c.address; }
Carrier make(__private int *p) { Carrier c; c.n = 1; c.address = (ulong)p; return c; }
void bytes(uchar *d, const uchar *s, int n) { for (int i = 0; i < n; ++i) d[i] = s[i]; }
void through(ulong **pp, ulong v) { **pp = v; }
ulong either(ulong a, ulong b, int c) { return c ? a : b; }

#define SEND(V) () <- num(V)

// A number, through one function or two, and through a macro.
__task int number(int n) {
  int x = n;
  () <- num(same((ulong)&x)); // error-error {{in 'number': argument 1 of the spawn of 'num' carries the address of private or local memory}} note-note {{the address comes from here}}
  () <- num(same2((ulong)&n)); // error-error {{argument 1 of the spawn of 'num'}} note-note {{comes from here}}
  () <- num(either(1, (ulong)&x, n)); // error-error {{carries the address}} note-note {{comes from here}}
  () <- num(same(x));
  SEND(same((ulong)&x)); // error-error {{carries the address}} note-note {{comes from here}}
  return 0;
}

// A pointer that becomes a number elsewhere; an address from elsewhere.
__task int elsewhere(int n) {
  int x = n;
  () <- num(addr(&x)); // error-error {{carries the address}} note-note {{comes from here}}
  () <- num(own()); // error-error {{carries the address}}
  return 0;
}

// Stored by a function, into a variable, a member, through two pointers.
__task int stored(int n) {
  int x = n;
  ulong u, w = 4, *q = &w;
  Carrier c, d = {0, 1}, e = {0, 2};
  put(&u, &x); // note-note {{comes from here}}
  () <- num(u); // error-error {{carries the address}}
  put2(&c, &x); // note-note {{comes from here}}
  () <- carry(c); // error-error {{argument 1 of the spawn of 'carry'}}
  put2(&d, &x); // note-note 2 {{comes from here}}
  () <- num(get(&d)); // error-error {{carries the address}}
  () <- num(getv(d)); // error-error {{carries the address}}
  () <- num(getv(e));
  () <- one(d.n);
  through(&q, (ulong)&x); // note-note {{comes from here}}
  () <- num(w); // error-error {{carries the address}}
  () <- carry(make(&x)); // error-error {{carries the address}} note-note {{comes from here}}
  return 0;
}

// Byte by byte.
__task int piecewise(int n) {
  int x = n;
  __private int *p = &x; // note-note {{comes from here}}
  Both b;
  ulong u = 0, w;
  b.p = &x; // note-note {{comes from here}}
  for (int i = 0; i < 8; ++i)
    u |= (ulong)b.b[i] << 8 * i;
  () <- num(u); // error-error {{carries the address}}
  bytes((uchar *)&w, (const uchar *)&p, 8);
  () <- num(w); // error-error {{carries the address}}
  return 0;
}

// In a component of a vector, by the built-in functions for them.
__task int vectors(int n) {
  int x = n;
  ulong2 v;
  ulong a[4] = {0}, b[4] = {0};
  uint2 h = as_uint2((ulong)&x); // note-note 2 {{comes from here}}
  v.x = (ulong)&x; // note-note {{comes from here}}
  v.y = n;
  () <- two(v); // error-error {{argument 1 of the spawn of 'two'}}
  () <- num(v.y);
  vstore2((ulong2)(1, (ulong)&x), 1, a); // note-note {{comes from here}}
  () <- num(a[3]); // error-error {{carries the address}}
  b[n & 3] = (ulong)&x; // note-note {{comes from here}}
  () <- two(vload2(1, b)); // error-error {{carries the address}}
  () <- one(h.x); // error-error {{carries the address}}
  () <- one(h.y); // error-error {{carries the address}}
  () <- num(max((ulong)&x, (ulong)n)); // error-error {{carries the address}} note-note {{comes from here}}
  return 0;
}

// Numbers from which the address can be had.
__task int arithmetic(int n) {
  int x = n;
  ulong u = same((ulong)&x); // note-note 2 {{comes from here}}
  () <- num(u * 2 - (ulong)&n); // error-error {{carries the address}} note-note {{comes from here}}
  () <- num((u >> 8) & 255); // error-error {{carries the address}}
  () <- num(u & ~(ulong)15); // error-error {{carries the address}}
  () <- num(u & 15);
  () <- num(u % 64);
  () <- num(u - (ulong)&n);
  return 0;
}

// Into the body of a force, in the contents of what is captured.
__task int captured(int n) {
  int x = n, y;
  Carrier c = {0, 1};
  put2(&c, &x); // note-note {{comes from here}}
  y <- one(1);
  force (y) { // plain-error {{in 'captured': the code after a force}}
    return c.n + (c.address != 0); // debug-error {{in 'captured': the code after a force uses an address of private or local memory that is gone when the results have arrived}}
  }
}
__task int captured_array(int n) {
  int x = n, y;
  ulong a[4];
  for (int i = 0; i < 4; ++i)
    put(a + i, &x); // note-note {{comes from here}}
  y <- one(1);
  force (y) { // plain-error {{in 'captured_array': the code after a force}}
    return a[n & 3] != 0; // debug-error {{the code after a force uses an address}}
  }
}
// That it leaves the body again is the same mistake.
__task int captured_and_sent(int n) {
  int x = n, y;
  ulong u;
  put(&u, &x); // note-note {{comes from here}}
  y <- one(1);
  force (y) { // plain-error {{in 'captured_and_sent': the code after a force}}
    ulong v = u; // debug-error {{the code after a force uses an address}}
    () <- num(v);
    return v != 0;
  }
}
__task int refilled(int n) {
  int x = n, y;
  ulong u = 1;
  y <- one(1);
  force (y) {
    put(&u, &x);
    return u != 0;
  }
}

__task Carrier result_struct(int n) { int x = n; return make(&x); } // error-error {{in 'result_struct': the result carries the address of private or local memory, which is gone when the task returns}} note-note {{comes from here}}
__task ulong result(int n) { // plain-error {{the result carries the address}}
  int x = n;
  if (n > 3)
    return same(n);
  return same((ulong)&x); // debug-error {{the result carries the address}} note-note {{comes from here}}
}

// The conversion of the result makes a task of its own; the error names the user's.
__task ulong wide(ulong a) { return a; }
__task int narrowed(int n) {
  int x;
  x <- wide(same((ulong)&n)); // error-error {{argument 1 of the spawn of 'wide' carries the address}} note-note {{comes from here}}
  force (x) { return x; }
}
