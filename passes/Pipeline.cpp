//===- Pipeline.cpp - The order of the passes -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Pipeline.h"
#include "Capture.h"
#include "Dispatch.h"
#include "Escape.h"
#include "Manifest.h"
#include "Prepare.h"

using namespace llvm;
using namespace tasklet;

void tasklet::addTaskletPipeline(ModulePassManager &MPM) {
  MPM.addPass(PreparePass());
  // Before capture, which would otherwise save addresses that mean nothing
  // later, and after prepare, whose SSA form shows where an address comes from.
  MPM.addPass(EscapePass());
  MPM.addPass(CapturePass());
  // Needs every task of the program as steps.
  MPM.addPass(DispatchPass());
  MPM.addPass(ManifestPass());
}
