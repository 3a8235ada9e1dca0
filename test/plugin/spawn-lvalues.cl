// A destination may be any lvalue in global memory, and any part of a private
// variable, however they are written.
// RUN: %clang -fplugin=%plugin -target spir64 -Wall -Werror -fsyntax-only %s
// RUN: %clang -fplugin=%plugin -target spir64 -Xclang -disable-llvm-passes -S \
// RUN:   -emit-llvm -o - %s | FileCheck %s

__task int id(int n);
__global int *at(__global int *o, int i) { return o + i; }

// CHECK-LABEL: define {{.*}} @start(
// CHECK-COUNT-10: call spir_func i32 @id(
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
  7[out] <- id(9);
  'a'[out] <- id(10);
}

typedef struct {
  int v, a[3];
} Pair;

__task int parts(int n) {
  int x, y, z, r[4], m[2][3];
  Pair b, bs[2];
  *&x <- id(1);
  (y) <- id(2);
  (&z)[0] <- id(3);
  *r <- id(4);
  *(r + 1) <- id(5);
  *(2 + r) <- id(6);
  3[r] <- id(7);
  *(*(m + 1) + 2) <- id(8);
  (&m[0][0])[1] <- id(9);
  (&b)->v <- id(10);
  *(&(*&b).a[3] - 1) <- id(11);
  bs->v <- id(12);
  (bs + 1)->a[n] <- id(13);
  force (x, y, z, r, m, b, bs) {
    return x + y + z + r[0] + m[1][2] + b.v + bs[1].a[n];
  }
}

// These stay comparisons: by itself none of them is an lvalue.
int id2(int n);
int comparisons(int a, int b) {
  return (a++ <-b) + (id2(b) <-b);
}
