// A destination may be any lvalue in global memory, however it is written.
// RUN: %clang -fplugin=%plugin -target spir64 -Wall -Werror -fsyntax-only %s
// RUN: %clang -fplugin=%plugin -target spir64 -Xclang -disable-llvm-passes -S \
// RUN:   -emit-llvm -o - %s | FileCheck %s

__task int id(int n);
__global int *at(__global int *o, int i) { return o + i; }

// CHECK-LABEL: define {{.*}} @start(
// CHECK-COUNT-8: call spir_func i32 @id(
__kernel void start(__global int *out) {
  __global int *q = out + 4;
  *q++ <- id(1);
  *--q <- id(2);
  q++[0] <- id(3);
  *at(out, 3) <- id(4);
  at(out, 3)[1] <- id(5);
  *(out + 1) <- id(6);
  *&out[2] <- id(7);
  (*(out)) <- id(8);
}

// These stay comparisons: by itself none of them is an lvalue.
int id2(int n);
int comparisons(int a, int b) {
  return (a++ <-b) + (id2(b) <-b);
}
