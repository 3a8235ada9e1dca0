//===- HeldAddresses.cpp - Which values carry an address ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/checks/HeldAddresses.h"
#include "compat/Clang.h"
#include "passes/analysis/AlignmentBits.h"
#include "plugin/checks/FunctionModel.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace tasklet {

bool contains(const Path &Outer, const Path &Inner) {
  return Outer.size() <= Inner.size() &&
         std::equal(Outer.begin(), Outer.end(), Inner.begin());
}

void CarriedAddresses::add(Item New) {
  for (const Item &Known : Items)
    if (Known.Members == New.Members && Known.Target == New.Target)
      return;
  Items.push_back(std::move(New));
}

void CarriedAddresses::addAll(const CarriedAddresses &Other) {
  for (const Item &I : Other.Items)
    add(I);
}

CarriedAddresses CarriedAddresses::under(const FieldDecl *Member) const {
  if (Member->getParent()->isUnion())
    return flat();
  CarriedAddresses Result = *this;
  for (Item &I : Result.Items)
    I.Members.insert(I.Members.begin(), Member);
  return Result;
}

CarriedAddresses CarriedAddresses::flat() const {
  CarriedAddresses Result;
  for (const Item &I : Items)
    Result.add({{}, I.Target, I.From});
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

/// Of a vector.
static bool isComponent(const Expr *Lvalue) {
  Lvalue = Lvalue->IgnoreParens();
  if (const auto *Index = dyn_cast<ArraySubscriptExpr>(Lvalue))
    return Index->getBase()->IgnoreParens()->getType()->isVectorType();
  return isa<ExtVectorElementExpr>(Lvalue);
}

static bool fillsItsUnion(const FieldDecl *Member) {
  const ASTContext &Context = Member->getASTContext();
  QualType Union = Context.getRecordType(Member->getParent());
  return Context.getTypeSize(Member->getType()) == Context.getTypeSize(Union);
}

Place placeOf(const Expr *E) {
  const DeclRefExpr *Root = rootVariable(E);
  if (!Root)
    return {};
  Place Result;
  Result.Var = cast<VarDecl>(Root->getDecl());
  Result.Exact = true;
  for (const LvalueStep &Step : llvm::reverse(pathTo(E).Steps)) {
    if (Step.What != LvalueStep::Member) {
      Result.Exact = false;
    } else if (Step.Field && Step.Field->getParent()->isUnion()) {
      Result.Exact &= fillsItsUnion(Step.Field) && Result.Members.empty();
      Result.Members.clear();
    } else if (Step.Field) {
      Result.Members.insert(Result.Members.begin(), Step.Field);
    }
  }
  return Result;
}

namespace {

class Evaluator {
public:
  Evaluator(const HeldAddresses &Held, const ASTContext &Context)
      : Held(Held), Context(Context) {}

  CarriedAddresses value(const Expr *E) const {
    E = E->IgnoreParens();
    QualType Type = E->getType();
    if (Type->isVectorType() ||
        (Type->isIntegralOrEnumerationType() && Context.getTypeSize(Type) < 16))
      return {};
    if (const auto *Cast = dyn_cast<CastExpr>(E))
      return cast(Cast);
    if (const auto *Op = dyn_cast<UnaryOperator>(E))
      return unary(Op);
    if (const auto *Op = dyn_cast<BinaryOperator>(E))
      return binary(Op);
    if (const auto *Cond = dyn_cast<AbstractConditionalOperator>(E)) {
      CarriedAddresses Result = value(Cond->getTrueExpr());
      Result.addAll(value(Cond->getFalseExpr()));
      return Result;
    }
    if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(E))
      return Opaque->getSourceExpr() ? value(Opaque->getSourceExpr())
                                     : CarriedAddresses();
    if (const auto *List = dyn_cast<InitListExpr>(E))
      return list(List);
    if (const auto *As = dyn_cast<AsTypeExpr>(E))
      return value(As->getSrcExpr()).flat();
    if (const auto *Block = dyn_cast<StmtExpr>(E)) {
      const CompoundStmt *Body = Block->getSubStmt();
      const auto *Last =
          Body->body_empty() ? nullptr : dyn_cast<Expr>(Body->body_back());
      return Last ? value(Last) : CarriedAddresses();
    }
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return call(Call);
    if (const auto *Member = dyn_cast<MemberExpr>(E);
        Member && !Member->isArrow())
      return member(value(Member->getBase()), Member); // Of an rvalue.
    return {};
  }

private:
  CarriedAddresses cast(const CastExpr *Cast) const {
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

  CarriedAddresses unary(const UnaryOperator *Op) const {
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

  CarriedAddresses binary(const BinaryOperator *Op) const {
    const Expr *Left = Op->getLHS(), *Right = Op->getRHS();
    if (Op->getOpcode() == BO_Assign || Op->getOpcode() == BO_Comma)
      return value(Right);
    if (Op->isComparisonOp() || Op->isLogicalOp())
      return {};
    if (leavesLowBits(Op))
      return {};
    CarriedAddresses Result =
        Op->isCompoundAssignmentOp() ? load(Left) : value(Left);
    CarriedAddresses Second = value(Right);
    // The distance between two addresses reveals neither of them, and the left
    // one may come from a function.
    if ((Op->getOpcode() == BO_Sub || Op->getOpcode() == BO_SubAssign) &&
        !Second.empty())
      return {};
    Result.addAll(Second);
    return Result.flat();
  }

  /// A test of alignment, most likely.
  bool leavesLowBits(const BinaryOperator *Op) const {
    constexpr uint64_t Limit = uint64_t(1) << AlignmentBits;
    auto Number = [&](const Expr *E) -> uint64_t {
      Expr::EvalResult Result;
      if (E->isValueDependent() || !E->getType()->isIntegerType() ||
          !E->EvaluateAsInt(Result, Context))
        return Limit + 1;
      return Result.Val.getInt().extOrTrunc(64).getZExtValue();
    };
    switch (Op->getOpcode()) {
    case BO_And:
      return Number(Op->getLHS()) < Limit || Number(Op->getRHS()) < Limit;
    case BO_AndAssign:
      return Number(Op->getRHS()) < Limit;
    case BO_Rem:
    case BO_RemAssign:
      return Number(Op->getRHS()) <= Limit;
    default:
      return false;
    }
  }

  CarriedAddresses list(const InitListExpr *List) const {
    CarriedAddresses Result;
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
      if (isUnnamedBitField(Field))
        continue;
      if (I == List->getNumInits())
        break;
      if (const Expr *Init = List->getInit(I++))
        Result.addAll(value(Init).under(Field));
    }
    return Result;
  }

  CarriedAddresses call(const CallExpr *Call) const {
    CarriedAddresses Result;
    PointeeKind Kind = pointeeKind(Call->getType());
    switch (Kind) {
    case PointeeKind::Elsewhere:
      break;
    case PointeeKind::Private:
    case PointeeKind::Local:
      for (const Expr *Arg : Call->arguments())
        if (Arg->getType()->isPointerType())
          Result.addAll(value(Arg).flat());
      if (Result.empty())
        Result.add(
            {{}, nullptr, {Call->getExprLoc(), Kind == PointeeKind::Local}});
      break;
    case PointeeKind::Unknown:
      for (const Expr *Arg : Call->arguments())
        if (Arg->getType()->isPointerType())
          Result.addAll(value(Arg).flat());
      break;
    }
    return Result;
  }

  /// The address of \p Lvalue, taken at \p Loc.
  CarriedAddresses address(const Expr *Lvalue, SourceLocation Loc) const {
    Lvalue = Lvalue->IgnoreParens();
    CarriedAddresses Result;
    // `&*p` and `&p[i]` are no more than p; `&p->m` is inside what p points to.
    if (const Expr *Pointer = pointerOf(Lvalue)) {
      Result = value(Pointer).flat();
      if (!Result.empty())
        return Result;
    }
    if (isa<StringLiteral>(Lvalue))
      return Result;
    PointeeKind Kind = kindOfSpace(Lvalue->getType().getAddressSpace());
    if (Kind == PointeeKind::Private || Kind == PointeeKind::Local)
      Result.add({{}, placeOf(Lvalue).Var, {Loc, Kind == PointeeKind::Local}});
    return Result;
  }

  /// The pointer whose target holds \p Lvalue, or null.
  static const Expr *pointerOf(const Expr *Lvalue) {
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

  CarriedAddresses load(const Expr *Lvalue) const {
    Lvalue = Lvalue->IgnoreParens();
    if (const auto *Literal = dyn_cast<CompoundLiteralExpr>(Lvalue))
      return value(Literal->getInitializer());
    CarriedAddresses Result;
    if (isComponent(Lvalue))
      return Result;
    Place From = placeOf(Lvalue);
    if (From.Var) {
      for (const auto &[Where, Source] : Held) {
        if (Where.Var != From.Var)
          continue;
        if (contains(Where.Members, From.Members))
          Result.add({{}, Where.Target, Source});
        else if (contains(From.Members, Where.Members))
          Result.add({Path(Where.Members.begin() + From.Members.size(),
                           Where.Members.end()),
                      Where.Target, Source});
      }
      return Result;
    }
    // Loaded through a pointer: only the type can tell.
    PointeeKind Kind = pointeeKind(Lvalue->getType());
    if (Kind == PointeeKind::Private || Kind == PointeeKind::Local)
      Result.add(
          {{}, nullptr, {Lvalue->getExprLoc(), Kind == PointeeKind::Local}});
    return Result;
  }

  static CarriedAddresses member(const CarriedAddresses &Record,
                                 const MemberExpr *Member) {
    CarriedAddresses Result;
    for (const CarriedAddresses::Item &I : Record.Items)
      if (I.Members.empty())
        Result.add(I);
      else if (I.Members.front() == Member->getMemberDecl())
        Result.add(
            {Path(I.Members.begin() + 1, I.Members.end()), I.Target, I.From});
    return Result;
  }

  const HeldAddresses &Held;
  const ASTContext &Context;
};

} // namespace

CarriedAddresses carriedBy(const Expr *E, const HeldAddresses &Held,
                           const ASTContext &Context) {
  return Evaluator(Held, Context).value(E);
}

void storeTo(const Expr *Lvalue, const CarriedAddresses &Value,
             HeldAddresses &Held) {
  if (isComponent(Lvalue))
    return;
  Place To = placeOf(Lvalue);
  if (!To.Var)
    return;
  if (To.Exact)
    for (auto I = Held.begin(); I != Held.end();)
      I = I->first.Var == To.Var && contains(To.Members, I->first.Members)
              ? Held.erase(I)
              : std::next(I);
  for (const CarriedAddresses::Item &I : Value.Items) {
    Path Members = To.Members;
    Members.insert(Members.end(), I.Members.begin(), I.Members.end());
    Held.emplace(Part{To.Var, std::move(Members), I.Target}, I.From);
  }
}

void initialise(const VarDecl *Var, HeldAddresses &Held) {
  forget(Var, Held);
  if (!Var->getInit() || !Var->hasLocalStorage())
    return;
  for (const CarriedAddresses::Item &I :
       carriedBy(Var->getInit(), Held, Var->getASTContext()).Items)
    Held.emplace(Part{Var, I.Members, I.Target}, I.From);
}

void forget(const VarDecl *Var, HeldAddresses &Held) {
  for (auto I = Held.begin(); I != Held.end();)
    I = I->first.Var == Var ? Held.erase(I) : std::next(I);
}

} // namespace tasklet
