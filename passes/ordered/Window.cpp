//===- Window.cpp - Several accesses to one element -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/Window.h"
#include "compat/Strings.h"
#include "ir/Names.h"
#include "ordered/MemoryAccesses.h"
#include "ordered/Slice.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <numeric>

using namespace llvm;
using namespace tasklet;

/// More than any payload has (Payload.h).
static constexpr int64_t MostWindow = 64;
/// More would overflow.
static constexpr int64_t MostFactor = int64_t(1) << 30;

namespace {

/// A pointer: Base + Constant + the sum of all terms.
struct LinearPointer {
  /// Scale times a number, after this cast (or 0).
  struct Term {
    Value *Number;
    unsigned Cast;
    int64_t Scale;
    bool operator==(const Term &Other) const {
      return Number == Other.Number && Cast == Other.Cast &&
             Scale == Other.Scale;
    }
  };
  Value *Base = nullptr;
  SmallVector<Term, 4> Terms;
  int64_t Constant = 0;

  /// \p Bits: of an index.
  void add(Value &Index, int64_t Scale, unsigned Bits);
};

} // namespace

/// The bits that \p V, which is not yet made wider, may need, with its sign.
static unsigned bitsOf(const Value &V, unsigned Depth = 4) {
  const unsigned All = V.getType()->getScalarSizeInBits();
  if (auto *Cast = dyn_cast<CastInst>(&V))
    return isa<SExtInst, ZExtInst>(Cast)
               ? Cast->getSrcTy()->getScalarSizeInBits() + 1
               : All;
  if (auto *Number = dyn_cast<ConstantInt>(&V))
    return Number->getValue().getActiveBits() + 1;
  auto *I = dyn_cast<BinaryOperator>(&V);
  if (!I || Depth == 0)
    return All;
  const unsigned A = bitsOf(*I->getOperand(0), Depth - 1),
                 B = bitsOf(*I->getOperand(1), Depth - 1);
  switch (I->getOpcode()) {
  case Instruction::Add:
    return std::max(A, B) + 1;
  case Instruction::Mul:
    return A + B;
  case Instruction::Shl:
    if (auto *By = dyn_cast<ConstantInt>(I->getOperand(1)))
      return A + unsigned(By->getLimitedValue(All));
    return All + 1;
  default:
    return All;
  }
}

/// Whether the result is that of numbers without end, once it has been made wider
/// by \p Cast.
static bool isExact(const BinaryOperator &I, unsigned Cast) {
  auto *Sum = dyn_cast<OverflowingBinaryOperator>(&I);
  if (!Sum)
    return false;
  if (Cast)
    return Cast == Instruction::SExt ? Sum->hasNoSignedWrap()
                                     : Sum->hasNoUnsignedWrap();
  return Sum->hasNoSignedWrap() || Sum->hasNoUnsignedWrap() ||
         bitsOf(I) <= I.getType()->getScalarSizeInBits();
}

/// What is done with constants to the index of `x[3 * k + 1]` before it is made
/// wider is done to the pointer.
void LinearPointer::add(Value &Index, int64_t Scale, unsigned Bits) {
  unsigned Cast = Index.getType()->getScalarSizeInBits() < Bits
                      ? unsigned(Instruction::SExt)
                      : 0;
  Value *Number = &Index;
  for (;;) {
    if (isa<SExtInst, ZExtInst>(Number) && !Cast) {
      Cast = cast<CastInst>(Number)->getOpcode();
      Number = cast<CastInst>(Number)->getOperand(0);
      continue;
    }
    auto *Step = dyn_cast<BinaryOperator>(Number);
    if (!Step)
      break;
    // The constant stands first where the source has 3 * k.
    const bool IsFirst =
        Step->isCommutative() && isa<ConstantInt>(Step->getOperand(0));
    auto *By = dyn_cast<ConstantInt>(Step->getOperand(!IsFirst));
    Value *Other = Step->getOperand(IsFirst);
    if (!By || By->getValue().getBitWidth() > 64 || !isExact(*Step, Cast))
      break;
    const int64_t Factor = Cast == Instruction::ZExt
                               ? By->getValue().getLimitedValue(INT64_MAX)
                               : By->getSExtValue();
    if (std::abs(Factor) >= MostFactor || std::abs(Scale) >= MostFactor)
      break;
    if (Step->getOpcode() == Instruction::Add)
      Constant += Scale * Factor;
    else if (Step->getOpcode() == Instruction::Mul)
      Scale *= Factor;
    else if (Step->getOpcode() == Instruction::Shl && Factor >= 0 &&
             Factor < 30)
      Scale *= int64_t(1) << Factor;
    else
      break;
    Number = Other;
  }
  Terms.push_back({Number, Cast, Scale});
}

static std::optional<LinearPointer> linear(Value &Pointer,
                                           const DataLayout &DL) {
  LinearPointer Result;
  Result.Base = &Pointer;
  for (;;) {
    if (auto *Cast = dyn_cast<CastInst>(Result.Base);
        Cast && Cast->getOperand(0)->getType()->isPointerTy()) {
      Result.Base = Cast->getOperand(0);
      continue;
    }
    auto *Step = dyn_cast<GEPOperator>(Result.Base);
    if (!Step)
      return Result;
    const unsigned Bits = DL.getIndexTypeSizeInBits(Step->getType());
    MapVector<Value *, APInt> Indexes;
    APInt Constant(Bits, 0);
    // Others may wrap around.
    if (Bits > 64 || !Step->isInBounds() ||
        !Step->collectOffset(DL, Bits, Indexes, Constant))
      return std::nullopt;
    Result.Constant += Constant.getSExtValue();
    for (auto &[Index, Scale] : Indexes)
      Result.add(*Index, Scale.getSExtValue(), Bits);
    Result.Base = Step->getPointerOperand();
  }
}

std::optional<Window> tasklet::findWindow(ArrayRef<WindowPlace> Places,
                                          const DataLayout &DL) {
  if (Places.empty())
    return std::nullopt;
  const auto First = linear(*Places[0].Pointer, DL);
  SmallVector<int64_t, 4> Distances;
  Window Result;
  for (const WindowPlace &Each : Places) {
    const auto Here = linear(*Each.Pointer, DL);
    if (!First || !Here || !isa<Argument>(First->Base) ||
        Here->Base != First->Base || Here->Terms != First->Terms)
      return std::nullopt;
    Distances.push_back(Here->Constant - First->Constant);
    if (std::abs(Distances.back()) > MostWindow)
      return std::nullopt;
    if (Distances.back() < Distances[Result.Lowest])
      Result.Lowest = Distances.size() - 1;
  }
  for (size_t I = 0; I < Places.size(); ++I) {
    const uint64_t Offset = Distances[I] - Distances[Result.Lowest];
    Result.Offsets.push_back(Offset);
    Result.Bytes = std::max(Result.Bytes, Offset + Places[I].Bytes);
  }
  // Another window begins a multiple of that before or behind.
  uint64_t Step = 0;
  for (const LinearPointer::Term &Each : First->Terms)
    Step = std::gcd(Step, uint64_t(std::abs(Each.Scale)));
  if (Result.Bytes > uint64_t(MostWindow) || (Step && Result.Bytes > Step))
    return std::nullopt;
  Result.Base = First->Base;
  Result.Step = Step;
  const int64_t Begin = First->Constant + Distances[Result.Lowest];
  Result.Phase =
      Step ? uint64_t((Begin % int64_t(Step) + int64_t(Step)) % int64_t(Step))
           : uint64_t(Begin);
  return Result;
}

/// What a slice has no use for: stores to memory that others see, and what is only
/// for them.
static bool isForOthers(Instruction &I) {
  if (isOnlyForOthers(I))
    return true;
  auto Accesses = accessesOf(I);
  return I.getType()->isVoidTy() && Accesses &&
         any_of(*Accesses, [](const Access &A) {
           return A.Writes && basesOf(*A.Pointer).isShared();
         });
}

Function *tasklet::sliceOfSlots(Function &Pack, FunctionAnalysisManager &FAM) {
  ValueToValueMapTy Map;
  Function *F = CloneFunction(&Pack, Map);
  F->addFnAttr(Attribute::MustProgress);
  for (Instruction &I : make_early_inc_range(instructions(*F))) {
    auto *Call = dyn_cast<CallInst>(&I);
    StringRef Name = Call && Call->getCalledFunction()
                         ? Call->getCalledFunction()->getName()
                         : StringRef();
    const bool IsSlot = Name == names::SlotMark;
    if (!IsSlot && Name != names::DestinationMark &&
        Name != names::SlotDoneMark && !isForOthers(I))
      continue;
    if (IsSlot) {
      IRBuilder<> B(Call);
      auto *Param = cast<ConstantInt>(Call->getArgOperand(0));
      createMark(B, names::AccessWindow, Param->getZExtValue(),
                 *Call->getArgOperand(1), *Call->getArgOperand(2),
                 Call->getParamAlign(1).valueOrOne());
    }
    // Nothing is put there.
    if (!I.use_empty())
      I.replaceAllUsesWith(Constant::getNullValue(I.getType()));
    I.eraseFromParent();
  }
  SimplifyCFGPass().run(*F, FAM);
  FAM.clear(*F, F->getName());
  dropUnneeded(*F, FAM);
  return F;
}
