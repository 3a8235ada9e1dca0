// Code after a loop runs after it, in functions that are inlined, too.
// At -O1 and above clang puts a block between the two that stands before the
// body of the loop, and the inliner would join the code after the loop to it.
// RUN: %clang -target spir64 -O2 -fplugin=%plugin -fno-discard-value-names -Xclang -disable-llvm-passes -S -emit-llvm -o %t.ll %s
// RUN: FileCheck --check-prefix=CLANG --input-file=%t.ll %s
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise,tkl-verify -tkl-lane-loops=0 -S %t.ll | FileCheck %s

void step(int i);

// CLANG-LABEL: @sum(
// CLANG: for.cond.cleanup:
// CLANG: call {{.*}}@step(
// CLANG: call {{.*}}sub_group_reduce_add
int sum(int n) {
  int result = 0;
  everywhere {
    for (int i = 0; i < n; ++i)
      step(i);
    result = sub_group_reduce_add(n);
  }
  return result;
}

// CHECK-LABEL: @k(
// CHECK: call {{.*}}@step(
// CHECK: call {{.*}}@__tkl_warp_reduce_add_i64(
// CHECK-NOT: tkl.kept
kernel void k(global int *p) {
  int id = get_global_id(0);
  if (id % 2)
    p[id] = sum(id);
}
