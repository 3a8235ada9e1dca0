//===- Pipeline.cpp - The order of the passes -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "pipeline/Pipeline.h"
#include "analysis/Escape.h"
#include "analysis/FutureUses.h"
#include "everywhere/Linearise.h"
#include "ir/DriverOptimises.h"
#include "ir/SelfChecks.h"
#include "ir/Target.h"
#include "loops/HoistChecks.h"
#include "manifest/WriteManifest.h"
#include "ordered/OrderedKernels.h"
#include "pipeline/Link.h"
#include "pipeline/Object.h"
#include "pipeline/TaskReport.h"
#include "pipeline/Verify.h"
#include "races/Races.h"
#include "target/BuiltinOperations.h"
#include "target/FloatAtomics.h"
#include "target/SpirvForm.h"
#include "target/Vectorise.h"
#include "target/nvptx/MakePtx.h"
#include "target/nvptx/NvptxLimits.h"
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

#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Scalar/CorrelatedValuePropagation.h"

using namespace llvm;
using namespace tasklet;

static cl::opt<bool>
    VerifyEach("tkl-verify-each",
               cl::desc("Check after each pass what it guarantees"),
               cl::init(TASKLET_VERIFY_PASSES));

namespace {

/// Passes, and after each of them its guarantees if they are to be checked.
class Lowering {
  ModulePassManager &MPM;

public:
  explicit Lowering(ModulePassManager &MPM) : MPM(MPM) {}
  template <typename Pass> void add(Pass P) {
    MPM.addPass(std::move(P));
    if (!VerifyEach)
      return;
    MPM.addPass(VerifyPass(/*Addresses=*/false));
    MPM.addPass(VerifierPass());
  }
};

} // namespace

static void addLowering(ModulePassManager &MPM, OptimizationLevel Level) {
  Lowering Passes(MPM);
  // First, because it needs clang's order of blocks.
  Passes.add(LinearisePass());
  // When everywhere blocks have no functions of sub-groups any more, and before
  // anything is inlined: messages name the user's functions.
  if (chosenTarget().Output == Form::Ptx)
    Passes.add(NvptxLimitsPass());
  // While the kernels have the form of the source. They spawn nothing, so all
  // later passes leave them alone.
  Passes.add(OrderedKernelsPass());
  // The new kernels have the form of the source, so all later passes treat them
  // like its kernels.
  Passes.add(StartKernelsPass());
  Passes.add(PreparePass());
  // Right after tkl-prepare, which leaves marks for this pass only.
  Passes.add(FutureUsesPass());
  // Before tkl-split-tasks, which would otherwise save addresses that mean
  // nothing later. After tkl-prepare, whose SSA form shows where an address
  // comes from.
  Passes.add(EscapePass());
  // Whole tasks show best what they do.
  Passes.add(ChildOrderPass());
  // Before children run inline: what is one operation does not cost a call.
  if (chosenTarget().Output == Form::Bitcode && Level != OptimizationLevel::O0)
    Passes.add(BuiltinOperationsPass());
  // After the passes that report, and before tasks are split.
  if (checksRaces()) {
    // The other passes would move spawns away from their marks.
    Passes.add(RacesPass());
  } else if (knowsSpawns()) {
    // A child that runs at its spawn would not know that it is one.
    Passes.add(NumberSpawnsPass());
    if (Level != OptimizationLevel::O0)
      Passes.add(SinkSpawnsPass());
  } else if (Level != OptimizationLevel::O0) {
    // Where numbers wrap (-fwrapv), conditions on sums cannot be simplified
    // unless ranges show that these do not: inlined children have many.
    Passes.add(
        createModuleToFunctionPassAdaptor(CorrelatedValuePropagationPass()));
    // Before the others, so that a last spawn that is not run at once still runs
    // next.
    Passes.add(SinkSpawnsPass());
    Passes.add(InlineChildrenPass());
    // Last, since tkl-inline-children needs the loops as they were.
    Passes.add(PeelResultLoopsPass());
  }
  Passes.add(SplitTasksPass());
  if (checksRaces())
    Passes.add(RaceCallsPass());
  // Steps know their worker. Before the runtime is linked, since afterwards
  // functions of it that nothing calls are gone.
  Passes.add(ServicesPass());
  // Needs every task of the program as steps.
  Passes.add(DispatchPass());
  // After the passes that report what tasks may not call, by the names of the
  // source.
  Passes.add(BuiltinNamesPass());
  // Here, so that all that follows optimises what they make.
  if (chosenTarget().Output != Form::Bitcode)
    Passes.add(FloatAtomicsPass());
  Passes.add(NarrowCallsPass());
  // Nothing adds barriers after these passes.
  if (Level != OptimizationLevel::O0)
    MPM.addPass(createModuleToFunctionPassAdaptor(BarrierLoopsPass()));
}

/// What the target needs of an optimised program.
static void addTargetForm(ModulePassManager &MPM, OptimizationLevel Level) {
  // Before the quirks, which are for all functions that the driver gets.
  MPM.addPass(DriverOptimisesPass());
  if (hasQuirk(Quirk::KernelCopies))
    MPM.addPass(KernelCopiesPass());
  if (hasQuirk(Quirk::PrintfFunctions))
    MPM.addPass(PrintfFunctionsPass());
  if (hasQuirk(Quirk::BitLoads))
    MPM.addPass(BitLoadsPass());
  if (hasQuirk(Quirk::LocalAddresses))
    MPM.addPass(LocalAddressesPass());
  // All passes that make defaults unreachable have run.
  if (hasQuirk(Quirk::SwitchDefaults))
    MPM.addPass(SwitchDefaultsPass(Level != OptimizationLevel::O0));
  // All passes that thread jumps have run.
  if (hasQuirk(Quirk::ReducibleLoops))
    MPM.addPass(ReducibleLoopsPass());
  switch (chosenTarget().Output) {
  case Form::Bitcode:
    return;
  case Form::Spirv:
    MPM.addPass(SpirvFormPass());
    return;
  case Form::Ptx:
    // The rest is another run (MakePtx.h).
    return;
  }
}

void tasklet::registerPipeline(PassBuilder &PB) {
  if (makesPtx()) {
    registerPtxPipeline(PB);
    return;
  }
  auto Parked = std::make_shared<std::unique_ptr<Module>>();
  PB.registerPipelineStartEPCallback(
      [Parked](ModulePassManager &MPM, OptimizationLevel Level) {
        MPM.addPass(LinkPass());
        if (wantsObject())
          MPM.addPass(ObjectPass(Parked));
        else
          addLowering(MPM, Level);
        MPM.addPass(ManifestPass());
      });
  // After the loops have a simple form, and before functions are inlined into
  // loops of callers.
  PB.registerScalarOptimizerLateEPCallback(
      [](FunctionPassManager &FPM, OptimizationLevel Level) {
        // Loops are there twice afterwards.
        if (Level.getSpeedupLevel() > 1 && Level.getSizeLevel() == 0 &&
            !wantsObject())
          FPM.addPass(HoistChecksPass());
      });
  // When functions have been inlined and loops have their final form. LLVM's own
  // vectorisers and what cleans up behind them come next.
  PB.registerOptimizerEarlyEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel Level) {
        if (Level.getSpeedupLevel() <= 1 || Level.getSizeLevel() != 0 ||
            wantsObject())
          return;
        MPM.addPass(createModuleToFunctionPassAdaptor(ReuseAttemptsPass()));
        if (chosenTarget().Output == Form::Bitcode)
          MPM.addPass(VectorisePass());
      });
  PB.registerOptimizerLastEPCallback(
      [Parked](ModulePassManager &MPM, OptimizationLevel Level) {
        if (wantsObject())
          MPM.addPass(RestoreObjectPass(Parked));
        else
          addTargetForm(MPM, Level);
        // Says what was inlined, so the inliner must be done.
        MPM.addPass(ReportPass());
      });
}
