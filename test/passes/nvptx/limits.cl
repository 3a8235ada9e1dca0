// What no PTX can have is an error at its place.
//
// RUN: not %taskletc --emit=ptx -cl-std=CL2.0 -cl-ext=+cl_khr_subgroups %s -o %t.ptx 2>&1 | FileCheck %s
// RUN: not test -e %t.ptx
// RUN: %taskletc -tkl-target=spirv -cl-std=CL2.0 -cl-ext=+cl_khr_subgroups %s -o %t.bc

// CHECK-DAG: in 'look': the target nvptx has no images; pass buffers, or build for another device
__kernel void look(read_only image2d_t from, sampler_t how,
                   __global float4 *out) {
  out[0] = read_imagef(from, how, (int2)(0, 0));
}

// CHECK-DAG: the target nvptx has no 'sub_group_reduce_add' outside of everywhere blocks; write an everywhere block around it
__kernel void sum(__global int *out) {
  out[0] = sub_group_reduce_add(out[get_global_id(0)]);
}

// A warp has these.
__kernel void all_of_warp(__global int *out) {
  out[get_sub_group_id()] = sub_group_any(out[get_global_id(0)]);
}

__task int one() { return 1; }
__kernel void k(__global int *out) { out[0] <- one(); }
