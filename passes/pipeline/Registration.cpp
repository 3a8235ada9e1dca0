//===- Registration.cpp - Make the passes known to LLVM -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "pipeline/Registration.h"
#include "target/quirks/BitLoads.h"
#include "tasks/Capture.h"
#include "tasks/Dispatch.h"
#include "tasks/Eager.h"
#include "analysis/Escape.h"
#include "tasks/FewResults.h"
#include "tasks/LastSpawn.h"
#include "everywhere/Linearise.h"
#include "pipeline/Link.h"
#include "pipeline/Manifest.h"
#include "analysis/Pending.h"
#include "pipeline/Pipeline.h"
#include "tasks/Prepare.h"
#include "pipeline/Report.h"
#include "target/SpirvForm.h"
#include "tasks/StartKernels.h"
#include "target/quirks/SwitchDefaults.h"
#include "pipeline/Verify.h"

#include "llvm/Passes/PassBuilder.h"

using namespace llvm;
using namespace tasklet;

static bool addByName(StringRef Name, ModulePassManager &MPM,
                      ArrayRef<PassBuilder::PipelineElement>) {
#define MODULE_PASS(NAME, CLASS)                                               \
  if (Name == NAME) {                                                          \
    MPM.addPass(CLASS());                                                      \
    return true;                                                               \
  }
#include "pipeline/PassRegistry.def"
#undef MODULE_PASS
  return false;
}

static bool Additions = false;

void tasklet::noteAdditions(bool Used) { Additions = Used; }
bool tasklet::notedAdditions() { return Additions; }

void tasklet::registerTaskletPasses(PassBuilder &PB) {
  PB.registerPipelineParsingCallback(addByName);
  registerPipeline(PB);
}
