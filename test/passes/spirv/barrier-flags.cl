// Flags of barriers are constants for the translator, also where nothing is
// optimised.
// RUN: %taskletc --emit=spirv -cl-opt-disable -o %t.spv %s
// RUN: %taskletc --emit=ll -tkl-target=spirv -cl-opt-disable -o - %s | FileCheck %s
// RUN: %taskletc --emit=ll -tkl-target=spirv -cl-opt-disable -cl-std=CL2.0 -tkl-sub-groups -o - %s | FileCheck --check-prefix=SUB %s
// CHECK-NOT: barrierj(i32 noundef %
// CHECK:     call spir_func void @_Z7barrierj(i32 noundef 7)
// CHECK-NOT: barrierj(i32 noundef %
// SUB-NOT:   sub_group_barrierj(i32 noundef %
// SUB:       call spir_func void @_Z17sub_group_barrierj(i32 noundef 7)
// SUB-NOT:   sub_group_barrierj(i32 noundef %
__kernel void k(__global int *out) {
  everywhere {
    out[get_local_id(0)] = 1;
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_local_id(0) ^ 1] += 1;
  }
}
