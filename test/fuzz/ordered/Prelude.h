//===- Prelude.h - What stands before all kernels ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_ORDERED_PRELUDE_H
#define TASKLET_TEST_FUZZ_ORDERED_PRELUDE_H

namespace tasklet::ordered {

// Contraction would be the compiler's choice, and may differ between the two.
constexpr char Prelude[] = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
typedef uint2 __attribute__((aligned(4))) pair;
struct rec { uint a; ushort b, c; uint d[2]; };
struct item { uint id[3], size[3], offset[3], group[3]; };
static uint help0(uint a, uint b) { return (a >> 3) * 5u + (b ^ 77u); }
static uint help1(uint a, uint b) {
  if (a & 1u) return b;
  for (uint i = 0; i < (b & 3u); ++i) a = a * 5u + i;
  return a ^ b;
}
__attribute__((noinline)) static uint help2(uint a, uint b) {
  switch (a % 3u) { case 0: return b; case 1: b += 3u; default: return a + b; }
}
static uint help3_inner(uint *a) { *a += 7u; return *a > 9u ? *a : 1u; }
static uint help3(uint a, uint b) {
  uint both[2] = {a, b};
  both[b & 1u] ^= help3_inner(&both[a & 1u]);
  return both[0] * 3u + both[1];
}
static void put(__global uint *p, uint at, uint v) {
  if (v % 7u == 3u) return;
  p[at] = p[at] * 3u + v;
}
)";

/// The functions that ask for the work-item, in the ordered kernel and in the
/// oracle.
constexpr char OfKernel[] = R"(
#define GLOBAL_ID(d) ((uint)get_global_id(d))
#define WIDE_ID(d) get_global_id(d)
#define GLOBAL_SIZE(d) ((uint)get_global_size(d))
#define GLOBAL_OFFSET(d) ((uint)get_global_offset(d))
#define LOCAL_ID(d) ((uint)get_local_id(d))
#define LOCAL_SIZE(d) ((uint)get_local_size(d))
#define GROUP_ID(d) ((uint)get_group_id(d))
#define GROUP_COUNT(d) ((uint)get_num_groups(d))
)";
constexpr char OfOracle[] = R"(
#undef GLOBAL_ID
#undef WIDE_ID
#undef GLOBAL_SIZE
#undef GLOBAL_OFFSET
#undef LOCAL_ID
#undef LOCAL_SIZE
#undef GROUP_ID
#undef GROUP_COUNT
#define GLOBAL_ID(d) (w->id[d])
#define WIDE_ID(d) ((ulong)w->id[d])
#define GLOBAL_SIZE(d) (w->size[d])
#define GLOBAL_OFFSET(d) (w->offset[d])
#define LOCAL_ID(d) ((w->id[d] - w->offset[d]) % w->group[d])
#define LOCAL_SIZE(d) (w->group[d])
#define GROUP_ID(d) ((w->id[d] - w->offset[d]) / w->group[d])
#define GROUP_COUNT(d) (w->size[d] / w->group[d])
)";

} // namespace tasklet::ordered

#endif // TASKLET_TEST_FUZZ_ORDERED_PRELUDE_H
