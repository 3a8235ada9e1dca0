// RUN: not %clang -target spir64 -fplugin=%plugin -fsyntax-only %s 2>&1 | FileCheck %s
#include <tasklet/everywhere.clh>

__kernel void k(__global int *p, __global long *q, int n) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: static assertion failed{{.*}}: source and destination have elements of one size
  ew_copy(p, q, n);
}
