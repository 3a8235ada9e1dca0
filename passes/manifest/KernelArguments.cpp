//===- KernelArguments.cpp - What clGetKernelArgInfo answers --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "manifest/KernelArguments.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;
using namespace tasklet;

/// The numbers that clang writes, whatever the target's own are.
static StringRef addressWord(uint64_t Number) {
  switch (Number) {
  case 1:
    return "global";
  case 2:
    return "constant";
  case 3:
    return "local";
  default:
    return "";
  }
}

json::Array tasklet::describeArguments(const Function &Kernel, unsigned Count) {
  auto textOf = [&](const char *List, unsigned Index) -> StringRef {
    MDNode *Node = Kernel.getMetadata(List);
    if (!Node || Index >= Node->getNumOperands())
      return "";
    auto *Text = dyn_cast<MDString>(Node->getOperand(Index));
    return Text ? Text->getString() : "";
  };
  json::Array Result;
  MDNode *Types = Kernel.getMetadata("kernel_arg_type");
  MDNode *Spaces = Kernel.getMetadata("kernel_arg_addr_space");
  if (!Types || !Spaces || Types->getNumOperands() < Count ||
      Spaces->getNumOperands() < Count)
    return Result;
  for (unsigned I = 0; I < Count; ++I) {
    json::Object Argument{{"type", textOf("kernel_arg_type", I)}};
    auto add = [&](StringRef Key, StringRef Text) {
      if (!Text.empty())
        Argument[Key] = Text;
    };
    if (Kernel.getMetadata("kernel_arg_name"))
      Argument["name"] = textOf("kernel_arg_name", I);
    if (auto *Space = mdconst::dyn_extract<ConstantInt>(Spaces->getOperand(I)))
      add("address", addressWord(Space->getZExtValue()));
    StringRef Access = textOf("kernel_arg_access_qual", I);
    add("access", Access == "none" ? "" : Access);
    add("qualifiers", textOf("kernel_arg_type_qual", I));
    Result.push_back(std::move(Argument));
  }
  return Result;
}
