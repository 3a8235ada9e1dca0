// Kernels that change monitored memory place by place have a body that asks before
// each update whether it is one of the owner.
// RUN: %taskletc -w --emit=bc --report=%t.report -o %t.bc %s
// RUN: FileCheck %s < %t.report
// RUN: %clang -fplugin=%plugin -target spir64 -O1 -Xclang -disable-llvm-passes \
// RUN:   -S -emit-llvm -o %t.ll %s
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-ordered,tkl-verify -S %t.ll \
// RUN:   -o %t.out.ll
// RUN: sed -n -e '/^define .*\.owned\.partly(/,/^}/p' %t.out.ll > %t.owned.ll
// RUN: FileCheck %s --check-prefix=OWNED < %t.owned.ll
#define ID int i = get_global_id(0)
typedef __global const int *list;

// CHECK-LABEL: ordered kernel edges
// CHECK: {{^  owners, if work-items}}
__kernel __ordered(x) void edges(__global float *x, list a, list b,
                                 __global const float *v) {
  ID;
  x[a[i]] += v[i];
  x[b[i]] -= v[i];
}
// Each update stands behind its own question, in their order, and nothing else
// does.
// OWNED-LABEL: define {{.*}} @edges.owned.partly(
// OWNED-NOT: store
// OWNED: [[FIRST:%.*]] = call spir_func {{.*}}i1 @__tkl_order_owns(
// OWNED-NEXT: br i1 [[FIRST]]
// OWNED: load float
// OWNED: fadd float
// OWNED-NEXT: store float
// OWNED: [[SECOND:%.*]] = call spir_func {{.*}}i1 @__tkl_order_owns(
// OWNED-NEXT: br i1 [[SECOND]]
// OWNED: load float
// OWNED: f{{sub|add}} float
// OWNED-NEXT: store float
// OWNED-NOT: {{store|call}}
// OWNED: ret void

// In a loop, under conditions.
// CHECK-LABEL: ordered kernel assembly
// CHECK: {{^  no bins}}
// CHECK-NEXT: {{^  owners, if}}
__kernel __ordered(x) void assembly(__global float *x, list row, list node,
                                    __global const float *v, int n) {
  ID;
  for (int k = row[i]; k < row[i + 1]; ++k)
    if (node[k] < n)
      x[node[k]] += v[k];
}

// In two arrays.
// CHECK-LABEL: ordered kernel arrays
// CHECK: {{^  owners, if}}
__kernel __ordered(x, y) void arrays(__global float *x, __global float *y,
                                     list a, __global const float *v) {
  ID;
  x[a[i]] += v[2 * i];
  y[a[i]] += v[2 * i + 1];
}

// Three numbers of one element.
// CHECK-LABEL: ordered kernel vectors
// CHECK: {{^  owners, if}}
__kernel __ordered(x) void vectors(__global float *x, list a, list b) {
  ID;
  for (int c = 0; c < 3; ++c) {
    x[3 * a[i] + c] += c;
    x[3 * b[i] + c] *= c;
  }
}

// A store that depends on monitored memory becomes a choice.
// CHECK-LABEL: ordered kernel maxima
// CHECK: {{^  owners, if}}
__kernel __ordered(x) void maxima(__global float *x, list a,
                                  __global const float *v) {
  ID;
  if (x[a[i]] < v[i])
    x[a[i]] = v[i];
}

// Windows, and what follows one, in one block.
// CHECK-LABEL: ordered kernel windows
// CHECK: {{^  owners, if}}
// OWNED-LABEL: define {{.*}} @windows.owned.partly(
// OWNED: [[WINDOW:%.*]] = call spir_func {{.*}}i1 @__tkl_order_owns(
// OWNED-NEXT: br i1 [[WINDOW]], label %[[THEN:.*]], label %[[ELSE:.*]]
// OWNED: [[THEN]]:
// OWNED-COUNT-2: load float
// OWNED: store float
// OWNED: br label %[[ELSE]]
// OWNED: [[ELSE]]:
// OWNED: call spir_func {{.*}}i1 @__tkl_order_owns(
// OWNED: store float
// OWNED: call spir_func {{.*}}i1 @__tkl_order_owns(
// OWNED: ret void
__kernel __ordered(x) void windows(__global float *x, list a, list b) {
  ID;
  x[2 * a[i]] += x[2 * a[i] + 1];
  x[2 * b[i]] = i;
  x[2 * b[i + 1]] += x[2 * b[i + 1] + 1];
}

// A pointer from another block.
// CHECK-LABEL: ordered kernel pointer
// CHECK: {{^  owners, if}}
__kernel __ordered(x) void pointer(__global float *x, list a, list b) {
  ID;
  __global float *p = x + a[i];
  if (b[i] & 1)
    *p += 3;
  for (int k = 0; k < b[i]; ++k, p += 4)
    *p *= 3;
}

// CHECK-LABEL: ordered kernel one_of_two
// CHECK: {{^  no owners: a pointer may lead to several parameters$}}
__kernel __ordered(x, y) void one_of_two(__global float *x, __global float *y,
                                         list a) {
  ID;
  __global float *p = a[i] & 1 ? x : y;
  p[a[i]] += 3;
  y[a[i]] *= 3;
}

// CHECK-LABEL: ordered kernel half_monitored
// CHECK: {{^  no owners: a pointer may lead to several parameters$}}
__kernel __ordered(x) void half_monitored(__global float *u, __global float *x,
                                          list a) {
  ID;
  __global float *p = a[i] & 1 ? x : u;
  p[a[i]] += 3;
}

// CHECK-LABEL: ordered kernel decides
// CHECK: {{^  no owners: memory that it writes decides what it does$}}
__kernel __ordered(x) void decides(__global float *x, list a, list b) {
  ID;
  for (int k = 0; k < b[i]; ++k)
    if (x[a[k]] < k)
      x[a[k]] = k;
}

// Several owners may write the same.
// CHECK-LABEL: ordered kernel other_memory
// CHECK: {{^  owners, if}}
// OWNED-LABEL: define {{.*}} @other_memory.owned.partly(
// OWNED: store float {{.*}}2.0
// OWNED: call spir_func {{.*}}i1 @__tkl_order_owns(
// OWNED: store float
// OWNED: ret void
__kernel __ordered(x) void other_memory(__global float *x, list a,
                                        __global float *y) {
  ID;
  x[a[i]] += 1;
  y[i] = 2;
}

// CHECK-LABEL: ordered kernel other_memory_twice
// CHECK: {{^  no owners: it reads memory that it writes, and that is not monitored$}}
__kernel __ordered(x) void other_memory_twice(__global float *x, list a,
                                              __global float *y) {
  ID;
  x[a[i]] += 1;
  y[i] *= 2;
}

// CHECK-LABEL: ordered kernel other_memory_atomic
// CHECK: {{^  no owners: it does more than to write memory of its parameters$}}
__kernel __ordered(x) void other_memory_atomic(__global float *x, list a,
                                               __global int *y) {
  ID;
  x[a[i]] += 1;
  atomic_xchg(y + i, 2);
}

// CHECK-LABEL: ordered kernel copied_out
// CHECK: {{^  no owners: what it reads of monitored memory goes to other memory$}}
__kernel __ordered(x) void copied_out(__global float *x, list a,
                                      __global float *y) {
  ID;
  x[a[i]] += 1;
  y[i] = x[a[i]];
}

// CHECK-LABEL: ordered kernel prints
// CHECK: {{^  no owners: it does more than to write memory of its parameters$}}
__kernel __ordered(x) void prints(__global float *x, list a) {
  ID;
  x[a[i]] += 1;
  printf("%d\n", i);
}

// CHECK-LABEL: ordered kernel solve
// CHECK: {{^  no owners: what it reads of monitored memory is needed elsewhere$}}
__kernel __ordered(x) void solve(__global float *x, list row, list col,
                                 __global const float *v) {
  ID;
  float s = 0;
  for (int k = row[i]; k < row[i + 1]; ++k)
    s += v[k] * x[col[k]];
  x[i] = s;
}

// CHECK-LABEL: ordered kernel follows
// CHECK: {{^  no owners: its accesses are to places that belong together, or overlap$}}
__kernel __ordered(x) void follows(__global float *x, list a, list b) {
  ID;
  x[a[i]] += x[b[i]];
}

// CHECK-LABEL: ordered kernel overlaps
// CHECK: {{^  no owners: its accesses are to places that belong together, or overlap$}}
__kernel __ordered(x) void overlaps(__global float *x, list a) {
  ID;
  int k = a[i];
  x[k] = 3 * x[k + 1];
  x[k + 1] = 3 * x[k];
}

// CHECK-LABEL: ordered kernel adds
// CHECK: {{^  no owners: a function makes the access$}}
__kernel __ordered(x) void adds(__global int *x, list a) {
  ID;
  atomic_add(x + a[i], 1);
}

// What a variable holds may have changed when the update is made.
// CHECK-LABEL: ordered kernel variables
// CHECK: {{^  no owners: what it reads of monitored memory is needed elsewhere$}}
__kernel __ordered(x) void variables(__global int *x, list a,
                                     __global const int *v) {
  ID;
  int p[8];
  for (int k = 0; k < 8; ++k)
    p[k] = v[k];
  x[a[i]] += p[x[a[i]] & 7];
}

// CHECK-LABEL: ordered kernel nothing
// CHECK-NOT: {{^  owners}}
__kernel __ordered(x) void nothing(__global int *x) {}
