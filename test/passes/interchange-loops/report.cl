// Kernels with loops, as test/e2e/OrderedNestTest.cpp runs them: in which the turns,
// the work-items, become vectors, and what is said of it.
// RUN: %taskletc --cpu=haswell --report --emit=ll %s -o %t.ll > %t.txt
// RUN: FileCheck %s --check-prefix=REPORT < %t.txt
// RUN: FileCheck %s < %t.ll
// Debug information changes nothing.
// RUN: %taskletc --cpu=haswell --report -g --emit=ll %s -o %t.g.ll > %t.g.txt
// RUN: FileCheck %s --check-prefix=REPORT < %t.g.txt
// RUN: %taskletc --cpu=haswell -fno-vectorize --emit=ll %s -o - | FileCheck --check-prefix=OFF %s
// OFF-NOT: x float>
// CHECK-NOT: __tkl_strips_hold
// CHECK-NOT: tkl.lanes

#define N(i, j) ((j) * n + (i))
// REPORT: at [[#@LINE+6]]:3: {{.*}}turns around it in vectors of 8
__kernel __ordered(x) void products(__global float *x, __global const float *y,
                                    __global const int *z, int n, int m) {
  int i = get_global_id(0), j = get_global_id(1);
  if (i >= n || j >= n) return;
  float s = x[N(i, j)], before = 0;
  for (int k = 0; k < m; ++k) {
    before = s;
    s = fma(y[N(k, j)], y[N(i, k)], s);
  }
  x[N(i, j)] = s + 3 * before;
}
// REPORT: at [[#@LINE+6]]:3: {{.*}}turns around it in vectors of 4
__kernel __ordered(x) void two(__global float *x, __global const float *y,
                               __global const int *z, int n, int m) {
  size_t w = n, i = get_global_id(0), at = get_global_id(1) * w + i;
  float s = x[at], t = 1;
  bool isLow = s < 400;
  for (size_t k = 0; k < m; ++k) {
    float u = s + y[k * w + i];
    s = t;
    t = u;
  }
  double d = t;
  for (size_t k = 0; k < m; ++k) {
    for (size_t l = 0; l <= k; ++l)
      if (isLow || y[l * w + i] > 500)
        d = 1.5 * d + z[l];
      else
        d -= k;
    t += (float)d * s;
  }
  x[at] = t;
}
// REPORT: at [[#@LINE+6]]:3: {{.*}}turns around it in vectors of
__kernel __ordered(x) void columns(__global float *x, __global const float *y,
                                   __global const int *z, int n, int m) {
  size_t i = get_global_id(0), first = 20 * get_global_id(1);
  ushort s = i;
  char c = 3;
  for (int k = 0; k < m; ++k) {
    s = s * 3 + z[N(i, k)];
    c ^= s;
    x[N(i, first + k)] = x[N(i, first + k)] + s + c;
  }
  x[N(i, first + 19)] += s;
}
// Pointers that are restrict in each work-item.
// REPORT: at [[#@LINE+6]]:3: {{.*}}turns around it in vectors of 8
__kernel __ordered(x) void restricted(__global float *restrict x,
                                      __global const float *restrict y,
                                      int n, int m) {
  size_t i = get_global_id(0);
  float s = 0;
  for (int k = 0; k < m; ++k)
    s = s * 3 + y[N(i, k)];
  x[i] = s;
}
// No turns of this one: each has its own number of rounds.
// REPORT-NOT: at [[#@LINE+5]]:3: {{.*}}turns around it
__kernel __ordered(x) void own(__global float *x, __global const float *y,
                               __global const int *z, int n, int m) {
  int i = get_global_id(0);
  float s = 0;
  for (int k = 0; k < i % 5; ++k)
    s = s * 3 + y[N(i, k)];
  x[i] = s;
}
// REPORT: ordered kernel products
