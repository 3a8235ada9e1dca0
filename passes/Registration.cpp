//===- Registration.cpp - Make the passes known to LLVM -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Registration.h"
#include "BitLoads.h"
#include "BuiltinNames.h"
#include "Capture.h"
#include "Dispatch.h"
#include "Eager.h"
#include "Escape.h"
#include "FewResults.h"
#include "LastSpawn.h"
#include "Linearise.h"
#include "Link.h"
#include "Manifest.h"
#include "Pending.h"
#include "Pipeline.h"
#include "Prepare.h"
#include "Report.h"
#include "SpirvForm.h"
#include "StartKernels.h"
#include "SwitchDefaults.h"
#include "Verify.h"

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
#include "PassRegistry.def"
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
