// In a task, turns are independent if the program says so.
// RUN: %taskletc --cpu=haswell --emit=ll %s -o - | FileCheck %s
// RUN: grep -v pragma %s | %taskletc --cpu=haswell --emit=ll - -o - | FileCheck --check-prefix=SCALAR %s
// CHECK: call <8 x float> @llvm.fma.v8f32
// SCALAR-NOT: x float>
__task void product(__global float *c, __global const float *a,
                    __global const float *b, int n) {
  for (int i = 0; i < n; ++i) {
#pragma clang loop vectorize(assume_safety)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        s = fma(a[i * n + k], b[k * n + j], s);
      c[i * n + j] = s;
    }
  }
}
__kernel void start(__global float *c, __global const float *a,
                    __global const float *b, int n) {
  () <- product(c, a, b, n);
}
