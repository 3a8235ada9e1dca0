// An object reports what can be seen in it alone, once, and is not written then; what only
// the whole program shows is reported by the link.
// RUN: rm -rf %t && split-file %s %t
// RUN: not %taskletc --object %t/alone.cl -o %t/alone.bc 2>&1 | FileCheck --check-prefix=ALONE %s
// RUN: test ! -e %t/alone.bc
// RUN: not %taskletc --object %t/future.cl -o %t/future.bc 2>&1 | FileCheck --check-prefix=FUTURE %s
// RUN: test ! -e %t/future.bc
// RUN: %taskletc --object %t/asker.cl -o %t/asker.bc
// RUN: %taskletc --object %t/reads.cl -o %t/reads.bc
// RUN: %taskletc --object %t/ignores.cl -o %t/ignores.bc
// RUN: not %taskletc %t/asker.bc %t/reads.bc -o %t/x.bc 2>&1 | FileCheck --check-prefix=READS %s
// RUN: %taskletc %t/asker.bc %t/ignores.bc -o %t/y.bc
// RUN: %taskletc --object %t/spawner.cl -o %t/spawner.bc
// RUN: %taskletc --object %t/helper.cl -o %t/helper.bc
// RUN: not %taskletc %t/spawner.bc %t/helper.bc -o %t/x.bc 2>&1 | FileCheck --check-prefix=WHOLE %s

// ALONE: alone.cl:6:13: error: in 'k': argument 1 of the spawn of 'f' carries the address of private or local memory
// ALONE-NOT: error:
// WHOLE: error: {{.*}}spawner.cl:5:13: in 'k': argument 1 of the spawn of 'f' carries the address of private or local memory

// A function of another part may use a future or not; only the link knows.
// FUTURE: future.cl:8:11: error: in 'k': a future is used through a pointer before a 'force' names it
// FUTURE-NOT: error:
// READS: error: {{.*}}asker.cl:9:7: in 'k': a future is used through a pointer before a 'force' names it

//--- future.cl
__task int f(int n) { return n; }
void set(int **to, int *p) { *to = p; }
__kernel void k(__global int *out) {
  int a;
  int *p;
  set(&p, &a);
  a <- f(1);
  int r = *p;
  force (a) { *out = a + r; }
}
//--- asker.cl
__task int f(int n) { return n; }
void set(int **to, int *p) { *to = p; }
int ask(int *p);
__kernel void k(__global int *out) {
  int a, r;
  int *p;
  set(&p, &a);
  a <- f(1);
  r = ask(p);
  force (a) { *out = a + r; }
}
//--- reads.cl
int ask(int *p) { return *p; }
//--- ignores.cl
int ask(int *p) { return p != 0; }
//--- alone.cl
__task int f(ulong address) { return (int)address; }
ulong same(ulong x) { return x; }
__kernel void k(__global int *out) {
  int x = 3;
  ulong u = same((ulong)&x);
  out[0] <- f(u);
}
//--- spawner.cl
__task int f(ulong address) { return (int)address; }
ulong address(int *p);
__kernel void k(__global int *out) {
  int x = 3;
  out[0] <- f(address(&x));
}
//--- helper.cl
ulong address(int *p) { return (ulong)p; }
