/*===- tasklet.cl - The device runtime, one translation unit ---- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The build compiles this file to bitcode four times: as it is, with TKL_TRACE for
 * traced programs, with TKL_RACES for programs that find their races, and with
 * TKL_STACK for those that know their spawns.
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
#include "team.cl"
#include "group.cl"
#include "services.cl"
#include "stack.cl"
#ifdef TKL_RACES
#include "races.cl"
#endif
