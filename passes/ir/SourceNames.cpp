//===- SourceNames.cpp - Names, types and lines of the source -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/SourceNames.h"
#include "compat/Strings.h"
#include "ir/AddressSpaces.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tasklet;

static std::string typeText(const DIType *Type, StringRef Pointee = "");

static std::string arrayText(const DICompositeType &Array) {
  std::string Text = typeText(Array.getBaseType());
  for (const DINode *Each : Array.getElements()) {
    const auto *Range = dyn_cast<DISubrange>(Each);
    auto Count = Range ? Range->getCount() : DISubrange::BoundType();
    auto *Number = Count ? Count.dyn_cast<ConstantInt *>() : nullptr;
    Text += Number ? "[" + std::to_string(Number->getSExtValue()) + "]" : "[]";
  }
  return Text;
}

/// The type as a declaration would write it. If it is a pointer, \p Space is
/// the address space that it points to, such as "__global ".
static std::string typeText(const DIType *Type, StringRef Space) {
  if (!Type)
    return "void";
  if (const auto *Derived = dyn_cast<DIDerivedType>(Type)) {
    std::string Base = typeText(Derived->getBaseType());
    switch (Derived->getTag()) {
    case dwarf::DW_TAG_pointer_type:
      return Space.str() + Base + (endsWith(StringRef(Base), "*") ? "*" : " *");
    case dwarf::DW_TAG_const_type:
      return "const " + Base;
    case dwarf::DW_TAG_volatile_type:
      return "volatile " + Base;
    case dwarf::DW_TAG_typedef:
      return Derived->getName().str();
    default:
      return Base;
    }
  }
  if (const auto *Composite = dyn_cast<DICompositeType>(Type)) {
    if (Composite->getTag() == dwarf::DW_TAG_array_type &&
        !Composite->isVector())
      return arrayText(*Composite);
    if (Composite->getName().empty())
      return Composite->getTag() == dwarf::DW_TAG_union_type ? "union"
                                                             : "struct";
  }
  return Type->getName().str();
}

static const char *spaceText(Type *Ty) {
  if (!Ty->isPointerTy())
    return "";
  unsigned Space = Ty->getPointerAddressSpace();
  return Space == spaces().Global     ? "__global "
         : Space == spaces().Constant ? "__constant "
                                      : "";
}

/// "bytes 4 to 7 of " for part of a variable.
static std::string partText(const DIExpression &Expression) {
  auto Part = Expression.getFragmentInfo();
  if (!Part)
    return std::string();
  uint64_t Begin = Part->OffsetInBits / 8, Size = Part->SizeInBits / 8;
  if (Size < 2)
    return "byte " + std::to_string(Begin) + " of ";
  return "bytes " + std::to_string(Begin) + " to " +
         std::to_string(Begin + Size - 1) + " of ";
}

SourceName tasklet::sourceName(Value *V) {
  auto *Variable = dyn_cast<AllocaInst>(V);
  Type *Ty = Variable ? Variable->getAllocatedType() : V->getType();
  SmallVector<DbgVariableIntrinsic *, 4> Users;
  findDbgUsers(Users, V);
  // Take the first one in the order of the function, because the list of users
  // has no order.
  const DbgVariableIntrinsic *Best = nullptr;
  for (const DbgVariableIntrinsic *Each : Users) {
    const DILocalVariable *Here = Each->getVariable();
    if (!Best || Here->getLine() < Best->getVariable()->getLine() ||
        (Here->getLine() == Best->getVariable()->getLine() &&
         Here->getName() < Best->getVariable()->getName()))
      Best = Each;
  }
  SourceName Result;
  if (Best) {
    Result.Name =
        partText(*Best->getExpression()) + Best->getVariable()->getName().str();
    Result.Type = typeText(Best->getVariable()->getType(), spaceText(Ty));
    return Result;
  }
  if (isa<Argument>(V) || Variable)
    Result.Name = V->getName().str();
  raw_string_ostream Out(Result.Type);
  Ty->print(Out, /*IsForDebug=*/false, /*NoDetails=*/true);
  return Result;
}

std::string tasklet::lineText(const DebugLoc &Loc, StringRef File) {
  if (!Loc || Loc.getLine() == 0)
    return std::string();
  // In code of an inlined helper, the place is where the task calls it.
  const DILocation *At = Loc.get();
  while (const DILocation *Caller = At->getInlinedAt())
    At = Caller;
  std::string Line = std::to_string(At->getLine());
  return At->getFilename() == File ? Line
                                   : (At->getFilename() + ":" + Line).str();
}

std::string tasklet::placeText(const DebugLoc &Loc, StringRef File) {
  std::string Line = lineText(Loc, File);
  if (Line.empty() || Loc->getInlinedAt() || Loc.getCol() == 0)
    return Line;
  return Line + ":" + std::to_string(Loc.getCol());
}
