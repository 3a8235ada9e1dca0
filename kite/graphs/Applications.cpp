//===- Applications.cpp - Applications become statements ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "graphs/AnfSteps.h"
#include "graphs/Walk.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;
using namespace tasklet::kite;

using List = std::vector<Stmt *>;

/// What the checker writes around an application: it is a statement here, and
/// its uses wait for it.
static Expr *stripped(Expr *E) {
  while (true) {
    if (auto *Force = dyn_cast<ForceExpr>(E))
      E = Force->Operand;
    else if (auto *Future = dyn_cast<FutureExpr>(E))
      E = Future->Operand;
    else
      return E;
  }
}

/// Applications on the right of `&&` or `||`, or in a branch of `?:`, start only
/// if they are needed.
static bool hasLazyApplication(const Expr *E) {
  if (auto *Choice = dyn_cast<ConditionalExpr>(E))
    return hasApplication(Choice->Then) || hasApplication(Choice->Else);
  if (auto *Binary = dyn_cast<BinaryExpr>(E))
    return (Binary->Op == BinaryOp::And || Binary->Op == BinaryOp::Or) &&
           hasApplication(Binary->Right);
  return false;
}

static bool hasCall(Expr *E) {
  bool Found = false;
  forEachExprWithin(E, [&](Expr *&Inner) { Found |= isa<CallExpr>(Inner); });
  return Found;
}

namespace {

class Separator {
public:
  Separator(TaskDecl &Task, AstContext &Context, TypeContext &Types)
      : Task(Task), Context(Context), Types(Types) {}

  void run() { blockInPlace(Task.Body); }

private:
  //===--------------------------------------------------------------------===//
  // Expressions
  //===--------------------------------------------------------------------===//

  /// \p E without applications; what they have become is appended to \p Out.
  Expr *value(Expr *E, List &Out) {
    E = stripped(E);
    if (isApplication(E) || hasLazyApplication(E)) {
      // Before the variable, so that the numbers of names ascend.
      if (isApplication(E))
        operands(*E, Out);
      VarDecl *Var = temporary(E->Ty, E->Range);
      Out.push_back(makeDeclaration(Var, E->Range, Context));
      determine(Var, E, Out);
      return makeName(Var, E->Range, Context);
    }
    operands(*E, Out);
    return E;
  }

  void operands(Expr &E, List &Out) {
    forEachOperand(E, [&](Expr *&Operand) { Operand = value(Operand, Out); });
  }

  VarDecl *temporary(const Type *Ty, SMRange Range) {
    auto *Var = Context.make<VarDecl>();
    // giveNames() names it.
    Var->Range = Range;
    Var->NameRange = Range;
    Var->Ty = withoutFutures(Ty, Types);
    Var->IsTemporary = true;
    MapOf[Var] = CurrentMap;
    return Var;
  }

  /// `Var <- E`, where E does not use Var.
  void determine(VarDecl *Var, Expr *E, List &Out) {
    E = stripped(E);
    auto Assign = [&](Expr *Value, List &To) {
      To.push_back(makeAssign(makeName(Var, E->Range, Context), Value, E->Range,
                              Context));
    };
    if (isApplication(E)) {
      operands(*E, Out);
      return Assign(E, Out);
    }
    if (!hasLazyApplication(E))
      return Assign(value(E, Out), Out);
    auto *If = Context.make<IfStmt>();
    If->Range = E->Range;
    If->Then = emptyBlock(E->Range);
    if (auto *Choice = dyn_cast<ConditionalExpr>(E)) {
      If->Condition = value(Choice->Condition, Out);
      If->Else = emptyBlock(E->Range);
      determine(Var, Choice->Then, If->Then->Body);
      determine(Var, Choice->Else, If->Else->Body);
    } else {
      auto *Binary = cast<BinaryExpr>(E);
      determine(Var, Binary->Left, Out);
      If->Condition = makeName(Var, Binary->Left->Range, Context);
      if (Binary->Op == BinaryOp::Or)
        If->Condition = negated(If->Condition);
      determine(Var, Binary->Right, If->Then->Body);
    }
    Out.push_back(If);
  }

  Expr *negated(Expr *E) {
    auto *Not = Context.make<UnaryExpr>();
    Not->Range = E->Range;
    Not->Ty = E->Ty;
    Not->Op = UnaryOp::Not;
    Not->Operand = E;
    return Not;
  }

  BlockStmt *emptyBlock(SMRange Range) {
    auto *Block = Context.make<BlockStmt>();
    Block->Range = Range;
    return Block;
  }

  Expr *literal(bool Value, const Expr *Of) {
    auto *E = Context.make<BooleanExpr>();
    E->Range = Of->Range;
    E->Ty = Of->Ty;
    E->Value = Value;
    return E;
  }

  //===--------------------------------------------------------------------===//
  // Statements
  //===--------------------------------------------------------------------===//

  void blockInPlace(BlockStmt *Block) {
    if (!Block)
      return;
    List Out;
    for (Stmt *S : Block->Body)
      statement(S, Out);
    Block->Body = std::move(Out);
  }

  void statement(Stmt *S, List &Out) {
    forEachVariable(*S, [&](VarDecl *Var) { MapOf[Var] = CurrentMap; });
    switch (S->K) {
    case Stmt::Kind::Expression:
      return expression(cast<ExprStmt>(S)->Value, S->Range, Out);
    case Stmt::Kind::Declaration:
      for (Decl *D : cast<DeclStmt>(S)->Decls)
        declaration(cast<VarDecl>(D), S->Range, Out);
      return;
    case Stmt::Kind::Assign:
      return assignment(cast<AssignStmt>(S), Out);
    case Stmt::Kind::Return:
      return returned(cast<ReturnStmt>(S)->Value, S->Range, Out);
    case Stmt::Kind::Then:
      return then(cast<ThenStmt>(S), Out);
    case Stmt::Kind::Block:
      // Names will be different, so that braces are not needed.
      for (Stmt *Inner : cast<BlockStmt>(S)->Body)
        statement(Inner, Out);
      return;
    case Stmt::Kind::If: {
      auto *If = cast<IfStmt>(S);
      If->Condition = value(If->Condition, Out);
      blockInPlace(If->Then);
      blockInPlace(If->Else);
      break;
    }
    case Stmt::Kind::Case: {
      auto *Case = cast<CaseStmt>(S);
      Case->Value = value(Case->Value, Out);
      for (CaseBranch &Branch : Case->Branches)
        blockInPlace(Branch.Body);
      break;
    }
    case Stmt::Kind::For:
    case Stmt::Kind::Map:
      loop(cast<LoopStmt>(S), Out);
      break;
    case Stmt::Kind::While:
      whileLoop(cast<WhileStmt>(S), Out);
      break;
    case Stmt::Kind::Critical: {
      auto *Critical = cast<CriticalStmt>(S);
      Critical->Lock = value(Critical->Lock, Out);
      blockInPlace(Critical->Body);
      break;
    }
    }
    Out.push_back(S);
  }

  void expression(Expr *E, SMRange Range, List &Out) {
    E = stripped(E);
    if (hasLazyApplication(E)) {
      auto *If = Context.make<IfStmt>();
      If->Range = Range;
      If->Then = emptyBlock(Range);
      if (auto *Choice = dyn_cast<ConditionalExpr>(E)) {
        If->Condition = value(Choice->Condition, Out);
        If->Else = emptyBlock(Range);
        expression(Choice->Then, Range, If->Then->Body);
        expression(Choice->Else, Range, If->Else->Body);
      } else {
        auto *Binary = cast<BinaryExpr>(E);
        If->Condition = value(Binary->Left, Out);
        if (Binary->Op == BinaryOp::Or)
          If->Condition = negated(If->Condition);
        expression(Binary->Right, Range, If->Then->Body);
      }
      Out.push_back(If);
      return;
    }
    if (isApplication(E))
      operands(*E, Out);
    else
      E = value(E, Out);
    auto *S = Context.make<ExprStmt>();
    S->Range = Range;
    S->Value = E;
    Out.push_back(S);
  }

  void declaration(VarDecl *Var, SMRange Range, List &Out) {
    DeclStmt *S = makeDeclaration(Var, Range, Context);
    if (!Var->Value) {
      Out.push_back(S);
      return;
    }
    Expr *E = stripped(Var->Value);
    if (!isApplication(E) && !hasLazyApplication(E)) {
      Var->Value = value(E, Out);
      Out.push_back(S);
      return;
    }
    Var->Value = nullptr;
    Var->IsTemporary = true;
    Out.push_back(S);
    determine(Var, E, Out);
  }

  /// An application may determine it: a variable of this task's own frame.
  bool isOwnVariable(const Expr *Target) {
    auto *Name = dyn_cast<NameExpr>(Target);
    auto *Var = Name ? dyn_cast_or_null<VarDecl>(Name->Target) : nullptr;
    return Var && Var->Role != VarRole::Element &&
           MapOf.lookup(Var) == CurrentMap;
  }

  void assignment(AssignStmt *S, List &Out) {
    // Not value() of the target itself: it is a place, not a value.
    operands(*S->Target, Out);
    if (S->Op) {
      fixIndexes(*S->Target, Out);
      auto *Binary = Context.make<BinaryExpr>();
      Binary->Range = S->Range;
      Binary->OpRange = S->OpRange;
      Binary->Ty = S->Target->Ty;
      Binary->Op = *S->Op;
      Binary->Left = cloneExpr(S->Target, Context);
      Binary->Right = S->Value;
      S->Value = Binary;
      S->Op = std::nullopt;
    }
    Expr *E = stripped(S->Value);
    if (isApplication(E) && isOwnVariable(S->Target)) {
      operands(*E, Out);
      S->Value = E;
    } else {
      S->Value = value(E, Out);
    }
    Out.push_back(S);
  }

  /// Calls in the indexes of \p Target are evaluated here.
  void fixIndexes(Expr &Target, List &Out) {
    if (auto *Element = dyn_cast<IndexExpr>(&Target))
      if (hasCall(Element->Index)) {
        VarDecl *Var = temporary(Element->Index->Ty, Element->Index->Range);
        Var->Value = Element->Index;
        Element->Index = makeName(Var, Var->Range, Context);
        Out.push_back(makeDeclaration(Var, Var->Range, Context));
      }
    if (isa<IndexExpr, FieldExpr, TupleFieldExpr>(&Target))
      forEachOperand(Target, [&](Expr *&Base) { fixIndexes(*Base, Out); });
  }

  void returned(Expr *E, SMRange Range, List &Out) {
    if (E)
      E = stripped(E);
    if (E && hasLazyApplication(E)) {
      auto *If = Context.make<IfStmt>();
      If->Range = Range;
      If->Then = emptyBlock(Range);
      If->Else = emptyBlock(Range);
      Expr *WhenTrue, *WhenFalse;
      if (auto *Choice = dyn_cast<ConditionalExpr>(E)) {
        If->Condition = value(Choice->Condition, Out);
        WhenTrue = Choice->Then;
        WhenFalse = Choice->Else;
      } else {
        auto *Binary = cast<BinaryExpr>(E);
        bool IsAnd = Binary->Op == BinaryOp::And;
        If->Condition = value(Binary->Left, Out);
        WhenTrue = IsAnd ? Binary->Right : literal(true, E);
        WhenFalse = IsAnd ? literal(false, E) : Binary->Right;
      }
      returned(WhenTrue, Range, If->Then->Body);
      returned(WhenFalse, Range, If->Else->Body);
      Out.push_back(If);
      return;
    }
    auto *S = Context.make<ReturnStmt>();
    S->Range = Range;
    S->Value = E ? value(E, Out) : nullptr;
    Out.push_back(S);
  }

  /// What is declared outside of braces is visible behind the `then`: such
  /// declarations move before it, and leave an assignment.
  Stmt *operandOfThen(Stmt *S, List &Out) {
    List Inner;
    statement(S, Inner);
    BlockStmt *Block = emptyBlock(S->Range);
    for (Stmt *Each : Inner) {
      auto *Declaration = dyn_cast<DeclStmt>(Each);
      auto *Var =
          Declaration ? cast<VarDecl>(Declaration->Decls.front()) : nullptr;
      if (isa<BlockStmt>(S) || !Var) {
        Block->Body.push_back(Each);
        continue;
      }
      Out.push_back(Each);
      // A closure's declaration stays whole: it is how its callee is known.
      if (!Var->Value || isa<TaskExpr>(Var->Value))
        continue;
      Block->Body.push_back(makeAssign(makeName(Var, Var->NameRange, Context),
                                       Var->Value, Each->Range, Context));
      Var->Value = nullptr;
      Var->IsTemporary = true;
    }
    return Block->Body.size() == 1 ? Block->Body.front() : Block;
  }

  void then(ThenStmt *S, List &Out) {
    S->First = operandOfThen(S->First, Out);
    S->Second = operandOfThen(S->Second, Out);
    Out.push_back(S);
  }

  void loop(LoopStmt *S, List &Out) {
    S->Collection = value(S->Collection, Out);
    const Stmt *Outer = CurrentMap;
    if (isa<MapStmt>(S)) {
      CurrentMap = S;
      forEachVariable(*S, [&](VarDecl *Var) { MapOf[Var] = CurrentMap; });
    }
    blockInPlace(S->Body);
    CurrentMap = Outer;
  }

  void whileLoop(WhileStmt *S, List &Out) {
    if (!hasApplication(S->Condition)) {
      S->Condition = value(S->Condition, Out);
      return blockInPlace(S->Body);
    }
    Expr *Condition = S->Condition;
    VarDecl *Var = temporary(Condition->Ty, Condition->Range);
    Out.push_back(makeDeclaration(Var, Condition->Range, Context));
    determine(Var, cloneExpr(Condition, Context), Out);
    S->Condition = makeName(Var, Condition->Range, Context);
    blockInPlace(S->Body);
    determine(Var, Condition, S->Body->Body);
  }

  TaskDecl &Task;
  AstContext &Context;
  TypeContext &Types;
  /// The `map` that a variable is declared in; null outside of all.
  DenseMap<const VarDecl *, const Stmt *> MapOf;
  const Stmt *CurrentMap = nullptr;
};

} // namespace

void tasklet::kite::separateApplications(TaskDecl &Task, AstContext &Context,
                                         TypeContext &Types) {
  Separator(Task, Context, Types).run();
}
