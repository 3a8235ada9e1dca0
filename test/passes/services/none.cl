// A program without functions for tasks has nothing of them, optimised or not.
// Functions that call them, and that nobody calls, are gone.
// RUN: %taskletc --emit=ll %s -o - | FileCheck %s --implicit-check-not=__tkl_serv
// RUN: %taskletc --emit=ll -cl-opt-disable %s -o - \
// RUN:   | FileCheck %s --implicit-check-not=__tkl_serv
// RUN: %taskletc --manifest=%t.json %s -o %t.bc
// RUN: FileCheck --check-prefix=MANIFEST --implicit-check-not=prints %s < %t.json
// RUN: %taskletc --emit=ll -DUNUSED %s -o - \
// RUN:   | FileCheck %s --implicit-check-not=__tkl_serv

// CHECK: define {{.*}}@__tkl_dispatch(
// MANIFEST: "abi":9
#ifdef UNUSED
void unused(int n) { tkl_fail("", n, n); }
int calls_unused(int n) { unused(n); return 1; }
#endif

__task int f(int n) { return n; }
__kernel void k(__global int *out, int n) { out[0] <- f(n); }
