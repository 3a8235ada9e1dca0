// An object reports what can be seen in it alone, once, and is not written then; what only
// the whole program shows is reported by the link.
// RUN: rm -rf %t && split-file %s %t
// RUN: not %taskletc --object %t/alone.cl -o %t/alone.bc 2>&1 | FileCheck --check-prefix=ALONE %s
// RUN: test ! -e %t/alone.bc
// RUN: %taskletc --object %t/spawner.cl -o %t/spawner.bc
// RUN: %taskletc --object %t/helper.cl -o %t/helper.bc
// RUN: not %taskletc %t/spawner.bc %t/helper.bc -o %t/x.bc 2>&1 | FileCheck --check-prefix=WHOLE %s

// ALONE: alone.cl:6:13: error: in 'k': argument 1 of the spawn of 'f' carries the address of private or local memory
// ALONE-NOT: error:
// WHOLE: error: {{.*}}spawner.cl:5:13: in 'k': argument 1 of the spawn of 'f' carries the address of private or local memory

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
