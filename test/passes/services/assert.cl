// A failed assertion ends a step, a function and a work-item, but not where
// work-items wait for each other. Kernels that assert get the heap.
// RUN: %taskletc --emit=ll -cl-opt-disable %s -o - | FileCheck %s
// RUN: %taskletc --emit=ll %s -o - | FileCheck --check-prefix=FAST %s
// RUN: %taskletc --manifest=%t.json %s -o %t.bc
// RUN: FileCheck --check-prefix=MANIFEST %s < %t.json
// RUN: not %taskletc -DORDERED %s -o %t.bc 2>&1 | FileCheck --check-prefix=ORDERED %s
// RUN: not %taskletc -DCALLED %s -o %t.bc 2>&1 | FileCheck --check-prefix=CALLED %s

// CHECK-NOT: __tkl_service_
// FAST-NOT: __tkl_service_
// MANIFEST-DAG: "hidden_arg":1,"mode":"tasks","name":"alone","root_bytes":0
// MANIFEST-DAG: "mode":"plain","name":"plain"

int checked(int n) {
  tkl_assert(n > 0);
  return n;
}

__task int f(int n) { return checked(n); }

// CHECK: define {{.*}}void @alone({{i32 addrspace.1.\*|ptr addrspace.1.}} {{.*}}, {{i8 addrspace.1.\*|ptr addrspace.1.}} [[HEAP:%.*]])
// CHECK: call {{.*}}void @__tkl_serve_in_kernel({{i8\*|ptr}} {{.*}}, {{i8 addrspace.1.\*|ptr addrspace.1.}} [[HEAP]])
// CHECK-NEXT: call {{.*}}void @__tkl_serve_assert(
// CHECK-NEXT: br label %[[END:.*]]
// CHECK: [[END]]:
// CHECK-NEXT: ret void
// CHECK-NEXT: }
__kernel void alone(__global int *out) { tkl_assert(out[0] != 5); }

// CHECK: define {{.*}}void @meets(
// CHECK: call {{.*}}void @__tkl_serve_assert(
// CHECK-NEXT: br label %[[ON:.*]]
// CHECK: [[ON]]:
// CHECK-NEXT: call {{.*}}barrier
__kernel void meets(__global int *out) {
  tkl_assert(out[0] != 5);
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[1] = 1;
}

// CHECK: define {{.*}}void @spawns(
// CHECK: call {{.*}}void @__tkl_serve_in_kernel(
// CHECK: call {{.*}}i32 @checked(
__kernel void spawns(__global int *out, int n) {
  checked(n);
  out[0] <- f(n);
}

// Functions stand behind the kernels.
// CHECK: define internal {{.*}}i32 @checked(i32 {{.*}}, {{i8\*|ptr}} [[STATE:%.*]])
// CHECK: call {{.*}}void @__tkl_serve_assert({{i8\*|ptr}} [[STATE]],
// CHECK-NEXT: ret i32 0
// FAST-NOT: @checked(
__kernel void plain(__global int *out) { out[0] = 1; }

#ifdef ORDERED
// ORDERED: ordered kernel 'o' cannot use tkl_assert; use it in a kernel that runs before or after this one
__kernel __ordered void o(__global int *out) { out[0] += checked(out[1]); }
#endif
#ifdef CALLED
// CALLED: kernel 'alone' uses tkl_assert, so it can only be enqueued; move what it does into a function
__kernel void calls(__global int *out) { alone(out); }
#endif
