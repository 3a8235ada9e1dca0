// Functions of numbers that libclc lacks, or for which it calls what PTX has not.
// scripts/list-ptx-builtins tries all that there are.
//
// RUN: %taskletc --emit=ptx -cl-std=CL2.0 %s -o - | FileCheck %s

// CHECK-LABEL: .entry native(
// CHECK-DAG: cos.approx.f32
// CHECK-DAG: sin.approx.f32
// CHECK-DAG: ex2.approx.f32
// CHECK-DAG: lg2.approx.f32
// CHECK: ret;
__kernel void native(__global float *out) {
  out[0] = native_cos(out[0]);
  out[1] = native_sin(out[1]);
  out[2] = native_exp10(out[2]);
  out[3] = native_log(out[3]);
}

// CHECK-LABEL: .entry vectors(
// CHECK-COUNT-3: ex2.approx.f32
// CHECK: ret;
__kernel void vectors(__global float *out) {
  vstore3(native_powr(vload3(0, out), vload3(1, out)), 0, out);
}

// Zeros behind the lowest bit, and the width where there is none.
// CHECK-LABEL: .entry zeros(
// CHECK: 8;
// CHECK: popc.b32
// CHECK: ret;
__kernel void zeros(__global uchar *out) { out[0] = ctz(out[0]); }

// CHECK-LABEL: .entry product(
// CHECK: mul.hi.s32
// CHECK: ret;
__kernel void product(__global int *out) {
  out[0] = mad_hi(out[0], out[1], out[2]);
}
__task void one() {}
__kernel void t() { () <- one(); }
