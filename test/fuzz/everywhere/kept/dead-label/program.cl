// warp 4, local 4 x 1, groups 1, variables v0 v1 v2

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
#define p0_lane ((long)(fz_lid % 4))
#define p0_warp ((long)(get_group_id(0) * 1 + fz_lid / 4))
#define p0_word(l, k) words[p0_warp * 14 + (l) * 3 + k]
#define p0_word_at(i) words[p0_warp * 14 + (i)]
#define p0_warp_word(k) words[p0_warp * 14 + 12 + k]
#define p0_counter counters[p0_warp * 6 + p0_lane]
#define p0_warp_counter(k) counters[p0_warp * 6 + 4 + k]
#define p0_shared_counter(k) counters[6 + k]
#define p0_show { __global long *to = last + (get_group_id(0) * 4 + fz_lid) * 3; to[0] = v0; to[1] = v1; to[2] = v2; }
__kernel void p0_kernel(__global long *words, volatile __global int *counters, __global long *last) {
  long v0 = 0L;
  long v1 = 0L;
  uint v2 = 1L;
  if ((0L)) {
    everywhere {
      {
        long v6 = 0L % 3 + 1;
        do {
          v6 = max(v6, 1L) - 1;
          long v7 = 0L;
          {
            long v8 = 0L;
            if (((long)v8)) {
            } else {
              break;
            }
            continue;
          } l1: ;
        } while (v6 != 0);
      }
      p0_show
    }
  }
  p0_show
}
