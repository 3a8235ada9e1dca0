//===- NvptxPrintf.cpp - printf as NVIDIA's driver has it -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/nvptx/NvptxPrintf.h"
#include "ir/Diagnose.h"
#include "ir/LLVMCompat.h"
#include "target/BuiltinCalls.h"
#include "target/nvptx/SpaceMapping.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

namespace {

/// A conversion of a format in OpenCL C, in its parts.
struct Conversion {
  std::string Flags; ///< and width and precision
  unsigned Lanes = 1;
  StringRef Length;
  char Kind = 0;

  bool isSigned() const { return Kind == 'd' || Kind == 'i'; }
  /// As C has it: "h" and "hl" say what a vector is made of, and the elements
  /// are passed as `int` or wider.
  std::string text() const {
    return "%" + Flags + (Length == "l" ? "l" : "") + Kind;
  }
};

class Call {
  IRBuilder<> &B;
  CallInst &Old;
  std::string Format;
  SmallVector<Value *, 8> Arguments;
  unsigned Next = 1; ///< of the arguments of the old call

  bool parse(StringRef &Rest, Conversion &C);
  bool add(const Conversion &C);
  Value *promote(Value *V, bool Signed);
  Value *pass();

public:
  Call(IRBuilder<> &B, CallInst &Old) : B(B), Old(Old) {}
  /// Null if an error was reported.
  Value *emit();
};

} // namespace

/// \p Rest follows a '%'.
bool Call::parse(StringRef &Rest, Conversion &C) {
  C.Flags = Rest.take_while([](char Each) {
                  return StringRef("-+ #0123456789.").contains(Each);
                })
                .str();
  Rest = Rest.drop_front(C.Flags.size());
  if (Rest.consume_front("v") && Rest.consumeInteger(10, C.Lanes))
    return false;
  for (StringRef Each : {"hh", "hl", "h", "ll", "l"})
    if (C.Length.empty() && Rest.consume_front(Each))
      C.Length = Each;
  if (Rest.empty())
    return false;
  C.Kind = Rest.front();
  Rest = Rest.drop_front();
  return StringRef("diouxXfFeEgGaAcsp").contains(C.Kind);
}

Value *Call::promote(Value *V, bool Signed) {
  Type *Ty = V->getType();
  if (Ty->isHalfTy() || Ty->isFloatTy())
    return B.CreateFPExt(V, B.getDoubleTy());
  if (Ty->isIntegerTy() && Ty->getIntegerBitWidth() < 32)
    return Signed ? B.CreateSExt(V, B.getInt32Ty())
                  : B.CreateZExt(V, B.getInt32Ty());
  if (Ty->isPointerTy())
    return B.CreateAddrSpaceCast(V,
                                 bytePtrTy(B.getContext(), PtxSpaces.Generic));
  return V;
}

/// False if no such argument is there.
bool Call::add(const Conversion &C) {
  if (Next >= Old.arg_size())
    return false;
  Value *V = Old.getArgOperand(Next++);
  auto *Vector = dyn_cast<FixedVectorType>(V->getType());
  if (C.Lanes == 1 && !Vector) {
    Format += C.text();
    Arguments.push_back(promote(V, C.isSigned()));
    return true;
  }
  // Clang passes three elements as three or as four.
  if (!Vector || Vector->getNumElements() < C.Lanes)
    return false;
  for (unsigned I = 0; I < C.Lanes; ++I) {
    Format += (I ? "," : "") + C.text();
    Arguments.push_back(promote(B.CreateExtractElement(V, I), C.isSigned()));
  }
  return true;
}

/// Arguments in memory, and the call of vprintf. Its result is OpenCL's.
Value *Call::pass() {
  Module &M = *Old.getModule();
  LLVMContext &C = M.getContext();
  Type *Generic = bytePtrTy(B.getContext(), PtxSpaces.Generic);
  Value *Memory = ConstantPointerNull::get(cast<PointerType>(Generic));
  if (!Arguments.empty()) {
    SmallVector<Type *, 8> Types;
    for (Value *Each : Arguments)
      Types.push_back(Each->getType());
    StructType *Ty = StructType::get(C, Types);
    BasicBlock &Entry = Old.getFunction()->getEntryBlock();
    IRBuilder<> AtStart(&Entry, Entry.begin());
    AllocaInst *Place = AtStart.CreateAlloca(Ty);
    Place->setAlignment(Align(8));
    for (unsigned I = 0; I < Arguments.size(); ++I)
      B.CreateStore(Arguments[I], B.CreateStructGEP(Ty, Place, I));
    Memory = Place;
  }
  Constant *Bytes = ConstantDataArray::getString(C, Format);
  auto *Text = new GlobalVariable(
      M, Bytes->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage,
      Bytes, "format", nullptr, GlobalValue::NotThreadLocal, PtxSpaces.Global);
  FunctionCallee Print =
      M.getOrInsertFunction("vprintf", B.getInt32Ty(), Generic, Generic);
  Value *Count =
      B.CreateCall(Print, {B.CreateAddrSpaceCast(Text, Generic), Memory});
  return B.CreateSelect(B.CreateICmpSLT(Count, B.getInt32(0)), B.getInt32(-1),
                        B.getInt32(0));
}

Value *Call::emit() {
  StringRef Rest;
  if (!getConstantStringInfo(Old.getArgOperand(0), Rest)) {
    reportError(*Old.getFunction(), &Old,
                "the format of printf is no constant string");
    return nullptr;
  }
  while (!Rest.empty()) {
    size_t Plain = std::min(Rest.find('%'), Rest.size());
    Format += Rest.take_front(Plain);
    Rest = Rest.drop_front(Plain);
    if (Rest.consume_front("%%")) {
      Format += "%%";
      continue;
    }
    if (!Rest.consume_front("%"))
      continue;
    Conversion C;
    if (parse(Rest, C) && add(C))
      continue;
    reportError(*Old.getFunction(), &Old,
                "the format of printf does not fit its arguments");
    return nullptr;
  }
  return pass();
}

PreservedAnalyses NvptxPrintfPass::run(Module &M, ModuleAnalysisManager &) {
  Function *Printf = M.getFunction("printf");
  if (!Printf || !Printf->isDeclaration())
    return PreservedAnalyses::all();
  replaceCalls(*Printf, [](IRBuilder<> &B, CallInst &Old) {
    Value *Result = Call(B, Old).emit();
    // An error was reported: any will do.
    return Result ? Result : B.getInt32(-1);
  });
  if (Printf->use_empty())
    Printf->eraseFromParent();
  return PreservedAnalyses::none();
}
