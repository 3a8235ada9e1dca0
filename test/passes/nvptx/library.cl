// Built-in functions of our library, as PTX.
//
// RUN: %taskletc --emit=ptx -cl-std=CL2.0 -cl-ext=+cl_khr_subgroups,+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics %s -o - | FileCheck %s

// Where the driver says so, a range has an offset, and a part of it is launched.
// CHECK-LABEL: .entry ids(
// CHECK-DAG: %ctaid.x
// CHECK-DAG: %envreg0
// CHECK-DAG: %envreg3
// CHECK-DAG: %envreg6
// CHECK-DAG: %envreg9
// CHECK: ret;
__kernel void ids(__global ulong *out) {
  out[0] = get_global_id(0);
  out[1] = get_global_size(0);
  out[2] = get_work_dim();
}

// Those of OpenCL C 1.x have no order, and no fence.
// CHECK-LABEL: .entry old(
// CHECK-NOT: fence
// CHECK: atom.relaxed.gpu.global.add.u32
// CHECK: atom.relaxed.gpu.shared.max.s32
// CHECK-NOT: fence
// CHECK: ret;
__kernel void old(__global int *out, __local int *most) {
  atomic_add(out, 1);
  atomic_max(most, 2);
}

// CHECK-LABEL: .entry new(
// CHECK: atom.relaxed.gpu.add.u32
// CHECK-NEXT: {{//.*}}
// CHECK-NOT: fence
// CHECK: fence.acq_rel.cta;
// CHECK: st.relaxed.gpu.b32
// CHECK: ld.relaxed.sys.b64
// CHECK: fence.acq_rel.sys;
// CHECK: ret;
__kernel void new(volatile __global atomic_int *p,
                  volatile __global atomic_ulong *q, __global ulong *out) {
  atomic_fetch_add_explicit(p, 1, memory_order_relaxed);
  atomic_store_explicit(p, 2, memory_order_release, memory_scope_work_group);
  *out = atomic_load_explicit(q, memory_order_acquire,
                              memory_scope_all_svm_devices);
}

// CHECK-LABEL: .entry warp(
// CHECK: shfl.sync.idx.b32
// CHECK: vote.sync.ballot.b32
// CHECK: bar.red.or.pred
// CHECK: ret;
__kernel void warp(__global float *out, __global uint4 *lanes) {
  uint i = get_local_id(0);
  out[i] = sub_group_broadcast(out[i], 3);
  lanes[i] = sub_group_ballot(out[i] > 1);
  lanes[0].y = work_group_any(out[i] > 2);
}

// CHECK-LABEL: .entry t(
__task int one() { return 1; }
__kernel void t(__global int *out) { out[0] <- one(); }
