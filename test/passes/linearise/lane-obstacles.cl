// A leader cannot do for its lanes what each work-item of a group must do; such kernels keep the form
// with barriers. A function that asks for ids is put in the place of its call.
// RUN: %clang -target spir64 -O2 -fplugin=%plugin -fno-discard-value-names -Xclang -disable-llvm-passes -S -emit-llvm -o %t.ll %s
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise,verify,tkl-verify -S %t.ll | FileCheck %s

#define VISIT                                                                                          \
  if (get_global_id(0) & 1)                                                                            \
    everywhere { out[get_global_id(0)] += 1; }

// CHECK-LABEL: define {{.*}} @with_barrier(
// CHECK-NOT:   __tkl_lanes_
// CHECK:       call spir_func void @__tkl_warp_begin(
__kernel void with_barrier(__global int *out) {
  VISIT
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[0] = 1;
}

void wait(void) { barrier(CLK_GLOBAL_MEM_FENCE); }

// CHECK-LABEL: define {{.*}} @with_barrier_in_function(
// CHECK-NOT:   __tkl_lanes_
// CHECK:       call spir_func void @__tkl_warp_begin(
__kernel void with_barrier_in_function(__global int *out) {
  wait();
  VISIT
}

// CHECK-LABEL: define {{.*}} @with_copy(
// CHECK-NOT:   __tkl_lanes_
// CHECK:       call spir_func void @__tkl_warp_begin(
__kernel void with_copy(__global int *out) {
  __local int part[8];
  event_t done = async_work_group_copy(part, out, 8, 0);
  wait_group_events(1, &done);
  VISIT
}

int own_id(int by) { return (int)get_global_id(0) + by; }

// CHECK-LABEL: define {{.*}} @with_ids(
// CHECK-NOT:   @own_id
// CHECK:       call spir_func i64 @__tkl_lanes_global_id(
// CHECK-NOT:   @own_id
// CHECK:       ret void
__kernel void with_ids(__global int *out) {
  int id = own_id(3);
  VISIT
  out[id] = 4;
}

// CHECK-LABEL: define {{.*}} @in_a_line(
// CHECK:       call spir_func i64 @__tkl_lanes_line_global_id(
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void in_a_line(__global int *out) { VISIT }
