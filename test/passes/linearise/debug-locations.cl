// With -g each call in a kernel has a location, also what linearising adds: the verifier refuses
// others if the driver's functions have debug information, too.
// RUN: %clang -fplugin=%plugin -target spir64 -mllvm -tkl-lane-loops=0 -g -O1 -S -emit-llvm %s -o %t.ll
// RUN: sed -n '/^define.* @k(/,/^}/p' %t.ll | grep ' call ' > %t.calls
// RUN: grep -c barrier %t.calls | FileCheck --check-prefix=BARRIERS %s
// RUN: not grep -v '!dbg' %t.calls
// BARRIERS: {{[1-9]}}
__kernel void k(__global int *out, int n) {
  int i = get_local_id(0), x = i;
  if (i & 1)
    everywhere { x += n; }
  out[i] = x;
}
