// Neighbouring lanes take neighbouring elements: all lanes of a full warp take each turn side by side,
// in a loop that LLVM may make vectors of. What is left, each lane does alone.
// RUN: %clang -target spir64 -O2 -fplugin=%plugin -fno-discard-value-names -Xclang -disable-llvm-passes -S -emit-llvm -o %t.ll %s
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise,verify,tkl-verify -tkl-warp-size=8 -S %t.ll | FileCheck %s

// CHECK-LABEL: define {{.*}} @copy(
// CHECK:       strips{{.*}}:
// CHECK-NEXT:    %[[BASE:.*]] = phi i32
// CHECK-NEXT:    %[[FITS:.*]] = icmp ule i32 %[[BASE]]
// CHECK-NEXT:    %[[GO:.*]] = and i1 %{{.*}}, %[[FITS]]
// CHECK-NEXT:    br i1 %[[GO]], label %[[STRIP:.*]], label %[[REST:.*]]
// CHECK:       [[REST]]:
// CHECK:         icmp ule i32 %{{.*}}, %[[BASE]]
// A turn of all lanes: their accesses have no order.
// CHECK:         %[[I:.*]] = add i32 %[[BASE]], %{{.*}}
// CHECK:         load i32, {{.*}} !llvm.access.group
// CHECK:         store i32 {{.*}} !llvm.access.group
__kernel void copy(__global int *to, __global const int *from, uint n) {
  if (get_global_id(0) & 1)
    everywhere {
      uint lane = get_sub_group_local_id(), lanes = get_sub_group_size();
      for (uint i = lane; i < n; i += lanes)
        to[i] = from[i];
    }
}

// A sum is an array meanwhile.
// CHECK-LABEL: define {{.*}} @sum(
// CHECK:         %sums{{.*}} = alloca [8 x i32]
// CHECK:       strips{{.*}}:
__kernel void sum(__global int *to, __global const int *from, uint n) {
  int id = get_global_id(0), all = 0;
  if (id & 1)
    everywhere {
      uint lane = get_sub_group_local_id(), lanes = get_sub_group_size();
      int mine = 0;
      for (uint i = lane; i < n; i += lanes)
        mine += from[i];
      all = sub_group_reduce_add(mine);
    }
  to[id] = all;
}

// Step and bound are computed in each turn.
// CHECK-LABEL: define {{.*}} @computed(
// CHECK:       strips{{.*}}:
// CHECK:       ret void
__kernel void computed(__global long *to, __global const long *from, uint n) {
  if (get_global_id(0) & 1)
    everywhere {
      for (long i = 3L + get_sub_group_local_id(); i < 2 * (n - 1);
           i += 2 * get_sub_group_size())
        to[i] = from[i];
    }
}

// The bound lies in memory, where a turn may change it.
// CHECK-LABEL: define {{.*}} @loaded_bound(
// CHECK-NOT:   strips
// CHECK:       ret void
__kernel void loaded_bound(__global uint *to, __global const uint *from) {
  if (get_global_id(0) & 1)
    everywhere {
      for (uint i = get_sub_group_local_id(); i < *from;
           i += get_sub_group_size())
        to[i] = 7;
    }
}

// The bound is each lane's own.
// CHECK-LABEL: define {{.*}} @own_bound(
// CHECK-NOT:   strips
// CHECK:       ret void
__kernel void own_bound(__global int *to, __global const int *from) {
  int id = get_global_id(0);
  uint n = from[id];
  if (id & 1)
    everywhere {
      uint lane = get_sub_group_local_id(), lanes = get_sub_group_size();
      for (uint i = lane; i < n; i += lanes)
        to[i] = from[i];
    }
}
