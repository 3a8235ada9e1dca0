// A kernel with one monitored place comes in two halves: one that computes all
// else and packs it into a slot of the bin, and one that applies it there.
// RUN: %clang -fplugin=%plugin -target spir64 -O1 -Xclang -disable-llvm-passes \
// RUN:   -S -emit-llvm -o %t.ll %s
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-ordered,tkl-verify -S %t.ll \
// RUN:   -o %t.out.ll
// RUN: sed -n -e '/^define .*\.pack\.slots(/,/^}/p' %t.out.ll > %t.pack.ll
// RUN: sed -n -e '/^define .*\.apply(/,/^}/p' %t.out.ll > %t.apply.ll
// RUN: FileCheck %s --check-prefix=PACK < %t.pack.ll
// RUN: FileCheck %s --check-prefix=APPLY < %t.apply.ll
// RUN: FileCheck %s --check-prefix=BODY < %t.out.ll

__kernel __ordered(x) void scatter(__global float *x, __global const int *at,
                                   __global const float *v) {
  int i = get_global_id(0);
  x[at[i]] += sin(v[i]);
}
// It carries the index, which stays in the bin, and the sine. The slots may be
// missing.
// PACK-LABEL: define {{.*}} @scatter.pack.slots(
// PACK: load float
// PACK: call {{.*}}float @_Z3sinf(
// PACK: load i32
// PACK-NOT: {{load|store}}
// PACK: [[SLOT:%.*]] = call spir_func {{i8 addrspace.1.\*|ptr addrspace.1.}} @__tkl_order_slot(
// PACK-NEXT: icmp ne {{i8 addrspace.1.\*|ptr addrspace.1.}} [[SLOT]], null
// PACK-NEXT: br i1
// PACK: getelementptr inbounds i8, {{i8 addrspace.1.\*|ptr addrspace.1.}} [[SLOT]], i64 0
// PACK: store float
// PACK: [[KEPT:%.*]] = call spir_func {{i8 addrspace.1.\*|ptr addrspace.1.}} @__tkl_order_destination_slot(
// PACK-NEXT: icmp ne {{i8 addrspace.1.\*|ptr addrspace.1.}} [[KEPT]], null
// PACK-NEXT: br i1
// PACK: getelementptr inbounds i8, {{i8 addrspace.1.\*|ptr addrspace.1.}} [[KEPT]], i64 0
// PACK: store i32
// PACK-NOT: store
// PACK: ret void
// APPLY-LABEL: define {{.*}} @scatter.apply(
// APPLY-NOT: call
// APPLY: load i32
// APPLY: load float
// APPLY: load float
// APPLY-NEXT: fadd float
// APPLY-NEXT: store float
// APPLY-NEXT: ret void

// A constant need not travel, only the index.
__kernel __ordered(x) void count(__global int *x, __global const uchar *at) {
  x[at[get_global_id(0)]] += 1;
}
// PACK-LABEL: define {{.*}} @count.pack.slots(
// PACK: load i8
// PACK: store i8
// PACK-NOT: store
// PACK: ret void
// APPLY-LABEL: define {{.*}} @count.apply(
// APPLY: load i8
// APPLY: load i32, {{i32 addrspace.1.\*|ptr addrspace.1.}}
// APPLY-NEXT: add nsw i32 {{.*}}, 1
// APPLY-NEXT: store i32

// Each command writes `y`, so each packs.
__kernel __ordered(x) void other(__global int *x, __global const uchar *at,
                                 __global int *y) {
  int i = get_global_id(0);
  y[i] = at[i];
  x[at[i]] += 1;
}
// PACK-LABEL: define {{.*}} @other.pack.slots(
// PACK: load i8
// PACK: store i32
// PACK: call {{.*}} @__tkl_order_slot(
// PACK-NOT: store
// PACK: call {{.*}} @__tkl_order_destination_slot(
// PACK: store i8
// PACK-NOT: store
// PACK: ret void

// Two places: no halves.
__kernel __ordered(x) void two(__global int *x) {
  int i = get_global_id(0);
  x[i] = x[i + 1];
}
// PACK-NOT: @two.
// APPLY-NOT: @two.

// The first access is simplified away, and the second one is never made. The
// inspector counts both, so a slot that only the second one fills would be wrong.
__kernel __ordered(x) void never(__global uint *x) {
  uint one = 1;
  x[0] += 0;
  if (one)
    return;
  x[0] = 7;
}
// PACK-NOT: @never.
// APPLY-NOT: @never.

// Likewise where what is left stood in a loop without rounds.
__kernel __ordered(x, y) void rounds(__global uint *x, __global uint *y) {
  for (uint i = 0; i < 0u % 2u; ++i)
    x[0] = i;
  uint unused = y[0];
}
// PACK-NOT: @rounds.
// APPLY-NOT: @rounds.

// The index is read twice in the source, and once by the kernel.
__kernel __ordered(x) void again(__global uint *x, __global const uint *at) {
  uint i = get_global_id(0);
  x[at[i]] = 3 * x[at[i]] + 1;
}
// PACK-LABEL: define {{.*}} @again.pack.slots(
// PACK: load i32
// PACK-NOT: load
// PACK: call {{.*}} @__tkl_order_slot(
// PACK: ret void

// Who has the place for himself may write what is there.
__kernel __ordered(x) void maxima(__global uint *x, __global const uint *at,
                                  __global const uint *v) {
  uint i = get_global_id(0);
  if (x[at[i]] < v[i])
    x[at[i]] = v[i];
}
// PACK-LABEL: define {{.*}} @maxima.pack.slots(
// PACK: load i32
// PACK: load i32
// PACK-NOT: load
// PACK: call {{.*}} @__tkl_order_slot(
// PACK: ret void
// APPLY-LABEL: define {{.*}} @maxima.apply(
// APPLY-NOT: br
// APPLY: [[LESS:%.*]] = icmp ult i32
// APPLY-NOT: br
// APPLY: [[NEW:%.*]] = select i1 [[LESS]]
// APPLY-NOT: br
// APPLY: store i32 [[NEW]]
// APPLY: ret void

// The body of the other executors writes only what the kernel does.
// BODY-LABEL: define {{.*}} @maxima.body(
// BODY: br i1
// BODY: store i32
// BODY: ret void

// Nothing was read before, so nobody knows what is there.
__kernel __ordered(x) void unread(__global uint *x, __global const uint *at,
                                  __global uint *y) {
  uint i = get_global_id(0);
  if (y[i]++ < 7)
    x[at[i]] = i;
}
// PACK-NOT: @unread.

// Accesses to one element are one window: the slot is asked for all of it, and
// bins count it once. Neither index nor addend is read twice.
struct field { float sum; int count; };
__kernel __ordered(x) void fields(__global struct field *x,
                                  __global const int *at,
                                  __global const float *v) {
  int i = get_global_id(0);
  x[at[i]].sum += v[i];
  x[at[i]].count += 1;
}
// PACK-LABEL: define {{.*}} @fields.pack.slots(
// PACK: load
// PACK: load
// PACK-NOT: load
// PACK: call {{.*}} @__tkl_order_slot({{.*}}, i64 8, i32 2, i64 2)
// PACK: ret void
// APPLY-LABEL: define {{.*}} @fields.apply(
// APPLY: fadd
// APPLY: store float
// APPLY: add nsw i32 {{.*}}, 1
// APPLY: store i32
// APPLY: ret void
// BODY: call {{.*}} @__tkl_order_window(

// Two updates, since neither needs the other one. Each has a slot, and the
// destination says which it is.
__kernel __ordered(x) void ends(__global float *x, __global const int2 *edge,
                                __global const float *v) {
  int i = get_global_id(0);
  x[edge[i].x] += v[i];
  x[edge[i].y] -= v[i];
}
// PACK-LABEL: define {{.*}} @ends.pack.slots(
// PACK: call {{.*}} @__tkl_order_slot({{.*}}, i64 4, i32 2, i64 1)
// PACK: store float
// PACK: call {{.*}} @__tkl_order_destination_slot(
// PACK: store i32
// PACK: store i8 0
// PACK: call {{.*}} @__tkl_order_slot_done(
// PACK: call {{.*}} @__tkl_order_slot({{.*}}, i64 4, i32 2, i64 1)
// PACK: store float
// PACK: store i8 1
// PACK: call {{.*}} @__tkl_order_slot_done(
// PACK-NOT: @__tkl_order_slot
// PACK: ret void
// APPLY-LABEL: define {{.*}} @ends.apply(
// APPLY: [[WHICH:%.*]] = load i8
// APPLY-NEXT: switch i8 [[WHICH]]
// APPLY: fadd
// APPLY-NEXT: store float
// APPLY-NEXT: ret void
// APPLY: fsub
// APPLY-NEXT: store float
// APPLY-NEXT: ret void

// As one window these would overlap with those of others; not as two updates.
__kernel __ordered(x) void overlap(__global float *x, __global const int *at) {
  int k = at[get_global_id(0)];
  x[3 * k + 1] += 1;
  x[3 * k + 4] += 2;
}
// PACK-LABEL: define {{.*}} @overlap.pack.slots(
// PACK-COUNT-2: call {{.*}} @__tkl_order_slot_done(

// Nor do they form a window where the index may wrap around.
__kernel __ordered(x) void wraps(__global float *x, __global const uint *at) {
  uint k = at[get_global_id(0)];
  x[3 * k] += 1;
  x[3 * k + 1] += 2;
}
// PACK-LABEL: define {{.*}} @wraps.pack.slots(
// PACK-COUNT-2: call {{.*}} @__tkl_order_slot_done(

// Two windows of three floats, which begin with those of others.
__kernel __ordered(x) void pairs(__global float *x, __global const int2 *edge) {
  int2 ends = edge[get_global_id(0)];
  x[3 * ends.x] += 1;
  x[3 * ends.x + 1] += 2;
  x[3 * ends.x + 2] += 3;
  x[3 * ends.y] -= 1;
  x[3 * ends.y + 1] -= 2;
  x[3 * ends.y + 2] -= 3;
}
// PACK-LABEL: define {{.*}} @pairs.pack.slots(
// PACK-COUNT-2: call {{.*}} @__tkl_order_slot({{.*}}, i64 12, i32 2, i64 3)

// These begin in the middle of those of others.
__kernel __ordered(x) void shifted(__global float *x,
                                   __global const int2 *edge) {
  int2 ends = edge[get_global_id(0)];
  x[3 * ends.x] += 1;
  x[3 * ends.x + 1] += 2;
  x[3 * ends.y + 1] -= 1;
  x[3 * ends.y + 2] -= 2;
}
// PACK-NOT: @shifted.
// APPLY-NOT: @shifted.

// One update needs what the other one has read.
__kernel __ordered(x) void moves(__global float *x, __global const int2 *edge) {
  int2 ends = edge[get_global_id(0)];
  x[ends.x] += x[ends.y];
}
// PACK-NOT: @moves.
// APPLY-NOT: @moves.

// If both are one element, the second store would undo the first.
__kernel __ordered(x) void mixed(__global float *x, __global const int2 *edge) {
  int2 ends = edge[get_global_id(0)];
  float a = x[ends.x], b = x[ends.y];
  x[ends.x] = a + 1;
  x[ends.y] = b + 1;
}
// PACK-NOT: @mixed.
// APPLY-NOT: @mixed.

// What an update does to other memory would come in no order.
__kernel __ordered(x) void tells(__global float *x, __global float *y,
                                 __global const int2 *edge) {
  int2 ends = edge[get_global_id(0)];
  x[ends.x] = 1;
  y[get_global_id(0)] = x[ends.y];
}
// PACK-NOT: @tells.
// APPLY-NOT: @tells.

// The second element is half of the first one.
__kernel __ordered(x) void halves(__global float *x,
                                  __global const int2 *edge) {
  int2 ends = edge[get_global_id(0)];
  *(__global float2 *)(x + 2 * ends.x) += 1;
  x[ends.y] = 1;
}
// PACK-NOT: @halves.
// APPLY-NOT: @halves.
