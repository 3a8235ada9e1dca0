// What taskletc --report says about ordered kernels: what the inspector keeps of
// them, in the terms of the source.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %taskletc -w %s -o plain.bc
// RUN: %taskletc -w --report %s -o reported.bc > report
// RUN: cmp plain.bc reported.bc
// RUN: FileCheck %s --match-full-lines --strict-whitespace < report
//
// Of an object the lines of the source are not known, and names only with -g.
// RUN: %taskletc -w --object -g %s -o object.bc
// RUN: %taskletc -w --report object.bc -o linked.bc | FileCheck %s --check-prefix=LINKED
// LINKED: ordered kernel scatter (ordered.cl:100): monitors {{x|parameter 1$}}
// LINKED-NEXT: reads {{x|parameter 1}} at 103:14, 4 bytes{{$}}
// RUN: %clang -fplugin=%plugin -target spir64 -O2 -c -emit-llvm -w \
// RUN:   -mllvm -tkl-report=bare %s -o bare.bc
// RUN: FileCheck %s --check-prefix=BARE < bare
// BARE: ordered kernel scatter: monitors x
// BARE-NEXT: reads x, 4 bytes{{$}}

#line 100
__kernel __ordered(x) void scatter(__global float *x, __global const int *at, __global const float *v, int n) {
  int i = get_global_id(0);
  if (i < n)
    x[at[i]] += v[i];
}
//      CHECK:ordered kernel scatter (ordered.cl:100): monitors x
// CHECK-NEXT:  reads x at 103:14, 4 bytes: x[at[i]] += v[i];
// CHECK-NEXT:  writes x at 103:14, 4 bytes: x[at[i]] += v[i];
// CHECK-NEXT:  the inspector reads at
// CHECK-NEXT:  elements of 4 bytes
// CHECK-NEXT:  bins with a payload of 8 bytes, 4 of which stay for later runs
// CHECK-NEXT:  owners, if work-items that follow each other touch memory that lies close together
// CHECK-NEXT:  levels that run again read at, v from streams

#line 200
__kernel __ordered void solve(__global double *x, __global const int *row, __global const int *col,
                              __global const float *a, __global const float *b) {
  int i = get_global_id(0);
  double s = b[i];
  for (int k = row[i]; k < row[i + 1]; ++k)
    s -= a[k] * x[col[k]];
  x[i] = s / a[row[i + 1]];
}
// CHECK-NEXT:ordered kernel solve (ordered.cl:200): monitors x
// CHECK-NEXT:  reads x at 205:17, 8 bytes: s -= a[k] * x[col[k]];
// CHECK-NEXT:  writes x at 206:8, 8 bytes: x[i] = s / a[row[i + 1]];
// CHECK-NEXT:  the inspector reads row, col
// CHECK-NEXT:  elements of 8 bytes
// CHECK-NEXT:  no bins: it has accesses in a loop, or to several parameters
// CHECK-NEXT:  no owners: what it reads of monitored memory is needed elsewhere
// CHECK-NEXT:  levels that run again read row, col, a, b from streams

// A branch on what it writes, and accesses of different sizes.
#line 300
__kernel __ordered(x, y) void branch(__global int *x, __global short *y) {
  int i = get_global_id(0);
  if (x[i] > 0)
    y[i] = 1;
  x[i] = 0;
}
// CHECK-NEXT:ordered kernel branch (ordered.cl:300): monitors x, y
// CHECK-NEXT:  reads x at 302:7, 4 bytes: if (x[i] > 0)
// CHECK-NEXT:  writes y at 303:10, 2 bytes: y[i] = 1;
// CHECK-NEXT:  writes x at 304:8, 4 bytes: x[i] = 0;
// CHECK-NEXT:  the inspector reads nothing
// CHECK-NEXT:  branches on memory that it writes count with both sides
// CHECK-NEXT:  elements of 2 bytes
// CHECK-NEXT:  needs no inspector where no addresses meet, which the launch tests
// CHECK-NEXT:  no bins: it has accesses in a loop, or to several parameters
// CHECK-NEXT:  no owners: memory that it writes decides what it does

#line 400
__kernel __ordered(x) void self(__global int *x) {
  x[x[get_global_id(0)]] = 1;
}
// CHECK-NEXT:ordered kernel self (ordered.cl:400): monitors x
// CHECK-NEXT:  runs in order at 401:26: the address of this access depends on memory that the kernel writes

__kernel __ordered(x) void nothing(__global int *x) {}
// CHECK-NEXT:ordered kernel nothing (ordered.cl:406): monitors x
// CHECK-NEXT:  makes no monitored access
// CHECK-NEXT:  the inspector reads nothing

#line 500
__kernel __ordered(x) void bytes(__global char *x, __global const char *y, __global const int *sizes) {
  int i = get_global_id(0);
  __builtin_memcpy(x + i, y + i, sizes[i]);
}
// CHECK-NEXT:ordered kernel bytes (ordered.cl:500): monitors x
// CHECK-NEXT:  writes x at 502:20, as many bytes as are asked for: __builtin_memcpy(x + i, y + i, sizes[i]);
// CHECK-NEXT:  the inspector reads sizes
// CHECK-NEXT:  elements of 1 byte
// CHECK-NEXT:  bins without payload: a function makes the access
// CHECK-NEXT:  no owners: a function makes the access
// CHECK-NEXT:  levels that run again read sizes from streams

// Why there is no payload.
#line 600
__kernel __ordered(x) void places(__global int *x) {
  int i = get_global_id(0);
  x[i + 1] += x[i];
}
// CHECK-NEXT:ordered kernel places (ordered.cl:600): monitors x
// CHECK:  bins without payload: its accesses are to several places that belong together

__kernel __ordered(x) void apart(__global int *x) {
  int i = get_global_id(0);
  x[i] += 1; x[i + 1] += 1;
}
// CHECK:  bins with 2 payloads of 8 bytes, which stays for later runs

__kernel __ordered(x) void sides(__global int *x, __global int *y) {
  int i = get_global_id(0);
  if (y[i]++ > 3) x[i] = 0;
}
//      CHECK:ordered kernel sides ({{.*}}): monitors x
// CHECK:  bins without payload: what is accessed is not known before the kernel runs

__kernel __ordered(x) void blocks(__global int *x, __global const int *y) {
  int i = get_global_id(0), k = x[i];
  if (y[i]) x[i] = k + 1;
}
//      CHECK:ordered kernel blocks ({{.*}}): monitors x
// CHECK:  bins without payload: the monitored accesses are no piece of code without branches

__kernel __ordered(x) void atomics(__global int *x, __global const int *at) {
  atomic_add(&x[at[get_global_id(0)]], 1);
}
//      CHECK:ordered kernel atomics ({{.*}}): monitors x
// CHECK:  bins without payload: a function makes the access

__kernel __ordered(x) void before(__global int *x, __global int *y) {
  int i = get_global_id(0), k = y[i];
  y[i] = x[i] + k;
  x[i] = 0;
}
//      CHECK:ordered kernel before ({{.*}}): monitors x
// CHECK:  bins without payload: other accesses cannot come before the monitored ones

__kernel __ordered(x) void pointers(__global int *x, __global const int *y, __global const int *z) {
  int i = get_global_id(0);
  x[i] = (i < 7 ? y : z)[x[i]];
}
//      CHECK:ordered kernel pointers ({{.*}}): monitors x
// CHECK:  bins without payload: a pointer or a structure would have to travel

__kernel __ordered(x) void large(__global long8 *x, __global const long8 *y) {
  x[get_global_id(0)] += y[get_global_id(0)];
}
//      CHECK:ordered kernel large ({{.*}}): monitors x
// CHECK:  bins without payload: it would have {{[0-9]+}} bytes
// CHECK-NEXT:  owners, if work-items that follow each other touch memory that lies close together
// CHECK-NEXT:  levels that run again read y from streams
// CHECK-NOT: {{.}}
