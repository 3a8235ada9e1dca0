// An address in global memory has not left its step, and of a function that is
// only declared no harm is assumed. The same with functions that do pass the
// address on is refused.
// RUN: %taskletc -Wall -Werror --object %s -o %t.bc
// RUN: %taskletc -Wall -Werror -O0 --object %s -o %t.bc
// RUN: not %taskletc -DDEFINED --object %s -o %t.bc 2>&1 | FileCheck %s

__task int f(ulong a) { return (int)a; }

__task int stores(__global ulong *out, int n) {
  int here = n, x;
  out[0] = (ulong)&here;
  x <- f(n);
  force (x) { return x; }
}

#ifdef DEFINED
ulong number(int *p) { return (ulong)p; }
#else
ulong number(int *p);
#endif
__task int asks(int n) {
  int here = n, x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}carries the address of private
  x <- f(number(&here));
  force (x) { return x + here; }
}
