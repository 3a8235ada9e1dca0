/*===- tasklet.cl - The device runtime, one translation unit ---- OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Compiled once, when the project is built, to bitcode that the dispatch pass
 * links into every program with tasks.
 */
#include "memory.cl"
#include "deque.cl"
#include "join.cl"
#include "scheduler.cl"
#include "steps.cl"
#include "root.cl"
