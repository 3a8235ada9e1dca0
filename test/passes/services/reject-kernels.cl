// A kernel has no worker, by way of functions neither.
// RUN: not %taskletc --emit=ll %s -o /dev/null 2>&1 | FileCheck %s
// RUN: not %taskletc --emit=ll -DWITHOUT_TASKS %s -o /dev/null 2>&1 \
// RUN:   | FileCheck --check-prefix=WITHOUT %s

void check(int n) {
  if (n < 0)
    tkl_fail("%0 is negative", n, 0);
}
int indirect(int n) { check(n); return n; }

#ifndef WITHOUT_TASKS
__task int f(int n) { return indirect(n); }

__kernel void k(__global int *out, int n) {
  // CHECK: kernel 'k' cannot call 'indirect' outside of bodies of 'force', since that calls functions for tasks; call it in a task that the kernel spawns
  out[1] = indirect(n);
  *out <- f(n);
}
#else
__kernel void plain(__global int *out, int n) {
  // WITHOUT: kernel 'plain' cannot call 'tkl_command_area' outside of bodies of 'force'; call it in a task that the kernel spawns
  out[0] = tkl_command_area()[0];
}
#endif
