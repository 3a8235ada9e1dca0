// The only kernel that spawns, and that asks for no ids, runs the workers itself
// where the host says so (passes/tasks/RunsWorkers.h).
// RUN: split-file %s %t && cd %t
// RUN: %taskletc one.cl --emit=ll -o one.ll --manifest=one.json
// RUN: FileCheck one.cl < one.ll
// RUN: FileCheck --check-prefix=RUNS one.cl < one.json
// RUN: %taskletc -O0 one.cl --emit=ll -o one.ll --manifest=one.json
// RUN: FileCheck --check-prefix=O0 one.cl < one.ll
// RUN: FileCheck --check-prefix=RUNS one.cl < one.json
// Not where a work-group's work-items could tell the difference, where another
// kernel spawns, or for drivers that would have the workers twice.
// RUN: %taskletc ids.cl -o a.bc --manifest=m.json && FileCheck --check-prefix=NOT one.cl < m.json
// RUN: %taskletc called.cl -o a.bc --manifest=m.json && FileCheck --check-prefix=NOT one.cl < m.json
// RUN: %taskletc local.cl -o a.bc --manifest=m.json && FileCheck --check-prefix=NOT one.cl < m.json
// RUN: %taskletc size.cl -o a.bc --manifest=m.json && FileCheck --check-prefix=NOT one.cl < m.json
// RUN: %taskletc two.cl -o a.bc --manifest=m.json && FileCheck --check-prefix=NOT one.cl < m.json
// RUN: %taskletc meets.cl -o a.bc --manifest=m.json && FileCheck --check-prefix=NOT one.cl < m.json
// RUN: %taskletc -tkl-quirks=none one.cl -o a.bc --manifest=m.json && FileCheck --check-prefix=NOT one.cl < m.json
// RUN: %taskletc -tkl-worker-lanes=8 one.cl -o a.bc --manifest=m.json && FileCheck --check-prefix=NOT one.cl < m.json
// RUN: %taskletc --check=races one.cl -o a.bc --manifest=m.json && FileCheck --check-prefix=NOT one.cl < m.json
// A plain kernel beside it, and one whose size is that of one work-item.
// RUN: %taskletc plain.cl -o a.bc --manifest=m.json && FileCheck --check-prefix=RUNS one.cl < m.json
// RUN: %taskletc size1.cl -o a.bc --manifest=m.json && FileCheck --check-prefix=RUNS one.cl < m.json

//--- one.cl
// CHECK-LABEL: define {{.*}}spir_kernel void @k(
// CHECK: [[ONE:%.*]] = load i32
// CHECK: icmp eq i32 [[ONE]], 0
// CHECK: atomicrmw xchg {{.*}}acq_rel
// CHECK: store atomic i32 1, {{.*}} release
// CHECK: load atomic i32, {{.*}} acquire
// CHECK: [[ID:%.*]] = {{.*}}call spir_func i64 @_Z13get_global_idj(i32{{.*}} 0)
// CHECK: call spir_func void @__tkl_dispatch.body({{.*}}, i64 [[ID]])
// CHECK: define {{.*}}@__tkl_dispatch.body(
// O0-LABEL: define {{.*}}spir_kernel void @k(
// O0: call {{.*}}@__tkl_dispatch.body(
// RUNS: "name":"k",{{[^}]*}}"runs_workers":true
// NOT-NOT: runs_workers
__task int f(int n) {
  int x;
  x <- f(n - 1);
  force (x) { return x + 1; }
}
__kernel void k(__global int *out, int n) {
  if (n)
    out[0] <- f(n);
}
//--- ids.cl
__task int f(int n) { return n; }
__kernel void k(__global int *out) { out[get_global_id(0)] <- f(1); }
//--- called.cl
__task int f(int n) { return n; }
int id(void) { return get_local_id(1); }
__kernel void k(__global int *out) { out[id()] <- f(1); }
//--- local.cl
__task int f(int n) { return n; }
__kernel void k(__global int *out) {
  __local int shared;
  shared = 3;
  out[0] <- f(shared);
}
//--- size.cl
__task int f(int n) { return n; }
__attribute__((reqd_work_group_size(2, 1, 1)))
__kernel void k(__global int *out) { out[0] <- f(1); }
//--- two.cl
__task int f(int n) { return n; }
__kernel void k(__global int *out) { out[0] <- f(1); }
__kernel void l(__global int *out) { out[1] <- f(2); }
//--- meets.cl
__task int f(int n) { return n; }
__kernel void k(__global int *out) {
  everywhere { out[1] = 1; }
  out[0] <- f(1);
}
//--- plain.cl
__task int f(int n) { return n; }
__kernel void k(__global int *out) { out[0] <- f(1); }
__kernel void l(__global int *out) { out[get_global_id(0)] = 1; }
//--- size1.cl
__task int f(int n) { return n; }
__attribute__((reqd_work_group_size(1, 1, 1)))
__kernel void k(__global int *out) { out[0] <- f(1); }
