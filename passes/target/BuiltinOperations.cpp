//===- BuiltinOperations.cpp - Built-in functions as operations -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/BuiltinOperations.h"
#include "target/BuiltinCalls.h"
#include "target/Processor.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace tasklet;

namespace {

/// A call that becomes operations. A scalar among vectors stands for a vector.
struct Operands {
  CallInst &Call;
  bool Signed; ///< the elements of the first parameter

  Value *operator[](unsigned I) const { return Call.getArgOperand(I); }
  Type *type() const { return Call.getArgOperand(0)->getType(); }
  bool ofIntegers() const { return type()->isIntOrIntVectorTy(); }
  Value *wide(IRBuilder<> &B, unsigned I) const {
    Value *V = Call.getArgOperand(I);
    auto *Wide = dyn_cast<FixedVectorType>(type());
    return Wide && !V->getType()->isVectorTy()
               ? B.CreateVectorSplat(Wide->getNumElements(), V)
               : V;
  }
};

using Emit = Value *(*)(IRBuilder<> &, const Operands &);

} // namespace

static Value *highBits(IRBuilder<> &B, Value *V) {
  return B.CreateICmpSLT(V, Constant::getNullValue(V->getType()));
}

template <bool OfAll>
static Value *emitAnyOrAll(IRBuilder<> &B, const Operands &Of) {
  Value *Bits = highBits(B, Of[0]);
  if (Of.type()->isVectorTy())
    Bits = OfAll ? B.CreateAndReduce(Bits) : B.CreateOrReduce(Bits);
  return B.CreateZExt(Bits, Of.Call.getType());
}

static Value *emitSelect(IRBuilder<> &B, const Operands &Of) {
  Value *Which = Of[2];
  Which = Which->getType()->isVectorTy() ? highBits(B, Which)
                                         : B.CreateIsNotNull(Which);
  return B.CreateSelect(Which, Of[1], Of[0]);
}

static Value *emitBitselect(IRBuilder<> &B, const Operands &Of) {
  Type *Ty = Of.type();
  if (!Of.ofIntegers())
    Ty = Ty->getWithNewType(B.getIntNTy(Ty->getScalarSizeInBits()));
  Value *Zero = B.CreateBitCast(Of[0], Ty), *One = B.CreateBitCast(Of[1], Ty),
        *Which = B.CreateBitCast(Of[2], Ty);
  Zero = B.CreateAnd(Zero, B.CreateNot(Which));
  One = B.CreateAnd(One, Which);
  return B.CreateBitCast(B.CreateOr(Zero, One), Of.type());
}

/// 1, or -1 in elements of vectors.
static Value *emitIsnan(IRBuilder<> &B, const Operands &Of) {
  Value *Bits = B.CreateFCmpUNO(Of[0], Of[0]);
  Type *Ty = Of.Call.getType();
  return Ty->isVectorTy() ? B.CreateSExt(Bits, Ty) : B.CreateZExt(Bits, Ty);
}

/// The smaller one of \p X and \p Y, which are like the first operand.
static Value *lesser(IRBuilder<> &B, const Operands &Of, Value *X, Value *Y) {
  return Of.ofIntegers()
             ? B.CreateBinaryIntrinsic(
                   Of.Signed ? Intrinsic::smin : Intrinsic::umin, X, Y)
             : B.CreateSelect(B.CreateFCmpOLT(Y, X), Y, X);
}

static Value *greater(IRBuilder<> &B, const Operands &Of, Value *X, Value *Y) {
  return Of.ofIntegers()
             ? B.CreateBinaryIntrinsic(
                   Of.Signed ? Intrinsic::smax : Intrinsic::umax, X, Y)
             : B.CreateSelect(B.CreateFCmpOLT(X, Y), Y, X);
}

static Value *emitMin(IRBuilder<> &B, const Operands &Of) {
  return lesser(B, Of, Of[0], Of.wide(B, 1));
}

static Value *emitMax(IRBuilder<> &B, const Operands &Of) {
  return greater(B, Of, Of[0], Of.wide(B, 1));
}

static Value *emitClamp(IRBuilder<> &B, const Operands &Of) {
  Value *Above = greater(B, Of, Of[0], Of.wide(B, 1));
  return lesser(B, Of, Above, Of.wide(B, 2));
}

static Value *emitAbs(IRBuilder<> &B, const Operands &Of) {
  return Of.Signed
             ? B.CreateBinaryIntrinsic(Intrinsic::abs, Of[0], B.getFalse())
             : Of[0];
}

static Value *emitClz(IRBuilder<> &B, const Operands &Of) {
  return B.CreateBinaryIntrinsic(Intrinsic::ctlz, Of[0], B.getFalse());
}

static Value *emitRotate(IRBuilder<> &B, const Operands &Of) {
  return B.CreateIntrinsic(Intrinsic::fshl, {Of.type()}, {Of[0], Of[0], Of[1]});
}

template <Intrinsic::ID Which>
static Value *emitUnary(IRBuilder<> &B, const Operands &Of) {
  return B.CreateUnaryIntrinsic(Which, Of[0]);
}

template <Intrinsic::ID Which>
static Value *emitBinary(IRBuilder<> &B, const Operands &Of) {
  return B.CreateBinaryIntrinsic(Which, Of[0], Of.wide(B, 1));
}

static Value *emitFma(IRBuilder<> &B, const Operands &Of) {
  return B.CreateIntrinsic(Intrinsic::fma, {Of.type()}, {Of[0], Of[1], Of[2]});
}

static Value *emitRsqrt(IRBuilder<> &B, const Operands &Of) {
  return B.CreateFDiv(ConstantFP::get(Of.type(), 1),
                      B.CreateUnaryIntrinsic(Intrinsic::sqrt, Of[0]));
}

namespace {
struct Operation {
  Emit Make = nullptr; ///< null: it is no operation
  unsigned Count = 0;  ///< of parameters
  bool Splats = false; ///< those after the first may be scalars among vectors
};
} // namespace

static bool hasFma() {
  return processorMachine()->getMCSubtargetInfo()->checkFeatures("+fma");
}

/// For elements that are integers, or for those of floating point.
static Operation operationOf(StringRef Name, bool OfIntegers) {
  if (Operation OfBoth = StringSwitch<Operation>(Name)
                             .Case("select", {emitSelect, 3})
                             .Case("bitselect", {emitBitselect, 3})
                             .Case("min", {emitMin, 2, true})
                             .Case("max", {emitMax, 2, true})
                             .Default({});
      OfBoth.Make)
    return OfBoth;
  if (OfIntegers)
    return StringSwitch<Operation>(Name)
        .Case("any", {emitAnyOrAll<false>, 1})
        .Case("all", {emitAnyOrAll<true>, 1})
        .Case("abs", {emitAbs, 1})
        .Case("clamp", {emitClamp, 3, true})
        .Case("popcount", {emitUnary<Intrinsic::ctpop>, 1})
        .Case("clz", {emitClz, 1})
        .Case("rotate", {emitRotate, 2})
        .Default({});
  return StringSwitch<Operation>(Name)
      .Case("isnan", {emitIsnan, 1})
      .Case("fabs", {emitUnary<Intrinsic::fabs>, 1})
      .Case("copysign", {emitBinary<Intrinsic::copysign>, 2})
      .Case("fmin", {emitBinary<Intrinsic::minnum>, 2, true})
      .Case("fmax", {emitBinary<Intrinsic::maxnum>, 2, true})
      .Case("floor", {emitUnary<Intrinsic::floor>, 1})
      .Case("ceil", {emitUnary<Intrinsic::ceil>, 1})
      .Case("trunc", {emitUnary<Intrinsic::trunc>, 1})
      .Case("rint", {emitUnary<Intrinsic::rint>, 1})
      .Case("sqrt", {emitUnary<Intrinsic::sqrt>, 1})
      .Case("rsqrt", {emitRsqrt, 1})
      // To others it is a function of a library, and a slow one.
      .Case("fma", hasFma() ? Operation{emitFma, 3} : Operation())
      .Default({});
}

/// Integers, as many as \p Like has elements?
static bool areIntegersLike(const Type *Ty, const Type *Like) {
  auto *Wide = dyn_cast<FixedVectorType>(Ty);
  auto *LikeWide = dyn_cast<FixedVectorType>(Like);
  return Ty->isIntOrIntVectorTy() && !Wide == !LikeWide &&
         (!Wide || Wide->getNumElements() == LikeWide->getNumElements());
}

/// Has \p F the type of the built-in function? A program may declare another one
/// of that name and define it elsewhere.
static bool isTyped(const Function &F, StringRef Name, const Operation &Is) {
  const FunctionType *Ty = F.getFunctionType();
  if (Ty->isVarArg() || Ty->getNumParams() != Is.Count)
    return false;
  const Type *First = Ty->getParamType(0), *Result = Ty->getReturnType();
  for (unsigned I = 1; I < Is.Count; ++I) {
    const Type *Each = Ty->getParamType(I);
    bool IsCondition = Name == "select" && I == 2;
    if (IsCondition
            ? !areIntegersLike(Each, First)
            : Each != First && !(Is.Splats && Each == First->getScalarType()))
      return false;
  }
  if (Name == "any" || Name == "all")
    return Result->isIntegerTy(32);
  return Name == "isnan" ? areIntegersLike(Result, First) : Result == First;
}

/// True if calls of \p F were replaced.
static bool replaceOperation(Function &F) {
  auto [Name, Parameters] = symbolOf(F);
  size_t Width;
  if (Parameters.consume_front("Dv") &&
      (Parameters.consumeInteger(10, Width) || !Parameters.consume_front("_")))
    return false;
  // Of parameters that are no such numbers, the letters are others.
  char Letter =
      Parameters.empty() || Parameters.contains('.') ? 0 : Parameters.front();
  bool OfIntegers = StringRef("chstijlm").contains(Letter);
  if (!OfIntegers && Letter != 'f' && Letter != 'd')
    return false;
  Operation Is = operationOf(Name, OfIntegers);
  if (!Is.Make || !isTyped(F, Name, Is))
    return false;
  replaceCalls(F, [&](IRBuilder<> &B, CallInst &Call) {
    if (isa<FPMathOperator>(Call))
      B.setFastMathFlags(Call.getFastMathFlags());
    return Is.Make(B, {Call, StringRef("csil").contains(Letter)});
  });
  return true;
}

PreservedAnalyses BuiltinOperationsPass::run(Module &M,
                                             ModuleAnalysisManager &) {
  if (!processorMachine())
    return PreservedAnalyses::all();
  return replaceBuiltins(M, [](Function &F) { return replaceOperation(F); })
             ? PreservedAnalyses::none()
             : PreservedAnalyses::all();
}
