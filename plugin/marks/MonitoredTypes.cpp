//===- MonitoredTypes.cpp - Which pointers may lead to one place ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/marks/MonitoredTypes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace tasklet {
namespace {

class Aliases {
public:
  explicit Aliases(const ASTContext &Context) : Context(Context) {}

  /// Whether C allows one object to be accessed as \p A and as \p B.
  bool mayAlias(QualType A, QualType B) const {
    A = elementOf(A);
    B = elementOf(B);
    return isAnything(A) || isAnything(B) || contains(A, B) || contains(B, A);
  }

private:
  /// What an access to \p Type touches at least: a kernel accesses elements of
  /// arrays, and may access components of vectors. Signed and unsigned
  /// variants, enumerators and atomic types count as the plain type.
  QualType elementOf(QualType Type) const {
    for (;;) {
      Type = Type.getCanonicalType().getUnqualifiedType();
      if (const auto *Array = Type->getAsArrayTypeUnsafe())
        Type = Array->getElementType();
      else if (const auto *Vector = Type->getAs<VectorType>())
        Type = Vector->getElementType();
      else if (const auto *Atomic = Type->getAs<AtomicType>())
        Type = Atomic->getValueType();
      else if (const auto *Enum = Type->getAs<EnumType>();
               Enum && Enum->getDecl()->isComplete())
        Type = Enum->getDecl()->getIntegerType();
      else
        break;
    }
    if (Type->isSignedIntegerType() && !Type->isBooleanType())
      Type = Context.getCorrespondingUnsignedType(Type);
    // All pointers count as one type.
    return Type->isPointerType() ? Context.VoidPtrTy : Type;
  }

  /// Character types may access all objects. Of an incomplete type nothing is
  /// known.
  static bool isAnything(QualType Type) {
    return Type->isAnyCharacterType() || Type->isIncompleteType();
  }

  /// Whether \p Part is \p Whole or is somewhere in it. Cycles need a pointer,
  /// which ends the walk.
  bool contains(QualType Whole, QualType Part) const {
    if (Whole == Part)
      return true;
    const auto *Record = Whole->getAs<RecordType>();
    return Record &&
           llvm::any_of(Record->getDecl()->fields(),
                        [&](const FieldDecl *Field) {
                          return contains(elementOf(Field->getType()), Part);
                        });
  }

  const ASTContext &Context;
};

} // namespace

bool isGlobalPointer(QualType Type) {
  if (!Type->isPointerType())
    return false;
  switch (Type->getPointeeType().getAddressSpace()) {
  case LangAS::opencl_global:
  case LangAS::opencl_global_device:
  case LangAS::opencl_global_host:
    return true;
  default:
    return false;
  }
}

SmallVector<unsigned, 8> monitoredByTypes(const FunctionDecl *Kernel) {
  Aliases Rules(Kernel->getASTContext());
  auto Pointees =
      llvm::map_range(Kernel->parameters(), [](const ParmVarDecl *Param) {
        return isGlobalPointer(Param->getType())
                   ? Param->getType()->getPointeeType()
                   : QualType();
      });
  auto IsWritten = [](QualType Pointee) {
    return !Pointee.isNull() && !Pointee.isConstQualified();
  };
  SmallVector<unsigned, 8> Found;
  unsigned Index = 0;
  for (QualType Pointee : Pointees) {
    if (IsWritten(Pointee) ||
        (!Pointee.isNull() && llvm::any_of(Pointees, [&](QualType Other) {
          return IsWritten(Other) && Rules.mayAlias(Pointee, Other);
        })))
      Found.push_back(Index);
    ++Index;
  }
  return Found;
}

} // namespace tasklet
