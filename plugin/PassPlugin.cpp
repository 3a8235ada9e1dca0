//===- PassPlugin.cpp - Entry point for opt and for clang's pipeline ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The symbol that `opt -load-pass-plugin` and clang's `-fpass-plugin` look
/// for. passes/ says what is registered.
///
//===----------------------------------------------------------------------===//

#include "plugin/PassPlugin.h"
#include "passes/ir/Additions.h"
#include "passes/pipeline/Registration.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/Compiler.h"

using namespace llvm;

/// Clang compiles one file at a time, and its back end comes after the AST.
static bool Additions = false;

void tasklet::noteAdditions(bool Used) { Additions = Used; }

namespace {

struct MarkAdditionsPass : PassInfoMixin<MarkAdditionsPass> {
  PreservedAnalyses run(llvm::Module &M, ModuleAnalysisManager &) {
    if (Additions)
      tasklet::markAdditions(M);
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace

static void registerPasses(PassBuilder &PB) {
  PB.registerPipelineStartEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel) {
        MPM.addPass(MarkAdditionsPass());
      });
  tasklet::registerTaskletPasses(PB);
}

extern "C" LLVM_EXTERNAL_VISIBILITY ::llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "tasklet", "0.1", registerPasses};
}
