//===- Team.cpp - Workers that are the lanes of a warp --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/Team.h"
#include "ir/AddressSpaces.h"
#include "ir/Diagnose.h"
#include "ir/LLVMCompat.h"
#include "ir/LanesParser.h"
#include "ir/Names.h"
#include "ir/RuntimeCalls.h"
#include "ir/SelfChecks.h"
#include "ir/Target.h"
#include "ir/WarpRuntime.h"

#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

static constexpr char NoTeam[] =
    "workers are teams of 1, 2, 4, 8, 16, 32 or 64 lanes, not ";
static cl::opt<unsigned, false, LanesParser<NoTeam>>
    WorkerLanes("tkl-worker-lanes", cl::value_desc("lanes"),
                cl::desc("Workers that are the lanes of one warp; default: as "
                         "the target has it"));

// Races are found by one worker.
unsigned tasklet::teamLanes() {
  if (checksRaces())
    return 1;
  return WorkerLanes.getNumOccurrences() ? WorkerLanes
                                         : chosenTarget().TeamLanes;
}

bool tasklet::linkTeamRuntime(Module &M) {
  if (chosenTarget().HasWarps && teamLanes() > chosenTarget().TeamLanes) {
    reportError(M, "a team of the target " + chosenTarget().Name +
                       " has at most " + Twine(chosenTarget().TeamLanes) +
                       " lanes, as its warps have; -tkl-worker-lanes=" +
                       Twine(teamLanes()) + " is too many");
    return false;
  }
  return teamLanes() == 1 || linkWarpRuntime(M);
}

Team::Team(Module &M, RuntimeCalls &RT, Value *W, Function &Kernel,
           IRBuilderBase &Entry)
    : RT(RT), W(W) {
  State = Entry.CreateAlloca(
      StructType::getTypeByName(M.getContext(), names::TeamStruct), nullptr,
      "team");
  Next = Entry.CreateAlloca(RT.I32, nullptr, "next");
  Value *Slots = Constant::getNullValue(
      PointerType::get(Entry.getInt64Ty(), spaces().Local));
  if (!wantsSubGroups()) {
    // PoCL finds the local variables of a kernel by the names that clang gives
    // them, so this one has such a name.
    auto *Array = ArrayType::get(Entry.getInt64Ty(),
                                 warpWords(teamLanes(), /*Exchange=*/true));
    auto *Variable = new GlobalVariable(
        M, Array, /*isConstant=*/false, GlobalValue::InternalLinkage,
        UndefValue::get(Array), Kernel.getName() + ".tkl_slots", nullptr,
        GlobalValue::NotThreadLocal, spaces().Local);
    Variable->setAlignment(Align(8));
    Slots = Entry.CreateConstInBoundsGEP2_64(Array, Variable, 0, 0);
  }
  RT.ofWorker(Entry, "__tkl_team_begin", RT.Void, {State, Slots});
}

Value *Team::meet(IRBuilderBase &B, Value *Step) {
  return RT.ofWorker(B, "__tkl_team_meet", RT.I32, {W, State, Step, Next});
}

Value *Team::turn(IRBuilderBase &B) {
  return B.CreateIsNotNull(RT.ofWorker(B, "__tkl_team_turn", RT.I32, {State}));
}

Value *Team::next(IRBuilderBase &B) { return B.CreateLoad(RT.I32, Next); }

void Team::end(IRBuilderBase &B) {
  RT.ofWorker(B, "__tkl_team_end", RT.Void, {W, State});
}
