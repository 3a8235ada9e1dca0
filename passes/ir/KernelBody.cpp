//===- KernelBody.cpp - What a kernel does, as a function -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/KernelBody.h"
#include "ir/LLVMCompat.h"

#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

Function *tasklet::takeKernelBody(Function &Kernel, StringRef Suffix,
                                  ArrayRef<Type *> More) {
  ArrayRef<Type *> Own = Kernel.getFunctionType()->params();
  SmallVector<Type *, 8> Types(Own.begin(), Own.end());
  Types.append(More.begin(), More.end());
  auto *Body = Function::Create(
      FunctionType::get(Kernel.getReturnType(), Types, /*isVarArg=*/false),
      GlobalValue::InternalLinkage, Kernel.getName() + Suffix,
      Kernel.getParent());
  Body->setAttributes(Kernel.getAttributes());
  Body->setCallingConv(CallingConv::SPIR_FUNC);
  Body->setSubprogram(Kernel.getSubprogram());
  Kernel.setSubprogram(nullptr);
  moveBody(*Body, Kernel);
  for (Argument &Arg : Kernel.args()) {
    Argument *Its = Body->getArg(Arg.getArgNo());
    Its->setName(Arg.getName());
    // A structure that is passed by value is the kernel's copy already.
    Its->removeAttr(Attribute::ByVal);
    Arg.replaceAllUsesWith(Its);
  }
  return Body;
}
