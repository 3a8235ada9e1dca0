// `__ordered` anywhere a declaration specifier may stand, in macros and headers,
// and what it becomes: the indices of the monitored parameters, ascending.
// RUN: %clang -fplugin=%plugin -target spir64 -Wall -Wextra -Werror -I %S/Inputs \
// RUN:   -S -emit-llvm -O0 -Xclang -disable-llvm-passes -o - %s | FileCheck --allow-deprecated-dag-overlap %s
// RUN: %taskletc -Wall -Wextra -Werror -I %S/Inputs --object -o %t.bc %s

#if !defined(__opencl_c_tkl_ordered) || __opencl_c_tkl_ordered != 1
#error the feature macro is missing, or has a wrong value
#endif

#define ARGS __global int *a, __global const float *b, __global int *c, int n
#define BODY { a[n] += b[n] + c[n]; }

// CHECK-DAG: define {{.*}} @before({{.*}}) #[[A:[0-9]+]]
__ordered(a) __kernel void before(ARGS) BODY
// CHECK-DAG: define {{.*}} @after({{.*}}) #[[A]]
__kernel __ordered(a) void after(ARGS) BODY
// CHECK-DAG: define {{.*}} @late({{.*}}) #[[A]]
kernel void __ordered ( a ) late(ARGS) BODY
// CHECK-DAG: define {{.*}} @between({{.*}}) #[[A]]
void __ordered (a) kernel between(ARGS) BODY
// CHECK-DAG: define {{.*}} @reads({{.*}}) #[[B:[0-9]+]]
__kernel __ordered(b) void reads(ARGS) BODY
// CHECK-DAG: define {{.*}} @ascending({{.*}}) #[[ABC:[0-9]+]]
__kernel __ordered(c, a, b) void ascending(ARGS) BODY
// CHECK-DAG: define {{.*}} @attributes({{.*}}) #[[A]]
__attribute__((vec_type_hint(float))) __kernel __ordered(a)
__attribute__((reqd_work_group_size(4, 1, 1))) void attributes(ARGS) BODY

// Without a list.
// CHECK-DAG: define {{.*}} @all({{.*}}) #[[AC:[0-9]+]]
__kernel __ordered void all(ARGS) BODY
// CHECK-DAG: define {{.*}} @all_before({{.*}}) #[[AC]]
__ordered kernel void all_before(ARGS) BODY
// CHECK-DAG: define {{.*}} @array({{.*}}) #[[A]]
__kernel __ordered void array(__global int a[4], int n) { a[n] = n; }
// CHECK-DAG: define {{.*}} @lone({{.*}}) #[[A]]
__kernel __ordered void lone(__global int *const restrict a,
                             __constant int *b) { *a = *b; }
// CHECK-DAG: define {{.*}} @volatile_one({{.*}}) #[[B]]
__kernel __ordered void volatile_one(int n, volatile __global int *a) { *a = n; }

// Macros and headers.
#define ORDERED __ordered
#define KERNEL(list) __kernel __ordered list void
#define ONE(name) a
// CHECK-DAG: define {{.*}} @macro({{.*}}) #[[A]]
ORDERED(a) __kernel void macro(ARGS) BODY
// CHECK-DAG: define {{.*}} @macros({{.*}}) #[[AC]]
KERNEL((ONE(x), c)) macros(ARGS) BODY
#include "ordered.clh"
// CHECK-DAG: define {{.*}} @from_header({{.*}}) #[[A]]

// Redeclared, with other names, and after the definition, too.
__kernel __ordered(p) void again(__global int *p, __global int *q);
// CHECK-DAG: define {{.*}} @again({{.*}}) #[[A]]
__ordered(x) __kernel void again(__global int *x, __global int *y) { *x = *y; }
__kernel __ordered(y) void again(__global int *y, __global int *);
__ordered(z) __kernel void again(__global int *z, __global int *);
__kernel __ordered void pair(__global int *, int), other(__global int *);
// CHECK-DAG: define {{.*}} @pair({{.*}}) #[[A]]
__kernel __ordered void pair(__global int *a, int n) { *a = n; }
// The list of the one is what the other finds.
__kernel __ordered(a) void other(__global int *a);
// CHECK-DAG: define {{.*}} @other({{.*}}) #[[A]]
__kernel __ordered void other(__global int *a) { *a = 1; }

// The other annotation and the other assumption stay.
// CHECK-DAG: c"mine\00"
// CHECK-DAG: define {{.*}} @assumes({{.*}}) #[[MINE:[0-9]+]]
#if __clang_major__ < 19 // Later ones have no such attribute in C.
__attribute__((assume("omp_no_openmp")))
#endif
__attribute__((annotate("mine"))) __kernel __ordered(a)
void assumes(ARGS) BODY

// Names of the user's own.
int ordered(int ordered) { return ordered; }
typedef int _ordered;
_ordered kernels(_ordered orderd) { return ordered(orderd); }
void __kernel border(__global int *orders) { *orders = kernels(1); }

// CHECK-NOT: c"tkl-ordered
// CHECK-DAG: attributes #[[A]] = {{.*}} "llvm.assume"="tkl-ordered:0"
// CHECK-DAG: attributes #[[B]] = {{.*}} "llvm.assume"="tkl-ordered:1"
// CHECK-DAG: attributes #[[AC]] = {{.*}} "llvm.assume"="tkl-ordered:0:2"
// CHECK-DAG: attributes #[[ABC]] = {{.*}} "llvm.assume"="tkl-ordered:0:1:2"
// CHECK-DAG: attributes #[[MINE]] = {{.*}} "llvm.assume"="{{(omp_no_openmp,)?}}tkl-ordered:0"
