// Where steps stay functions, LLVM's optimiser skips them: the driver has one
// of its own, which sees all but the forms for a full deque. The kernel that
// holds the other steps is optimised in any case.
//
// RUN: %clang -fplugin=%plugin -target spir64 -O2 -S -emit-llvm -mllvm -tkl-kernel-budget=0 %s -o %t.ll
// RUN: FileCheck --check-prefix=LARGE --implicit-check-not=tkl-driver-optimises %s < %t.ll
// RUN: %clang -fplugin=%plugin -target spir64 -O2 -S -emit-llvm %s -o - | FileCheck --check-prefix=SMALL %s
// The wish for a small program counts for functions that are optimised.
// RUN: %clang -fplugin=%plugin -target spir64 -Os -S -emit-llvm -mllvm -tkl-kernel-budget=0 %s -o - | FileCheck --check-prefix=SIZE %s

__task int twice(int n) {
  if (n < 9)
    return n;
  int a, b;
  a <- twice(n - 1);
  b <- twice(n - 2);
  force (a, b) { return a + b; }
}

__kernel void start(__global int *out) {
  out[0] <- twice(12);
}

// In the text, attributes stand before a function.
// LARGE: {{^}}; Function Attrs: {{.*}}nounwind{{$}}
// LARGE-NEXT: define internal spir_func {{.*}}i32 @twice(
// LARGE: {{^}}; Function Attrs: {{.*}}optnone
// LARGE-NEXT: define internal spir_func {{.*}}i32 @twice.overflow(
// LARGE: define {{.*}} @__tkl_start_twice(
// LARGE: call {{.*}} @__tkl_root_spawn(
// LARGE: attributes

// SMALL-NOT: optnone
// SMALL: define internal spir_func {{.*}}i32 @twice.overflow(
// SMALL-NOT: optnone
// SMALL: attributes

// SIZE: {{^}}; Function Attrs: {{.*}}optsize
// SIZE-NEXT: define internal spir_func {{.*}}i32 @twice(
// SIZE: {{^}}; Function Attrs: {{.*}}optnone
// SIZE-NEXT: define internal spir_func {{.*}}i32 @twice.overflow(
// SIZE: attributes
