// What the passes report appears where the program is: in headers, and where
// line markers say that it came from.
// RUN: rm -rf %t && split-file %s %t
// RUN: not %taskletc -w %t/main.cl -o %t/out.bc 2>&1 | FileCheck %s
// RUN: not %taskletc -w -I %t - -o %t/out.bc < %t/main.cl 2>&1 | FileCheck %s

// CHECK: header.h:4:9: error: in 'in_header': argument 1 of the spawn of 'num'
// CHECK-NEXT:   () <- num(number(&n));
// CHECK-NEXT: {{^( +\|)?        \^$}}
// CHECK-NEXT: header.h:4:13: note: the address comes from here
// CHECK: generated.y:700:9: error: in 'generated': argument 1 of the spawn
// CHECK: generated.y:700:13: note: the address comes from here
// CHECK-NOT: error:
// CHECK: 2 errors generated

//--- header.h
ulong number(int *p) { return (ulong)p; }
__task int num(ulong a) { return (int)a; }
__task int in_header(int n) {
  () <- num(number(&n));
  return 0;
}

//--- main.cl
#include "header.h"
__task int generated(int n) {
#line 700 "generated.y"
  () <- num(number(&n));
  return 0;
}
