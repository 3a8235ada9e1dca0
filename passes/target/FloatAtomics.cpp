//===- FloatAtomics.cpp - Atomic functions of float by integers -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/FloatAtomics.h"
#include "compat/Strings.h"
#include "target/BuiltinCalls.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace tasklet;

namespace {

/// Numbers of memory_order and memory_scope.
enum : uint32_t { Relaxed = 0, SeqCst = 5, ScopeDevice = 2 };

constexpr StringLiteral OrderName = "12memory_order";

/// The integer in the place of \p Ty, float or double.
IntegerType *integerOf(Type *Ty) {
  return IntegerType::get(Ty->getContext(), Ty->getPrimitiveSizeInBits());
}

bool isFloat(Type *Ty) { return Ty->isFloatTy() || Ty->isDoubleTy(); }

Value *asPointerTo(IRBuilder<> &B, Value *Pointer, Type *Ty) {
  return B.CreatePointerCast(
      Pointer, Ty->getPointerTo(Pointer->getType()->getPointerAddressSpace()));
}

/// The type letters of float and double in front of the orders become those of
/// int and long. Nothing else there has these letters.
std::string ofIntegers(StringRef Parameters) {
  size_t Orders = std::min(Parameters.find(OrderName), Parameters.size());
  std::string Types = Parameters.take_front(Orders).str();
  for (char &C : Types)
    C = C == 'f' ? 'i' : C == 'd' ? 'l' : C;
  return Types + Parameters.drop_front(Orders).str();
}

void replaceExchange(Function &F, const Symbol &S) {
  Type *Number = integerOf(F.getArg(2)->getType());
  replaceCalls(F, [&](IRBuilder<> &B, CallInst &Call) {
    SmallVector<Value *, 6> Arguments(Call.args());
    SmallVector<Type *, 6> Types;
    for (Value *&Each : MutableArrayRef<Value *>(Arguments).take_front(2))
      Each = asPointerTo(B, Each, Number);
    Arguments[2] = B.CreateBitCast(Arguments[2], Number);
    for (Value *Each : Arguments)
      Types.push_back(Each->getType());
    auto *Ty = FunctionType::get(F.getReturnType(), Types, /*isVarArg=*/false);
    return callBuiltin(
        B, declareBuiltin(S.Name, ofIntegers(S.Parameters), Ty, F), Arguments);
  });
}

/// What the function \p Name stores if it finds \p Old.
Value *combine(IRBuilder<> &B, StringRef Name, Value *Old, Value *Operand) {
  if (Name == "add")
    return B.CreateFAdd(Old, Operand);
  if (Name == "sub")
    return B.CreateFSub(Old, Operand);
  // Those of fmin and fmax: a number wins over a NaN.
  Value *First = Name == "min" ? B.CreateFCmpOLT(Old, Operand)
                               : B.CreateFCmpOGT(Old, Operand);
  Value *None = B.CreateFCmpUNO(Operand, Operand);
  return B.CreateSelect(B.CreateOr(First, None), Old, Operand);
}

class FetchLoop {
  Function &F;
  StringRef Operation;
  Type *Real, *Number;
  Function *Load, *Exchange;

public:
  FetchLoop(Function &F, StringRef Operation, StringRef Parameters)
      : F(F), Operation(Operation), Real(F.getReturnType()),
        Number(integerOf(Real)) {
    LLVMContext &C = F.getContext();
    Type *I32 = Type::getInt32Ty(C);
    Type *Pointer =
        Number->getPointerTo(F.getArg(0)->getType()->getPointerAddressSpace());
    // The pointer, then the operand.
    size_t Orders = std::min(Parameters.find(OrderName), Parameters.size());
    std::string At = ofIntegers(Parameters.take_front(Orders).drop_back());
    std::string Letter(1, At.back());
    Load = &declareBuiltin("atomic_load_explicit",
                           At + "12memory_order12memory_scope",
                           FunctionType::get(Number, {Pointer, I32, I32},
                                             /*isVarArg=*/false),
                           F);
    Exchange = &declareBuiltin(
        "atomic_compare_exchange_strong_explicit",
        At + "P" + Letter + Letter + "12memory_orderS3_12memory_scope",
        FunctionType::get(
            Type::getInt1Ty(C),
            {Pointer, Number->getPointerTo(), Number, I32, I32, I32},
            /*isVarArg=*/false),
        F);
    // In the return value; otherwise the attributes are those of the original.
    Exchange->addRetAttr(Attribute::ZExt);
  }

  void replace(CallInst &Call) {
    IRBuilder<> B(Call.getContext());
    Value *Order = B.getInt32(SeqCst), *Scope = B.getInt32(ScopeDevice);
    if (Call.arg_size() > 2)
      Order = Call.getArgOperand(2);
    if (Call.arg_size() > 3)
      Scope = Call.getArgOperand(3);
    BasicBlock *Before = Call.getParent();
    BasicBlock &Entry = Before->getParent()->getEntryBlock();
    B.SetInsertPoint(&Entry, Entry.getFirstInsertionPt());
    Value *Slot = B.CreateAlloca(Number, nullptr, "expected");
    BasicBlock *Loop = Before->splitBasicBlock(&Call, "fetch");
    BasicBlock *After = Loop->splitBasicBlock(Call.getNextNode(), "fetched");

    B.SetInsertPoint(Before->getTerminator());
    B.SetCurrentDebugLocation(Call.getDebugLoc());
    Value *Pointer = asPointerTo(B, Call.getArgOperand(0), Number);
    Value *First = callBuiltin(B, *Load, {Pointer, B.getInt32(Relaxed), Scope});

    Loop->getTerminator()->eraseFromParent();
    B.SetInsertPoint(&Call);
    PHINode *Old = B.CreatePHI(Number, 2);
    Value *OldReal = B.CreateBitCast(Old, Real);
    Value *New = combine(B, Operation, OldReal, Call.getArgOperand(1));
    B.CreateStore(Old, Slot);
    Value *Done = callBuiltin(B, *Exchange,
                              {Pointer, Slot, B.CreateBitCast(New, Number),
                               Order, B.getInt32(Relaxed), Scope});
    Value *Found = B.CreateLoad(Number, Slot);
    Old->addIncoming(First, Before);
    Old->addIncoming(Found, Loop);
    Call.replaceAllUsesWith(OldReal);
    Call.eraseFromParent();
    B.SetInsertPoint(Loop);
    B.CreateCondBr(Done, After, Loop);
  }

  void replaceAll() {
    for (User *Each : make_early_inc_range(F.users()))
      if (auto *Call = dyn_cast<CallInst>(Each))
        if (Call->getCalledFunction() == &F)
          replace(*Call);
  }
};

/// True if calls of \p F were replaced.
bool replaceAtomic(Function &F) {
  Symbol S = symbolOf(F);
  StringRef Rest = S.Name;
  if (startsWith(Rest, "atomic_compare_exchange_") && F.arg_size() >= 3 &&
      isFloat(F.getArg(2)->getType())) {
    replaceExchange(F, S);
    return true;
  }
  if (!Rest.consume_front("atomic_fetch_") || F.arg_size() < 2 ||
      !isFloat(F.getArg(1)->getType()))
    return false;
  Rest.consume_back("_explicit");
  if (Rest != "add" && Rest != "sub" && Rest != "min" && Rest != "max")
    return false;
  FetchLoop(F, Rest, S.Parameters).replaceAll();
  return true;
}

} // namespace

PreservedAnalyses FloatAtomicsPass::run(Module &M, ModuleAnalysisManager &) {
  return replaceBuiltins(M, [](Function &F) { return replaceAtomic(F); })
             ? PreservedAnalyses::none()
             : PreservedAnalyses::all();
}
