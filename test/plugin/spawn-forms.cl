// Every form of a spawn becomes a direct call whose result is stored at the
// destination, and nothing else.
// RUN: %clang -fplugin=%plugin -target spir64 -Wall -Wextra -Wpedantic -Werror \
// RUN:   -fno-discard-value-names \
// RUN:   -S -emit-llvm -O0 -Xclang -disable-llvm-passes -o - %s | FileCheck --allow-deprecated-dag-overlap %s

typedef struct {
  int v;
  float w;
} Pair;

__task int f(int a, int b);
__task float4 vec(int a);
__task void nothing(__global int *p);
__task static int later(int a);

// CHECK-LABEL: define {{.*}} @forms(
// CHECK-SAME: #[[TASK:[0-9]+]]
__task int forms(__global int *out, int n, __global Pair *pairs) {
  int x, r[4];
  Pair p[2];
  float4 v;
  __global int *q = out;
  // CHECK: [[X:%.*]] = call spir_func i32 @f(i32 noundef 1, i32 noundef 2)
  // CHECK-NEXT: store i32 [[X]], {{i32\*|ptr}} %x,
  x <- f(1, 2);
  // CHECK: [[R:%.*]] = call spir_func i32 @f(
  // CHECK: [[AT:%.*]] = getelementptr inbounds [4 x i32], {{.4 x i32.\*|ptr}} %r,
  // CHECK: store i32 [[R]], {{i32\*|ptr}} [[AT]],
  r[n] <- f(n, n);
  // CHECK: call spir_func i32 @f(
  // CHECK: getelementptr inbounds %struct.Pair,
  p[n].v <- f(3, 4);
  // CHECK: [[F:%.*]] = call spir_func i32 @f(
  // CHECK: sitofp i32 [[F]] to float
  p[0].w <- f(5, 6);
  // CHECK: call spir_func i32 @f(
  // CHECK: store i32 {{.*}}, {{i32 addrspace.1.\*|ptr addrspace.1.}}
  out[n] <- f(7, 8);
  // CHECK: call spir_func i32 @f(i32 noundef 8
  // CHECK: store i32 {{.*}}, {{i32 addrspace.1.\*|ptr addrspace.1.}}
  *q <- f(8, 9);
  // CHECK: call spir_func i32 @f(i32 noundef 9
  // CHECK: store i32 {{.*}}, {{i32 addrspace.1.\*|ptr addrspace.1.}}
  *(q + n) <- f(9, 1);
  // CHECK: call spir_func i32 @f(i32 noundef 10
  // CHECK: store i32 {{.*}}, {{i32 addrspace.1.\*|ptr addrspace.1.}}
  *(__global int *)pairs <- f(10, 1);
  // CHECK: call spir_func i32 @f(i32 noundef 11
  // CHECK: store i32 {{.*}}, {{i32 addrspace.1.\*|ptr addrspace.1.}}
  pairs[n].v <- f(11, 1);
  // CHECK: call spir_func i32 @f(i32 noundef 12
  // CHECK: store i32 {{.*}}, {{i32 addrspace.1.\*|ptr addrspace.1.}}
  (pairs + n)->v <- f(12, 1);
  // CHECK: call spir_func i32 @f(i32 noundef 13
  // CHECK: store i32 {{.*}}, {{i32\*|ptr}} %n.addr
  (n) <- f(13, 1);
  // CHECK: call spir_func <4 x float> @vec(
  // CHECK: store <4 x float>
  v <- vec(1);
  // CHECK: call spir_func void @nothing(
  () <- nothing(out);
  // CHECK: call spir_func i32 @f(i32 noundef 14
  // CHECK-NOT: store
  // CHECK: call spir_func i32 @later(
  () <- f(14, 1);
  ( ) <- later(1);
  // CHECK: call spir_func void @__tkl_force_var({{i8\*|ptr}}
  force (x, r, p, v, n) {
    return x;
  }
}

// A task that is only declared carries the mark as well.
// CHECK: declare {{.*}} @f(i32 noundef, i32 noundef) #[[DECL:[0-9]+]]
// CHECK: declare {{.*}} @nothing({{.*}}) #[[DECL]]
// CHECK: define internal {{.*}} @later(i32 noundef %a) #[[LATER:[0-9]+]]
static __task int later(int a) { return a; }

// CHECK-NOT: llvm.global.annotations
// CHECK-DAG: attributes #[[TASK]] = {{.*}} "llvm.assume"="tkl-task"
// CHECK-DAG: attributes #[[LATER]] = {{.*}} "llvm.assume"="tkl-task"
// CHECK-DAG: attributes #[[DECL]] = {{.*}} "llvm.assume"="tkl-task"
