// warp 4, local 4 x 1, groups 1, variables v0

// Both halves of a set of lanes in one number.
long fz_fold(ulong m) { return (m ^ m >> 32) & 0xffffffffUL; }
long fz_fold4(uint4 b) { return b.x ^ b.y; }
// The first lane of a set.
uint fz_first(ulong m) { return popcount((m & -m) - 1); }
long fz_first4(uint4 b) { return fz_first(b.x | (ulong)b.y << 32); }
#define fz_lid (get_local_id(1) * get_local_size(0) + get_local_id(0))
#define p0_lane ((long)(fz_lid % 4))
#define p0_warp ((long)(get_group_id(0) * 1 + fz_lid / 4))
#define p0_word(l, k) words[p0_warp * 14 + (l) * 3 + k]
#define p0_warp_word(k) words[p0_warp * 14 + 12 + k]
#define p0_counter counters[p0_warp * 6 + p0_lane]
#define p0_warp_counter(k) counters[p0_warp * 6 + 4 + k]
#define p0_shared_counter(k) counters[6 + k]
#define p0_show { __global long *to = last + (get_group_id(0) * 4 + fz_lid) * 1; to[0] = v0; }
__kernel void p0_kernel(__global long *words, volatile __global int *counters, __global long *last) {
  long v0 = 0L;
  everywhere {
    switch ((int)((p0_lane ? ((long)sub_group_scan_exclusive_add((long)3L) & 0xffffffffL) : p0_lane) % 2)) {
    case 0: {
      switch ((int)(p0_lane % 4)) {
      case 0: {
        everywhere (int v3) {
          v0 = fz_fold((ulong)(uint)v3);
        }
      } break;
      case 1: {
      } break;
      case 2: {
      } break;
      case 3: {
      } break;
      }
    } break;
    default: {
    } break;
    }
    p0_show
  }
  p0_show
}
