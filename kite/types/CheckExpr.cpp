//===- CheckExpr.cpp - Expressions -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "types/CheckerState.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tasklet::kite;

Expr *Checker::check(Expr *E, const Type *Hint) {
  switch (E->K) {
  case Expr::Kind::Name:
    return checkName(cast<NameExpr>(E), Hint);
  case Expr::Kind::Integer:
    return checkInteger(cast<IntegerExpr>(E), Hint, false);
  case Expr::Kind::Floating:
    return checkFloating(cast<FloatingExpr>(E), Hint);
  case Expr::Kind::Boolean:
    E->Ty = Types.base(Base::Bool);
    return E;
  case Expr::Kind::String:
    error(E->Range, "a text can only be an argument of 'print'");
    return E;
  case Expr::Kind::Unary:
    return checkUnary(cast<UnaryExpr>(E), Hint);
  case Expr::Kind::Binary:
    return checkBinary(cast<BinaryExpr>(E), Hint);
  case Expr::Kind::Conditional:
    return checkConditional(cast<ConditionalExpr>(E), Hint);
  case Expr::Kind::Call:
    return checkCall(cast<CallExpr>(E), Hint);
  case Expr::Kind::Field:
    return checkField(cast<FieldExpr>(E));
  case Expr::Kind::TupleField:
    return checkTupleField(cast<TupleFieldExpr>(E));
  case Expr::Kind::Index:
    return checkIndex(cast<IndexExpr>(E));
  case Expr::Kind::Tuple:
    return checkTuple(cast<TupleExpr>(E), Hint);
  case Expr::Kind::Literal:
    return checkLiteral(cast<LiteralExpr>(E), Hint);
  case Expr::Kind::Array:
    return checkArray(cast<ArrayExpr>(E), Hint);
  case Expr::Kind::New:
    return checkNew(cast<NewExpr>(E));
  case Expr::Kind::Range:
    return checkRange(cast<RangeExpr>(E), Hint);
  case Expr::Kind::Task:
    return checkAnonymous(cast<TaskExpr>(E));
  case Expr::Kind::Future:
    return checkFuture(cast<FutureExpr>(E));
  case Expr::Kind::Force:
  case Expr::Kind::Widen:
    // Made by the checker, hence checked.
    return E;
  }
  return E;
}

// The rule FORCE: a future where its value is needed.
Expr *Checker::force(Expr *E) {
  auto *Future = dyn_cast_or_null<FutureType>(E->Ty);
  if (!Future)
    return E;
  auto *Forced = Nodes.make<ForceExpr>();
  Forced->Range = E->Range;
  Forced->Operand = E;
  Forced->Ty = Future->Result;
  return Forced;
}

Expr *Checker::expect(Expr *E, const Type *To, const Reason &Why) {
  if (!To)
    return value(E, nullptr);
  // Into what is written here, so that the error is at the part that is wrong.
  if (auto *Tuple = dyn_cast<TupleExpr>(E)) {
    auto *Wanted = dyn_cast<TupleType>(To);
    if (Wanted && Wanted->Elements.size() == Tuple->Elements.size()) {
      bool IsGood = true;
      for (size_t I = 0; I != Tuple->Elements.size(); ++I) {
        Tuple->Elements[I] =
            expect(Tuple->Elements[I], Wanted->Elements[I], Why);
        IsGood &= Tuple->Elements[I]->Ty != nullptr;
      }
      E->Ty = IsGood ? To : nullptr;
      return E;
    }
  }
  if (auto *Array = dyn_cast<ArrayExpr>(E)) {
    if (auto *Wanted = dyn_cast<ArrayType>(To)) {
      bool IsGood = true;
      for (Expr *&Element : Array->Elements) {
        Element = expect(Element, Wanted->Element, Why);
        IsGood &= Element->Ty != nullptr;
      }
      E->Ty = IsGood ? To : nullptr;
      return E;
    }
  }
  if (auto *Conditional = dyn_cast<ConditionalExpr>(E)) {
    Conditional->Condition =
        condition(Conditional->Condition, "the condition of '?:'");
    Conditional->Then = expect(Conditional->Then, To, Why);
    Conditional->Else = expect(Conditional->Else, To, Why);
    bool IsGood = Conditional->Condition->Ty && Conditional->Then->Ty &&
                  Conditional->Else->Ty;
    E->Ty = IsGood ? To : nullptr;
    return E;
  }
  return convert(check(E, To), To, Why);
}

static std::string rangeOf(const BaseType *T) {
  unsigned Bits = T->bits();
  std::string Text;
  raw_string_ostream Stream(Text);
  if (T->isSigned())
    Stream << "-" << (uint64_t(1) << (Bits - 1)) << " to "
           << (uint64_t(1) << (Bits - 1)) - 1;
  else
    Stream << "0 to "
           << (Bits == 64 ? ~uint64_t(0) : (uint64_t(1) << Bits) - 1);
  return Stream.str();
}

Expr *Checker::convert(Expr *E, const Type *To, const Reason &Why) {
  if (!E->Ty || !To || E->Ty == To)
    return E;
  if (!isa<FutureType>(To))
    E = force(E);
  if (E->Ty == To)
    return E;
  auto *From = dyn_cast<BaseType>(E->Ty);
  auto *Wanted = dyn_cast<BaseType>(To);
  if (From && Wanted && losesNothing(From, Wanted))
    return widen(E, Wanted);

  std::vector<Note> Notes;
  if (!Why.Text.empty() && Why.Range.isValid())
    Notes.push_back({Why.Range, Why.Text});
  const Expr *Inner = E;
  if (auto *Forced = dyn_cast<ForceExpr>(Inner))
    Inner = Forced->Operand;
  if (auto *Name = dyn_cast<NameExpr>(Inner))
    if (Name->Target && Name->Target->NameRange.isValid())
      Notes.push_back(
          {Name->Target->NameRange, "'" + Name->Name + "' is declared here"});

  std::optional<WrittenInteger> Literal = writtenInteger(E);
  if (Literal && Wanted && !Wanted->isVector() && Wanted->isInteger()) {
    error(E->Range,
          Twine(Literal->IsNegative ? "-" : "") + Twine(Literal->Magnitude) +
              " does not fit in '" + To->str() + "' (" + rangeOf(Wanted) + ")",
          Notes);
  } else {
    std::string Text =
        "expected '" + To->str() + "', found '" + E->Ty->str() + "'";
    std::vector<SMFixIt> FixIts;
    bool IsNumber = From && Wanted && !From->isVector() && !Wanted->isVector();
    if (IsNumber && Wanted->B == Base::Bool) {
      Text += "; write '!= 0'";
    } else if (IsNumber) {
      Text += "; write '" + To->str() + "(...)' to convert";
      FixIts.emplace_back(SMRange(E->Range.Start, E->Range.Start),
                          To->str() + "(");
      FixIts.emplace_back(SMRange(E->Range.End, E->Range.End), ")");
    }
    error(E->Range, Text, Notes, FixIts);
  }
  E->Ty = nullptr;
  return E;
}

Expr *Checker::condition(Expr *E, const char *Of) {
  const Type *Bool = Types.base(Base::Bool);
  E = value(E, Bool);
  if (!E->Ty || E->Ty == Bool)
    return E;
  auto *T = dyn_cast<BaseType>(E->Ty);
  std::string Text =
      std::string(Of) + " is a bool, found '" + E->Ty->str() + "'";
  std::vector<SMFixIt> FixIts;
  if (T && !T->isVector()) {
    const char *Zero = T->isFloating() ? " != 0.0" : " != 0";
    Text += std::string("; write '") + (Zero + 1) + "'";
    FixIts.emplace_back(SMRange(E->Range.End, E->Range.End), Zero);
  } else if (T) {
    Text += "; write 'any(...)' or 'all(...)'";
  }
  error(E->Range, Text, {}, FixIts);
  E->Ty = nullptr;
  return E;
}

Expr *Checker::integer(Expr *E, const char *Of) {
  E = value(E, Types.base(Base::Int));
  if (!E->Ty)
    return E;
  auto *T = dyn_cast<BaseType>(E->Ty);
  if (T && T->isInteger() && !T->isVector())
    return E;
  std::vector<SMFixIt> FixIts;
  std::string Text =
      std::string(Of) + " is an integer, found '" + E->Ty->str() + "'";
  if (T && T->isFloating() && !T->isVector()) {
    Text += "; write 'int(...)'";
    FixIts.emplace_back(SMRange(E->Range.Start, E->Range.Start), "int(");
    FixIts.emplace_back(SMRange(E->Range.End, E->Range.End), ")");
  }
  error(E->Range, Text, {}, FixIts);
  E->Ty = nullptr;
  return E;
}

bool Checker::takesHint(const Expr *E) {
  switch (E->K) {
  case Expr::Kind::Integer:
  case Expr::Kind::Floating:
    return true;
  case Expr::Kind::Unary:
    return takesHint(cast<UnaryExpr>(E)->Operand);
  case Expr::Kind::Binary: {
    auto *B = cast<BinaryExpr>(E);
    switch (B->Op) {
    case BinaryOp::ShiftLeft:
    case BinaryOp::ShiftRight:
      return takesHint(B->Left);
    case BinaryOp::Less:
    case BinaryOp::LessEqual:
    case BinaryOp::Greater:
    case BinaryOp::GreaterEqual:
    case BinaryOp::Equal:
    case BinaryOp::NotEqual:
    case BinaryOp::And:
    case BinaryOp::Or:
      return false;
    default:
      return takesHint(B->Left) && takesHint(B->Right);
    }
  }
  case Expr::Kind::Conditional:
    return takesHint(cast<ConditionalExpr>(E)->Then) &&
           takesHint(cast<ConditionalExpr>(E)->Else);
  case Expr::Kind::Tuple:
    return any_of(cast<TupleExpr>(E)->Elements,
                  [&](const Expr *Part) { return takesHint(Part); });
  case Expr::Kind::Array:
    return all_of(cast<ArrayExpr>(E)->Elements,
                  [&](const Expr *Part) { return takesHint(Part); });
  case Expr::Kind::Range: {
    auto *R = cast<RangeExpr>(E);
    return takesHint(R->First) && takesHint(R->Last) &&
           (!R->Second || takesHint(R->Second));
  }
  case Expr::Kind::Literal: {
    auto *Of = cast<LiteralExpr>(E)->Of;
    if (!Of || !Of->Arguments.empty())
      return false;
    Scope::TypeName *Name = findType(Of->Name);
    return Name && Name->D && !Name->D->TypeParameters.empty();
  }
  case Expr::Kind::Name: {
    auto *Task =
        dyn_cast_or_null<TaskDecl>(findValue(cast<NameExpr>(E)->Name).D);
    return Task && !Task->TypeParameters.empty();
  }
  case Expr::Kind::Call:
    return isa<NameExpr>(cast<CallExpr>(E)->Callee) &&
           takesHint(cast<CallExpr>(E)->Callee);
  default:
    return false;
  }
}

Expr *Checker::checkConditional(ConditionalExpr *E, const Type *Hint) {
  E->Condition = condition(E->Condition, "the condition of '?:'");
  checkOperands(E->Then, E->Else, Hint);
  if (!E->Then->Ty || !E->Else->Ty)
    return E;
  if (E->Then->Ty == E->Else->Ty)
    E->Ty = E->Then->Ty;
  else
    E->Ty = common(E->Then, E->Else, E->Range, "'?:'");
  if (!E->Condition->Ty)
    E->Ty = nullptr;
  return E;
}

Expr *Checker::checkAnonymous(TaskExpr *E) {
  TaskDecl *Task = E->Task;
  if (!In) {
    error(E->Range, "a task cannot be part of a constant");
    return E;
  }
  declareTask(Task);
  Task->UniqueName = uniqueName(In->Task->UniqueName + "_task");
  Contexts.emplace_back();
  checkBody(Task, Contexts.back(), {});
  E->Ty = typeOf(Task);
  return E;
}

// `task e` of anything but an application makes a task of e, so that later
// stages see an application only.
Expr *Checker::checkFuture(FutureExpr *E) {
  if (!In) {
    error(E->Range, "a future cannot be part of a constant");
    return E;
  }
  bool IsCall = false;
  if (auto *Call = dyn_cast<CallExpr>(E->Operand)) {
    IsCall = true;
    if (auto *Name = dyn_cast<NameExpr>(Call->Callee))
      IsCall = findValue(Name->Name).D || Name->Name == "print";
  }
  if (!IsCall) {
    auto *Return = Nodes.make<ReturnStmt>();
    Return->Range = E->Operand->Range;
    Return->Value = E->Operand;
    auto *Body = Nodes.make<BlockStmt>();
    Body->Range = E->Operand->Range;
    Body->Body.push_back(Return);
    auto *Task = Nodes.make<TaskDecl>();
    Task->Range = Task->NameRange = E->Operand->Range;
    Task->Body = Body;
    Task->UniqueName = uniqueName(In->Task->UniqueName + "_task");
    info(Task).Where = Here;
    info(Task).Around = In;
    info(Task).InfersResult = true;
    Contexts.emplace_back();
    checkBody(Task, Contexts.back(), {});
    auto *Anonymous = Nodes.make<TaskExpr>();
    Anonymous->Range = E->Operand->Range;
    Anonymous->Task = Task;
    Anonymous->Ty = typeOf(Task);
    auto *Call = Nodes.make<CallExpr>();
    Call->Range = E->Operand->Range;
    Call->Callee = Anonymous;
    if (auto *T = dyn_cast_or_null<TaskType>(Anonymous->Ty))
      Call->Ty = Types.future(T->Result);
    E->Operand = Call;
    E->Ty = Call->Ty;
    return E;
  }
  E->Operand = check(E->Operand, nullptr);
  E->Ty = E->Operand->Ty;
  return E;
}
