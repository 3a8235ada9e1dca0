/*===- tasklet.cl - The device runtime, one translation unit ---- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The build compiles this file to bitcode three times: as it is, with TKL_TRACE
 * for traced programs, and with TKL_RACES for programs that find their races.
 * The dispatch pass links one of these into every program with tasks.
 */
#include "memory.cl"
#include "trace.cl"
#include "deque.cl"
#include "join.cl"
#include "scheduler.cl"
#include "semaphore.cl"
#include "steps.cl"
#include "root.cl"
#include "group.cl"
#include "services.cl"
#ifdef TKL_RACES
#include "races.cl"
#endif
