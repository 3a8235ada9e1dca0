//===- CheckAssign.cpp - Assignments -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "types/CheckerState.h"

using namespace llvm;
using namespace tasklet::kite;

static const char *describe(VarRole Role) {
  switch (Role) {
  case VarRole::Index:
    return "is the index of a loop";
  case VarRole::Payload:
    return "is the data of a branch; copy it to a variable";
  case VarRole::Constant:
    return "is a constant";
  case VarRole::Capture:
    return "is from outside of this task, which has a copy of it; return the "
           "value, or use an array";
  default:
    return "";
  }
}

// The variable that would change, null if what changes is in shared memory.
static Expr *root(Expr *E, bool &IsPlace) {
  IsPlace = true;
  while (true) {
    if (auto *Field = dyn_cast<FieldExpr>(E))
      E = Field->Base;
    else if (auto *Part = dyn_cast<TupleFieldExpr>(E))
      E = Part->Base;
    else if (isa<IndexExpr>(E))
      return E;
    else if (isa<NameExpr>(E))
      return E;
    else {
      IsPlace = false;
      return E;
    }
  }
}

bool Checker::isTarget(Expr *E, const char *Verb) {
  bool IsPlace = false;
  Expr *Root = root(E, IsPlace);
  if (!IsPlace) {
    error(E->Range, Twine("cannot ") + Verb +
                        " this: it is neither a variable nor an element nor a "
                        "field of one");
    return false;
  }
  for (Expr *Part = E; auto *Field = dyn_cast<FieldExpr>(Part);
       Part = Field->Base)
    for (size_t I = 0; I != Field->Components.size(); ++I)
      for (size_t J = 0; J != I; ++J)
        if (Field->Components[I] == Field->Components[J]) {
          error(Field->NameRange, Twine("cannot ") + Verb +
                                      " this: it names one component twice");
          return false;
        }
  if (auto *Index = dyn_cast<IndexExpr>(Root)) {
    if (!isa<RangeType>(Index->Base->Ty))
      return true;
    error(E->Range,
          Twine("cannot ") + Verb + " the elements of a range; they are fixed");
    return false;
  }
  auto *Name = cast<NameExpr>(Root);
  auto *Variable = dyn_cast_or_null<VarDecl>(Name->Target);
  if (!Variable) {
    error(E->Range,
          Twine("cannot ") + Verb + " '" + Name->Name + "': it is a task",
          {{Name->Target ? Name->Target->NameRange : E->Range,
            "'" + Name->Name + "' is declared here"}});
    return false;
  }
  Note Declared{Variable->NameRange, "'" + Name->Name + "' is declared here"};
  switch (Variable->Role) {
  case VarRole::Index:
  case VarRole::Payload:
  case VarRole::Constant:
  case VarRole::Capture:
    error(E->Range,
          Twine("cannot ") + Verb + " '" + Name->Name + "': it " +
              describe(Variable->Role),
          {Declared});
    return false;
  case VarRole::Element:
    if (FixedElements.count(Variable)) {
      error(E->Range,
            Twine("cannot ") + Verb + " '" + Name->Name +
                "': the elements of a range are fixed",
            {Declared});
      return false;
    }
    // An alias of what all tasks share.
    return true;
  case VarRole::Local:
  case VarRole::Parameter:
    break;
  }
  Found F = findValue(Name->Name);
  if (F.D == Variable && F.ThroughMap) {
    error(E->Range,
          Twine("cannot ") + Verb + " '" + Name->Name +
              "' in a 'map': its tasks run at once; use an array, or "
              "'critical'",
          {Declared});
    return false;
  }
  return true;
}

void Checker::checkAssign(AssignStmt *S) {
  Reason Why;
  auto *Whole = dyn_cast<NameExpr>(S->Target);
  Found F = Whole ? findValue(Whole->Name) : Found();
  if (F.D)
    Why = {F.D->NameRange, "'" + Whole->Name + "' is declared here"};
  S->Target = check(S->Target, nullptr);
  if (Whole && !F.D && !S->Op)
    Messages.note(Whole->Range,
                  "to declare it, write '" + Whole->Name + " = ...'");
  const Type *T = S->Target->Ty;
  if (!T) {
    S->Value = value(S->Value, nullptr);
    return;
  }
  bool IsGood = isTarget(S->Target, "assign");
  if (!S->Op) {
    // What is no place to assign to has no type to expect.
    S->Value = expect(S->Value, IsGood ? T : nullptr, Why);
    return;
  }
  if (isa<FutureType>(T)) {
    error(S->Target->Range,
          "a future is not changed in place; write '<-' and a new one");
    return;
  }
  // As `l <- l op e`, in the type of l.
  bool IsShift =
      *S->Op == BinaryOp::ShiftLeft || *S->Op == BinaryOp::ShiftRight;
  auto *Number = dyn_cast<BaseType>(T);
  const Type *Hint = T;
  if (Number && Number->isVector())
    Hint = Types.base(Number->B);
  S->Value = value(S->Value, IsShift ? nullptr : Hint);
  if (!S->Value->Ty || !IsGood)
    return;
  Expr *Target = S->Target;
  SMRange Where = S->OpRange.isValid() ? S->OpRange : S->Range;
  const Type *Result = nullptr;
  bool IsLogical = *S->Op == BinaryOp::And || *S->Op == BinaryOp::Or;
  if (!IsLogical)
    Result = arithmetic(*S->Op, Target, S->Value, Where);
  if (!Result || Result == T)
    return;
  std::vector<Note> Notes;
  if (!Why.Text.empty())
    Notes.push_back({Why.Range, Why.Text});
  error(S->Value->Range,
        "expected '" + T->str() + "', found '" + S->Value->Ty->str() +
            "'; write '" + T->str() + "(...)' to convert",
        Notes);
}
