//===- NvptxForm.cpp - A program of SPIR as one of PTX --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/nvptx/NvptxForm.h"
#include "ir/LLVMCompat.h"
#include "target/nvptx/SpaceMapping.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

namespace {

/// Gives everything in a module the types of PTX.
class Retyping {
  Module &M;
  TypeMapping Types;
  ValueToValueMapTy Values;
  CastMapping Casts{Values, Types};
  SmallVector<std::pair<GlobalVariable *, GlobalVariable *>, 16> Variables;
  SmallVector<Function *, 32> Bodies;
  SmallVector<GlobalValue *, 32> Old;

  void map(Instruction &I) {
    RemapInstruction(&I, Values,
                     RF_IgnoreMissingLocals | RF_ReuseAndMutateDistinctMDs,
                     &Types, &Casts);
  }
  void declare(GlobalVariable &G);
  void declare(Function &F, const std::string &Name, bool IsIntrinsic);

public:
  explicit Retyping(Module &M) : M(M) {}
  void run();
};

} // namespace

void Retyping::declare(GlobalVariable &G) {
  auto *New = new GlobalVariable(
      M, Types.remapType(G.getValueType()), G.isConstant(), G.getLinkage(),
      nullptr, "", &G, G.getThreadLocalMode(), ptxSpace(G.getAddressSpace()));
  New->copyAttributesFrom(&G);
  New->takeName(&G);
  New->copyMetadata(&G, 0);
  Values[&G] = New;
  Variables.push_back({&G, New});
  Old.push_back(&G);
}

/// \p Name: the one of the function for PTX; that of \p F is gone.
void Retyping::declare(Function &F, const std::string &Name, bool IsIntrinsic) {
  auto *Ty = cast<FunctionType>(Types.remapType(F.getFunctionType()));
  Old.push_back(&F);
  // Private and generic are one: so may be what takes pointers to them.
  Function *Same = F.isDeclaration() ? M.getFunction(Name) : nullptr;
  if (Same && Same->getFunctionType() == Ty) {
    Values[&F] = Same;
    return;
  }
  Function *New =
      Function::Create(Ty, F.getLinkage(), F.getAddressSpace(), "", &M);
  New->copyAttributesFrom(&F);
  New->setAttributes(Types.remap(M.getContext(), F.getAttributes()));
  New->copyMetadata(&F, 0);
  New->setName(Name);
  if (IsIntrinsic)
    if (auto Renamed = Intrinsic::remangleIntrinsicFunction(New)) {
      New->eraseFromParent();
      New = *Renamed;
    }
  Values[&F] = New;
  if (F.isDeclaration())
    return;
  moveBody(*New, F);
  Bodies.push_back(New);
  for (auto [From, To] : zip(F.args(), New->args())) {
    To.takeName(&From);
    Values[&From] = &To;
  }
}

void Retyping::run() {
  SmallVector<GlobalVariable *, 16> OldVariables;
  struct Named {
    Function *F;
    std::string Name;
    bool IsIntrinsic;
  };
  SmallVector<Named, 32> OldFunctions;
  for (GlobalVariable &G : M.globals())
    OldVariables.push_back(&G);
  for (Function &F : M)
    OldFunctions.push_back({&F, ptxName(F.getName()),
                            F.getIntrinsicID() != Intrinsic::not_intrinsic});
  // Any of the new names may be an old one of another function.
  for (Named &Each : OldFunctions)
    Each.F->setName("");
  for (GlobalVariable *G : OldVariables)
    declare(*G);
  for (const Named &Each : OldFunctions)
    declare(*Each.F, Each.Name, Each.IsIntrinsic);
  for (auto [From, To] : Variables)
    if (From->hasInitializer())
      To->setInitializer(
          MapValue(From->getInitializer(), Values, RF_None, &Types, &Casts));
  for (Function *F : Bodies) {
    for (Instruction &I : instructions(F))
      map(I);
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (isa<AddrSpaceCastInst>(I) &&
          I.getType() == I.getOperand(0)->getType()) {
        I.replaceAllUsesWith(I.getOperand(0));
        I.eraseFromParent();
      }
  }
  for (NamedMDNode &List : M.named_metadata())
    for (unsigned I = 0; I < List.getNumOperands(); ++I)
      List.setOperand(I, cast<MDNode>(MapMetadata(List.getOperand(I), Values,
                                                  RF_ReuseAndMutateDistinctMDs,
                                                  &Types, &Casts)));
  for (GlobalValue *Each : Old)
    Each->dropAllReferences();
  for (GlobalValue *Each : Old)
    Each->eraseFromParent();
}

/// In PTX only the host calls kernels.
static void separateCalledKernel(Function &Kernel) {
  SmallVector<CallInst *, 4> Calls;
  for (User *Each : Kernel.users())
    if (auto *Call = dyn_cast<CallInst>(Each))
      if (Call->getCalledFunction() == &Kernel)
        Calls.push_back(Call);
  if (Calls.empty() || Kernel.isDeclaration())
    return;
  Module &M = *Kernel.getParent();
  Function *Body =
      Function::Create(Kernel.getFunctionType(), GlobalValue::InternalLinkage,
                       Kernel.getName() + "_called", &M);
  Body->setAttributes(Kernel.getAttributes());
  moveBody(*Body, Kernel);
  for (auto [From, To] : zip(Kernel.args(), Body->args()))
    From.replaceAllUsesWith(&To);
  for (CallInst *Call : Calls) {
    Call->setCalledFunction(Body);
    Call->setCallingConv(CallingConv::C);
  }
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", &Kernel));
  SmallVector<Value *, 8> Args;
  for (Argument &Arg : Kernel.args())
    Args.push_back(&Arg);
  CallInst *Call = B.CreateCall(Body, Args);
  // What they say of parameters, such as byval.
  Call->setAttributes(Kernel.getAttributes());
  B.CreateRetVoid();
  if (DISubprogram *Place = Kernel.getSubprogram()) {
    // A function has one place, and this one has the lines.
    Body->setSubprogram(Place);
    Kernel.setSubprogram(nullptr);
  }
}

/// `reqd_work_group_size`, as NVIDIA's back ends take it.
static void annotate(Function &Kernel) {
  MDNode *Sizes = Kernel.getMetadata("reqd_work_group_size");
  if (!Sizes || Sizes->getNumOperands() != 3)
    return;
  LLVMContext &C = Kernel.getContext();
  SmallVector<Metadata *, 7> Words = {ValueAsMetadata::get(&Kernel)};
  const char *const Names[] = {"reqntidx", "reqntidy", "reqntidz"};
  for (unsigned I = 0; I < 3; ++I) {
    Words.push_back(MDString::get(C, Names[I]));
    Words.push_back(Sizes->getOperand(I));
  }
  Kernel.getParent()
      ->getOrInsertNamedMetadata("nvvm.annotations")
      ->addOperand(MDNode::get(C, Words));
}

PreservedAnalyses NvptxFormPass::run(Module &M, ModuleAnalysisManager &) {
  Retyping(M).run();
  SmallVector<Function *, 16> Kernels;
  for (Function &F : M) {
    if (F.getCallingConv() == CallingConv::SPIR_KERNEL) {
      F.setCallingConv(CallingConv::PTX_Kernel);
      Kernels.push_back(&F);
    } else {
      F.setCallingConv(CallingConv::C);
    }
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I))
        Call->setCallingConv(CallingConv::C);
  }
  for (Function *Kernel : Kernels) {
    separateCalledKernel(*Kernel);
    annotate(*Kernel);
  }
  // What is SPIR's: the version of the language and the like.
  for (const char *Name :
       {"opencl.ocl.version", "opencl.spir.version", "opencl.used.extensions",
        "opencl.used.optional.core.features", "opencl.compiler.options",
        "opencl.enable.FP_CONTRACT"})
    if (NamedMDNode *Node = M.getNamedMetadata(Name))
      M.eraseNamedMetadata(Node);
  return PreservedAnalyses::none();
}
