// Correct programs that come close: no message at all. Each is compiled to the end.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -Wall -Werror -Wno-unused \
// RUN:   -fsyntax-only %s
// RUN: %taskletc -cl-std=CL2.0 -w -o %t.bc %s

typedef struct { int v, w; int a[2]; int *p; } P;
typedef enum { A, B } E;
__task int f(int a) { return a; }
int read(int *a) { return *a; }

__task int a1(int n) { int x = 3; if (n) { x <- f(1); force (x) { return x; } } return x; }
__task int a2(int n) { int x; x <- f(1); n = sizeof(x) + sizeof x + vec_step(x); force (x) { return x + n; } }
__task int a3(int n) { int r[8]; for (int i = 0; i < 8; i++) r[i] <- f(i); force (r) { int s = 0; for (int i = 0; i < 8; i++) s += r[i]; return s; } }
__task int a4(int n) { int x = n; x <- f(x); force (x) { x <- f(x); force (x) { x <- f(x); force (x) { return x; } } } }
__task int a5(int n) { int x = 0; switch (n) { case 0: return 1; case 1: x <- f(1); break; case 2: x <- f(2); break; default: x <- f(3); } force (x) { return x; } }
__task int a6(int n) { int x = 0; if (n) x <- f(1); else x <- f(2); force (x) { return x; } }
__task int a7(int n) { int x; if (n) { x <- f(1); } force (x) { return n ? x : 0; } }
__task int a8(int n) { P p; p.v <- f(1); p.w <- f(2); p.a[0] <- f(3); p.a[1] <- f(4); force (p) { return p.v + p.a[1]; } }
__task int a9(int n) { int x = 0; while (n--) { if (n == 3) { x <- f(n); break; } } force (x) { return x; } }
__task int a10(int n) { int x; do { x <- f(n); } while (0); force (x) { return x; } }
__task int a11(int n, int p) { force (n, p) { return n + p; } }
__task int a12(int n) { n <- f(n); force (n) { return n; } }
__task void a13(void) { int x; x <- f(1); force (x) { if (x) force () { } } }
__task int a14(int n) { int x, y; x <- f(n); force (x) { y <- f(x); force (y) { for (int i = 0; i < y; i++) { if (i == 3) break; if (i == 2) continue; switch (i) { case 1: break; } } return x + y; } } }
__task int a15(int n) { int x; x <- f(n); force (x) { l: if (x-- > 0) goto l; return x; } }
__task E a16(E e) { int x; x <- f(e); force (x) { switch (e) { case A: return B; case B: return A; } } }
__task int a17(int n) { int x = 1, *p = &x; *p = 2; x <- f(x); p = &n; *p = 3; force (x) { return x + n; } }
__task int a18(int n) { for (;;) { int x; x <- f(n); force (x) { if (x) return x; return 2; } } }
__task int a19(int n) { int x; { int x = 4; n += x; } x <- f(n); { int x = 5; n += x; } force (x) { int x = 7; return x; } }
__task int a20(int n) { __private int *q; int x; x <- f(n); q = 0; force (x) { return x; } }
__task int a21(int n) { int x; if (n == 0) return 0; if (n == 1) { x <- f(1); goto join; } x <- f(2); join: force (x) { return x; } }
__task int p1(int n) { int x = 0, *p = &x; *p = 3; read(p); x <- f(x); p = &n; *p = 3; force (x) { return x; } }
__task int p2(int n) { int r[4]; r[0] <- f(1); r[n] <- f(2); r[n] <- f(3); r[1] <- f(4); force (r) { return r[0]; } }
__task int p3(int n) { P p; p.v <- f(1); p.w <- f(2); force (p) { return p.v + p.w; } }
__task int p4(int n) { int x = 0, y = 0, *p = &x; if (n) p = &y; else { x <- f(1); force (x) { return x; } } *p = 4; return y; }
__task int p5(int n) { int x = 0, *p = &x; x <- f(1); force (x) { return x; } }
__task int p6(int n, __global int *g) { int x = 0; __global int *p = g + x; x <- f(1); *p = 3; p[1] = 2; force (x) { return x; } }
__task int p7(int n) { int r[2][2]; r[0][n] <- f(1); r[0][n] <- f(1); r[1][0] <- f(2); r[0][0] <- f(2); force (r) { return r[0][0]; } }
__task int p8(int n) { int x = 1, k = 2, *p = &k; x <- f(1); k = *p + p[0]; read(p); force (x) { return x + k; } }
