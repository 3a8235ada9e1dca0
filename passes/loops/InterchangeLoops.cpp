//===- InterchangeLoops.cpp - Turns side by side in inner loops -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "loops/InterchangeLoops.h"
#include "loops/LoopVersions.h"
#include "loops/StripWriter.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <optional>

using namespace llvm;
using namespace tasklet;

static cl::opt<unsigned> InterchangedSize(
    "tkl-interchange-loops-size", cl::init(300), cl::Hidden,
    cl::desc("Instructions of a loop whose turns go side by side"));

/// Property of a loop over lanes that must become vectors, with the number of its
/// nest, and what stands before the nest.
static constexpr char Strip[] = "tkl.strip";
static constexpr char Holds[] = "__tkl_strips_hold";

/// Vectors of strips of a larger loop stay in a loop.
static constexpr size_t UnrolledSize = 100;

/// So many registers may hold what goes round.
static constexpr unsigned AccumulatorRegisters = 8;

/// Each makes a copy of the loop.
static constexpr unsigned MostGuards = 4;

namespace {

class Interchange : LoopFacts {
  const TargetTransformInfo &TTI;
  bool Changed = false;

  const SCEV *strideOf(const SCEV *S, const Loop &L);
  bool isSideBySide(const StripNest &Nest, const NestPart &Part);
  bool goesSideBySide(const StripNest &Nest, const std::vector<NestPart> &Parts,
                      bool IsInner);
  unsigned vectorLanes(const StripNest &Nest) const;
  void interchange(const StripNest &Nest, const SCEV *Last, unsigned Number);
  void hoistGuards(Loop &L);
  bool visit(Loop &L, unsigned Number);

public:
  Interchange(Function &F, FunctionAnalysisManager &AM)
      : LoopFacts(F, AM), TTI(AM.getResult<TargetIRAnalysis>(F)) {}
  bool run();
};

} // namespace

/// By how much an address goes up from turn to turn of \p L, in bytes; null: nobody
/// knows.
const SCEV *Interchange::strideOf(const SCEV *S, const Loop &L) {
  if (SE.isLoopInvariant(S, &L))
    return SE.getZero(Type::getInt64Ty(F.getContext()));
  if (auto *Round = dyn_cast<SCEVAddRecExpr>(S)) {
    if (Round->getLoop() == &L)
      return Round->isAffine() ? Round->getStepRecurrence(SE) : nullptr;
    return SE.isLoopInvariant(Round->getStepRecurrence(SE), &L)
               ? strideOf(Round->getStart(), L)
               : nullptr;
  }
  auto *Sum = dyn_cast<SCEVAddExpr>(S);
  if (!Sum)
    return nullptr;
  const SCEV *All = SE.getZero(Type::getInt64Ty(F.getContext()));
  for (const SCEV *Each : Sum->operands()) {
    const SCEV *Its = strideOf(Each, L);
    if (!Its || Its->getType() != All->getType())
      return nullptr;
    All = SE.getAddExpr(All, Its);
  }
  return All;
}

/// Whether lanes find one element, or neighbours, wherever they access memory.
bool Interchange::isSideBySide(const StripNest &Nest, const NestPart &Part) {
  const DataLayout &Layout = F.getParent()->getDataLayout();
  for (BasicBlock *BB : Part.Blocks)
    for (Instruction &I : *BB) {
      const Value *At = getLoadStorePointerOperand(&I);
      if (!At)
        continue;
      const SCEV *Stride =
          strideOf(SE.getSCEV(const_cast<Value *>(At)), Nest.loop());
      auto *Bytes = dyn_cast_or_null<SCEVConstant>(Stride);
      if (!Bytes ||
          !(Bytes->isZero() ||
            Bytes->getAPInt() == Layout.getTypeStoreSize(getLoadStoreType(&I))))
        return false;
    }
  return true;
}

bool Interchange::goesSideBySide(const StripNest &Nest,
                                 const std::vector<NestPart> &Parts,
                                 bool IsInner) {
  return all_of(Parts, [&](const NestPart &Part) {
    return Part.Inner ? goesSideBySide(Nest, Part.Parts, true)
                      : !IsInner || isSideBySide(Nest, Part);
  });
}

/// How many lanes a register has of the widest number.
unsigned Interchange::vectorLanes(const StripNest &Nest) const {
  unsigned Widest = 8;
  for (const Instruction *Each : Nest.kept())
    Widest = std::max<unsigned>(
        Widest,
        F.getParent()->getDataLayout().getTypeSizeInBits(Each->getType()));
  return TTI.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
             .getFixedValue() /
         PowerOf2Ceil(Widest);
}

/// Whether \p L counts with nothing but sums.
static bool countsPlainly(const Loop &L) {
  return all_of(L.getHeader()->phis(), [&L](const PHINode &Phi) {
    const Step Its = Step::of(Phi, L);
    return Its && L.isLoopInvariant(Its.By);
  });
}

static bool isUsedOutside(const Loop &L) {
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      for (const User *U : I.users())
        if (!L.contains(cast<Instruction>(U)))
          return true;
  return false;
}

static MDNode *property(LLVMContext &C, StringRef Name,
                        std::optional<unsigned> Value = {}) {
  SmallVector<Metadata *, 2> Parts = {MDString::get(C, Name)};
  if (Value)
    Parts.push_back(
        ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(C), *Value)));
  return MDNode::get(C, Parts);
}

/// What becomes vectors of strips of known length needs no loop over these if it is
/// small: its turns are few, and without them arrays are registers.
static SmallVector<Metadata *, 4> marksOf(const Loop &L, unsigned Lanes,
                                          unsigned Number, bool IsWhole,
                                          bool IsInner) {
  LLVMContext &C = L.getHeader()->getContext();
  SmallVector<Metadata *, 4> Marks = {
      property(C, "llvm.loop.vectorize.width", Lanes)};
  if (IsWhole && IsInner)
    Marks.push_back(property(C, Strip, Number));
  if (IsWhole && sizeOf(L) <= UnrolledSize)
    Marks.push_back(MDNode::get(
        C, {MDString::get(C, "llvm.loop.vectorize.followup_vectorized"),
            property(C, "llvm.loop.isvectorized", 1),
            property(C, "llvm.loop.unroll.full")}));
  return Marks;
}

void Interchange::interchange(const StripNest &Nest, const SCEV *Last,
                              unsigned Number) {
  Loop &L = Nest.loop();
  LLVMContext &C = F.getContext();
  Module &M = *F.getParent();
  BasicBlock *Decide = L.getLoopPreheader(), *Exit = L.getExitBlock();
  Value *Count; // Nobody lives to see 2^64 turns.
  {
    LoopGuard Guard(*Decide->getTerminator(), SE, DT, AC);
    Count = Guard.B.CreateAdd(
        Guard.value(SE.getNoopOrZeroExtend(Last, Guard.B.getInt64Ty())),
        Guard.B.getInt64(1), "turns");
  }
  const unsigned Lanes = vectorLanes(Nest);
  unsigned Rounds = 0;
  for (const Instruction *Each : Nest.kept())
    Rounds += isa<PHINode>(Each) && LI.isLoopHeader(Each->getParent());
  const unsigned Each = AccumulatorRegisters / std::max(Rounds, 1u);
  const unsigned Most = Lanes << std::max(1u, Each ? Log2_32(Each) : 0);
  BasicBlock *AsItWas = SplitBlock(Decide, Decide->getTerminator(), &DT, &LI,
                                   nullptr, "as.it.was");
  auto NewBlock = [&](const char *Name) {
    return BasicBlock::Create(C, Name, &F, Exit);
  };
  BasicBlock *Strips = NewBlock("strips"), *Whole = NewBlock("strip");
  IRBuilder<> B(Decide->getTerminator());
  FunctionCallee Hold = M.getOrInsertFunction(
      Holds, FunctionType::get(B.getInt1Ty(), {B.getInt32Ty(), B.getInt32Ty()},
                               false));
  cast<Function>(Hold.getCallee())->setDoesNotThrow();
  CallInst *Call = B.CreateCall(Hold, {B.getInt32(Number), B.getInt32(Lanes)});
  Call->setDebugLoc(L.getSubLoops().front()->getStartLoc());
  B.CreateCondBr(Call, Strips, AsItWas);
  Decide->getTerminator()->eraseFromParent();

  B.SetInsertPoint(Strips);
  Value *End = B.CreateAnd(Count, B.getInt64(-uint64_t(Most)), "whole");
  BasicBlock *Rest = NewBlock("rest"), *Partial = NewBlock("rest.strip");
  B.CreateCondBr(B.CreateIsNotNull(End), Whole, Rest);
  B.SetInsertPoint(Whole);
  PHINode *Base = B.CreatePHI(B.getInt64Ty(), 2, "base");
  auto Marks = [&](bool IsInner) {
    return marksOf(L, Lanes, Number, /*IsWhole=*/true, IsInner);
  };
  BasicBlock *Behind =
      StripWriter(Nest, {Most, Marks}).write(Whole, Base, B.getInt64(Most));
  B.SetInsertPoint(Behind);
  Value *Next = B.CreateNUWAdd(Base, B.getInt64(Most), "base.next");
  Base->addIncoming(B.getInt64(0), Strips);
  Base->addIncoming(Next, Behind);
  B.CreateCondBr(B.CreateICmpNE(Next, End), Whole, Rest);

  B.SetInsertPoint(Rest);
  Value *Left = B.CreateSub(Count, End, "left");
  B.CreateCondBr(B.CreateIsNotNull(Left), Partial, Exit);
  auto RestMarks = [&](bool IsInner) {
    return marksOf(L, Lanes, Number, /*IsWhole=*/false, IsInner);
  };
  B.SetInsertPoint(
      StripWriter(Nest, {Most, RestMarks}).write(Partial, End, Left));
  B.CreateBr(Exit);
}

/// Whether there is a loop of \p L that control can only come to through \p BB.
static bool leadsToLoop(const BasicBlock &BB, const Loop &L,
                        const DominatorTree &DT) {
  return !BB.hasNPredecessorsOrMore(2) &&
         any_of(L.getSubLoops(), [&](const Loop *Inner) {
           return DT.dominates(&BB, Inner->getHeader());
         });
}

/// A branch of \p L, not of loops in it, around a loop, that goes the same way in all
/// turns.
static BranchInst *findGuard(const Loop &L, const LoopInfo &LI,
                             const DominatorTree &DT) {
  for (BasicBlock *BB : L.blocks()) {
    auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
    if (LI.getLoopFor(BB) == &L && BB != L.getLoopLatch() && Br &&
        Br->isConditional() && L.isLoopInvariant(Br->getCondition()) &&
        any_of(successors(BB),
               [&](BasicBlock *To) { return leadsToLoop(*To, L, DT); }) &&
        any_of(successors(BB),
               [](BasicBlock *To) { return To->hasNPredecessorsOrMore(2); }))
      return Br;
  }
  return nullptr;
}

/// Guards of loops inside, `if (0 < n)`, are asked before \p L, which goes on where
/// all of them let turns come to these loops.
void Interchange::hoistGuards(Loop &L) {
  for (unsigned I = 0; I < MostGuards; ++I) {
    BranchInst *Br = findGuard(L, LI, DT);
    if (!Br)
      return;
    const bool SkipsIfTrue = Br->getSuccessor(0)->hasNPredecessorsOrMore(2);
    Value *Condition = Br->getCondition();
    auto *Known = dyn_cast<ConstantInt>(Condition);
    if (!Known) {
      IRBuilder<> B(L.getLoopPreheader()->getTerminator());
      Value *Enters = B.CreateFreeze(Condition);
      SE.forgetLoop(&L);
      copyUnder(L, SkipsIfTrue ? B.CreateNot(Enters) : Enters, ".without", {},
                LI, DT);
    }
    // No turn comes there.
    if (Known && Known->isOne() == SkipsIfTrue)
      return;
    Br->getSuccessor(SkipsIfTrue ? 0 : 1)->removePredecessor(Br->getParent());
    BranchInst::Create(Br->getSuccessor(SkipsIfTrue ? 1 : 0), Br)
        ->setDebugLoc(Br->getDebugLoc());
    Br->eraseFromParent();
    DT.recalculate(F);
    Changed = true;
  }
}

bool Interchange::visit(Loop &L, unsigned Number) {
  if (L.isInnermost() || L.getExitingBlock() != L.getLoopLatch() ||
      !L.isAnnotatedParallel() || sizeOf(L) > InterchangedSize ||
      isPlainCopy(L) || !L.isLoopSimplifyForm() || !L.getExitBlock() ||
      isa<PHINode>(L.getExitBlock()->front()) || isUsedOutside(L))
    return false;
  Changed |= formLCSSARecursively(L, DT, &LI, &SE);
  hoistGuards(L);
  StripNest Nest(L, LI, DT);
  const SCEV *Last = SE.getBackedgeTakenCount(&L);
  if (!Nest || isa<SCEVCouldNotCompute>(Last) || !countsPlainly(L) ||
      SE.getTypeSizeInBits(Last->getType()) > 64 ||
      !LoopGuard(*L.getLoopPreheader()->getTerminator(), SE, DT, AC)
           .canCompute(Last) ||
      vectorLanes(Nest) < 2 || !goesSideBySide(Nest, Nest.parts(), false))
    return false;
  interchange(Nest, Last, Number);
  return true;
}

/// The outermost of what it can take. What it makes has no such loops.
bool Interchange::run() {
  const SmallVector<Loop *, 8> All(LI.begin(), LI.end());
  for (Loop *L : All)
    Changed |= simplify(*L);
  unsigned Number = 0;
  SmallVector<Loop *, 8> Work(All);
  // Those that have not been looked at stay as they are.
  while (!Work.empty()) {
    Loop *L = Work.pop_back_val();
    if (visit(*L, Number))
      ++Number;
    else
      Work.append(L->begin(), L->end());
  }
  return Changed || Number != 0;
}

PreservedAnalyses InterchangeLoopsPass::run(Function &F,
                                            FunctionAnalysisManager &AM) {
  return Interchange(F, AM).run() ? PreservedAnalyses::none()
                                  : PreservedAnalyses::all();
}

bool tasklet::hasStrips(const Function &F) {
  return any_of(F.getEntryBlock(), [](const Instruction &I) {
    return I.hasMetadata(LaneArrayMark);
  });
}

void tasklet::removeStripMarks(Module &M) {
  if (Function *Hold = M.getFunction(Holds))
    Hold->eraseFromParent();
  for (Function &F : M)
    if (!F.isDeclaration())
      for (Instruction &I : F.getEntryBlock())
        I.setMetadata(LaneArrayMark, nullptr);
}

PreservedAnalyses SettleInterchangePass::run(Function &F,
                                             FunctionAnalysisManager &AM) {
  SmallVector<CallInst *, 4> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (Call->getCalledFunction() &&
          Call->getCalledFunction()->getName() == Holds)
        Calls.push_back(Call);
  if (Calls.empty())
    return PreservedAnalyses::all();
  LoopInfo &LI = AM.getResult<LoopAnalysis>(F);
  SmallSet<unsigned, 4> Failed;
  for (Loop *L : LI.getLoopsInPreorder())
    if (auto Number = getOptionalIntLoopAttribute(L, Strip))
      if (!getBooleanLoopAttribute(L, "llvm.loop.isvectorized"))
        Failed.insert(*Number);
  OptimizationRemarkEmitter Emitter(&F);
  for (CallInst *Call : Calls) {
    auto Number = [Call](unsigned Argument) {
      return cast<ConstantInt>(Call->getArgOperand(Argument))->getZExtValue();
    };
    const bool Hold = !Failed.count(Number(0));
    if (Hold)
      Emitter.emit(OptimizationRemark(InterchangeRemark, "Interchanged",
                                      Call->getDebugLoc(), Call->getParent())
                   << "turns around it in vectors of "
                   << ore::NV("VectorizationFactor", Number(1)));
    Call->replaceAllUsesWith(ConstantInt::getBool(F.getContext(), Hold));
    Call->eraseFromParent();
  }
  return PreservedAnalyses::none();
}
