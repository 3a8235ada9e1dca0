//===- CheckCall.cpp - Applications and conversions --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "compat/Strings.h"
#include "types/Builtins.h"
#include "types/CheckerState.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tasklet::kite;

/// Of a call that is wrong: finds the mistakes in its arguments.
void Checker::checkArguments(CallExpr *E) {
  for (Expr *&Argument : E->Arguments)
    if (!isa<StringExpr>(Argument) && !Argument->Ty)
      Argument = value(Argument, nullptr);
}

bool Checker::countArguments(CallExpr *E, size_t Number, StringRef Name,
                             const Decl *Declared) {
  if (E->Arguments.size() == Number)
    return true;
  std::vector<Note> Notes;
  if (Declared)
    Notes.push_back(
        {Declared->NameRange, "'" + Declared->Name + "' is declared here"});
  error(E->Range,
        Name + " takes " + Twine(Number) +
            (Number == 1 ? " argument" : " arguments") + ", found " +
            Twine(E->Arguments.size()),
        Notes);
  checkArguments(E);
  return false;
}

Expr *Checker::checkCall(CallExpr *E, const Type *Hint) {
  if (auto *Name = dyn_cast<NameExpr>(E->Callee)) {
    Found F = findValue(Name->Name);
    if (!F.D)
      return callByName(E, Name, Hint);
    if (auto *Task = dyn_cast<TaskDecl>(F.D))
      if (!Task->TypeParameters.empty())
        return applyGeneric(E, Name, Task, F.Where, Hint);
  }
  E->Callee = value(E->Callee, nullptr);
  if (!E->Callee->Ty) {
    checkArguments(E);
    return E;
  }
  auto *T = dyn_cast<TaskType>(E->Callee->Ty);
  auto *Name = dyn_cast<NameExpr>(E->Callee);
  if (!T) {
    std::vector<Note> Notes;
    if (Name && Name->Target)
      Notes.push_back(
          {Name->Target->NameRange, "'" + Name->Name + "' is declared here"});
    error(E->Callee->Range,
          "only tasks can be called, found '" + E->Callee->Ty->str() + "'",
          Notes);
    checkArguments(E);
    return E;
  }
  const TaskDecl *Task = nullptr;
  if (Name)
    Task = dyn_cast_or_null<TaskDecl>(Name->Target);
  else if (auto *Anonymous = dyn_cast<TaskExpr>(E->Callee))
    Task = Anonymous->Task;
  return apply(E, T, Task);
}

Expr *Checker::apply(CallExpr *E, const TaskType *T, const TaskDecl *Task) {
  if (!In) {
    error(E->Range, "a constant cannot call a task");
    return E;
  }
  auto *Name = dyn_cast<NameExpr>(E->Callee);
  std::string Called = Name ? "'" + Name->Name + "'" : std::string("this task");
  E->Call = CallKind::Application;
  if (!countArguments(E, T->Parameters.size(), Called,
                      Name ? Name->Target : nullptr))
    return E;
  bool IsGood = true;
  for (size_t I = 0; I != E->Arguments.size(); ++I) {
    Reason Why;
    if (Task && I < Task->Parameters.size())
      Why = {Task->Parameters[I]->NameRange,
             "'" + Task->Parameters[I]->Name + "' is declared here"};
    else if (Name && Name->Target)
      Why = {Name->Target->NameRange, "'" + Name->Name + "' is declared here"};
    // applyGeneric has checked some.
    Expr *&Argument = E->Arguments[I];
    Argument = Argument->Ty ? convert(Argument, T->Parameters[I], Why)
                            : expect(Argument, T->Parameters[I], Why);
    IsGood &= Argument->Ty != nullptr;
  }
  if (IsGood)
    E->Ty = Types.future(T->Result);
  return E;
}

/// The type of a generic task as an argument: its parameters are known from
/// other arguments, its result follows. Null if not.
const Type *Checker::typeOfGeneric(const Expr *Argument, const Type *Pattern,
                                   const void *Owner, const Bindings &Bound) {
  auto *Name = dyn_cast<NameExpr>(Argument);
  auto *Wanted = dyn_cast<TaskType>(Pattern);
  if (!Name || !Wanted)
    return nullptr;
  auto *Task = dyn_cast_or_null<TaskDecl>(findValue(Name->Name).D);
  if (!Task || Task->TypeParameters.empty())
    return nullptr;
  TaskInfo &Info = info(Task);
  if (!Info.IsTyped || Info.Parameters.size() != Wanted->Parameters.size())
    return nullptr;
  Bindings Inner(Task->TypeParameters.size(), nullptr);
  std::vector<const Type *> Parameters;
  for (size_t I = 0; I != Info.Parameters.size(); ++I) {
    const Type *T = substitute(Wanted->Parameters[I], Owner, Bound);
    if (!T || !match(Info.Parameters[I], T, Task, Inner))
      return nullptr;
    Parameters.push_back(T);
  }
  const Type *Result = substitute(Info.Result, Task, Inner);
  return Result ? Types.task(Parameters, Result) : nullptr;
}

Expr *Checker::applyGeneric(CallExpr *E, NameExpr *Callee, TaskDecl *Task,
                            Scope *Where, const Type *Hint) {
  TaskInfo &Info = info(Task);
  if (!Info.IsTyped) {
    checkArguments(E);
    return E;
  }
  std::string Called = "'" + Task->Name + "'";
  if (!countArguments(E, Info.Parameters.size(), Called, Task))
    return E;
  if (auto *Future = dyn_cast_or_null<FutureType>(Hint))
    Hint = Future->Result;

  // What has a type of its own decides first, then the type that the place
  // expects, then literals.
  Bindings Bound(Task->TypeParameters.size(), nullptr);
  bool IsGood = true;
  auto CheckOne = [&](size_t I) {
    Expr *&Argument = E->Arguments[I];
    const Type *Inner = substitute(Info.Parameters[I], Task, Bound);
    if (!Inner)
      Inner = typeOfGeneric(Argument, Info.Parameters[I], Task, Bound);
    if (Inner) {
      match(Info.Parameters[I], Inner, Task, Bound);
      Argument =
          expect(Argument, Inner,
                 {Task->Parameters[I]->NameRange,
                  "'" + Task->Parameters[I]->Name + "' is declared here"});
    } else {
      Argument = value(Argument, nullptr);
      if (Argument->Ty)
        match(Info.Parameters[I], Argument->Ty, Task, Bound);
    }
    IsGood &= Argument->Ty != nullptr;
  };
  std::vector<bool> Done(E->Arguments.size());
  for (size_t I = 0; I != E->Arguments.size(); ++I)
    if (!takesHint(E->Arguments[I])) {
      Done[I] = true;
      CheckOne(I);
    }
  if (Hint && is_contained(Bound, nullptr)) {
    Bindings WithHint = Bound;
    if (match(Info.Result, Hint, Task, WithHint))
      Bound = WithHint;
  }
  // An argument that needs the others waits for them.
  for (size_t I = 0; I != E->Arguments.size(); ++I)
    if (!Done[I] && !isa<NameExpr>(E->Arguments[I]) &&
        !isa<LiteralExpr>(E->Arguments[I]) && !isa<CallExpr>(E->Arguments[I])) {
      Done[I] = true;
      CheckOne(I);
    }
  for (size_t I = 0; I != E->Arguments.size(); ++I)
    if (!Done[I])
      CheckOne(I);
  if (!IsGood)
    return E;
  for (size_t I = 0; I != Bound.size(); ++I) {
    if (Bound[I])
      continue;
    // An argument of the wrong shape is the mistake, if there is one.
    for (size_t J = 0; J != E->Arguments.size(); ++J) {
      Bindings Fresh(Bound.size(), nullptr);
      if (match(Info.Parameters[J], E->Arguments[J]->Ty, Task, Fresh))
        continue;
      error(E->Arguments[J]->Range,
            "expected '" + Info.Parameters[J]->str() + "', found '" +
                E->Arguments[J]->Ty->str() + "'",
            {{Task->Parameters[J]->NameRange,
              "'" + Task->Parameters[J]->Name + "' is declared here"}});
      return E;
    }
    error(E->Range,
          "the type '" + Task->TypeParameters[I].Name + "' of " + Called +
              " is not known here; give the variable that takes the result a "
              "type",
          {{Task->NameRange, Called + " is declared here"}});
    return E;
  }

  TaskDecl *Instance = instance(Task, Bound, E->Range);
  if (!Instance)
    return E;
  std::vector<const Type *> Parameters;
  for (const Type *T : Info.Parameters)
    Parameters.push_back(substitute(T, Task, Bound));
  const Type *Result = substitute(Info.Result, Task, Bound);
  if (!Result || is_contained(Parameters, nullptr))
    return E;
  if (Instance == Task) {
    Callee->Target = Task;
    Callee->Ty = Types.task(Parameters, Result);
  } else {
    E->Callee = nameOfTask(Callee, Instance, Where);
    if (!E->Callee->Ty)
      return E;
  }
  return apply(E, Types.task(Parameters, Result), Task);
}

Expr *Checker::callByName(CallExpr *E, NameExpr *Callee, const Type *Hint) {
  StringRef Name = Callee->Name;
  if (const BaseType *To = baseTypeNamed(Name, Types))
    return checkConversion(E, To);
  if (Name == "print")
    return checkPrint(E);
  if (Name == "length")
    return checkLength(E);
  if (const BuiltinFunction *Function = findBuiltin(Name))
    return checkBuiltin(E, *Function, Hint);
  if (isAtomic(Name))
    return checkAtomic(E, Name);
  if (Name.consume_front("as_"))
    if (const BaseType *To = baseTypeNamed(Name, Types))
      return checkReinterpret(E, To);
  Name = Callee->Name;
  if (startsWith(Name, "convert_")) {
    StringRef To = Name.drop_front(8).split('_').first;
    if (baseTypeNamed(To, Types)) {
      error(Callee->Range,
            "'" + Name + "' is not in Kite; write '" + To + "(...)'");
      checkArguments(E);
      return E;
    }
  }
  StringRef Why = whyRejected(Name);
  if (!Why.empty())
    error(Callee->Range, "'" + Name + "' cannot be called: " + Why);
  else
    unknownName(Callee, true);
  checkArguments(E);
  return E;
}

Expr *Checker::checkConversion(CallExpr *E, const BaseType *To) {
  E->Call = CallKind::Conversion;
  std::string Called = "'" + To->str() + "'";
  auto *One = Types.base(To->B);
  if (E->Arguments.empty()) {
    error(E->Range, Called + " takes an argument, found none");
    return E;
  }
  if (!To->isVector() && E->Arguments.size() != 1) {
    countArguments(E, 1, Called);
    return E;
  }
  bool IsGood = true;
  unsigned Components = 0;
  for (Expr *&Argument : E->Arguments) {
    Argument = value(Argument, One);
    if (!Argument->Ty) {
      IsGood = false;
      continue;
    }
    auto *T = dyn_cast<BaseType>(Argument->Ty);
    if (!T) {
      error(Argument->Range,
            Called + " converts numbers, found '" + Argument->Ty->str() + "'");
      IsGood = false;
      continue;
    }
    Components += T->Width;
    if (E->Arguments.size() == 1) {
      // A vector converts by components.
      if (T->Width != To->Width && T->isVector()) {
        error(Argument->Range, Called + " of '" + T->str() +
                                   "' is not possible: the numbers of "
                                   "components differ");
        IsGood = false;
      } else if (To->isVector() && !T->isVector()) {
        Components = To->Width;
        Argument = convert(Argument, One, {});
        IsGood &= Argument->Ty != nullptr;
      }
      continue;
    }
    Argument = convert(Argument, Types.base(To->B, T->Width), {});
    IsGood &= Argument->Ty != nullptr;
  }
  if (!IsGood)
    return E;
  if (To->isVector() && Components != To->Width) {
    error(E->Range, Called + " has " + Twine(To->Width) +
                        " components, found " + Twine(Components));
    return E;
  }
  E->Ty = To;
  return E;
}

bool Checker::isPrintable(const Type *T) {
  switch (T->K) {
  case Type::Kind::Base:
  case Type::Kind::Range:
  case Type::Kind::Parameter:
    return true;
  case Type::Kind::Tuple:
    return all_of(cast<TupleType>(T)->Elements,
                  [&](const Type *Part) { return isPrintable(Part); });
  case Type::Kind::Array:
    return isPrintable(cast<ArrayType>(T)->Element);
  case Type::Kind::Named: {
    // A type that is inside of itself is printable if the rest is.
    DenseSet<const Type *> Seen;
    std::vector<const Type *> Waiting = {T};
    while (!Waiting.empty()) {
      const Type *Next = Waiting.back();
      Waiting.pop_back();
      if (!Next || !Seen.insert(Next).second)
        continue;
      if (isa<TaskType>(Next) || isa<FutureType>(Next))
        return false;
      if (auto *Tuple = dyn_cast<TupleType>(Next))
        Waiting.insert(Waiting.end(), Tuple->Elements.begin(),
                       Tuple->Elements.end());
      if (auto *Array = dyn_cast<ArrayType>(Next))
        Waiting.push_back(Array->Element);
      if (auto *Named = dyn_cast<NamedType>(Next))
        for (const FieldType &Field : Named->Fields)
          Waiting.push_back(Field.Ty);
    }
    return true;
  }
  case Type::Kind::Task:
  case Type::Kind::Future:
    return false;
  }
  return false;
}

Expr *Checker::checkPrint(CallExpr *E) {
  E->Call = CallKind::Print;
  if (!In) {
    error(E->Range, "a constant cannot print");
    return E;
  }
  bool IsGood = true;
  for (Expr *&Argument : E->Arguments) {
    if (isa<StringExpr>(Argument)) {
      // Texts have no type of their own.
      Argument->Ty = Types.unit();
      continue;
    }
    Argument = value(Argument, nullptr);
    IsGood &= Argument->Ty != nullptr;
    if (Argument->Ty && !isPrintable(Argument->Ty)) {
      error(Argument->Range,
            "tasks cannot be printed, found '" + Argument->Ty->str() + "'");
      IsGood = false;
    }
  }
  if (IsGood)
    E->Ty = Types.future(Types.unit());
  return E;
}

Expr *Checker::checkLength(CallExpr *E) {
  E->Call = CallKind::Length;
  if (!countArguments(E, 1, "'length'"))
    return E;
  Expr *&Argument = E->Arguments[0];
  Argument = value(Argument, nullptr);
  if (!Argument->Ty)
    return E;
  if (isa<ArrayType>(Argument->Ty) || isa<RangeType>(Argument->Ty)) {
    E->Ty = Types.base(Base::Int);
    return E;
  }
  // That of a vector, from OpenCL C.
  auto *T = dyn_cast<BaseType>(Argument->Ty);
  if (T && T->isFloating() && T->Width <= 4) {
    E->Call = CallKind::Builtin;
    E->Ty = Types.base(T->B);
    return E;
  }
  error(Argument->Range,
        "'length' is for arrays, ranges and vectors of floating numbers, "
        "found '" +
            Argument->Ty->str() + "'");
  return E;
}
