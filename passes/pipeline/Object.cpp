//===- Object.cpp - Parts of programs that are linked later ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "pipeline/Object.h"
#include "analysis/Escape.h"
#include "analysis/FutureUses.h"
#include "everywhere/Linearise.h"
#include "ir/Additions.h"
#include "ir/AddressSpaces.h"
#include "ir/DeviceRuntime.h"
#include "ir/Diagnose.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "ir/SelfChecks.h"
#include "manifest/WriteManifest.h"
#include "tasks/Prepare.h"

#include "tkl_abi.h"

#include "llvm/IR/Constants.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace tasklet;

static cl::opt<bool> MakeObject(
    "tkl-object",
    cl::desc("Make a part of a tasklet program, to be linked later"));

bool tasklet::wantsObject() { return MakeObject; }

unsigned tasklet::objectVersion(const Module &M) {
  const GlobalVariable *Mark = M.getNamedGlobal(names::ObjectMark);
  auto *Version = Mark && Mark->hasInitializer()
                      ? dyn_cast<ConstantInt>(Mark->getInitializer())
                      : nullptr;
  return Version ? Version->getZExtValue() : 0;
}

std::vector<std::string> tasklet::givenOptions() {
  std::vector<std::string> Options;
  if (checksRaces())
    Options.push_back("--check=races");
  if (knowsSpawns())
    Options.push_back("--check=stack");
  if (wantsTrace())
    Options.push_back("--trace");
  return Options;
}

static void addMark(Module &M) {
  LLVMContext &C = M.getContext();
  for (const std::string &Option : givenOptions())
    M.getOrInsertNamedMetadata(names::ObjectOptions)
        ->addOperand(MDNode::get(C, MDString::get(C, Option)));
  if (M.getNamedGlobal(names::ObjectMark))
    return; // A library that was made from objects.
  auto *Version =
      ConstantInt::get(Type::getInt32Ty(M.getContext()), TKL_ABI_VERSION);
  new GlobalVariable(M, Version->getType(), /*isConstant=*/true,
                     GlobalValue::WeakODRLinkage, Version, names::ObjectMark,
                     nullptr, GlobalValue::NotThreadLocal, spaces().Constant);
}

void tasklet::emptyModule(Module &M) {
  M.dropAllReferences();
  while (!M.empty())
    M.begin()->eraseFromParent();
  while (!M.global_empty())
    M.global_begin()->eraseFromParent();
  while (!M.alias_empty())
    M.alias_begin()->eraseFromParent();
  while (!M.named_metadata_empty())
    M.eraseNamedMetadata(&*M.named_metadata_begin());
}

PreservedAnalyses ObjectPass::run(Module &M, ModuleAnalysisManager &AM) {
  if (M.getNamedMetadata(names::Manifest)) {
    reportError(M, "'" + M.getModuleIdentifier() +
                       "' is a complete program; objects are made from "
                       "sources and other objects");
    return PreservedAnalyses::all();
  }
  addMark(M);
  bool Tasklets = usesAdditions(M) || hasPluginForces(M) ||
                  M.getFunction(names::PluginEverywhere) ||
                  any_of(M, [](Function &F) { return isMarkedAsTask(F); });
  *Parked = CloneModule(M);
  LinearisePass().run(M, AM);
  PreparePass().run(M, AM);
  FutureUsesPass().run(M, AM);
  EscapePass().run(M, AM);
  AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager().clear();
  emptyModule(M);
  setObjectManifest(M, Tasklets);
  return PreservedAnalyses::none();
}

PreservedAnalyses RestoreObjectPass::run(Module &M, ModuleAnalysisManager &AM) {
  if (!*Parked)
    return PreservedAnalyses::all();
  AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager().clear();
  // Clang's passes may have declared functions in the empty module.
  emptyModule(M);
  if (Linker::linkModules(M, std::move(*Parked)))
    reportError(M, "the object cannot be put together again");
  return PreservedAnalyses::none();
}
