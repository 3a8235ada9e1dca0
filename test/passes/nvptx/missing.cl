// A built-in function that neither our library nor libclc has is an error with its
// name.
//
// RUN: not %taskletc --emit=ptx -cl-std=CL2.0 %s -o %t.ptx 2>&1 | FileCheck %s
// RUN: not test -e %t.ptx
// CHECK: in 'k': the target nvptx has no built-in function 'work_group_reduce_add' of these types
__kernel void k(__global int *out) {
  out[0] = work_group_reduce_add(out[get_global_id(0)]);
}
__task int one() { return 1; }
__kernel void t(__global int *out) { out[0] <- one(); }
