// A program that uses none of the additions compiles to exactly what it
// compiled to before, warnings included.
// RUN: %clang -target spir64 -Weverything -S -emit-llvm -o %t.without.ll %s \
// RUN:   2> %t.without.txt
// RUN: %clang -fplugin=%plugin -target spir64 -Weverything -S -emit-llvm \
// RUN:   -o %t.with.ll %s 2> %t.with.txt
// RUN: diff %t.without.ll %t.with.ll
// RUN: diff %t.without.txt %t.with.txt
// Debian's clang 18 would write each command line into the program.
// RUN: %clang -target spir64 -cl-std=CL3.0 -O0 -g -gno-record-command-line -S \
// RUN:   -emit-llvm -o %t.without.ll %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL3.0 -O0 -g \
// RUN:   -gno-record-command-line -S -emit-llvm -o %t.with.ll %s
// RUN: diff %t.without.ll %t.with.ll

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define TILE 16

typedef struct {
  float4 position;
  float mass;
} Body;

__constant float Weights[] = {0.25f, 0.5f, 0.25f};

static float weigh(const Body *b, int n) {
  float sum = 0;
  int unused;
#pragma unroll 2
  for (int i = 0; i < n; ++i)
    sum += b[i].mass * Weights[i % 3];
  return sum;
}

#pragma clang optimize off
static int unoptimised(int x) { return x + 1; }
#pragma clang optimize on

static int optimised(int x) {
#pragma STDC FP_CONTRACT OFF
  return x + 1;
}

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1))) void
smooth(__global const Body *in, __global float *out, uint n) {
  __local Body tile[TILE];
  size_t lid = get_local_id(0), gid = get_global_id(0);
  Body mine[2] = {in[gid], in[(gid + 1) % n]};
  tile[lid] = mine[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (gid >= n)
    return;
  switch (lid) {
  case 0:
  case 1:
    out[gid] = weigh(mine, 2) + tile[(lid + 1) % TILE].mass;
    break;
  default:
    out[gid] = (double)tile[lid].mass <-1 ? unoptimised(3) : optimised(4);
  }
}
