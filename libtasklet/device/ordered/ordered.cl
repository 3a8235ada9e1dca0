/*===- ordered.cl - The runtime of ordered kernels, one unit ---- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The build compiles this file to bitcode twice: as it is, and with TKL_RACES for
 * programs that find their races. The pass tkl-ordered links one of these into
 * every program with ordered kernels.
 */
#include "access.cl"
#include "phases.cl"
#include "beside.cl"
#include "work_items.cl"
#include "payload.cl"
#include "work.cl"
#ifdef TKL_RACES
#include "races.cl"
#endif
