// warp 32, local 4 x 1, groups 1, variables v0 v1 v2 v3

// Both halves of a set of lanes in one number.
long fz_fold(ulong m) { return (m ^ m >> 32) & 0xffffffffUL; }
long fz_fold4(uint4 b) { return b.x ^ b.y; }
// The first lane of a set.
uint fz_first(ulong m) { return popcount((m & -m) - 1); }
long fz_first4(uint4 b) { return fz_first(b.x | (ulong)b.y << 32); }
#define fz_lid (get_local_id(1) * get_local_size(0) + get_local_id(0))
#define p0_lane ((long)(fz_lid % 32))
#define p0_warp ((long)(get_group_id(0) * 1 + fz_lid / 32))
#define p0_word(l, k) words[p0_warp * 98 + (l) * 3 + k]
#define p0_warp_word(k) words[p0_warp * 98 + 96 + k]
#define p0_counter counters[p0_warp * 34 + p0_lane]
#define p0_warp_counter(k) counters[p0_warp * 34 + 32 + k]
#define p0_shared_counter(k) counters[34 + k]
#define p0_show { __global long *to = last + (get_group_id(0) * 4 + fz_lid) * 4; to[0] = v0; to[1] = v1; to[2] = v2; to[3] = v3; }
long p0_f0(__global long *words, volatile __global int *counters, long v0) {
  {
    long v1 = 1L % 3 + 1;
    do {
      v1 = max(v1, 1L) - 1;
      for (long v2 = 0; v2 < ((0L - v1) & 0xffffffffL) % 4; v2 = v2 + 1) {
        everywhere (ulong fz_mask) {
          words = (__global long *)sub_group_shuffle((ulong)words, fz_first(fz_mask));
          counters = (volatile __global int *)sub_group_shuffle((ulong)counters, fz_first(fz_mask));
          p0_word(p0_lane, 1) = ((p0_word(p0_lane, 1) & 0xffffL) * (30L & 0xffffL));
        }
      }
    } while (v1 != 0);
  }
  return 0L;
}
__kernel void p0_kernel(__global long *words, volatile __global int *counters, __global long *last) {
  long v0 = 0L;
  long v1 = 0L;
  long v2 = 0L;
  long v3 = 0L;
  v3 = p0_f0(words, counters, 0L);
  p0_show
}
