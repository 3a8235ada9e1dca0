// warp 2, local 2 x 1, groups 1, variables v0

// Both halves of a set of lanes in one number.
long fz_fold(ulong m) { return (m ^ m >> 32) & 0xffffffffUL; }
long fz_fold4(uint4 b) { return b.x ^ b.y; }
// The first lane of a set.
uint fz_first(ulong m) { return popcount((m & -m) - 1); }
long fz_first4(uint4 b) { return fz_first(b.x | (ulong)b.y << 32); }
long fz_same(long x) { return x; }
typedef struct { uint b; long c; } fz_inner;
typedef struct { long a; fz_inner in; } fz_structure;
#define fz_lid (get_local_id(1) * get_local_size(0) + get_local_id(0))
#define p0_lane ((long)(fz_lid % 2))
#define p0_warp ((long)(get_group_id(0) * 1 + fz_lid / 2))
#define p0_word(l, k) words[p0_warp * 8 + (l) * 3 + k]
#define p0_warp_word(k) words[p0_warp * 8 + 6 + k]
#define p0_counter counters[p0_warp * 4 + p0_lane]
#define p0_warp_counter(k) counters[p0_warp * 4 + 2 + k]
#define p0_shared_counter(k) counters[4 + k]
#define p0_show { __global long *to = last + (get_group_id(0) * 2 + fz_lid) * 1; to[0] = v0; }
__kernel void p0_kernel(__global long *words, volatile __global int *counters, __global long *last) {
  long v0 = 0L;
  everywhere {
    everywhere {
      for (long v1 = 0; v1 < 3L % 4; v1 = v1 + 1) {
        long v2 = p0_lane;
        p0_word(p0_lane, 0) = (long)v2;
        if (((long)((long)v2 < 1L))) {
          continue;
        }
        p0_word(p0_lane, 1) = ((p0_word(p0_lane, 1) + 7L) & 0xffffffffL);
      }
    }
    p0_show
  }
  p0_show
}
