//===- DependenceTest.cpp - Which places work-items may share -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/DependenceTest.h"
#include "ir/Names.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

#include <array>
#include <map>

using namespace llvm;
using namespace tasklet;

/// More would take the launch longer than what is gained.
static constexpr size_t MostForms = 16;
static constexpr size_t MostText = 1024; ///< of a form
static constexpr unsigned MostDepth = 16;
static constexpr unsigned MostSteps = 500; ///< for a form

namespace {

/// A term in the form of the manifest.
using Term = json::Value;

struct AddressForm {
  std::array<Term, 3> Strides{0, 0, 0};
  std::vector<std::pair<Term, Term>> Loops; ///< step and most
  Term Rest = 0;
  /// The same for all work-items.
  bool isNumber() const {
    return Loops.empty() &&
           all_of(Strides, [](const Term &Each) { return Each == Term(0); });
  }
};

/// Functions return nothing where a value has no term.
class AddressForms {
  const unsigned Params; ///< of the kernel
  ScalarEvolution &SE;
  unsigned Steps = 0;                 ///< for the present form
  std::map<std::string, Term> Checks; ///< by their texts, so that each is once

  std::optional<Term> termOf(const SCEV *S, unsigned Depth);
  std::optional<Term> exactTermOf(const SCEV *S, bool IsSigned, unsigned Depth);
  std::optional<Term> termOf(const SCEVNAryExpr &S, StringRef Op,
                             std::optional<bool> IsSigned, unsigned Depth);
  std::optional<AddressForm> leafOf(const Value &V) const;
  std::optional<Term> mostRoundsOf(const Loop &L, unsigned Depth);
  const SCEV *distanceTo(Value *Pointer, Argument &Param);
  std::optional<AddressForm> split(const SCEV *S, unsigned Depth);
  std::optional<AddressForm> splitExact(const SCEV *S, bool IsSigned,
                                        unsigned Depth);

public:
  AddressForms(unsigned Params, ScalarEvolution &SE) : Params(Params), SE(SE) {}
  std::optional<json::Object> describe(CallInst &Mark);
  json::Array takeChecks();
};

} // namespace

static Term join(StringRef Op, Term A, Term B) {
  return json::Array{Op, std::move(A), std::move(B)};
}

/// Both are numbers; what they come to is, too, modulo 2^64.
static std::optional<std::pair<uint64_t, uint64_t>> numbersOf(const Term &A,
                                                              const Term &B) {
  const auto Left = A.getAsInteger(), Right = B.getAsInteger();
  if (!Left || !Right)
    return std::nullopt;
  return std::make_pair(uint64_t(*Left), uint64_t(*Right));
}

static Term add(Term A, Term B) {
  if (auto Both = numbersOf(A, B))
    return int64_t(Both->first + Both->second);
  if (A == Term(0))
    return B;
  return B == Term(0) ? std::move(A) : join("+", std::move(A), std::move(B));
}

static Term multiply(Term A, Term B) {
  if (auto Both = numbersOf(A, B))
    return int64_t(Both->first * Both->second);
  if (A == Term(0) || B == Term(0))
    return 0;
  if (A == Term(1))
    return B;
  return B == Term(1) ? std::move(A) : join("*", std::move(A), std::move(B));
}

/// "get_global_id" of a call that asks the worker; else empty.
static StringRef queryOf(const Value &V) {
  auto *Call = dyn_cast<CallInst>(&V);
  StringRef Name = Call && Call->getCalledFunction()
                       ? Call->getCalledFunction()->getName()
                       : StringRef();
  return Name.consume_front(names::OrderPrefix) ? Name : StringRef();
}

static Term leaf(StringRef Op, int64_t Number) {
  return json::Array{Op, Number};
}

/// get_global_linear_id(): what a range does not use has size 1 and offset 0.
static AddressForm linearId() {
  AddressForm Result;
  Term Stride = 1;
  for (unsigned D = 0; D < 3; ++D) {
    Result.Strides[D] = Stride;
    Result.Rest = add(std::move(Result.Rest),
                      multiply(Stride, multiply(leaf("offset", D), -1)));
    Stride = multiply(std::move(Stride), leaf("size", D));
  }
  return Result;
}

/// A number that the application gives, perhaps as a part of a vector.
static std::optional<Term> argumentOf(const Value &V, unsigned Params) {
  auto *Element = dyn_cast<ExtractElementInst>(&V);
  auto *Arg = dyn_cast<Argument>(Element ? Element->getVectorOperand() : &V);
  if (!Arg || Arg->getArgNo() >= Params)
    return std::nullopt;
  json::Array Result{"arg", int64_t(Arg->getArgNo())};
  if (Element) {
    auto *Index = dyn_cast<ConstantInt>(Element->getIndexOperand());
    const unsigned Bits = V.getType()->getScalarSizeInBits();
    if (!Index || Bits % 8)
      return std::nullopt;
    Result.push_back(int64_t(Index->getZExtValue() * (Bits / 8)));
    Result.push_back(int64_t(Bits / 8));
  }
  return Term(std::move(Result));
}

/// What a kernel may ask for: the same for all work-items but for the ids.
std::optional<AddressForm> AddressForms::leafOf(const Value &V) const {
  if (std::optional<Term> Value = argumentOf(V, Params))
    return AddressForm{{0, 0, 0}, {}, std::move(*Value)};
  StringRef Query = queryOf(V);
  if (Query == "get_global_linear_id")
    return linearId();
  const bool IsId = Query == "get_global_id";
  StringRef Op = Query == "get_global_size"     ? "size"
                 : Query == "get_global_offset" ? "offset"
                                                : "";
  if (!IsId && Op.empty())
    return std::nullopt;
  auto *Dimension = dyn_cast<ConstantInt>(cast<CallInst>(V).getArgOperand(1));
  if (!Dimension || Dimension->getValue().uge(3))
    return std::nullopt;
  AddressForm Result;
  const uint64_t D = Dimension->getZExtValue();
  if (IsId)
    Result.Strides[D] = 1;
  else
    Result.Rest = leaf(Op, int64_t(D));
  return Result;
}

/// The form as one term.
static Term whole(AddressForm F) {
  Term All = std::move(F.Rest);
  for (unsigned D = 0; D < 3; ++D)
    All = add(std::move(All), multiply(std::move(F.Strides[D]), leaf("id", D)));
  return All;
}

/// How often the loop goes back, at most.
std::optional<Term> AddressForms::mostRoundsOf(const Loop &L, unsigned Depth) {
  const SCEV *Count = SE.getSymbolicMaxBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Count))
    return std::nullopt;
  return exactTermOf(Count, /*IsSigned=*/false, Depth);
}

std::optional<Term> AddressForms::exactTermOf(const SCEV *S, bool IsSigned,
                                              unsigned Depth) {
  if (auto *Constant = dyn_cast<SCEVConstant>(S)) {
    const APInt &Value = Constant->getAPInt();
    if (IsSigned ? !Value.isSignedIntN(64) : Value.getActiveBits() > 63)
      return std::nullopt;
    return Term(IsSigned ? Value.getSExtValue()
                         : static_cast<int64_t>(Value.getZExtValue()));
  }
  std::optional<Term> Inner = termOf(S, Depth);
  if (!Inner)
    return std::nullopt;
  return join(IsSigned ? "s" : "u", int64_t(SE.getTypeSizeInBits(S->getType())),
              std::move(*Inner));
}

/// \p IsSigned: of operands that must be exact.
std::optional<Term> AddressForms::termOf(const SCEVNAryExpr &S, StringRef Op,
                                         std::optional<bool> IsSigned,
                                         unsigned Depth) {
  std::optional<Term> All;
  for (const SCEV *Each : S.operands()) {
    std::optional<Term> One =
        IsSigned ? exactTermOf(Each, *IsSigned, Depth) : termOf(Each, Depth);
    if (!One)
      return std::nullopt;
    if (!All)
      All = std::move(One);
    else if (Op == "+")
      All = add(std::move(*All), std::move(*One));
    else if (Op == "*")
      All = multiply(std::move(*All), std::move(*One));
    else
      All = join(Op, std::move(*All), std::move(*One));
  }
  return All;
}

std::optional<Term> AddressForms::termOf(const SCEV *S, unsigned Depth) {
  if (Depth == 0 || ++Steps > MostSteps ||
      SE.getTypeSizeInBits(S->getType()) > 64)
    return std::nullopt;
  --Depth;
  switch (S->getSCEVType()) {
  case scConstant:
    return Term(cast<SCEVConstant>(S)->getAPInt().getSExtValue());
  case scUnknown: {
    std::optional<AddressForm> Leaf = leafOf(*cast<SCEVUnknown>(S)->getValue());
    if (!Leaf)
      return std::nullopt;
    return whole(std::move(*Leaf));
  }
  case scAddExpr:
    return termOf(*cast<SCEVAddExpr>(S), "+", std::nullopt, Depth);
  case scMulExpr:
    return termOf(*cast<SCEVMulExpr>(S), "*", std::nullopt, Depth);
  case scSMaxExpr:
    return termOf(*cast<SCEVSMaxExpr>(S), "max", true, Depth);
  case scUMaxExpr:
    return termOf(*cast<SCEVUMaxExpr>(S), "max", false, Depth);
  case scSMinExpr:
    return termOf(*cast<SCEVSMinExpr>(S), "min", true, Depth);
  case scUMinExpr:
    return termOf(*cast<SCEVUMinExpr>(S), "min", false, Depth);
  case scTruncate:
    return termOf(cast<SCEVCastExpr>(S)->getOperand(), Depth);
  case scSignExtend:
  case scZeroExtend:
    return exactTermOf(cast<SCEVCastExpr>(S)->getOperand(),
                       S->getSCEVType() == scSignExtend, Depth);
  case scUDivExpr: {
    auto *Quotient = cast<SCEVUDivExpr>(S);
    std::optional<Term> Left = exactTermOf(Quotient->getLHS(), false, Depth);
    std::optional<Term> Right = exactTermOf(Quotient->getRHS(), false, Depth);
    if (!Left || !Right)
      return std::nullopt;
    return join("/", std::move(*Left), std::move(*Right));
  }
  case scAddRecExpr: {
    auto *Recurrence = cast<SCEVAddRecExpr>(S);
    if (!Recurrence->isAffine())
      return std::nullopt;
    std::optional<Term> Start = termOf(Recurrence->getStart(), Depth);
    std::optional<Term> Step = termOf(Recurrence->getOperand(1), Depth);
    std::optional<Term> Most = mostRoundsOf(*Recurrence->getLoop(), Depth);
    if (!Start || !Step || !Most)
      return std::nullopt;
    return add(
        std::move(*Start),
        multiply(std::move(*Step), Term(json::Array{"to", std::move(*Most)})));
  }
  default:
    return std::nullopt;
  }
}

/// That a value fits is checked apart, so that its ids can be told from the rest.
std::optional<AddressForm>
AddressForms::splitExact(const SCEV *S, bool IsSigned, unsigned Depth) {
  std::optional<Term> Check = exactTermOf(S, IsSigned, Depth);
  if (!Check)
    return std::nullopt;
  std::string Text;
  raw_string_ostream(Text) << *Check;
  Checks.emplace(std::move(Text), std::move(*Check));
  return split(S, Depth);
}

std::optional<AddressForm> AddressForms::split(const SCEV *S, unsigned Depth) {
  if (Depth == 0 || ++Steps > MostSteps ||
      SE.getTypeSizeInBits(S->getType()) > 64)
    return std::nullopt;
  AddressForm Result;
  // Whatever has no stride has a term.
  auto Whole = [&]() -> std::optional<AddressForm> {
    std::optional<Term> All = termOf(S, Depth);
    if (!All)
      return std::nullopt;
    return AddressForm{{0, 0, 0}, {}, std::move(*All)};
  };
  switch (S->getSCEVType()) {
  case scUnknown:
    return leafOf(*cast<SCEVUnknown>(S)->getValue());
  case scAddExpr:
    for (const SCEV *Each : cast<SCEVAddExpr>(S)->operands()) {
      std::optional<AddressForm> One = split(Each, Depth - 1);
      if (!One)
        return std::nullopt;
      for (unsigned D = 0; D < 3; ++D)
        Result.Strides[D] =
            add(std::move(Result.Strides[D]), std::move(One->Strides[D]));
      std::move(One->Loops.begin(), One->Loops.end(),
                std::back_inserter(Result.Loops));
      Result.Rest = add(std::move(Result.Rest), std::move(One->Rest));
    }
    return Result;
  case scMulExpr:
    Result.Rest = 1;
    for (const SCEV *Each : cast<SCEVMulExpr>(S)->operands()) {
      std::optional<AddressForm> One = split(Each, Depth - 1);
      if (!One)
        return std::nullopt;
      if (!One->isNumber() && !Result.isNumber())
        return Whole();
      if (!One->isNumber())
        std::swap(*One, Result);
      for (Term &Stride : Result.Strides)
        Stride = multiply(std::move(Stride), One->Rest);
      for (auto &[Step, Most] : Result.Loops)
        Step = multiply(std::move(Step), One->Rest);
      Result.Rest = multiply(std::move(Result.Rest), std::move(One->Rest));
    }
    return Result;
  case scTruncate:
    return split(cast<SCEVCastExpr>(S)->getOperand(), Depth - 1);
  case scSignExtend:
  case scZeroExtend:
    return splitExact(cast<SCEVCastExpr>(S)->getOperand(),
                      S->getSCEVType() == scSignExtend, Depth - 1);
  case scAddRecExpr: {
    auto *Recurrence = cast<SCEVAddRecExpr>(S);
    if (!Recurrence->isAffine())
      return std::nullopt;
    std::optional<AddressForm> Start = split(Recurrence->getStart(), Depth - 1);
    std::optional<Term> Step = termOf(Recurrence->getOperand(1), Depth - 1);
    std::optional<Term> Most = mostRoundsOf(*Recurrence->getLoop(), Depth - 1);
    if (!Start || !Step || !Most)
      return std::nullopt;
    Start->Loops.emplace_back(std::move(*Step), std::move(*Most));
    return Start;
  }
  default:
    return Whole();
  }
}

/// How far \p Pointer lies behind \p Param. Null if it is not that.
const SCEV *AddressForms::distanceTo(Value *Pointer, Argument &Param) {
  const SCEV *Sum = nullptr;
  for (;;) {
    const SCEV *Address = SE.getSCEV(Pointer);
    const SCEV *Base = SE.getPointerBase(Address);
    const SCEV *Distance = SE.getMinusSCEV(Address, Base);
    if (isa<SCEVCouldNotCompute>(Distance))
      return nullptr;
    Sum = Sum ? SE.getAddExpr(Sum, Distance) : Distance;
    if (Base == SE.getSCEV(&Param))
      return Sum;
    // Built-in functions may want a generic pointer.
    auto *Known = dyn_cast<SCEVUnknown>(Base);
    auto *Cast =
        Known ? dyn_cast<AddrSpaceCastInst>(Known->getValue()) : nullptr;
    if (!Cast)
      return nullptr;
    Pointer = Cast->getPointerOperand();
  }
}

std::optional<json::Object> AddressForms::describe(CallInst &Mark) {
  auto *Param = cast<ConstantInt>(Mark.getArgOperand(0));
  auto *Bytes = dyn_cast<ConstantInt>(Mark.getArgOperand(2));
  const SCEV *Distance =
      distanceTo(Mark.getArgOperand(1),
                 *Mark.getFunction()->getArg(Param->getZExtValue()));
  if (!Bytes || !Distance)
    return std::nullopt;
  Steps = 0;
  std::optional<AddressForm> Found = split(Distance, MostDepth);
  if (!Found)
    return std::nullopt;
  json::Array Strides;
  for (Term &Each : Found->Strides)
    Strides.push_back(std::move(Each));
  json::Array Loops;
  for (auto &[Step, Most] : Found->Loops)
    Loops.push_back(json::Array{std::move(Step), std::move(Most)});
  return json::Object{{"loops", std::move(Loops)},
                      {"param", int64_t(Param->getZExtValue())},
                      {"bytes", int64_t(Bytes->getZExtValue())},
                      {"strides", std::move(Strides)},
                      {"rest", std::move(Found->Rest)}};
}

json::Array AddressForms::takeChecks() {
  json::Array All;
  for (auto &[Text, Check] : Checks)
    All.push_back(std::move(Check));
  return All;
}

/// As describeAddresses, of a function that is only for this.
static std::optional<json::Object> describeMarks(Function &F,
                                                 const Slice &Found,
                                                 unsigned Params,
                                                 FunctionAnalysisManager &FAM) {
  // With the test at the end, a loop's body runs once more than it goes back.
  FunctionPassManager FPM;
  FPM.addPass(LoopSimplifyPass());
  FPM.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
  FPM.addPass(InstSimplifyPass());
  FPM.run(F, FAM);
  FAM.clear(F, F.getName());
  AddressForms Known(Params, FAM.getResult<ScalarEvolutionAnalysis>(F));
  const auto &Ends = FAM.getResult<PostDominatorTreeAnalysis>(F);
  /// By their texts, and whether all work-items make them.
  std::map<std::string, std::pair<json::Object, bool>> Accesses;
  for (Instruction &I : instructions(F)) {
    if (!isMark(I))
      continue;
    auto &Mark = cast<CallInst>(I);
    if (!is_contained(Found.Written,
                      cast<ConstantInt>(Mark.getArgOperand(0))->getZExtValue()))
      continue;
    std::optional<json::Object> One = Known.describe(Mark);
    if (!One)
      return std::nullopt;
    (*One)["writes"] =
        Mark.getCalledFunction()->getName() == names::AccessWrite;
    std::string Text;
    raw_string_ostream(Text) << Term(json::Object(*One));
    auto &[Form, IsSure] = Accesses[Text];
    Form = std::move(*One);
    IsSure |=
        Found.IsExact && Ends.dominates(I.getParent(), &F.getEntryBlock());
    if (Accesses.size() > MostForms || Text.size() > MostText)
      return std::nullopt;
  }
  json::Array All;
  for (auto &[Text, Each] : Accesses) {
    Each.first["always"] = Each.second;
    All.push_back(std::move(Each.first));
  }
  return json::Object{{"accesses", std::move(All)},
                      {"checks", Known.takeChecks()}};
}

std::optional<json::Object>
tasklet::describeAddresses(const Slice &Found, unsigned Params,
                           FunctionAnalysisManager &FAM) {
  ValueToValueMapTy Map;
  Function *F = CloneFunction(Found.F, Map);
  std::optional<json::Object> Result = describeMarks(*F, Found, Params, FAM);
  FAM.clear(*F, F->getName());
  F->eraseFromParent();
  return Result;
}
