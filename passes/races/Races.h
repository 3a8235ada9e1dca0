//===- Races.h - Programs that find their races -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-races` and `tkl-race-calls`, with -tkl-check=races only: the program
/// tells the runtime (libtasklet/device/races.cl) of each access to global
/// memory and of each spawn, force, barrier and return.
///
/// `tkl-races` makes marks.
///
/// Input:     what tkl-child-order leaves: whole tasks, and kernels that spawn.
/// Output:    helper functions are inlined into them. They begin with a mark
///            that gives their context, an i32, which all other marks name:
///
///              call i32 @tkl.race.begin(bags, joined)
///              call void @tkl.race.access(context, address, size, word)
///              call void @tkl.race.spawn(context, place, bag, dest, size)
///              call void @tkl.race.tail(context, place, groups, dest, size)
///              call void @tkl.race.join(context, groups)
///              call void @tkl.race.barrier(context)
///              call void @tkl.race.copy(context, address, size, count, stride,
///                                       word)
///              call void @tkl.race.waited(context)
///              call void @tkl.race.argument(index, address)
///              call void @tkl.race.warp(context, index)
///              call void @tkl.race.visit(context, lanes)
///              call void @tkl.race.leave_visit(context)
///              call void @tkl.race.lanes(context)
///              call void @tkl.race.return(context)
///
///            `joined` are the groups of children of which none is left at
///            any return. A task that returns without any of the others has no
///            context: then the return has 0. A tail spawn has `tail`
///            instead, and no marks behind it: `groups` are joined there. A
///            mark stands before its access, spawn or return, and behind its
///            force, barrier or wait. The texts of all places are in the
///            metadata !tkl.race.places, and names of arguments in
///            !tkl.race.arguments.
///            The bodies of ordered kernels, which tkl-ordered has left, call
///            the runtime of these at each access (ordered/races.cl).
///            Kernels whose lanes meet (everywhere blocks) and that spawn
///            nothing get a spawn that never happens.
/// Reports:   other kernels that spawn nothing are left alone.
///
/// `tkl-race-calls`, after tkl-split-tasks, makes calls of the runtime of them,
/// which know the heap. A spawn of a kernel's body is told of after its record
/// has a place.
///
/// Cost:      a call for each access. Nothing is inlined, and every spawn
///            suspends the task (StepLowering.cpp).
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_RACES_RACES_H
#define TASKLET_PASSES_RACES_RACES_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct RacesPass : llvm::PassInfoMixin<RacesPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

struct RaceCallsPass : llvm::PassInfoMixin<RaceCallsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
