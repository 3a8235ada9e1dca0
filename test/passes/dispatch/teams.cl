// Workers that are the lanes of a warp: the loop of the dispatch kernel is one of
// turns. All of them come to one block with a barrier, and only from there the loop
// goes on or ends. No step branches to another one.
// RUN: %taskletc --emit=ll -tkl-worker-lanes=8 --manifest=%t.json %s -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: FileCheck --check-prefix=MANIFEST %s < %t.json
// RUN: %taskletc --emit=ll -O0 -tkl-worker-lanes=8 %s -o %t.O0.ll
// RUN: FileCheck %s < %t.O0.ll

// MANIFEST: "team_lanes":8

// CHECK: @__tkl_dispatch.tkl_slots = internal {{.*}}addrspace(3) global [13 x i64]
// CHECK: define {{.*}}void @__tkl_dispatch({{.*}} !reqd_work_group_size ![[SIZE:[0-9]+]]
// CHECK-NOT: @__tkl_publish(
// CHECK: @__tkl_team_give(
// 7: all fences, for the records that lanes hand over, and at the one way back.
// CHECK: call {{.*}}@_Z7barrierj(i32 noundef 7)
// CHECK: @__tkl_team_start(
// CHECK: @__tkl_team_try(
// CHECK: call {{.*}}@_Z7barrierj(i32 noundef 7)
// CHECK: br {{.*}}, label
// CHECK-NOT: @_Z7barrierj
// CHECK: ret void
// CHECK: ![[SIZE]] = !{i32 8, i32 1, i32 1}

// A program without teams has nothing of them.
// RUN: %taskletc --emit=ll --manifest=%t.json %s -o - \
// RUN:   | FileCheck --check-prefix=ALONE --implicit-check-not=__tkl_team \
// RUN:     --implicit-check-not=__tkl_warp --implicit-check-not=barrier %s
// RUN: %taskletc --emit=ll -tkl-worker-lanes=1 %s -o - \
// RUN:   | FileCheck --check-prefix=ALONE --implicit-check-not=__tkl_team \
// RUN:     --implicit-check-not=__tkl_warp --implicit-check-not=barrier %s
// RUN: FileCheck --check-prefix=ONE %s < %t.json
// ALONE: define {{.*}}void @__tkl_dispatch({{.*}} !reqd_work_group_size ![[SIZE:[0-9]+]]
// ALONE: ![[SIZE]] = !{i32 1, i32 1, i32 1}
// ONE: "team_lanes":1

// RUN: not %taskletc --emit=ptx -tkl-worker-lanes=64 %s -o %t.ptx 2>&1 \
// RUN:   | FileCheck --check-prefix=TOO-MANY %s
// TOO-MANY: a team of the target nvptx has at most 32 lanes, as its warps have; -tkl-worker-lanes=64 is too many

// PTX has teams of 32, unless the option says something else. Races are found by one
// worker.
// RUN: %taskletc -tkl-target=nvptx --manifest=%t.json %s -o %t.bc
// RUN: FileCheck --check-prefix=PTX %s < %t.json
// RUN: %taskletc -tkl-target=nvptx -tkl-worker-lanes=1 --manifest=%t.json %s -o %t.bc
// RUN: FileCheck --check-prefix=ONE %s < %t.json
// RUN: %taskletc --check=races -tkl-worker-lanes=8 --manifest=%t.json %s -o %t.bc
// RUN: FileCheck --check-prefix=ONE %s < %t.json
// PTX: "team_lanes":32

// RUN: not %taskletc -tkl-worker-lanes=3 %s -o %t.bc 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: not %taskletc -tkl-worker-lanes=128 %s -o %t.bc 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: not %taskletc -tkl-worker-lanes= %s -o %t.bc 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: not %clang -fplugin=%plugin -target spir64 -c -emit-llvm -mllvm -tkl-worker-lanes=3 \
// RUN:   %s -o %t.bc 2>&1 | FileCheck --check-prefix=BAD %s
// BAD: workers are teams of 1, 2, 4, 8, 16, 32 or 64 lanes

__task int fib(int n) {
  if (n < 2) return n;
  int a <- fib(n - 1), b <- fib(n - 2);
  force (a, b) { return a + b; }
}
__kernel void k(__global int *out, int n) { out[get_global_id(0)] <- fib(n); }
