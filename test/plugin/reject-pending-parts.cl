// A future read through a pointer, or spawned into twice in part.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -w -fsyntax-only \
// RUN:   \
// RUN:   -ferror-limit=0 -Xclang -verify %s

typedef struct { int v, w; int a[2]; int *p; } P;
typedef union { int a; float b; } U;
__task int f(int a);
int read(int *a);

__task int r1(int n) { int x = 0, *p; p = n ? &x : &n; x <- f(1); *p = 3; force (x) { return x; } }
// expected-error@-1 {{'p' holds the address of 'x'}}
// expected-note@-2 {{the address comes from here}}
// expected-note@-3 {{this spawn made 'x' a future}}
// expected-note@-4 {{use the address before that spawn}}
__task int r2(int n) { int x = 0, *p = &x; x <- f(1); read(p); force (x) { return x; } }
// expected-error@-1 {{'p' holds the address of 'x'}}
// expected-note@-2 {{the address comes from here}}
// expected-note@-3 {{this spawn made 'x' a future}}
// expected-note@-4 {{use the address before that spawn}}
__task int r3(int n) { int x[4], *p = x + 1; x[0] <- f(1); n = p[n]; force (x) { return x[0]; } }
// expected-error@-1 {{'p' holds the address of 'x'}}
// expected-note@-2 {{the address comes from here}}
// expected-note@-3 {{this spawn made 'x' a future}}
// expected-note@-4 {{use the address before that spawn}}
__task int r4(int n) { P x, *p = &x; x.v <- f(1); n = p->w; force (x) { return x.v; } }
// expected-error@-1 {{'p' holds the address of 'x'}}
// expected-note@-2 {{the address comes from here}}
// expected-note@-3 {{this spawn made 'x' a future}}
// expected-note@-4 {{use the address before that spawn}}
__task int r5(int n) { P s; int x = 0; s.p = &x; x <- f(1); n = *s.p; force (x) { return x; } }
// expected-error@-1 {{'s' holds the address of 'x'}}
// expected-note@-2 {{the address comes from here}}
// expected-note@-3 {{this spawn made 'x' a future}}
// expected-note@-4 {{use the address before that spawn}}
__task int r6(int n) { int x = 0, *p = &n; for (int i = 0; i < 3; i++) { *p = 1; p = &x; if (i == 2) x <- f(1); } force (x) { return x; } }
// expected-error@-1 {{'x' is a future, and is used by address}}
// expected-note@-2 2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
// expected-error@-4 {{'x' is a future already, and is spawned into again}}
// expected-note@-5 {{this spawn, in an earlier iteration, made it a future}}
// expected-note@-6 {{force it first, or spawn into the elements of an array}}
// expected-error@-7 {{'p' holds the address of 'x'}}
// expected-note@-8 {{the address comes from here}}
// expected-note@-9 {{use the address before that spawn}}
__task int r7(int n) { int x = 0, *p = &x, *q = p; x <- f(1); n = *(q + 1); force (x) { return x; } }
// expected-error@-1 {{'q' holds the address of 'x'}}
// expected-note@-2 {{the address comes from here}}
// expected-note@-3 {{this spawn made 'x' a future}}
// expected-note@-4 {{use the address before that spawn}}
__task int r8(int n) { U u; u.a <- f(1); u.b <- f(2); force (u) { return u.a; } }
// expected-error@-1 {{this part of 'u' is a future already, and is spawned into again before a 'force' names it}}
// expected-note@-2 {{this spawn made it a future}}
// expected-note@-3 {{force it first, or spawn into the elements of an array}}
__task int r9(int n) { P p; p.v <- f(1); p.w <- f(2); p.v <- f(2); force (p) { return p.v; } }
// expected-error@-1 {{this part of 'p' is a future already, and is spawned into again}}
// expected-note@-2 {{this spawn made it a future}}
// expected-note@-3 {{force it first, or spawn into the elements of an array}}
__task int r10(int n) { int r[4]; for (int i = 0; i < n; i++) r[0] <- f(i); force (r) { return r[0]; } }
// expected-error@-1 {{this part of 'r' is a future already, and is spawned into again}}
// expected-note@-2 {{this spawn, in an earlier iteration, made it a future}}
// expected-note@-3 {{force it first, or spawn into the elements of an array}}
__task int r11(int n) { int r[4]; r[1] <- f(1); r[2 - 1] <- f(2); force (r) { return r[0]; } }
// expected-error@-1 {{this part of 'r' is a future already, and is spawned into again}}
// expected-note@-2 {{this spawn made it a future}}
// expected-note@-3 {{force it first, or spawn into the elements of an array}}
__task int r12(int n) { P r[4]; r[n].v <- f(1); r[1].v <- f(2); r[1].v <- f(3); force (r) { return r[0].v; } }
// expected-error@-1 {{this part of 'r' is a future already, and is spawned into again}}
// expected-note@-2 {{this spawn made it a future}}
// expected-note@-3 {{force it first, or spawn into the elements of an array}}
__task int r13(int n) { int x = 0; int *a[2] = {&n, &x}; x <- f(1); n = *a[n]; force (x) { return x; } }
// expected-error@-1 {{'a' holds the address of 'x'}}
// expected-note@-2 {{the address comes from here}}
// expected-note@-3 {{this spawn made 'x' a future}}
// expected-note@-4 {{use the address before that spawn}}
__task int r14(int n) { int x; x <- f(1); int (^b)(void) = ^{ return x; }; force (x) { return x; } }
// expected-error@-1 {{'x' is a future, and is used}}
// expected-note@-2 {{this spawn made 'x' a future}}
// expected-note@-3 {{force (x)}}
__task int r15(int n) { int x; x <- f(1); *&x <- f(2); force (x) { return x; } }
// expected-error@-1 {{'x' is a future already, and is spawned into again}}
// expected-note@-2 {{this spawn made it a future}}
// expected-note@-3 {{force it first, or spawn into the elements of an array}}
__task int r16(int n) { int r[4]; r[1] <- f(1); *(r + 2 - 1) <- f(2); *(r + n) <- f(3); force (r) { return r[0]; } }
// expected-error@-1 {{this part of 'r' is a future already, and is spawned into again}}
// expected-note@-2 {{this spawn made it a future}}
// expected-note@-3 {{force it first, or spawn into the elements of an array}}
__task int r17(int n) { int r[4]; (&r[1])[2] <- f(1); 3[r] <- f(2); force (r) { return r[0]; } }
// expected-error@-1 {{this part of 'r' is a future already, and is spawned into again}}
// expected-note@-2 {{this spawn made it a future}}
// expected-note@-3 {{force it first, or spawn into the elements of an array}}
__task int r18(int n) { P p; p.v <- f(1); (&p)->w <- f(2); (&p)->v <- f(2); force (p) { return p.v; } }
// expected-error@-1 {{this part of 'p' is a future already, and is spawned into again}}
// expected-note@-2 {{this spawn made it a future}}
// expected-note@-3 {{force it first, or spawn into the elements of an array}}
// Reading one of them, however it is written.
__task int r19(int n) { int r[4]; *(r + 1) <- f(1); n = *(r + 1); force (r) { return r[0]; } }
// expected-error@-1 {{'r' is a future, and is used}}
// expected-note@-2 {{this spawn made 'r' a future}}
// expected-note@-3 {{force (r)}}
// Other parts of a variable than those that were spawned into: they can be
// written before the first spawn.
__task int o1(int n) { int w[2]; w[0] <- f(1); w[1] = 0; force (w) { return w[0] + w[1]; } }
// expected-error@-1 {{'w' is a future, and is written before a 'force' names it}}
// expected-note@-2 {{this spawn made 'w' a future}}
// expected-note@-3 {{'w' is one future, with all its parts: write this part before the first spawn into 'w', or in the body of 'force (w) { ... }'}}
__task int o2(int n) { P p; p.v <- f(1); n = p.w; p.a[1] += n; force (p) { return p.v; } }
// expected-error@-1 {{'p' is a future, and is used before a 'force' names it}}
// expected-note@-2 2 {{this spawn made 'p' a future}}
// expected-note@-3 {{'p' is one future, with all its parts: use this part before the first spawn into 'p', or in the body of 'force (p) { ... }'}}
// expected-error@-4 {{'p' is a future, and is written before a 'force' names it}}
// expected-note@-5 {{write this part before the first spawn into 'p'}}
__task int o3(int n) { P p[2]; for (int i = 0; i < n; ++i) { p[i].w = i; p[i].v <- f(i); } force (p) { return p[0].v; } }
// expected-error@-1 {{'p' is a future, and is written}}
// expected-note@-2 {{this spawn made 'p' a future}}
// expected-note@-3 {{write this part before the first spawn into 'p'}}
#define SET(part) part = 0
__task int o4(int n) { int w[2]; w[0] <- f(1); SET(w[1]); force (w) { return w[0]; } }
// expected-error@-1 {{'w' is a future, and is written}}
// expected-note@-2 {{this spawn made 'w' a future}}
// expected-note@-3 {{write this part before the first spawn into 'w'}}
// The same part, the whole, and addresses belong into the body.
__task int o5(int n) { int w[2]; w[0] <- f(1); w[0] = 0; force (w) { return w[0]; } }
// expected-error@-1 {{'w' is a future, and is written}}
// expected-note@-2 {{this spawn made 'w' a future}}
// expected-note@-3 {{put this into the body of 'force (w) { ... }'}}
__task int o6(int n) { P p, q = {0}; p.v <- f(1); p = q; force (p) { return p.v; } }
// expected-error@-1 {{'p' is a future, and is written}}
// expected-note@-2 {{this spawn made 'p' a future}}
// expected-note@-3 {{put this into the body}}
__task int o7(int n) { int w[2]; w[0] <- f(1); read(&w[1]); force (w) { return w[0]; } }
// expected-error@-1 {{'w' is a future, and is used by address}}
// expected-note@-2 {{this spawn made 'w' a future}}
// expected-note@-3 {{put this into the body}}
// Accepted: written before, and after.
__task int o8(int n) { int w[2] = {0}; w[1] = 1; w[0] <- f(1); force (w) { w[1] = 2; return w[0]; } }
