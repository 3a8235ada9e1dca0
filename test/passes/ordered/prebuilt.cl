// What the runtime does between the loops over work-items is optimised when the
// runtime is built: the optimiser of a program skips it. The driver does not,
// unless it runs once for a phase.
// RUN: %clang -fplugin=%plugin -target spir64 -O1 -Xclang -disable-llvm-passes \
// RUN:   -S -emit-llvm -o %t.ll %s
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-ordered,tkl-verify -S %t.ll \
// RUN:   -o %t.out.ll
// RUN: FileCheck %s --input-file=%t.out.ll
// RUN: %taskletc --emit=ll -o - %s | FileCheck %s --check-prefix=FINAL

// CHECK-DAG: define {{.*}} @__tkl_order_next({{.*}}) {{.*}}#[[ENTRY:[0-9]+]]
// CHECK-DAG: define {{.*}} @__tkl_order_complete({{.*}}) {{.*}}#[[ENTRY]]
// CHECK-DAG: define {{.*}} @__tkl_order_count({{.*}}) {{.*}}#[[BELOW:[0-9]+]]
// CHECK-DAG: define {{.*}} @__tkl_order_open_segment({{.*}}) {{.*}}#[[SELDOM:[0-9]+]]
// CHECK-DAG: define {{.*}} @k({{.*}}) {{.*}}#[[KERNEL:[0-9]+]]
// CHECK-DAG: define {{.*}} @k.body({{.*}}) {{.*}}#[[BODY:[0-9]+]]
__kernel __ordered(x) void k(__global int *x, __global const int *at) {
  x[at[get_global_id(0)]] += 1;
}
// CHECK-DAG: attributes #[[BODY]] = { {{(alwaysinline )?(convergent )?}}norecurse nounwind "
// CHECK-DAG: attributes #[[KERNEL]] = { {{(alwaysinline )?(convergent )?}}norecurse nounwind "
// CHECK-DAG: attributes #[[ENTRY]] = { {{.*}}noinline {{.*}}optnone {{.*}}"tkl-driver-optimises" }
// CHECK-DAG: attributes #[[BELOW]] = { {{.*}}noinline {{.*}}optnone {{.*}}"tkl-driver-optimises"="inline" }
// CHECK-DAG: attributes #[[SELDOM]] = { {{.*}}noinline {{.*}}optnone {{[^a-z]*}}"frame-pointer"

// FINAL: define {{.*}} @__tkl_order_next({{.*}}) {{.*}}#[[ENTRY:[0-9]+]]
// FINAL: define {{.*}} @__tkl_order_count({{.*}}) {{.*}}#[[BELOW:[0-9]+]]
// FINAL: define {{.*}} @__tkl_order_advance({{.*}}) {{.*}}#[[SELDOM:[0-9]+]]
// FINAL-NOT: tkl-driver-optimises
// FINAL: attributes #[[ENTRY]] = { convergent noinline norecurse nounwind "
// FINAL-NOT: optnone
// FINAL: attributes #[[BELOW]] = {
// FINAL-NOT: optnone
// FINAL: attributes #[[SELDOM]] = { cold {{.*}}noinline {{.*}}optnone {{.*}}
// FINAL-NOT: tkl-driver-optimises
