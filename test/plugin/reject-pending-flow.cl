// Pending futures are followed through every form of control flow and every kind
// of expression.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -w -fsyntax-only \
// RUN:   -ferror-limit=0 -Xclang -verify %s

typedef struct { int v, w; int a[2]; } P;
typedef union { int a; float b; } U;
typedef enum { A, B } E;
__task int f(int a);
__task P mk(int a);
__task float4 vec(int a);
int read(int *a);

__task int r1(int n) { int x, y; x <- f(1); y = n ? x : 3; return y; }
// expected-error@-1 {{'x' is a future, and is used}}
// expected-note@-2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
__task int r2(int n) { int x; x <- f(1); return n && x; }
// expected-error@-1 {{'x' is a future, and is used}}
// expected-note@-2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
__task int r3(int n) { int x; x <- f(1); return n ? 1 : (x, 2); }
// expected-error@-1 {{'x' is a future, and is used}}
// expected-note@-2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
__task int r4(int n) { int x; n && ({ x <- f(1); 1; }); return x; }
// expected-error@-1 {{'x' is a future, and is used}}
// expected-note@-2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
__task int r5(int n) { int x = 0; switch (n) { case 1: x <- f(1); break; default: ; } return x; }
// expected-error@-1 {{'x' is a future, and is used}}
// expected-note@-2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
__task int r6(int n) { int x = 0; do { x <- f(n); } while (n-- > x); return 1; }
// expected-error@-1 {{'x' is a future already, and is spawned into again}}
// expected-note@-2 {{this spawn, in an earlier iteration, made it a future}}
// expected-note@-3 {{force it first, or spawn into the elements of an array}}
// expected-error@-4 {{'x' is a future, and is used}}
// expected-note@-5 {{this spawn made 'x' a future}}
// expected-note@-6 {{force (x)}}
__task int r7(int n) { P p; p.a[n] <- f(1); P q = p; return q.v; }
// expected-error@-1 {{'p' is a future, and is used}}
// expected-note@-2 {{this spawn made 'p' a future}}
// expected-note@-3 {{force (p)}}
__task int r8(int n) { P p[2]; p[n].a[1] <- f(1); return p[0].v; }
// expected-error@-1 {{'p' is a future, and is used}}
// expected-note@-2 {{this spawn made 'p' a future}}
// expected-note@-3 {{force (p)}}
__task int r9(int n) { float4 v; v <- vec(1); return v.x; }
// expected-error@-1 {{'v' is a future, and is used}}
// expected-note@-2 {{this spawn made 'v' a future}}
// expected-note@-3 {{force (v)}}
__task int r10(int n) { int x = 0; for (int i = 0; i < 3; i++) { if (i == 2) return x; if (n) continue; x <- f(1); } return 1; }
// expected-error@-1 {{'x' is a future, and is used}}
// expected-note@-2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
// expected-error@-4 {{'x' is a future already, and is spawned into again}}
// expected-note@-5 {{this spawn, in an earlier iteration, made it a future}}
// expected-note@-6 {{force it first, or spawn into the elements of an array}}
__task int r11(int n) { int x = 0; if (n) goto l; x <- f(1); l: return x; }
// expected-error@-1 {{'x' is a future, and is used}}
// expected-note@-2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
__task int r12(int n) { int x = 0; x <- f(1); while (x) ; return 1; }
// expected-error@-1 {{'x' is a future, and is used}}
// expected-note@-2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
__task int r13(int n) { int x = 0; x <- f(1); switch (x) { } return 1; }
// expected-error@-1 {{'x' is a future, and is used}}
// expected-note@-2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
__task int r14(int n) { int x = 0; x <- f(1); int a[2] = {x, 1}; return a[1]; }
// expected-error@-1 {{'x' is a future, and is used}}
// expected-note@-2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
__task int r15(int n) { int x = 0; x <- f(1); P p = {.v = x}; return p.w; }
// expected-error@-1 {{'x' is a future, and is used}}
// expected-note@-2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
__task int r16(int n) { int x = 0; x <- f(1); return as_int((float)x) + (x << 1); }
// expected-error@-1 2 {{'x' is a future, and is used}}
// expected-note@-2 2 {{this spawn made 'x' a future}}
// expected-note@-3 2 {{force (x)}}
__task int r17(int n) { int x = 0, y; x <- f(1); y <- f(x); force (x, y) { return x + y; } }
// expected-error@-1 {{'x' is a future, and is used}}
// expected-note@-2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
__task int r18(int n) { int x = 0, r[4]; x <- f(1); r[x] <- f(1); force (x, r) { return x + r[0]; } }
// expected-error@-1 {{'x' is a future, and is used}}
// expected-note@-2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
__task int r19(int n, __global int *o) { int x = 0; x <- f(1); o[x] <- f(1); force (x) { return x; } }
// expected-error@-1 {{'x' is a future, and is used}}
// expected-note@-2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
__task int r20(int n) { int x = 0; x <- f(1); x <- f(2); force (x) { return x; } }
// expected-error@-1 {{'x' is a future already, and is spawned into again}}
// expected-note@-2 {{this spawn made it a future}}
// expected-note@-3 {{force it first, or spawn into the elements of an array}}
__task int r21(int n) { int x = 0; x <- f(1); x += 2; force (x) { return x; } }
// expected-error@-1 {{'x' is a future, and is written}}
// expected-note@-2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
__task int r22(int n) { int x = 0; x <- f(1); int *p = &x; force (x) { return x; } }
// expected-error@-1 {{'x' is a future, and is used by address}}
// expected-note@-2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
__task int r24(int n) { int r[3]; r[0] <- f(1); int *p = r; force (r) { return r[0]; } }
// expected-error@-1 {{'r' is a future, and is used}}
// expected-note@-2 {{this spawn made 'r' a future}}
// expected-note@-3 {{force (r)}}
__task int r25(int n) { P p; p <- mk(1); p.v <- f(1); force (p) { return p.v; } }
// expected-error@-1 {{this part of 'p' is a future already, and is spawned into again}}
// expected-note@-2 {{this spawn made it a future}}
// expected-note@-3 {{force it first, or spawn into the elements of an array}}
__task int r26(int n) { int x; x <- f(1); force () { return x; } }
// expected-error@-1 {{'x' is a future, and is used}}
// expected-note@-2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
__task int r27(int n) { int x, y; x <- f(1); y <- f(2); force (x) { force () { return x + y; } } }
// expected-error@-1 {{'y' is a future, and is used}}
// expected-note@-2 {{this spawn made 'y' a future}}
// expected-note@-3 {{force (y)}}
__task int r28(int n) { int x; x <- f(n); if (n) force (x) { return x; } return x; }
// expected-error@-1 {{'x' is a future, and is used}}
// expected-note@-2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
__task int r29(int n) { int x; x <- f(n); for (;;) { if (n++ > 4) force (x) { return x; } n += x; } }
// expected-error@-1 {{'x' is a future, and is used}}
// expected-note@-2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
