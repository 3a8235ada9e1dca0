//===- HiddenParameter.cpp - What drivers learn about a hidden one --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/HiddenParameter.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;
using namespace tasklet;

void tasklet::describeHiddenParameter(Function &Old, Function &New,
                                      StringRef Called) {
  LLVMContext &C = Old.getContext();
  New.copyMetadata(&Old, 0);
  auto *Global =
      ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(C), 1));
  const std::pair<const char *, Metadata *> Lists[] = {
      {"kernel_arg_addr_space", Global},
      {"kernel_arg_access_qual", MDString::get(C, "none")},
      {"kernel_arg_type", MDString::get(C, "char*")},
      {"kernel_arg_base_type", MDString::get(C, "char*")},
      {"kernel_arg_type_qual", MDString::get(C, "")},
      {"kernel_arg_name", MDString::get(C, Called)}};
  for (auto &[Name, Extra] : Lists)
    if (MDNode *List = Old.getMetadata(Name)) {
      SmallVector<Metadata *, 8> Items(List->op_begin(), List->op_end());
      Items.push_back(Extra);
      New.setMetadata(Name, MDNode::get(C, Items));
    }
}
