// In lane loops a sub-group function is a loop in which lanes give their operands, a function of the
// runtime over these, and a loop in which lanes take results. Where all lanes come together, there is
// one result, or only one lane gives.
// RUN: %clang -target spir64 -O2 -fplugin=%plugin -fno-discard-value-names -Xclang -disable-llvm-passes -S -emit-llvm -o %t.ll %s
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise,verify,tkl-verify -tkl-warp-size=8 -S %t.ll > %t.after
// RUN: FileCheck %s < %t.after
// RUN: not grep 'call.*tkl.lane\.\|call.*barrier\|tkl_slots' %t.after

// CHECK-LABEL: define {{.*}} @together(
// The bits of a ballot, kept once.
// CHECK-DAG:     %[[BITS:bits.*]] = alloca i64
// CHECK-DAG:     store i64 0, {{.*}} %[[BITS]]
// CHECK-DAG:     %[[ALL:.*]] = load i64, {{.*}} %[[BITS]], align 8{{$}}
// CHECK-DAG:     store i64 %[[ALL]], {{.*}}kept
// The broadcast reads the element of one lane, without a loop.
// CHECK-DAG:     getelementptr inbounds [8 x i32], {{.*}} %x{{.*}}, i64 0, i64 0
// CHECK-DAG:     call spir_func i64 @__tkl_lanes_reduce_add_i64(
// CHECK-DAG:     call spir_func void @__tkl_lanes_scan_inclusive_max_i64(
// CHECK:         ret void
__kernel void together(__global int *out, __global ulong *bits) {
  int id = get_global_id(0), x = out[id];
  if (id & 1)
    everywhere {
      uint4 b = sub_group_ballot(x > 3);
      x += (int)b.x;
      x += sub_group_broadcast(x, 0u);
      x += sub_group_reduce_add(x);
      x += sub_group_scan_inclusive_max(x);
      sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    }
  out[id] = x;
}

// Not all lanes come: only those at the node give, but a shuffle asks all.
// CHECK-LABEL: define {{.*}} @apart(
// CHECK-DAG:     call i64 @llvm.cttz.i64(
// CHECK-DAG:     call spir_func i64 @__tkl_lanes_reduce_add_i64(
// CHECK-DAG:     %[[FROM:.*]] = select i1 %{{.*}}, i64 %{{.*}}, i64 %{{.*}}
// CHECK-DAG:     getelementptr inbounds [8 x i64], {{.*}} %operands{{.*}}, i64 0, i64 %[[FROM]]
// CHECK-DAG:     call spir_func i64 @__tkl_lanes_match(
// CHECK:         ret void
__kernel void apart(__global int *out) {
  int id = get_global_id(0), x = out[id];
  everywhere {
    if (x > 3) {
      x += sub_group_reduce_add(x);
      x += sub_group_shuffle(x, (uint)id);
      uint4 m = sub_group_match_any(x);
      x += m.x;
    }
  }
  out[id] = x;
}

// The number of the first lane of a mask is that of a lane, in 64 bits, too.
// CHECK-LABEL: define {{.*}} @first(
// CHECK-NOT:     operands
// CHECK:         getelementptr inbounds [8 x i32], {{.*}} %x{{.*}}, i64 0, i64 %{{.*}}
// CHECK-NOT:     operands
// CHECK:         ret void
__kernel void first(__global int *out) {
  int id = get_global_id(0), x = out[id];
  if (id & 1)
    everywhere (ulong mask) {
      uint from = 63 - clz(mask & -mask);
      x = sub_group_broadcast(x, from);
    }
  out[id] = x;
}

// What one lane does alone is no part of the loop over all lanes before it, and
// no lane asks whether it is the one. There may be no such lane.
// CHECK-LABEL: define {{.*}} @leader(
// CHECK-NOT:     icmp eq i32 {{.*}}, %
// CHECK:         select i1 %{{.*}}, i64 %{{.*}}, i64 0
// CHECK-NOT:     icmp eq i32 {{.*}}, %
// CHECK:         ret void
__kernel void leader(__global int *out, __global int *count, uint which) {
  int id = get_global_id(0), x = out[id];
  if (id & 1)
    everywhere {
      x += 3;
      if (get_sub_group_local_id() == which)
        x = atomic_add(count, x);
      x += sub_group_reduce_add(x);
    }
  out[id] = x;
}
