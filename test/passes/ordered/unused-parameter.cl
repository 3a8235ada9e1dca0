// LLVM removes a parameter that the kernel does not use. What is known of its
// accesses stays: that those of different work-items are independent.
// RUN: %taskletc --emit=ll %s -o - | FileCheck %s
// CHECK: define {{.*}}@k.apart(
// CHECK: load i32, {{.*}}, !llvm.access.group [[GROUP:![0-9]+]]
// CHECK: store i32 {{.*}}, !llvm.access.group [[GROUP]]
// CHECK: ret void
__kernel __ordered(x) void k(__global int *x, __global const int *unused, __global const int *y) {
  size_t i = get_global_id(0);
  x[i] = 3 * y[i];
}
