// `__task` anywhere a declaration specifier may stand.
// RUN: %clang -fplugin=%plugin -target spir64 -Wall -Wextra -Werror -S -emit-llvm \
// RUN:   -O0 -Xclang -disable-llvm-passes -o - %s | FileCheck %s

// CHECK-DAG: define {{.*}} @a({{.*}}) #[[TASK:[0-9]+]]
__task int a(int x) { return x; }
// CHECK-DAG: define {{.*}} @b({{.*}}) #[[TASK]]
int __task b(int x) { return x; }
// CHECK-DAG: define {{.*}} @c({{.*}}) #[[TASK]]
unsigned __task int c(int x) { return x; }
// CHECK-DAG: define {{.*}} @d({{.*}}) #[[TASK]]
__attribute__((noinline)) __task int d(int x) { return x; }
// CHECK-DAG: define {{.*}} @e({{.*}}) #[[TASK]]
__global int __task *e(__global int *x) { return x; }
// CHECK-DAG: define {{.*}} @f({{.*}}) #[[TASK]]
__task __task int f(int x) { return x; }
// Both names of one declaration; both redeclared.
__task int g(int x), h(int x);
// CHECK-DAG: define {{.*}} @g({{.*}}) #[[TASK]]
__task int g(int x) { return x; }
// CHECK-DAG: define {{.*}} @h({{.*}}) #[[TASK]]
__task int h(int x) { return x; }
// The other annotation stays, ours goes.
// CHECK-DAG: @.str = {{.*}}c"mine\00"
__attribute__((annotate("mine"))) __task int i(int x) { return x; }
__kernel void k(__global int *out) {
  out[0] <- g(1);
  out[1] <- i(1);
}
// CHECK-NOT: {{c"tkl-task}}
// CHECK: attributes #[[TASK]] = {{.*}} "llvm.assume"="tkl-task"
