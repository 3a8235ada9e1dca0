// Through which arguments a plain kernel writes nothing, so that analyses of
// ordered kernels outlive it.
// RUN: %taskletc -w %s -o %t.bc --manifest=%t.json
// RUN: %python -c "import json,sys; [print(k['name'], k.get('unwritten', 'none')) for k in json.load(open(sys.argv[1]))['kernels'] if k['mode'] == 'plain']" %t.json | FileCheck %s

__kernel __ordered(x) void some(__global int *x, __global const int *at) {
  x[at[get_global_id(0)]] += 1;
}

// What `const` says does not matter.
// CHECK: reads [0, 2]
__kernel void reads(__global int *a, __global int *out, __global const float4 *v,
                    __local int *l) {
  size_t i = get_global_id(0);
  l[0] = a[i];
  out[i] = a[i] + (int)v[i].x;
}

// What a built-in function does is not asked.
// CHECK: loads [1]
__kernel void loads(__global const float *a, __global const float *b,
                    __global float4 *out, read_only image2d_t image) {
  size_t i = get_global_id(0);
  out[i] = vload4(i, a) + b[i] + read_imagef(image, (int2)0);
}

// CHECK: writes none
__kernel void writes(__global const int *a, __global int *b,
                     volatile __global int *c, __global float *d) {
  ((__global int *)a)[3] = 4;
  atomic_inc(c);
  vstore4((float4)1, 0, d);
  b[get_global_id(0)] = 1;
}

__attribute__((noinline)) int helper(__global const int *p, __global int *q,
                                     int n) {
  q[n] = 3;
  return p[n];
}

// CHECK: helped [0]
__kernel void helped(__global int *a, __global int *b) {
  b[get_global_id(0) + 1] = helper(a, b, 2);
}

// One of two is written; which one, nobody knows.
// CHECK: either [2]
__kernel void either(__global int *a, __global int *b, __global int *c) {
  __global int *p = c[0] ? a : b;
  p[get_global_id(0)] = c[1];
}

// CHECK: hidden [1]
__kernel void hidden(__global int *a, __global const ulong *b) {
  *(__global int *)((ulong)a + b[0]) = 1;
}

// CHECK: copied [1]
__kernel void copied(__global int *a, __global const int *b) {
  for (int i = 0; i < 64; ++i)
    a[i] = b[i];
}

// CHECK: nothing [0]
__kernel void nothing(__global int *a) {}
