//===- StartKernels.cpp - Let the host spawn one task ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tasks/StartKernels.h"
#include "ir/AddressSpaces.h"
#include "ir/Marks.h"
#include "ir/Names.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

namespace {

class StartKernel {
  Function &Task;
  Module &M;
  LLVMContext &C;
  Type *ResultTy = nullptr; ///< as stored in memory; null: none
  bool Aggregate = false;   ///< The result is written through a parameter.
  Function *Kernel = nullptr;

  /// How clang lays out a value of type \p Ty in memory.
  Type *memoryType(Type *Ty) const;
  Value *toMemory(IRBuilder<> &B, Value *V) const;
  void addMetadata();
  void call(BasicBlock *In, Value *Dest);

public:
  explicit StartKernel(Function &Task)
      : Task(Task), M(*Task.getParent()), C(Task.getContext()) {}
  void build();
};

} // namespace

Type *StartKernel::memoryType(Type *Ty) const {
  if (Ty->isIntegerTy(1))
    return Type::getInt8Ty(C);
  auto *Vector = dyn_cast<FixedVectorType>(Ty);
  if (Vector && Vector->getNumElements() == 3)
    return FixedVectorType::get(Vector->getElementType(), 4);
  return Ty;
}

Value *StartKernel::toMemory(IRBuilder<> &B, Value *V) const {
  if (V->getType()->isIntegerTy(1))
    return B.CreateZExt(V, B.getInt8Ty());
  if (memoryType(V->getType()) != V->getType())
    return B.CreateShuffleVector(V, ArrayRef<int>{0, 1, 2, -1});
  return V;
}

/// The OpenCL C name of a type with the size of \p Ty, because drivers get the
/// sizes of parameters from the names of their types.
static std::string typeName(Type *Ty) {
  if (auto *Vector = dyn_cast<FixedVectorType>(Ty))
    return typeName(Vector->getElementType()) +
           std::to_string(Vector->getNumElements());
  if (Ty->isHalfTy())
    return "half";
  if (Ty->isFloatTy())
    return "float";
  if (Ty->isDoubleTy())
    return "double";
  switch (Ty->isIntegerTy() ? Ty->getIntegerBitWidth() : 0) {
  case 8:
    return "char";
  case 16:
    return "short";
  case 32:
    return "int";
  case 64:
    return "long";
  default:
    return "struct";
  }
}

/// Adds the metadata that tells OpenCL drivers the parameters.
void StartKernel::addMetadata() {
  SmallVector<Metadata *, 8> Spaces, Access, Types, Qualifiers;
  for (Argument &Arg : Kernel->args()) {
    auto *Ptr = dyn_cast<PointerType>(Arg.getType());
    bool Pointer = Ptr && !Arg.hasByValAttr();
    Spaces.push_back(ConstantAsMetadata::get(ConstantInt::get(
        Type::getInt32Ty(C), Pointer ? Ptr->getAddressSpace() : 0)));
    Access.push_back(MDString::get(C, "none"));
    Types.push_back(MDString::get(C, Pointer ? "char*"
                                     : Arg.hasByValAttr()
                                         ? "struct"
                                         : typeName(Arg.getType())));
    Qualifiers.push_back(MDString::get(C, ""));
  }
  Kernel->setMetadata("kernel_arg_addr_space", MDNode::get(C, Spaces));
  Kernel->setMetadata("kernel_arg_access_qual", MDNode::get(C, Access));
  Kernel->setMetadata("kernel_arg_type", MDNode::get(C, Types));
  Kernel->setMetadata("kernel_arg_base_type", MDNode::get(C, Types));
  Kernel->setMetadata("kernel_arg_type_qual", MDNode::get(C, Qualifiers));
}

/// Emits one spawn, in the form in which clang emits it.
void StartKernel::call(BasicBlock *In, Value *Dest) {
  IRBuilder<> B(In);
  SmallVector<Value *, 8> Args;
  AllocaInst *Temp = nullptr;
  if (Aggregate) {
    Temp = IRBuilder<>(&Kernel->getEntryBlock().front())
               .CreateAlloca(ResultTy, nullptr, "result");
    Temp->setAlignment(Task.getParamAlign(0).valueOrOne());
    Args.push_back(Temp);
  }
  for (unsigned I = Aggregate; I < Task.arg_size(); ++I) {
    Value *Arg = Kernel->getArg(I - Aggregate);
    if (Task.getArg(I)->getType()->isIntegerTy(1))
      Arg = B.CreateICmpNE(Arg, ConstantInt::get(Arg->getType(), 0));
    Args.push_back(Arg);
  }
  CallInst *Call = B.CreateCall(&Task, Args);
  Call->setCallingConv(Task.getCallingConv());
  Call->setAttributes(Task.getAttributes());
  if (Dest && Aggregate) {
    Align Alignment = M.getDataLayout().getABITypeAlign(ResultTy);
    B.CreateMemCpy(Dest, Alignment, Temp, Temp->getAlign(),
                   M.getDataLayout().getTypeAllocSize(ResultTy));
  } else if (Dest) {
    B.CreateStore(toMemory(B, Call), Dest);
  }
  B.CreateRetVoid();
}

void StartKernel::build() {
  Aggregate = Task.hasStructRetAttr();
  if (Aggregate)
    ResultTy = Task.getParamStructRetType(0);
  else if (!Task.getReturnType()->isVoidTy())
    ResultTy = memoryType(Task.getReturnType());

  SmallVector<Type *, 8> Params;
  for (unsigned I = Aggregate; I < Task.arg_size(); ++I) {
    Type *Ty = Task.getArg(I)->getType();
    Params.push_back(Ty->isIntegerTy(1) ? Type::getInt8Ty(C) : Ty);
  }
  if (ResultTy)
    Params.push_back(PointerType::get(ResultTy, spaces().Global));
  Kernel = Function::Create(
      FunctionType::get(Type::getVoidTy(C), Params, false),
      GlobalValue::ExternalLinkage, names::StartPrefix + Task.getName(), M);
  Kernel->setCallingConv(CallingConv::SPIR_KERNEL);
  Kernel->setDoesNotThrow();
  for (unsigned I = Aggregate; I < Task.arg_size(); ++I)
    if (Type *ByVal = Task.getParamByValType(I)) {
      Argument *Arg = Kernel->getArg(I - Aggregate);
      Arg->addAttr(Attribute::getWithByValType(C, ByVal));
      if (MaybeAlign Alignment = Task.getParamAlign(I))
        Arg->addAttr(Attribute::getWithAlignment(C, *Alignment));
    }
  addMetadata();

  BasicBlock *Entry = BasicBlock::Create(C, "entry", Kernel);
  BasicBlock *Ignored = BasicBlock::Create(C, "ignored", Kernel);
  if (ResultTy) {
    BasicBlock *Wanted = BasicBlock::Create(C, "wanted", Kernel, Ignored);
    Value *Dest = Kernel->getArg(Kernel->arg_size() - 1);
    IRBuilder<> B(Entry);
    B.CreateCondBr(B.CreateIsNull(Dest), Ignored, Wanted);
    call(Wanted, Dest);
  } else {
    IRBuilder<>(Entry).CreateBr(Ignored);
  }
  call(Ignored, nullptr);
}

PreservedAnalyses StartKernelsPass::run(Module &M, ModuleAnalysisManager &) {
  if (M.getNamedMetadata(names::Manifest))
    return PreservedAnalyses::all(); // Lowered long ago.
  SmallVector<Function *, 8> Tasks;
  for (Function &F : M)
    if (isMarkedAsTask(F) && !F.isDeclaration() && !F.hasLocalLinkage())
      Tasks.push_back(&F);
  for (Function *Task : Tasks)
    StartKernel(*Task).build();
  return Tasks.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}
