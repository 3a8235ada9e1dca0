//===- KernelAttributes.cpp - CL_KERNEL_ATTRIBUTES ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "manifest/KernelAttributes.h"

#include "llvm/ADT/Twine.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;
using namespace tasklet;

static uint64_t numberAt(const MDNode &List, unsigned Index) {
  auto *Number = mdconst::dyn_extract<ConstantInt>(List.getOperand(Index));
  return Number ? Number->getZExtValue() : 0;
}

/// `name(X, Y, Z )`, or nothing.
static std::string describeSizes(const Function &Kernel, const char *Name) {
  const MDNode *Sizes = Kernel.getMetadata(Name);
  if (!Sizes || Sizes->getNumOperands() != 3)
    return std::string();
  std::string Text = (Twine("__attribute__((") + Name + "(").str();
  for (unsigned I = 0; I < 3; ++I)
    Text += (I ? ", " : "") + std::to_string(numberAt(*Sizes, I));
  return Text + " )))";
}

static std::string nameOfElement(const Type &Element, bool IsSigned) {
  if (Element.isHalfTy())
    return "half";
  if (Element.isFloatTy())
    return "float";
  if (Element.isDoubleTy())
    return "double";
  std::string Sign = IsSigned ? "" : "u";
  switch (Element.isIntegerTy() ? Element.getIntegerBitWidth() : 0) {
  case 8:
    return Sign + "char";
  case 16:
    return Sign + "short";
  case 32:
    return Sign + "int";
  case 64:
    return Sign + "long";
  default:
    return std::string();
  }
}

static std::string describeTypeHint(const Function &Kernel) {
  const MDNode *Hint = Kernel.getMetadata("vec_type_hint");
  if (!Hint || Hint->getNumOperands() != 2)
    return std::string();
  const auto *Example = dyn_cast<ValueAsMetadata>(Hint->getOperand(0));
  const auto *Vector =
      Example ? dyn_cast<FixedVectorType>(Example->getType()) : nullptr;
  std::string Element =
      Vector ? nameOfElement(*Vector->getElementType(), numberAt(*Hint, 1))
             : std::string();
  if (Element.empty())
    return std::string();
  return "__attribute__ ((vec_type_hint (" + Element +
         std::to_string(Vector->getNumElements()) + ")))";
}

std::string tasklet::describeAttributes(const Function &Kernel) {
  std::string All;
  for (const std::string &Each : {describeSizes(Kernel, "reqd_work_group_size"),
                                  describeSizes(Kernel, "work_group_size_hint"),
                                  describeTypeHint(Kernel)})
    if (!Each.empty())
      All += (All.empty() ? "" : " ") + Each;
  return All;
}
