//===- SpaceMapping.cpp - From SPIR's address spaces to PTX's -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/nvptx/SpaceMapping.h"
#include "compat/Strings.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace tasklet;

unsigned tasklet::ptxSpace(unsigned SpirSpace) {
  if (SpirSpace == SpirSpaces.Constant)
    return PtxSpaces.Constant;
  return SpirSpace == SpirSpaces.Generic ? PtxSpaces.Generic : SpirSpace;
}

std::string tasklet::ptxName(StringRef Name) {
  std::string Text = Name.str();
  if (!startsWith(Name, "_Z"))
    return Text;
  // A letter and a digit before the number say that it is one of a space:
  // U3AS2. Clang leaves 0 out.
  for (size_t At = 0; (At = Text.find("U3AS", At)) != std::string::npos;) {
    size_t Number = At + 4;
    if (Number < Text.size() && Text[Number] == '2')
      Text[Number] = '4';
    else if (Number < Text.size() && Text[Number] == '4')
      Text.erase(At, 5);
    At += Text.compare(At, 4, "U3AS") == 0 ? 4 : 0;
  }
  return Text;
}

Type *TypeMapping::map(Type *Ty) {
  if (auto *Ptr = dyn_cast<PointerType>(Ty))
    return PointerType::get(Ty->getContext(), ptxSpace(Ptr->getAddressSpace()));
  if (auto *Array = dyn_cast<ArrayType>(Ty))
    return ArrayType::get(remapType(Array->getElementType()),
                          Array->getNumElements());
  if (auto *Vector = dyn_cast<VectorType>(Ty))
    return VectorType::get(remapType(Vector->getElementType()),
                           Vector->getElementCount());
  if (auto *F = dyn_cast<FunctionType>(Ty)) {
    SmallVector<Type *, 8> Params;
    for (Type *Param : F->params())
      Params.push_back(remapType(Param));
    return FunctionType::get(remapType(F->getReturnType()), Params,
                             F->isVarArg());
  }
  auto *Struct = dyn_cast<StructType>(Ty);
  if (!Struct || Struct->isOpaque())
    return Ty;
  SmallVector<Type *, 8> Elements;
  for (Type *Element : Struct->elements())
    Elements.push_back(remapType(Element));
  if (ArrayRef<Type *>(Elements) == Struct->elements())
    return Ty;
  if (Struct->isLiteral())
    return StructType::get(Ty->getContext(), Elements, Struct->isPacked());
  return StructType::create(Elements, Struct->getName(), Struct->isPacked());
}

Type *TypeMapping::remapType(Type *Ty) {
  if (Type *Result = Known.lookup(Ty))
    return Result;
  // Opaque pointers end all recursion of types.
  Type *Result = map(Ty);
  return Known[Ty] = Result;
}

AttributeList TypeMapping::remap(LLVMContext &C, AttributeList List) {
  for (unsigned Index : List.indexes())
    for (Attribute::AttrKind Kind :
         {Attribute::ByVal, Attribute::StructRet, Attribute::ElementType})
      if (Type *Ty = List.getAttributeAtIndex(Index, Kind).getValueAsType())
        List = List.replaceAttributeTypeAtIndex(C, Index, Kind, remapType(Ty));
  return List;
}

Value *CastMapping::materialize(Value *V) {
  auto *Cast = dyn_cast<ConstantExpr>(V);
  if (!Cast || Cast->getOpcode() != Instruction::AddrSpaceCast)
    return nullptr;
  Constant *From = Cast->getOperand(0);
  if (ptxSpace(From->getType()->getPointerAddressSpace()) !=
      ptxSpace(Cast->getType()->getPointerAddressSpace()))
    return nullptr;
  return MapValue(From, Values, RF_None, &Types, this);
}
