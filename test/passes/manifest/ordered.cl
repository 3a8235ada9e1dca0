// The entries of ordered kernels in the manifest: docs/abi.md, section 4.
// RUN: rm -f %t.json
// RUN: %clang -fplugin=%plugin -target spir64 -w -O2 -c -emit-llvm \
// RUN:   -mllvm -tkl-manifest=%t.json -o %t.bc %s
// RUN: FileCheck %s < %t.json

// Also the buffers that nobody monitors, and the number that the slice uses.
__kernel __ordered(x) void scatter(__global float *x, __global const int *at,
                                   __global const float *v, int n) {
  int i = get_global_id(0);
  if (i < n)
    x[at[i]] += v[i];
}
// CHECK: {"arguments":[{{[^]]*}}],"buffers":[0,1,2],"deciding":[1],"destination":4,"grain":4,"guarded":[],"hidden_arg":4,"inspected":[1],"inspectors":["levels","passes","tasks","bins","owners"],"mode":"ordered","monitored":[0],"name":"scatter","pattern":[1],"payload":8,"stream_values":[3],"streamed":[2,1],"values":[3],"written":[0]}

__kernel __ordered(x, y) __attribute__((reqd_work_group_size(8, 1, 1)))
void branch(__global int *x, __global short *y, __global const int *at) {
  int i = get_global_id(0);
  if (x[i] > 0)
    y[at[i]] = 1;
  x[i] = 0;
}
// CHECK-SAME: {"arguments":[{{[^]]*}}],"buffers":[0,1,2],"destination":0,"grain":2,"guarded":[2],"hidden_arg":3,"inspected":[2],"inspectors":["levels","passes","tasks"],"local_size":[8,1,1],"mode":"ordered","monitored":[0,1],"name":"branch","payload":0,"values":[],"written":[0,1]}

__kernel __ordered(x) void self(__global int *x) { x[x[0]] = 1; }
// CHECK-SAME: {"arguments":[{{[^]]*}}],"buffers":[0],"destination":0,"grain":{{[0-9]+}},"guarded":[],"hidden_arg":1,"inspected":[],"inspectors":[],"mode":"ordered","monitored":[0],"name":"self","payload":0,"values":[],"written":[0]}

__kernel __ordered(x) void nothing(__global int *x) {}
// CHECK-SAME: {"affine":{"accesses":[],"checks":[]},"arguments":[{{[^]]*}}],"buffers":[0],"destination":0,"grain":1,"guarded":[],"hidden_arg":1,"inspected":[],"inspectors":["levels","passes","tasks","bins"],"mode":"ordered","monitored":[0],"name":"nothing","payload":0,"values":[],"written":[]}

// The inspector reads the first image, asks the second one for its size, and has
// no use for the third. Samplers are values.
__kernel __ordered(x) void images(__global float *x, read_only image2d_t at, read_only image2d_t size, read_only image2d_t v, sampler_t s) {
  int2 i = (int2)(get_global_id(0), get_global_id(1));
  x[read_imageui(at, s, i).x + get_image_width(size)] += read_imagef(v, s, i).x;
}
// CHECK-SAME: {"arguments":[{{[^]]*}}],"buffers":[0,1,2,3],"destination":{{[0-9]+}},"grain":4,"guarded":[],"hidden_arg":5,"inspected":[1,2],"inspectors":["levels","passes","tasks","bins","owners"],"mode":"ordered","monitored":[0],"name":"images",{{.*}},"values":[4],"written":[0]}
