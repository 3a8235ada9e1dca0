// A user's functions and variables that are called like sub-group functions stay
// the user's, and nothing is declared for who does not ask.
// RUN: %clang -target spir64 -cl-std=CL1.2 -fplugin=%plugin \
// RUN:   -Xclang -cl-ext=-all -Xclang -disable-llvm-passes -S -emit-llvm -o - %s | FileCheck %s

int sub_group_any(int x) { return x + 1; }
__attribute__((overloadable)) float sub_group_all(float x);

// CHECK-LABEL: @k(
// CHECK: call {{.*}}i32 @sub_group_any(
// CHECK: call {{.*}}float @_Z13sub_group_allf(
// CHECK: call {{.*}}i32 @_Z18get_num_sub_groupsv(
// CHECK-NOT: declare {{.*}}sub_group_ball
kernel void k(global int *p, global float *f) {
  int get_sub_group_size = 4;
  everywhere (uint m) {
    p[0] = sub_group_any(p[1]) + get_sub_group_size;
    f[0] = sub_group_all(f[1]);
    p[1] = get_num_sub_groups();
  }
}

int sub_group_ballot(int x) { return x; }
