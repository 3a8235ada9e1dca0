// `task` as a type and as a function, where it may begin a declaration.
// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -fplugin=%plugin -target spir64 -Werror -S -emit-llvm \
// RUN:   -Xclang -disable-llvm-passes -o - %t/type.cl | FileCheck %s
// RUN: %clang -fplugin=%plugin -target spir64 -Werror -S -emit-llvm \
// RUN:   -Xclang -disable-llvm-passes -o - %t/function.cl | FileCheck %s
// RUN: %clang -fplugin=%plugin -target spir64 -Werror -S -emit-llvm -O0 \
// RUN:   -fno-discard-value-names \
// RUN:   -Xclang -disable-llvm-passes -o - %t/short.cl \
// RUN:   | FileCheck --allow-deprecated-dag-overlap --check-prefix=SHORT %s
// CHECK: define
// CHECK-NOT: llvm.assume

//--- type.cl
typedef int task;
task f(task x);
task *g(task *x, int y) { return x + y; }
task (h)(int x) { return x; }
task a(int x) { return f(x); }
const task b(int x) {
  task c = x;
  task d(int);
  return c + d(2);
}

//--- function.cl
int task(int x);
int task(int x) { return x; }
int call(int x) {
  task(3);
  return task(x);
}
#define task 7
int seven(void) { return task; }

//--- short.cl
typedef struct S {
  int v;
} T;
#define SHORT task
// SHORT: define {{.*}} @a(i32 noundef %x) #[[TASK:[0-9]+]]
task int a(int x) { return x; }
// SHORT: define {{.*}} @b({{.*}}) #[[TASK]]
task T b(T t) { return t; }
// SHORT: define {{.*}} @c({{.*}}) #[[TASK]]
task struct S c(struct S s) { return s; }
// SHORT: define {{.*}} @d({{.*}}) #[[TASK]]
task const __global int *d(__global int *p) { return p; }
// SHORT: define {{.*}} @e({{.*}}) #[[TASK]]
SHORT unsigned long e(void) {
  task int inner(int x);
  int r;
  r <- inner(2);
  force (r) { return r; }
}
// SHORT: declare {{.*}} @inner({{.*}}) #[[INNER:[0-9]+]]
// SHORT: define {{.*}} @g({{.*}}) #[[VECTOR:[0-9]+]]
task __attribute__((noinline)) float4 g(int x) { return x; }
// SHORT-DAG: attributes #[[TASK]] = {{.*}}tkl-task
// SHORT-DAG: attributes #[[INNER]] = {{.*}}tkl-task
// SHORT-DAG: attributes #[[VECTOR]] = {{.*}}tkl-task
