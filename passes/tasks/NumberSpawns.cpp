//===- NumberSpawns.cpp - The places of spawns ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/NumberSpawns.h"
#include "compat/Strings.h"
#include "ir/Marks.h"
#include "ir/Names.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

/// "task 'g', spawned at k.cl:12:5 by task 'f'".
static std::string spawnText(SpawnMark Spawn) {
  const Function &F = *Spawn.call()->getFunction();
  std::string Text =
      "task '" + nameInSource(*Spawn.task()).str() + "', spawned ";
  if (startsWith(F.getName(), names::StartPrefix))
    return Text + "by the host";
  if (const DebugLoc &Loc = Spawn.call()->getDebugLoc(); Loc && Loc.getLine()) {
    auto *Scope = cast<DIScope>(Loc.getScope());
    Text += ("at " + Scope->getFilename() + ":" + Twine(Loc.getLine())).str();
    // Kite's columns are lost: its compiler wrote the program.
    if (!endsWith(Scope->getFilename(), ".kite"))
      Text += ":" + std::to_string(Loc.getCol());
    Text += " ";
  }
  return Text + (isKernel(F) ? "by kernel '" : "by task '") +
         nameInSource(F).str() + "'";
}

Value *tasklet::placeOf(IRBuilderBase &B, SpawnMark Spawn) {
  if (MDNode *Place = Spawn.call()->getMetadata(names::SpawnPlace))
    return mdconst::extract<ConstantInt>(Place->getOperand(0));
  return B.getInt32(0);
}

PreservedAnalyses NumberSpawnsPass::run(Module &M, ModuleAnalysisManager &) {
  LLVMContext &C = M.getContext();
  NamedMDNode *Texts = nullptr;
  for (Function &F : M) {
    // See ResultThunks.cpp.
    bool Own = isTask(F) && endsWith(F.getName(), ".result");
    for (Instruction &I : instructions(F)) {
      SpawnMark Spawn(&I);
      if (!Spawn || Own)
        continue;
      if (!Texts)
        Texts = M.getOrInsertNamedMetadata(names::SpawnPlaces);
      Texts->addOperand(MDNode::get(C, MDString::get(C, spawnText(Spawn))));
      I.setMetadata(
          names::SpawnPlace,
          MDNode::get(C, ConstantAsMetadata::get(ConstantInt::get(
                             Type::getInt32Ty(C), Texts->getNumOperands()))));
    }
  }
  return PreservedAnalyses::all();
}
