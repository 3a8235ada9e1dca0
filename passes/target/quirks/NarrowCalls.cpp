//===- NarrowCalls.cpp - Built-in functions of narrower vectors -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/quirks/NarrowCalls.h"
#include "compat/Strings.h"
#include "ir/Target.h"
#include "target/BuiltinCalls.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tasklet;

namespace {

/// The most bits that a vector may have.
unsigned allowedBits() {
  return hasQuirk(Quirk::CallsOf128)   ? 128
         : hasQuirk(Quirk::CallsOf256) ? 256
         : hasQuirk(Quirk::CallsOf512) ? 512
                                       : ~0u;
}

unsigned lanesOf(Type *Ty) {
  return cast<FixedVectorType>(Ty)->getNumElements();
}

/// A vector of three takes the room of four.
unsigned bitsOf(Type *Ty) {
  auto *Vector = dyn_cast<FixedVectorType>(Ty);
  return Vector ? PowerOf2Ceil(Vector->getNumElements()) *
                      Vector->getScalarSizeInBits()
                : 0;
}

/// \p Text with the number of lanes of each vector, \p Old, replaced.
std::string withLanes(StringRef Text, unsigned Old, unsigned New) {
  std::string From = ("Dv" + Twine(Old) + "_").str();
  std::string To = ("Dv" + Twine(New) + "_").str(), Result;
  for (size_t At; (At = Text.find(From)) != StringRef::npos;) {
    Result += Text.take_front(At).str() + To;
    Text = Text.drop_front(At + From.size());
  }
  return Result + Text.str();
}

/// A built-in function that gets too wide vectors.
class WideFunction {
  Function &F;
  Symbol S;
  unsigned Lanes;     ///< of the widest operand
  unsigned PartLanes; ///< that may be handed over

  unsigned parts() const { return PowerOf2Ceil(Lanes) / PartLanes; }

  Type *partOf(Type *Ty) const {
    if (auto *Vector = dyn_cast<FixedVectorType>(Ty))
      return FixedVectorType::get(Vector->getElementType(), PartLanes);
    if (auto *Pointer = dyn_cast<PointerType>(Ty))
      return PointerType::get(partOf(pointee()), Pointer->getAddressSpace());
    return Ty;
  }

  /// Where the result goes that is not returned: modf has another vector like
  /// its operand, `PS_`, frexp one of integers, `PDv16_i`. No function has two.
  FixedVectorType *pointee() const {
    Type *Element = F.getArg(0)->getType()->getScalarType();
    size_t At = S.Parameters.find('P');
    if (At != StringRef::npos && endsWith(S.Parameters.drop_front(At), "_i"))
      Element = Type::getInt32Ty(F.getContext());
    return FixedVectorType::get(Element, Lanes);
  }

  /// Part \p Number of \p Operand, or of that to which it points.
  Value *partOf(IRBuilder<> &B, Value *Operand, unsigned Number) const {
    Type *Ty = Operand->getType();
    if (Ty->isPointerTy())
      return B.CreateConstInBoundsGEP1_32(
          partOf(pointee()), B.CreatePointerCast(Operand, partOf(Ty)), Number);
    if (partOf(Ty) == Ty)
      return Operand;
    // The fourth element of three is one that changes nothing: nought for a
    // sum, and for all others one of the three.
    int Fourth = S.Name == "dot" ? int(Lanes) : 0;
    SmallVector<int, 8> Mask;
    for (unsigned I = Number * PartLanes, E = I + PartLanes; I < E; ++I)
      Mask.push_back(I < Lanes ? int(I) : Fourth);
    return B.CreateShuffleVector(Operand, Constant::getNullValue(Ty), Mask);
  }

  Function &narrowFunction() const {
    SmallVector<Type *, 4> Types;
    for (Type *Each : F.getFunctionType()->params())
      Types.push_back(partOf(Each));
    return declareBuiltin(
        S.Name, withLanes(S.Parameters, Lanes, PartLanes),
        FunctionType::get(partOf(F.getReturnType()), Types, /*isVarArg=*/false),
        F);
  }

  SmallVector<Value *, 8> callParts(IRBuilder<> &B, CallInst &Call,
                                    Function &Narrow) const {
    SmallVector<Value *, 8> Results;
    for (unsigned I = 0; I < parts(); ++I) {
      SmallVector<Value *, 4> Arguments;
      for (Value *Each : Call.args())
        Arguments.push_back(partOf(B, Each, I));
      Results.push_back(callBuiltin(B, Narrow, Arguments));
    }
    return Results;
  }

  Value *joinLanes(IRBuilder<> &B, ArrayRef<Value *> Parts) const {
    Value *All = concatenateVectors(B, Parts);
    return lanesOf(All->getType()) == Lanes
               ? All
               : B.CreateShuffleVector(All, createSequentialMask(0, Lanes, 0));
  }

  Value *callByParts(IRBuilder<> &B, CallInst &Call) const {
    SmallVector<Value *, 8> Parts = callParts(B, Call, narrowFunction());
    if (Call.getType()->isVoidTy())
      return nullptr;
    if (Call.getType()->isVectorTy())
      return joinLanes(B, Parts);
    Value *Result = Parts.front();
    for (Value *Each : drop_begin(Parts))
      Result = S.Name == "any"   ? B.CreateOr(Result, Each)
               : S.Name == "all" ? B.CreateAnd(Result, Each)
                                 : B.CreateFAdd(Result, Each);
    return Result;
  }

  /// The length of \p Vector, by way of the lengths of its parts, so that no
  /// square overflows: that is what the function is for.
  Value *lengthOf(IRBuilder<> &B, Value *Vector) const {
    Type *Element = Vector->getType()->getScalarType();
    std::string Parameters =
        ("Dv" + Twine(PartLanes) + "_" + (Element->isFloatTy() ? "f" : "d"))
            .str();
    auto *Part = FixedVectorType::get(Element, PartLanes);
    Function &Length = declareBuiltin(
        "length", Parameters,
        FunctionType::get(Element, {Part}, /*isVarArg=*/false), F);
    Value *Lengths = Constant::getNullValue(Part);
    // The fourth element of three is none.
    if (Lanes == 3)
      Vector = B.CreateShuffleVector(
          Vector, Constant::getNullValue(Vector->getType()), {0, 1, 2, 3});
    for (unsigned I = 0; I < parts(); ++I) {
      SmallVector<int, 2> Mask;
      for (unsigned Lane = 0; Lane < PartLanes; ++Lane)
        Mask.push_back(int(I * PartLanes + Lane));
      Lengths = B.CreateInsertElement(
          Lengths,
          callBuiltin(B, Length, {B.CreateShuffleVector(Vector, Mask)}), I);
    }
    return callBuiltin(B, Length, {Lengths});
  }

  Value *normalise(IRBuilder<> &B, Value *Vector) const {
    Value *Length = lengthOf(B, Vector);
    Value *IsZero =
        B.CreateFCmpOEQ(Length, Constant::getNullValue(Length->getType()));
    Value *Unit = B.CreateFDiv(Vector, B.CreateVectorSplat(Lanes, Length));
    return B.CreateSelect(IsZero, Vector, Unit);
  }

  Value *cross(IRBuilder<> &B, Value *X, Value *Y) const {
    SmallVector<int, 4> Next = {1, 2, 0}, Last = {2, 0, 1};
    if (Lanes == 4) {
      Next.push_back(3);
      Last.push_back(3);
    }
    auto Multiply = [&](ArrayRef<int> OfX, ArrayRef<int> OfY) {
      Value *Left = B.CreateShuffleVector(X, OfX);
      return B.CreateFMul(Left, B.CreateShuffleVector(Y, OfY));
    };
    Value *Product = Multiply(Next, Last);
    Product = B.CreateFSub(Product, Multiply(Last, Next));
    if (Lanes == 4)
      Product = B.CreateInsertElement(
          Product, Constant::getNullValue(Product->getType()->getScalarType()),
          uint64_t(3));
    return Product;
  }

  /// shuffle and shuffle2: the mask is the last operand.
  Value *shuffle(IRBuilder<> &B, CallInst &Call) const {
    Value *Mask = Call.getArgOperand(Call.arg_size() - 1);
    Value *X = Call.getArgOperand(0), *Y = Call.getArgOperand(1);
    uint64_t From = PowerOf2Ceil(lanesOf(X->getType()));
    Value *Result = UndefValue::get(Call.getType());
    for (unsigned I = 0; I < lanesOf(Call.getType()); ++I) {
      Value *Number = B.CreateExtractElement(Mask, I);
      auto *Ty = cast<IntegerType>(Number->getType());
      Value *Lane = B.CreateAnd(Number, ConstantInt::get(Ty, From - 1));
      Value *Element = B.CreateExtractElement(X, Lane);
      if (Call.arg_size() == 3) {
        Value *Other = B.CreateExtractElement(Y, Lane);
        Value *Bit = B.CreateAnd(Number, ConstantInt::get(Ty, From));
        Element = B.CreateSelect(B.CreateIsNull(Bit), Element, Other);
      }
      Result = B.CreateInsertElement(Result, Element, I);
    }
    return Result;
  }

  /// vstoren, and with \p StoreHalf the functions that make halves: element by
  /// element. \p Step is how far apart the vectors lie.
  void store(IRBuilder<> &B, CallInst &Call, unsigned Step,
             Function *StoreHalf) const {
    Value *Vector = Call.getArgOperand(0), *Pointer = Call.getArgOperand(2);
    Value *Offset = Call.getArgOperand(1);
    Type *Element = Vector->getType()->getScalarType();
    Value *First =
        B.CreateMul(Offset, ConstantInt::get(Offset->getType(), Step));
    for (unsigned I = 0; I < Lanes; ++I) {
      Value *Each = B.CreateExtractElement(Vector, I);
      Value *At = B.CreateAdd(First, ConstantInt::get(First->getType(), I));
      if (StoreHalf)
        callBuiltin(B, *StoreHalf, {Each, At, Pointer});
      else
        B.CreateAlignedStore(
            Each, B.CreateInBoundsGEP(Element, Pointer, At),
            Align(Element->getPrimitiveSizeInBits().getFixedValue() / 8));
    }
  }

  /// The function of one element in the place of vstore_halfn\p Rounding and
  /// vstorea_halfn\p Rounding.
  Function &storeHalf(StringRef Rounding) const {
    FunctionType *Ty = F.getFunctionType();
    StringRef Parameters = S.Parameters;
    Parameters.consume_front(("Dv" + Twine(Lanes) + "_").str());
    return declareBuiltin(
        "vstore_half" + Rounding, Parameters,
        FunctionType::get(Ty->getReturnType(),
                          {Ty->getParamType(0)->getScalarType(),
                           Ty->getParamType(1), Ty->getParamType(2)},
                          /*isVarArg=*/false),
        F);
  }

public:
  WideFunction(Function &F, Symbol S, Type *Widest)
      : F(F), S(S), Lanes(lanesOf(Widest)),
        PartLanes(allowedBits() / Widest->getScalarSizeInBits()) {}

  void replace() {
    StringRef Rest = S.Name;
    uint64_t Number;
    if (Rest.consume_front("vstore")) {
      bool Aligned = Rest.consume_front("a");
      bool Half = Rest.consume_front("_half");
      Rest.consumeInteger(10, Number);
      Function *StoreHalf = Half ? &storeHalf(Rest) : nullptr;
      unsigned Step = Aligned ? PowerOf2Ceil(Lanes) : Lanes;
      return replaceCalls(F, [&](IRBuilder<> &B, CallInst &Call) {
        store(B, Call, Step, StoreHalf);
        return nullptr;
      });
    }
    replaceCalls(F, [&](IRBuilder<> &B, CallInst &Call) -> Value * {
      Value *X = Call.getArgOperand(0);
      if (S.Name == "shuffle" || S.Name == "shuffle2")
        return shuffle(B, Call);
      if (S.Name == "length")
        return lengthOf(B, X);
      if (S.Name == "distance")
        return lengthOf(B, B.CreateFSub(X, Call.getArgOperand(1)));
      if (S.Name == "normalize")
        return normalise(B, X);
      if (S.Name == "cross")
        return cross(B, X, Call.getArgOperand(1));
      return callByParts(B, Call);
    });
  }
};

/// The widest operand of \p F if it is too wide for the library; else null.
Type *tooWide(const Function &F, const Symbol &S) {
  // The library's own for groups hand nothing on.
  if (S.Name.empty() || startsWith(S.Name, "convert_") ||
      S.Name.contains("group") || F.isVarArg() || F.isIntrinsic())
    return nullptr;
  Type *Widest = nullptr;
  for (Type *Each : F.getFunctionType()->params())
    if (bitsOf(Each) > (Widest ? bitsOf(Widest) : allowedBits()))
      Widest = Each;
  return Widest;
}

} // namespace

PreservedAnalyses NarrowCallsPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  for (Function &F : make_early_inc_range(M)) {
    if (!F.isDeclaration() || F.use_empty())
      continue;
    Symbol S = symbolOf(F);
    Type *Widest = tooWide(F, S);
    if (!Widest)
      continue;
    WideFunction(F, S, Widest).replace();
    Changed = true;
    if (F.use_empty())
      F.eraseFromParent();
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
