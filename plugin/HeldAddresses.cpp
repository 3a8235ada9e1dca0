//===- HeldAddresses.cpp - Which values carry an address ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/HeldAddresses.h"
#include "plugin/FunctionModel.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace tasklet {

void Carried::add(const FieldDecl *Field, Origin From) {
  for (const auto &[Known, Source] : Parts)
    if (Known == Field)
      return;
  Parts.emplace_back(Field, From);
}

void Carried::addAll(const Carried &Other) {
  for (const auto &[Field, From] : Other.Parts)
    add(Field, From);
}

Carried Carried::under(const FieldDecl *Field) const {
  Carried Result;
  if (!empty())
    Result.add(Field, first());
  return Result;
}

static PointeeKind kindOfSpace(LangAS Space) {
  switch (Space) {
  case LangAS::Default:
  case LangAS::opencl_private:
    return PointeeKind::Private;
  case LangAS::opencl_local:
    return PointeeKind::Local;
  case LangAS::opencl_generic:
    return PointeeKind::Unknown;
  default:
    return PointeeKind::Elsewhere;
  }
}

PointeeKind pointeeKind(QualType Pointer) {
  if (!Pointer->isPointerType() || Pointer->isFunctionPointerType())
    return PointeeKind::Elsewhere;
  return kindOfSpace(Pointer->getPointeeType().getAddressSpace());
}

Place placeOf(const Expr *E) {
  Place Result;
  Result.Exact = true;
  const DeclRefExpr *Root = rootVariable(E);
  if (!Root)
    return {};
  Result.Var = cast<VarDecl>(Root->getDecl());
  for (E = E->IgnoreParens(); E != Root; E = E->IgnoreParenImpCasts()) {
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      // The walk goes inwards to the root: the last member seen is outermost.
      Result.Exact = Result.Exact && !Result.Field;
      Result.Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      E = Member->getBase();
    } else {
      Result.Exact = false;
      if (const auto *Index = dyn_cast<ArraySubscriptExpr>(E))
        E = Index->getBase();
      else if (const auto *Element = dyn_cast<ExtVectorElementExpr>(E))
        E = Element->getBase();
      else
        break;
    }
    E = E->IgnoreParenImpCasts();
    if (E == Root)
      break;
  }
  return Result;
}

namespace {

class Evaluator {
public:
  explicit Evaluator(const HeldAddresses &Held) : Held(Held) {}

  Carried value(const Expr *E) const {
    E = E->IgnoreParens();
    if (const auto *Cast = dyn_cast<CastExpr>(E))
      return cast(Cast);
    if (const auto *Op = dyn_cast<UnaryOperator>(E))
      return unary(Op);
    if (const auto *Op = dyn_cast<BinaryOperator>(E))
      return binary(Op);
    if (const auto *Cond = dyn_cast<AbstractConditionalOperator>(E)) {
      Carried Result = value(Cond->getTrueExpr());
      Result.addAll(value(Cond->getFalseExpr()));
      return Result;
    }
    if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(E))
      return Opaque->getSourceExpr() ? value(Opaque->getSourceExpr())
                                     : Carried();
    if (const auto *List = dyn_cast<InitListExpr>(E))
      return list(List);
    if (const auto *As = dyn_cast<AsTypeExpr>(E))
      return value(As->getSrcExpr()).under(nullptr);
    if (const auto *Block = dyn_cast<StmtExpr>(E)) {
      const CompoundStmt *Body = Block->getSubStmt();
      const auto *Last =
          Body->body_empty() ? nullptr : dyn_cast<Expr>(Body->body_back());
      return Last ? value(Last) : Carried();
    }
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return call(Call);
    if (const auto *Member = dyn_cast<MemberExpr>(E);
        Member && !Member->isArrow())
      return member(value(Member->getBase()), Member); // Of an rvalue.
    return {};
  }

private:
  Carried cast(const CastExpr *Cast) const {
    const Expr *Sub = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case CK_LValueToRValue:
      return load(Sub);
    case CK_ArrayToPointerDecay:
      return address(Sub, Sub->getExprLoc());
    case CK_ToVoid:
    case CK_NullToPointer:
    case CK_PointerToBoolean:
    case CK_IntegralToBoolean:
    case CK_FunctionToPointerDecay:
    case CK_BuiltinFnToFnPtr:
      return {};
    default:
      return value(Sub);
    }
  }

  Carried unary(const UnaryOperator *Op) const {
    const Expr *Sub = Op->getSubExpr();
    switch (Op->getOpcode()) {
    case UO_AddrOf:
      return address(Sub, Op->getOperatorLoc());
    case UO_LNot:
      return {};
    case UO_PreInc:
    case UO_PreDec:
    case UO_PostInc:
    case UO_PostDec:
      return load(Sub);
    default:
      return value(Sub);
    }
  }

  Carried binary(const BinaryOperator *Op) const {
    const Expr *Left = Op->getLHS(), *Right = Op->getRHS();
    if (Op->getOpcode() == BO_Assign || Op->getOpcode() == BO_Comma)
      return value(Right);
    if (Op->isComparisonOp() || Op->isLogicalOp())
      return {};
    // The distance between two addresses says nothing about either.
    if (Op->getOpcode() == BO_Sub && Left->getType()->isPointerType() &&
        Right->getType()->isPointerType())
      return {};
    Carried Result = Op->isCompoundAssignmentOp() ? load(Left) : value(Left);
    Result.addAll(value(Right));
    return Result.under(nullptr);
  }

  Carried list(const InitListExpr *List) const {
    Carried Result;
    const auto *Record = List->getType()->getAs<RecordType>();
    if (!Record) {
      for (const Expr *Init : List->inits())
        if (Init)
          Result.addAll(value(Init));
      return Result;
    }
    if (Record->getDecl()->isUnion()) {
      if (List->getNumInits() == 1)
        Result.addAll(
            value(List->getInit(0)).under(List->getInitializedFieldInUnion()));
      return Result;
    }
    unsigned I = 0;
    for (const FieldDecl *Field : Record->getDecl()->fields()) {
      if (Field->isUnnamedBitfield())
        continue;
      if (I == List->getNumInits())
        break;
      if (const Expr *Init = List->getInit(I++))
        Result.addAll(value(Init).under(Field));
    }
    return Result;
  }

  Carried call(const CallExpr *Call) const {
    Carried Result;
    switch (pointeeKind(Call->getType())) {
    case PointeeKind::Elsewhere:
      break;
    case PointeeKind::Private:
      Result.add(nullptr, {Call->getExprLoc(), false});
      break;
    case PointeeKind::Local:
      Result.add(nullptr, {Call->getExprLoc(), true});
      break;
    case PointeeKind::Unknown:
      for (const Expr *Arg : Call->arguments())
        Result.addAll(value(Arg).under(nullptr));
      break;
    }
    return Result;
  }

  /// The address of \p Lvalue, taken at \p Loc.
  Carried address(const Expr *Lvalue, SourceLocation Loc) const {
    Lvalue = Lvalue->IgnoreParens();
    Carried Result;
    // `&*p` and `&p[i]` are no more than p; `&p->m` is inside what p points to.
    if (const Expr *Pointer = pointerBehind(Lvalue)) {
      Result = value(Pointer).under(nullptr);
      if (!Result.empty())
        return Result;
    }
    if (isa<StringLiteral>(Lvalue))
      return Result;
    PointeeKind Kind = kindOfSpace(Lvalue->getType().getAddressSpace());
    if (Kind == PointeeKind::Private || Kind == PointeeKind::Local)
      Result.add(nullptr, {Loc, Kind == PointeeKind::Local});
    return Result;
  }

  /// The pointer whose target holds \p Lvalue, or null.
  static const Expr *pointerBehind(const Expr *Lvalue) {
    while (true) {
      Lvalue = Lvalue->IgnoreParens();
      if (const auto *Member = dyn_cast<MemberExpr>(Lvalue)) {
        if (Member->isArrow())
          return Member->getBase();
        Lvalue = Member->getBase();
      } else if (const auto *Index = dyn_cast<ArraySubscriptExpr>(Lvalue)) {
        const auto *Decay =
            dyn_cast<ImplicitCastExpr>(Index->getBase()->IgnoreParens());
        if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
          return Index->getBase()->getType()->isPointerType() ? Index->getBase()
                                                              : nullptr;
        Lvalue = Decay->getSubExpr();
      } else if (const auto *Op = dyn_cast<UnaryOperator>(Lvalue);
                 Op && Op->getOpcode() == UO_Deref) {
        return Op->getSubExpr();
      } else {
        return nullptr;
      }
    }
  }

  Carried load(const Expr *Lvalue) const {
    Lvalue = Lvalue->IgnoreParens();
    if (const auto *Literal = dyn_cast<CompoundLiteralExpr>(Lvalue))
      return value(Literal->getInitializer());
    Carried Result;
    Place From = placeOf(Lvalue);
    if (From.Var) {
      bool IsRecord = Lvalue->getType()->isRecordType();
      for (const auto &[Where, Source] : Held) {
        if (Where.first != From.Var)
          continue;
        if (!From.Field)
          Result.add(IsRecord ? Where.second : nullptr, Source);
        else if (!Where.second || Where.second == From.Field)
          Result.add(nullptr, Source);
      }
      return Result;
    }
    // Loaded from behind a pointer: only the type can tell.
    PointeeKind Kind = pointeeKind(Lvalue->getType());
    if (Kind == PointeeKind::Private || Kind == PointeeKind::Local)
      Result.add(nullptr, {Lvalue->getExprLoc(), Kind == PointeeKind::Local});
    return Result;
  }

  static Carried member(const Carried &Record, const MemberExpr *Member) {
    Carried Result;
    for (const auto &[Field, From] : Record.Parts)
      if (!Field || Field == Member->getMemberDecl())
        Result.add(nullptr, From);
    return Result;
  }

  const HeldAddresses &Held;
};

void forget(const VarDecl *Var, HeldAddresses &Held) {
  Held.erase(Held.lower_bound({Var, nullptr}),
             Held.upper_bound(
                 {Var, reinterpret_cast<const FieldDecl *>(~uintptr_t(0))}));
}

} // namespace

Carried carriedBy(const Expr *E, const HeldAddresses &Held) {
  return Evaluator(Held).value(E);
}

void storeTo(const Expr *Lvalue, const Carried &Value, HeldAddresses &Held) {
  Place To = placeOf(Lvalue);
  if (!To.Var)
    return;
  if (To.Exact) {
    if (To.Field)
      Held.erase({To.Var, To.Field});
    else
      forget(To.Var, Held);
  }
  for (const auto &[Field, From] : Value.Parts)
    Held.emplace(Part(To.Var, To.Field ? To.Field : Field), From);
}

void initialise(const VarDecl *Var, HeldAddresses &Held) {
  forget(Var, Held);
  if (!Var->getInit() || !Var->hasLocalStorage())
    return;
  for (const auto &[Field, From] : carriedBy(Var->getInit(), Held).Parts)
    Held.emplace(Part(Var, Field), From);
}

} // namespace tasklet
