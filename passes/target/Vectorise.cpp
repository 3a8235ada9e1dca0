//===- Vectorise.cpp - Loops for the registers of the processor -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/Vectorise.h"
#include "ir/Additions.h"
#include "ir/LLVMCompat.h"
#include "ir/Names.h"
#include "loops/InterchangeLoops.h"
#include "loops/ShortenLoops.h"
#include "loops/WidenIndexes.h"
#include "target/Processor.h"
#include "target/ScalarLoads.h"
#include "tasks/TaskNotes.h"
#include "tasks/WorkItemValues.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LoopLoadElimination.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"

#include <memory>
#include <optional>

using namespace llvm;
using namespace tasklet;

namespace {

/// Hears what LLVM's loop vectoriser, and loops/InterchangeLoops.h, say of loops, as
/// long as it lives.
class LoopListener {
  class Handler : public DiagnosticHandler {
    DiagnosticHandler &Usual;

    static bool isHeard(StringRef Pass) {
      return Pass == "loop-vectorize" || Pass == InterchangeRemark;
    }
    bool handleDiagnostics(const DiagnosticInfo &Info) override {
      auto *Remark = dyn_cast<DiagnosticInfoOptimizationBase>(&Info);
      if (!Remark)
        return Usual.handleDiagnostics(Info);
      if (isHeard(Remark->getPassName()))
        noteLoop(*Remark);
      // It has filters of its own.
      Usual.handleDiagnostics(Info);
      return true;
    }
    bool isAnalysisRemarkEnabled(StringRef Pass) const override {
      return isHeard(Pass) || Usual.isAnalysisRemarkEnabled(Pass);
    }
    bool isMissedOptRemarkEnabled(StringRef Pass) const override {
      return isHeard(Pass) || Usual.isMissedOptRemarkEnabled(Pass);
    }
    bool isPassedOptRemarkEnabled(StringRef Pass) const override {
      return isHeard(Pass) || Usual.isPassedOptRemarkEnabled(Pass);
    }
    bool isAnyRemarkEnabled() const override { return true; }

  public:
    explicit Handler(DiagnosticHandler &Usual) : Usual(Usual) {}
  };
  LLVMContext &Context;
  std::unique_ptr<DiagnosticHandler> Usual;

public:
  explicit LoopListener(LLVMContext &Context)
      : Context(Context), Usual(Context.getDiagnosticHandler()) {
    Context.setDiagnosticHandler(std::make_unique<Handler>(*Usual));
  }
  ~LoopListener() { Context.setDiagnosticHandler(std::move(Usual)); }
  LoopListener(const LoopListener &) = delete;
  LoopListener &operator=(const LoopListener &) = delete;
};

/// As long as it lives, the layout of a module says which integers the machine
/// computes with. That of SPIR leaves it open. Everything else stays.
class NativeIntegers {
  Module &M;
  const std::string Usual;

public:
  explicit NativeIntegers(Module &M) : M(M), Usual(M.getDataLayoutStr()) {
    M.setDataLayout(Usual + (Usual.empty() ? "" : "-") + "n8:16:32:64");
  }
  ~NativeIntegers() { M.setDataLayout(Usual); }
  NativeIntegers(const NativeIntegers &) = delete;
  NativeIntegers &operator=(const NativeIntegers &) = delete;
};

/// A condition that is the same in all turns of a loop would become a mask of
/// vectors, which takes three times as long where masks are slow. Only loops without
/// others inside become vectors, so no others are copied. What is inside of parallel
/// turns waits: with two loops in the place of one, turns could not go through them
/// side by side.
class UnswitchInnermost : public PassInfoMixin<UnswitchInnermost> {
  SimpleLoopUnswitchPass Unswitch{/*NonTrivial=*/true};
  const bool InParallel;

  static bool isInParallel(const Loop &L) {
    for (const Loop *Outer = L.getParentLoop(); Outer;
         Outer = Outer->getParentLoop())
      if (Outer->isAnnotatedParallel())
        return true;
    return false;
  }

public:
  explicit UnswitchInnermost(bool InParallel) : InParallel(InParallel) {}
  PreservedAnalyses run(Loop &L, LoopAnalysisManager &AM,
                        LoopStandardAnalysisResults &Results,
                        LPMUpdater &Updater) {
    return L.isInnermost() && isInParallel(L) == InParallel
               ? Unswitch.run(L, AM, Results, Updater)
               : PreservedAnalyses::all();
  }
};

/// Vectors of strips (loops/InterchangeLoops.h) ask for that.
class UnrollStrips : public PassInfoMixin<UnrollStrips> {
  LoopFullUnrollPass Unroll{/*OptLevel=*/2};

public:
  PreservedAnalyses run(Loop &L, LoopAnalysisManager &AM,
                        LoopStandardAnalysisResults &Results,
                        LPMUpdater &Updater) {
    return getBooleanLoopAttribute(&L, "llvm.loop.unroll.full")
               ? Unroll.run(L, AM, Results, Updater)
               : PreservedAnalyses::all();
  }
};

/// The vectoriser, with the analyses that it needs.
class Vectoriser {
  // In the order in which they refer to each other.
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Components;
  ModuleAnalysisManager Modules;
  FunctionPassManager Passes, AfterStrips;

public:
  explicit Vectoriser(const TargetMachine &Machine) {
    // The first registration of an analysis counts. All others are as usual:
    // none asks the machine what pointers lead to, whose address spaces are
    // not those of SPIR.
    Functions.registerPass(
        [&Machine] { return Machine.getTargetIRAnalysis(); });
    PassBuilder Builder;
    Builder.registerModuleAnalyses(Modules);
    Builder.registerCGSCCAnalyses(Components);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerLoopAnalyses(Loops);
    Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
    Passes.addPass(ScalarLoadsPass());
    // While comparisons are as the program makes them.
    Passes.addPass(ShortenLoopsPass());
    Passes.addPass(createFunctionToLoopPassAdaptor(
        UnswitchInnermost(/*InParallel=*/false), /*UseMemorySSA=*/true));
    // Indexes and counters as wide as addresses, for which SPIR knows no
    // reason.
    Passes.addPass(WidenIndexesPass());
    Passes.addPass(createFunctionToLoopPassAdaptor(IndVarSimplifyPass()));
    Passes.addPass(InterchangeLoopsPass());
    Passes.addPass(createFunctionToLoopPassAdaptor(
        UnswitchInnermost(/*InParallel=*/true), /*UseMemorySSA=*/true));
    // As in LLVM's own pipeline.
    Passes.addPass(LoopVectorizePass());
    Passes.addPass(SettleInterchangePass());
    Passes.addPass(LoopLoadEliminationPass());
    Passes.addPass(InstCombinePass());
    Passes.addPass(SimplifyCFGPass());
    // Arrays of lanes become registers where all indexes are numbers.
    AfterStrips.addPass(createFunctionToLoopPassAdaptor(UnrollStrips()));
    AfterStrips.addPass(InstCombinePass());
    AfterStrips.addPass(scalarReplacement());
    AfterStrips.addPass(SimplifyCFGPass());
  }
  PreservedAnalyses run(Function &F) {
    PreservedAnalyses Preserved = Passes.run(F, Functions);
    if (hasStrips(F))
      Preserved.intersect(AfterStrips.run(F, Functions));
    return Preserved;
  }
};

} // namespace

/// Whether LLVM may optimise \p F, and \p F does the work of one work-item with
/// nobody beside it.
static bool isForOneWorker(Function &F) {
  if (F.isDeclaration() || F.hasOptNone() || F.hasOptSize())
    return false;
  // A leader asks for ids, but it is the only one of its warp.
  return F.getName() == names::Dispatch ||
         F.hasFnAttribute(names::LaneLoopsAttr) ||
         none_of(instructions(F), [](const Instruction &I) {
           auto *Call = dyn_cast<CallBase>(&I);
           const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
           return Callee && isWorkItemQuery(*Callee);
         });
}

PreservedAnalyses VectorisePass::run(Module &M, ModuleAnalysisManager &) {
  const TargetMachine *Machine = processorMachine();
  // A program that was linked from objects has no mark.
  if (!Machine || !(usesAdditions(M) || M.getNamedMetadata(names::Manifest)))
    return PreservedAnalyses::all();
  NativeIntegers Wide(M);
  Vectoriser V(*Machine);
  std::optional<LoopListener> Listener;
  if (wantsTaskNotes())
    Listener.emplace(M.getContext());
  PreservedAnalyses Preserved = PreservedAnalyses::all();
  for (Function &F : M)
    if (isForOneWorker(F))
      Preserved.intersect(V.run(F));
  removeStripMarks(M);
  return Preserved;
}
