//===- ShortenCompilation.cpp - Code that need not be optimised -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/ShortenCompilation.h"
#include "compat/Strings.h"
#include "ir/DriverOptimises.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"
#include "ir/Names.h"

#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;
using namespace tasklet;

void tasklet::shortenCompilation(Module &M, ArrayRef<StayingStep> Steps,
                                 FunctionAnalysisManager &FAM) {
  // The host starts a task now and then, and most of them never.
  for (Function &F : M)
    if (isKernel(F) && startsWith(F.getName(), names::StartPrefix))
      leaveToDriver(F);
  if (all_of(Steps, [](const StayingStep &Each) { return Each.IsRare; }))
    return; // A small program takes little time.
  // The runtime comes with its variables in memory, which would be most of the
  // code.
  FunctionPassManager FPM;
  FPM.addPass(scalarReplacement());
  FPM.addPass(EarlyCSEPass());
  FPM.addPass(SimplifyCFGPass());
  for (const auto &[Step, IsRare] : Steps) {
    FPM.run(*Step, FAM);
    if (IsRare)
      neverOptimise(*Step); // It may never run.
    else
      leaveToDriver(*Step);
  }
  Function &Run = *M.getFunction(names::SeparateStep);
  FPM.run(Run, FAM);
  leaveToDriver(Run);
}
