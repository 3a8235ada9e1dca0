// Images and samplers are there for the kernel itself: it may use them before a
// force, and the body of a force may not.
// RUN: rm -rf %t && split-file %s %t
// RUN: not %taskletc %t/late.cl -o %t/late.bc 2>&1 | FileCheck %t/late.cl
// RUN: not %taskletc -cl-std=CL2.0 %t/pipe.cl -o %t/pipe.bc 2>&1 | FileCheck %t/pipe.cl
// RUN: %taskletc -Wall -Werror %t/early.cl -o %t/early.bc

//--- late.cl
__task int f(int a) { return a; }
__kernel void late(__global int *out, read_only image2d_t image) {
  int x;
  x <- f(1);
  force (x) {
    // CHECK: late.cl:[[#@LINE+1]]:{{[0-9]+}}: error: in 'late': the code after a force uses an image or a sampler, which are there for the kernel itself only; read what is needed before the force
    *out = x + read_imagei(image, (int2)(0, 0)).x;
  }
}
// CHECK: 1 error generated

//--- pipe.cl
__task int f(int a) { return a; }
__kernel void late(__global int *out, read_only pipe int from) {
  int x;
  x <- f(1);
  force (x) {
    int y = 0;
    // CHECK: pipe.cl:[[#@LINE+1]]:{{[0-9]+}}: error: in 'late': the code after a force uses a pipe, which is there for the kernel itself only; read what is needed before the force
    read_pipe(from, &y);
    *out = x + y;
  }
}
// CHECK: 1 error generated

//--- early.cl
__constant sampler_t nearest =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
__task int f(int a) { return a; }
__kernel void early(__global int *out, read_only image2d_t image) {
  int x, i = get_global_id(0);
  int4 texel = read_imagei(image, nearest, (int2)(i, 0));
  x <- f(texel.x);
  force (x) { out[i] = x + texel.y; }
}
