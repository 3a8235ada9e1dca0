// Warps are those of the hardware, and go their own ways: lanes vote, shuffle and
// meet in their warp alone. A barrier of the program stays one of the work-group.
//
// RUN: %taskletc --emit=ptx %s -o - | FileCheck --implicit-check-not=.shared %s
// RUN: %taskletc --emit=ptx -O0 %s -o - | FileCheck --implicit-check-not=.shared %s
// RUN: %taskletc --emit=ptx -tkl-warp-size=32 %s -o - | FileCheck %s
// RUN: rm -f %t.ptx
// RUN: not %taskletc --emit=ptx -tkl-warp-size=16 %s -o %t.ptx 2>&1 \
// RUN:   | FileCheck --check-prefix=SIZE %s
// RUN: not test -e %t.ptx
//
// SIZE: a warp of the target nvptx has 32 lanes; leave out -tkl-warp-size=16

// CHECK: .entry no_barrier(
// CHECK-NOT: bar.sync
// CHECK: vote.sync.any.pred
// CHECK-NOT: bar.sync
// CHECK: vote.sync.ballot.b32
// CHECK-NOT: bar.sync
// CHECK: shfl.sync.idx.b32
// CHECK-NOT: bar.{{sync|red}}
__kernel void no_barrier(__global int *out, int n) {
  int i = get_global_id(0);
  if (out[i] > n) {
    everywhere (uint mask) {
      out[i] = sub_group_shuffle(i, popcount(mask) % 32);
    }
  }
}

// CHECK: .entry one_barrier(
// CHECK: bar.sync 0
// CHECK-NOT: bar.{{sync|red}}
// CHECK: vote.sync.any.pred
// CHECK-NOT: bar.{{sync|red}}
// CHECK: .entry in_a_loop(
__kernel void one_barrier(__global int *out, int n) {
  int i = get_global_id(0), before = out[i];
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (before > n) {
    everywhere { out[i]++; }
  }
}

// Warps turn differently often, so they vote before the barrier, too.
// CHECK: vote.sync.any.pred
// CHECK: vote.sync.any.pred
// CHECK: bar.sync 0
// CHECK-NOT: bar.{{sync|red}}
// CHECK: .entry none(
__kernel void in_a_loop(__global int *out, int n) {
  for (int i = 0; i < get_local_id(0); ++i) {
    everywhere { out[i]++; }
    if (n == 1)
      barrier(CLK_GLOBAL_MEM_FENCE);
  }
}

// CHECK-NOT: vote.sync
__kernel void none(__global int *out) { out[0] = 1; }
