/*===- ordered.cl - The runtime of ordered kernels, one unit ---- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The build compiles this file to bitcode. The pass tkl-ordered links it into
 * every program with ordered kernels.
 */
#include "access.cl"
#include "phases.cl"
#include "beside.cl"
#include "work_items.cl"
#include "work.cl"
