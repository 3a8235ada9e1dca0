// What later commands read from streams: loads that no written memory decides, each
// place once, in the same order in all functions that are made of the body.
// RUN: %clang -fplugin=%plugin -target spir64 -O1 -Xclang -disable-llvm-passes \
// RUN:   -S -emit-llvm -o %t.ll %s
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-ordered,tkl-verify -S %t.ll \
// RUN:   -o %t.out.ll
// RUN: sed -n -e '/^define .*\.\(measure\|streamed\|stream\|levels\)(/,/^}/p' %t.out.ll > %t.made.ll
// RUN: FileCheck %s < %t.made.ll
// RUN: FileCheck %s --check-prefix=NONE < %t.made.ll
// RUN: FileCheck %s --check-prefix=ATTR < %t.out.ll
// Not for SPIR-V.
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-ordered -tkl-target=spirv -S \
// RUN:   %t.ll | FileCheck %s --check-prefix=SPIRV
// SPIRV-NOT: {{\.(measure|levels)\(|streamed}}

// NONE-NOT: @{{branches_only|volatiles|written}}

typedef __global const int *Places;

// row[i + 1] is in a loop, and is read once.
__kernel __ordered(x) void rows(__global double *x, Places row, Places col,
                                __global const double *a,
                                __global const double *b, double d) {
  size_t i = get_global_id(0);
  double s = b[i];
  for (int k = row[i]; k < row[i + 1]; ++k)
    s -= a[k] * x[col[k]];
  x[i] = s / d;
}
// ATTR-DAG: \22deciding\22:[1,2],{{.*}}\22name\22:\22rows\22,\22pattern\22:[1,2],{{.*}}\22streamed\22:[4,1,3,2],
// CHECK-LABEL: define {{.*}} @rows.measure(
// CHECK: @__tkl_order_measure_read({{.*}}, i64 8, i64 %
// CHECK: @__tkl_order_measure_read({{.*}}, i64 4, i64 -1)
// CHECK: @__tkl_order_measure_read({{.*}}, i64 4, i64 -1)
// CHECK: @__tkl_order_measure_read({{.*}}, i64 8, i64 %
// CHECK: @__tkl_order_measure_read({{.*}}, i64 4, i64 -1)
// CHECK-NOT: @__tkl_order_measure_read
// CHECK-NOT: store
// CHECK: ret void
// CHECK-LABEL: define {{.*}} @rows.stream(
// CHECK: @__tkl_order_next_read({{.*}}, i64 8)
// CHECK: @__tkl_order_next_read({{.*}}, i64 4)
// CHECK: @__tkl_order_next_read({{.*}}, i64 4)
// CHECK: @__tkl_order_next_read({{.*}}, i64 8)
// CHECK: @__tkl_order_next_read({{.*}}, i64 4)
// CHECK-NOT: @__tkl_order_next_read
// CHECK: ret void
// CHECK-LABEL: define {{.*}} @rows.streamed(
// CHECK: @__tkl_order_find_read({{.*}}, i64 8, i64 %
// CHECK: @__tkl_order_find_read({{.*}}, i64 4, i64 -1)
// CHECK: @__tkl_order_find_read({{.*}}, i64 4, i64 -1)
// CHECK: @__tkl_order_find_read({{.*}}, i64 8, i64 %
// CHECK: @__tkl_order_find_read({{.*}}, i64 4, i64 -1)
// CHECK: ret void
// Where all memory is in the streams, nobody asks for masks.
// CHECK-LABEL: define {{.*}} @rows.whole.levels(
// CHECK: @rows.streamed({{.*}}, i64 -1, i64 -1, i64 -1, i64 -1)
// CHECK: ret void
// CHECK-LABEL: define {{.*}} @rows.levels(
// CHECK: @rows.streamed({{.*}}, i64 %{{[0-9]+}}, i64 %{{[0-9]+}}, i64 %{{[0-9]+}}, i64 %{{[0-9]+}})
// CHECK: ret void

// What x holds decides whether v is read. w is read in any case, behind that.
__kernel __ordered(x) void behind(__global int *x, Places at, Places v,
                                  Places w) {
  size_t i = get_global_id(0);
  int t = x[at[i]];
  if (t > 3)
    t += v[i];
  x[at[i]] = t + w[i];
}
// CHECK-LABEL: define {{.*}} @behind.measure(
// CHECK-COUNT-2: @__tkl_order_measure_read
// CHECK-NOT: @__tkl_order_measure_read
// CHECK: ret void

// A flag of four bytes decides, and a private array keeps what is read.
__kernel __ordered(x) void kept(__global int *x, Places at,
                                __global const uchar4 *flag, Places v) {
  size_t i = get_global_id(0);
  int all[4] = {1, 2, v[i], at[i + 1]};
  int t = all[x[at[i]] & 3];
  if (flag[i].y & 1)
    t += v[i + 1];
  x[at[i]] += t;
}
// ATTR-DAG: \22deciding\22:[1,2],{{.*}}\22name\22:\22kept\22,{{.*}}\22streamed\22:[3,1,2],
// CHECK-LABEL: define {{.*}} @kept.measure(
// CHECK-COUNT-5: @__tkl_order_measure_read
// CHECK-NOT: @__tkl_order_measure_read
// CHECK: ret void

// Nothing is left that x does not decide but a load of three words.
__kernel __ordered(x) void branches_only(__global int *x,
                                         __global const int3 *v) {
  size_t i = get_global_id(0);
  if (x[i] > 3)
    x[i + 1] += v[i].x;
}

// This has a payload, too: bins are for more memory than levels are.
// ATTR-DAG: \22name\22:\22bins\22,{{.*}}\22streamed\22:
__kernel __ordered(x) void bins(__global int *x, Places at, Places v) {
  size_t i = get_global_id(0);
  x[at[i]] += v[i];
}

__kernel __ordered(x) void volatiles(__global int *x,
                                     volatile __global const int *v) {
  size_t i = get_global_id(0);
  x[i + 1] = x[i] + v[i];
}

__kernel __ordered(x) void written(__global int *x, __global int *v) {
  size_t i = get_global_id(0);
  x[i + 1] = x[i] + v[i];
  v[i] = 3;
}

// The inspector reads one member of a record, and the kernel both: who leaves the
// pattern alone may write the other one.
typedef struct { uint at, v; } record;
__kernel __ordered(x) void records(__global uint *x, __global const record *r) {
  size_t i = get_global_id(0);
  x[r[i].at] = 3 * x[r[i].at] + r[i].v;
  x[r[i].at + 1] += r[i].v;
}
// ATTR-DAG: \22name\22:\22records\22,\22pattern\22:[],{{.*}}\22streamed\22:[1],

// Likewise of a vector, of the bits of a number, and of a number that is compared.
__kernel __ordered(x) void edges(__global uint *x, __global const uint2 *e) {
  uint2 t = e[get_global_id(0)];
  x[t.x] = 3 * x[t.x] + t.y;
  x[t.x ^ 1] += 1;
}
// ATTR-DAG: \22name\22:\22edges\22,\22pattern\22:[],
__kernel __ordered(x) void packed(__global uint *x, __global const uint *e) {
  uint t = e[get_global_id(0)];
  x[t & 0xffff] = 3 * x[t & 0xffff] + (t >> 16);
  x[(t & 0xffff) + 1] += 1;
}
// ATTR-DAG: \22name\22:\22packed\22,\22pattern\22:[],
__kernel __ordered(x) void halves(__global uint *x, __global const uint *e) {
  uint i = get_global_id(0), t = e[i], k = t > 500 ? i : i / 2;
  x[k] = 3 * x[k] + t;
  x[k + 1] += 1;
}
// ATTR-DAG: \22name\22:\22halves\22,\22pattern\22:[],
// An index as it is tells all of the number.
__kernel __ordered(x) void whole(__global uint *x, __global const uint *e) {
  uint t = e[get_global_id(0)];
  x[t] = 3 * x[t] + t / 5;
  x[t + 1] += 1;
}
// ATTR-DAG: \22name\22:\22whole\22,\22pattern\22:[1],
// A difference of a number and a part of it has the other part; and a loop that
// ends otherwise, too, does not tell how long it might have been.
__kernel __ordered(x) void difference(__global uint *x, __global const uint *e) {
  uint t = e[get_global_id(0)], k = t - (t >> 16 << 16);
  x[k] = 3 * x[k] + (t >> 16);
  x[k ^ 1] += 1;
}
// ATTR-DAG: \22name\22:\22difference\22,\22pattern\22:[],
__kernel __ordered(x) void narrow(__global uint *x, __global const uchar *e) {
  uchar t = e[get_global_id(0)], k = t * 16;
  x[k] = 3 * x[k] + t;
  x[k + 1] += 1;
}
// ATTR-DAG: \22name\22:\22narrow\22,\22pattern\22:[],
__kernel __ordered(x) void breaks(__global uint *x, __global const uint *e) {
  uint t = e[get_global_id(0)];
  for (uint k = 0; k < t; ++k) {
    x[k] += t;
    if (k > 4)
      break;
  }
}
// ATTR-DAG: \22name\22:\22breaks\22,\22pattern\22:[],
__kernel __ordered(x) void counts(__global uint *x, __global const uint *e) {
  uint t = e[get_global_id(0)];
  for (uint k = 0; k < t; ++k)
    x[k] += t;
}
// ATTR-DAG: \22name\22:\22counts\22,\22pattern\22:[1],
