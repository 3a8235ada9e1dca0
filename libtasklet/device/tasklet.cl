/*===- tasklet.cl - The device runtime, one translation unit ---- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The build compiles this file to bitcode twice: as it is, and with TKL_TRACE
 * for traced programs. The dispatch pass links one of these into every program
 * with tasks.
 */
#include "memory.cl"
#include "trace.cl"
#include "deque.cl"
#include "join.cl"
#include "scheduler.cl"
#include "steps.cl"
#include "root.cl"
#include "group.cl"
#include "services.cl"
