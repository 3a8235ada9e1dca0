// Without a list, `__ordered` monitors each pointer that is not `const`, and
// each other one that C lets lead to the same place.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -Wall -Wextra -Werror \
// RUN:   -S -emit-llvm -O0 -Xclang -disable-llvm-passes -o - %s | FileCheck %s

typedef struct { int n; float weights[4]; } node;
typedef struct { node low, high; } twin;
typedef struct { int n; } other;
typedef union { ulong bits; double value; } both;
typedef struct { __global int *to; } holder;
typedef struct hidden hidden;
typedef enum { Red, Green } color;
typedef int number;

#define PAIR(name, A, B)                                                       \
  __kernel __ordered void name(__global A *a, __global const B *b) {           \
    (void)a, (void)b;                                                          \
  }

// Monitored both.
// CHECK-DAG: define {{.*}} @same({{.*}}) #[[BOTH:[0-9]+]]
PAIR(same, int, int)
// CHECK-DAG: define {{.*}} @named({{.*}}) #[[BOTH]]
PAIR(named, int, number)
// CHECK-DAG: define {{.*}} @sign({{.*}}) #[[BOTH]]
PAIR(sign, long, ulong)
// CHECK-DAG: define {{.*}} @qualified({{.*}}) #[[BOTH]]
PAIR(qualified, volatile short, short)
// CHECK-DAG: define {{.*}} @bytes({{.*}}) #[[BOTH]]
PAIR(bytes, float, char)
// CHECK-DAG: define {{.*}} @to_bytes({{.*}}) #[[BOTH]]
PAIR(to_bytes, uchar, twin)
// CHECK-DAG: define {{.*}} @anything({{.*}}) #[[BOTH]]
PAIR(anything, void, double)
// CHECK-DAG: define {{.*}} @vector({{.*}}) #[[BOTH]]
PAIR(vector, float4, float)
// CHECK-DAG: define {{.*}} @vectors({{.*}}) #[[BOTH]]
PAIR(vectors, int2, uint8)
// CHECK-DAG: define {{.*}} @byte_vector({{.*}}) #[[BOTH]]
PAIR(byte_vector, uchar4, float)
// CHECK-DAG: define {{.*}} @member({{.*}}) #[[BOTH]]
PAIR(member, int, twin)
// CHECK-DAG: define {{.*}} @array_member({{.*}}) #[[BOTH]]
PAIR(array_member, node, float)
// CHECK-DAG: define {{.*}} @whole({{.*}}) #[[BOTH]]
PAIR(whole, node, twin)
// CHECK-DAG: define {{.*}} @of_union({{.*}}) #[[BOTH]]
PAIR(of_union, both, double)
// CHECK-DAG: define {{.*}} @of_color({{.*}}) #[[BOTH]]
PAIR(of_color, uint, color)
// CHECK-DAG: define {{.*}} @atomics({{.*}}) #[[BOTH]]
PAIR(atomics, atomic_int, int)
// CHECK-DAG: define {{.*}} @pointers({{.*}}) #[[BOTH]]
PAIR(pointers, holder, holder)
// CHECK-DAG: define {{.*}} @other_pointers({{.*}}) #[[BOTH]]
__kernel __ordered void other_pointers(__global holder *a,
                                       __global float *__global const *b) {
  (void)a, (void)b;
}
// CHECK-DAG: define {{.*}} @incomplete({{.*}}) #[[BOTH]]
__kernel __ordered void incomplete(__global hidden *a, __global const int *b);
struct hidden { float value; };
// What was found before stays: declarations agree.
__kernel __ordered void incomplete(__global hidden *a, __global const int *b) {
  (void)a, (void)b;
}
// CHECK-DAG: define {{.*}} @rows({{.*}}) #[[BOTH]]
__kernel __ordered void rows(__global int (*a)[4], __global const int *b) {
  (void)a, (void)b;
}

// Monitored the first alone.
// CHECK-DAG: define {{.*}} @size({{.*}}) #[[FIRST:[0-9]+]]
PAIR(size, int, long)
// CHECK-DAG: define {{.*}} @kind({{.*}}) #[[FIRST]]
PAIR(kind, float, int)
// CHECK-DAG: define {{.*}} @halves({{.*}}) #[[FIRST]]
PAIR(halves, half, short)
// CHECK-DAG: define {{.*}} @no_member({{.*}}) #[[FIRST]]
PAIR(no_member, node, short)
// CHECK-DAG: define {{.*}} @other_struct({{.*}}) #[[FIRST]]
PAIR(other_struct, node, other)
// CHECK-DAG: define {{.*}} @pointed_to({{.*}}) #[[FIRST]]
PAIR(pointed_to, holder, int)
// CHECK-DAG: define {{.*}} @other_memory({{.*}}) #[[FIRST]]
__kernel __ordered void other_memory(__global int *a, __constant int *b, int c,
                                     image2d_t d) {
  (void)a, (void)b, (void)c, (void)d;
}

// Any of several.
// CHECK-DAG: define {{.*}} @several({{.*}}) #[[SEVERAL:[0-9]+]]
__kernel __ordered void several(int n, __global const int *a,
                                __global const float *b, __global float *c,
                                __global const double *d, __global uint *e) {
  (void)n, (void)a, (void)b, (void)c, (void)d, (void)e;
}

// CHECK-DAG: attributes #[[BOTH]] = {{.*}} "llvm.assume"="tkl-ordered:0:1"
// CHECK-DAG: attributes #[[FIRST]] = {{.*}} "llvm.assume"="tkl-ordered:0"
// CHECK-DAG: attributes #[[SEVERAL]] = {{.*}} "llvm.assume"="tkl-ordered:1:2:3:5"
