//===- Registration.cpp - Register the passes with LLVM -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "pipeline/Registration.h"
#include "analysis/Escape.h"
#include "analysis/FutureUses.h"
#include "everywhere/Linearise.h"
#include "ir/LLVMCompat.h"
#include "loops/HoistChecks.h"
#include "loops/InterchangeLoops.h"
#include "loops/ShortenLoops.h"
#include "loops/WidenIndexes.h"
#include "manifest/WriteManifest.h"
#include "ordered/OrderedKernels.h"
#include "pipeline/Link.h"
#include "pipeline/Pipeline.h"
#include "pipeline/TaskReport.h"
#include "pipeline/Verify.h"
#include "races/Races.h"
#include "target/BuiltinOperations.h"
#include "target/FloatAtomics.h"
#include "target/ScalarLoads.h"
#include "target/SpirvForm.h"
#include "target/Vectorise.h"
#include "target/nvptx/NvptxAtomics.h"
#include "target/nvptx/NvptxClock.h"
#include "target/nvptx/NvptxForm.h"
#include "target/nvptx/NvptxLibrary.h"
#include "target/nvptx/NvptxLimits.h"
#include "target/nvptx/NvptxPrintf.h"
#include "target/quirks/BitLoads.h"
#include "target/quirks/BuiltinNames.h"
#include "target/quirks/KernelCopies.h"
#include "target/quirks/LocalAddresses.h"
#include "target/quirks/NarrowCalls.h"
#include "target/quirks/PrintfFunctions.h"
#include "target/quirks/ReducibleLoops.h"
#include "target/quirks/SwitchDefaults.h"
#include "tasks/BarrierLoops.h"
#include "tasks/ChildOrder.h"
#include "tasks/Dispatch.h"
#include "tasks/InlineChildren.h"
#include "tasks/NumberSpawns.h"
#include "tasks/PeelResultLoops.h"
#include "tasks/Prepare.h"
#include "tasks/ReuseAttempts.h"
#include "tasks/Services.h"
#include "tasks/SinkSpawns.h"
#include "tasks/SplitTasks.h"
#include "tasks/StartKernels.h"

#include "llvm/Passes/PassBuilder.h"

using namespace llvm;
using namespace tasklet;

static bool addModulePassByName(StringRef Name, ModulePassManager &MPM,
                                ArrayRef<PassBuilder::PipelineElement>) {
#define MODULE_PASS(NAME, CLASS)                                               \
  if (Name == NAME) {                                                          \
    MPM.addPass(CLASS());                                                      \
    return true;                                                               \
  }
#include "pipeline/PassRegistry.def"
  return false;
}

static bool addFunctionPassByName(StringRef Name, FunctionPassManager &FPM,
                                  ArrayRef<PassBuilder::PipelineElement>) {
#define FUNCTION_PASS(NAME, CLASS)                                             \
  if (Name == NAME) {                                                          \
    FPM.addPass(CLASS());                                                      \
    return true;                                                               \
  }
#include "pipeline/PassRegistry.def"
  return false;
}

void tasklet::registerTaskletPasses(PassBuilder &PB) {
  keepDebugIntrinsics();
  PB.registerPipelineParsingCallback(addModulePassByName);
  PB.registerPipelineParsingCallback(addFunctionPassByName);
  registerPipeline(PB);
}
