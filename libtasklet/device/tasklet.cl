/*===- tasklet.cl - The device runtime, one translation unit ---- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Compiled twice when the project is built, to bitcode that the dispatch pass
 * links into every program with tasks: as it is, and with TKL_TRACE for traced
 * programs.
 */
#include "memory.cl"
#include "trace.cl"
#include "deque.cl"
#include "join.cl"
#include "scheduler.cl"
#include "steps.cl"
#include "root.cl"
