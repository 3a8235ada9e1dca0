/*===- warp_bits.cl - Ballots as numbers ------------------------ OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Nothing here depends on what a warp is. Lanes without a warp, in tasks, use it
 * as well.
 */
#include "warp.h"

TKL_LANES ulong __tkl_warp_lanes_below(uint lane) {
  return lane < 64 ? ((ulong)1 << lane) - 1 : ~(ulong)0;
}

TKL_LANES uint __tkl_warp_bits_below(ulong ballot, uint end) {
  return (uint)popcount(ballot & __tkl_warp_lanes_below(end));
}

TKL_LANES uint __tkl_warp_highest(ulong ballot, uint size) {
  return 63 - (uint)clz(ballot & __tkl_warp_lanes_below(size));
}

TKL_LANES uint __tkl_warp_lowest(ulong ballot, uint size) {
  ballot &= __tkl_warp_lanes_below(size);
  return 63 - (uint)clz(ballot & (~ballot + 1));
}
