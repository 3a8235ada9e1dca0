//===- MakePtx.cpp - From a program's bitcode to PTX ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/nvptx/MakePtx.h"
#include "target/nvptx/NvptxAtomics.h"
#include "target/nvptx/NvptxClock.h"
#include "target/nvptx/NvptxForm.h"
#include "target/nvptx/NvptxLibrary.h"
#include "target/nvptx/NvptxPrintf.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

using namespace llvm;
using namespace tasklet;

namespace {

/// Of debug information LLVM 15 makes sections with labels that ptxas refuses.
struct DropDebugInfoPass : PassInfoMixin<DropDebugInfoPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return StripDebugInfo(M) ? PreservedAnalyses::none()
                             : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace

bool tasklet::makesPtx() { return !libclcFile().empty(); }

void tasklet::registerPtxPipeline(PassBuilder &PB) {
  PB.registerPipelineStartEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel) {
        // First: all others see the address spaces of PTX.
        MPM.addPass(NvptxFormPass());
        // Before the library, which has no printf.
        MPM.addPass(NvptxPrintfPass());
        MPM.addPass(NvptxLibraryPass());
        MPM.addPass(GlobalDCEPass());
      });
  PB.registerOptimizerLastEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel) {
        MPM.addPass(NvptxClockPass());
        // Last, because LLVM's optimiser knows the meaning of orders, and
        // nothing of the fences that replace them.
        MPM.addPass(NvptxAtomicsPass());
        MPM.addPass(GlobalDCEPass());
        MPM.addPass(NvptxMissingPass());
        // After the last message with a place.
        MPM.addPass(DropDebugInfoPass());
      });
}
