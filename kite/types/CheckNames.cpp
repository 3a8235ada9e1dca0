//===- CheckNames.cpp - Scopes and names -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "types/Builtins.h"
#include "types/CheckerState.h"

using namespace llvm;
using namespace tasklet::kite;

Scope *Checker::push(TaskContext *Task) {
  Scopes.emplace_back();
  Scopes.back().Outer = Here;
  Scopes.back().Task = Task;
  return Here = &Scopes.back();
}

static const char *kindOf(const Decl *D) {
  switch (D->K) {
  case Decl::Kind::Task:
    return "task";
  case Decl::Kind::Type:
    return cast<TypeDecl>(D)->IsUnion ? "union" : "struct";
  default:
    return "variable";
  }
}

static Note declaredHere(const Decl *D) {
  return {D->NameRange, "'" + D->Name + "' is declared here"};
}

// `x = e;` declares; who writes it for a variable that is there already wants
// to assign.
static SMRange equalsSign(const VarDecl *D) {
  if (D->Written || !D->Value)
    return {};
  const char *Text = D->NameRange.End.getPointer();
  while (Text && (*Text == ' ' || *Text == '\t'))
    ++Text;
  if (!Text || *Text != '=')
    return {};
  return {SMLoc::getFromPointer(Text), SMLoc::getFromPointer(Text + 1)};
}

void Checker::declareValue(Decl *D) {
  auto Place = Here->Values.find(D->Name);
  if (Place != Here->Values.end()) {
    Decl *Before = Place->second.D;
    SMRange Equals;
    if (auto *Variable = dyn_cast<VarDecl>(D))
      if (Before->K == Decl::Kind::Variable)
        Equals = equalsSign(Variable);
    if (Equals.isValid())
      error(D->NameRange,
            "'" + D->Name + "' is declared already; to assign, write '" +
                D->Name + " <- ...'",
            {declaredHere(Before)}, {SMFixIt(Equals, "<-")});
    else
      error(D->NameRange, "'" + D->Name + "' is declared already",
            {declaredHere(Before)});
    return;
  }
  auto Type = Here->Types.find(D->Name);
  if (Type != Here->Types.end() && Type->second.D && D->K == Decl::Kind::Task) {
    error(D->NameRange, "'" + D->Name + "' is declared already",
          {declaredHere(Type->second.D)});
    return;
  }
  warnHidden(D);
  Here->Values[D->Name] = {D, NextOrder++};
}

void Checker::warnHidden(Decl *D) {
  for (Scope *S = Here->Outer; S && S->Task && S->Task == In; S = S->Outer) {
    auto Place = S->Values.find(D->Name);
    if (Place == S->Values.end())
      continue;
    Decl *Hidden = Place->second.D;
    SMRange Equals;
    if (auto *Variable = dyn_cast<VarDecl>(D))
      if (Hidden->K == Decl::Kind::Variable)
        Equals = equalsSign(Variable);
    std::vector<SMFixIt> FixIts;
    std::string Text =
        "'" + D->Name + "' hides a " + kindOf(Hidden) + " of the block around";
    if (Equals.isValid()) {
      Text += "; to assign, write '" + D->Name + " <- ...'";
      FixIts.emplace_back(Equals, "<-");
    }
    Messages.warning(D->NameRange, Text, FixIts);
    Messages.note(Hidden->NameRange, declaredHere(Hidden).Text);
    return;
  }
}

Found Checker::findValue(StringRef Name) {
  Found Result;
  unsigned Order = ~0u;
  bool Critical = false;
  TaskContext *At = In;
  for (Scope *S = Here; S; S = S->Outer) {
    if (S->Task != At) {
      if (At && S->Task)
        Order = std::min(Order, At->Order);
      At = S->Task;
      // Another task copies it, so that `map` around is of no matter.
      Critical = false;
      Result.ThroughMap = false;
    }
    auto Place = S->Values.find(Name);
    if (Place != S->Values.end() && (!S->Task || Place->second.Order < Order)) {
      Result.D = Place->second.D;
      Result.Where = S;
      return Result;
    }
    Critical |= S->IsCritical;
    Result.ThroughMap |= S->IsMap && !Critical;
  }
  return {};
}

Scope::TypeName *Checker::findType(StringRef Name) {
  for (Scope *S = Here; S; S = S->Outer) {
    auto Place = S->Types.find(Name);
    if (Place != S->Types.end())
      return &Place->second;
  }
  return nullptr;
}

VarDecl *Checker::capture(VarDecl *Variable, TaskContext *Owner,
                          TaskContext *At) {
  if (At == Owner)
    return Variable;
  VarDecl *Outside = capture(Variable, Owner, At->Outer);
  VarDecl *&Copy = At->Copies[Outside];
  if (!Copy) {
    Copy = Nodes.make<VarDecl>();
    Copy->Range = Outside->Range;
    Copy->Name = Outside->Name;
    Copy->NameRange = Outside->NameRange;
    Copy->Role = VarRole::Capture;
    Copy->Ty = Outside->Ty;
    At->Task->Captures.push_back({Outside, Copy});
  }
  return Copy;
}

// A task in a block that is used by a task inside or beside it is a value that
// is captured. That takes a variable which holds it.
static VarDecl *makeHolder(TaskDecl *Task, const Type *Ty, AstContext &Nodes) {
  auto *Name = Nodes.make<NameExpr>();
  Name->Range = Task->NameRange;
  Name->Name = Task->Name;
  Name->Target = Task;
  Name->Ty = Ty;
  auto *Holder = Nodes.make<VarDecl>();
  Holder->Range = Holder->NameRange = Task->NameRange;
  Holder->Name = Task->Name;
  Holder->Value = Name;
  Holder->Ty = Ty;
  return Holder;
}

Expr *Checker::nameOfTask(NameExpr *E, TaskDecl *Task, Scope *Where) {
  E->Target = Task;
  E->Ty = typeOf(Task);
  if (!E->Ty || !Where->Task)
    return E;
  if (Where->Task == In || In->Task == Task)
    return E;
  // The innermost task around that is the one that is named, if there is one.
  for (TaskContext *At = In; At && At != Where->Task; At = At->Outer)
    if (At->Task == Task) {
      if (!At->Self)
        At->Self = makeHolder(Task, E->Ty, Nodes);
      E->Target = capture(At->Self, At, In);
      return E;
    }
  // Two instances of a generic task in a block, each inside of the other.
  if (info(Task).IsActive) {
    error(E->Range,
          "'" + Task->Name +
              "' needs itself with other types; declare it outside "
              "of the task",
          {declaredHere(Task)});
    E->Ty = nullptr;
    return E;
  }
  if (Task->Captures.empty())
    return E;
  VarDecl *&Holder = info(Task).Holder;
  if (!Holder)
    Holder = makeHolder(Task, E->Ty, Nodes);
  E->Target = capture(Holder, Where->Task, In);
  return E;
}

Expr *Checker::checkName(NameExpr *E, const Type *Hint) {
  Found F = findValue(E->Name);
  if (!F.D) {
    unknownName(E, false);
    return E;
  }
  if (auto *Task = dyn_cast<TaskDecl>(F.D)) {
    if (Task->TypeParameters.empty())
      return nameOfTask(E, Task, F.Where);
    // Of a generic task the place must tell which instance it is.
    TaskInfo &Generic = info(Task);
    if (!Generic.IsTyped)
      return E;
    auto *Wanted = dyn_cast_or_null<TaskType>(Hint);
    Bindings Bound(Task->TypeParameters.size(), nullptr);
    bool Matches = Wanted &&
                   Wanted->Parameters.size() == Generic.Parameters.size() &&
                   match(Types.task(Generic.Parameters, Generic.Result), Wanted,
                         Task, Bound);
    if (!Matches || is_contained(Bound, nullptr)) {
      if (Wanted)
        error(E->Range,
              "expected '" + Wanted->str() + "', found the generic task '" +
                  Task->Name + "', which does not fit",
              {declaredHere(Task)});
      else
        error(E->Range,
              "the types of the generic task '" + Task->Name +
                  "' are not known here; write an anonymous task that "
                  "calls it",
              {declaredHere(Task)});
      return E;
    }
    if (TaskDecl *Instance = instance(Task, Bound, E->Range)) {
      if (Instance != Task)
        return nameOfTask(E, Instance, F.Where);
      E->Target = Task;
      E->Ty = Wanted;
    }
    return E;
  }
  auto *Variable = cast<VarDecl>(F.D);
  if (Variable->Role == VarRole::Constant) {
    checkConstant(Variable);
    // It needs itself, which was reported.
    if (Constants[Variable] == ConstantState::Active)
      return E;
  }
  if (Variable->Role != VarRole::Constant && Variable->Ty)
    Variable = capture(Variable, F.Where->Task, In);
  E->Target = Variable;
  E->Ty = Variable->Ty;
  return E;
}

void Checker::suggest(StringRef Name, std::vector<Note> &Notes, bool OfTypes) {
  // Who sees so many needs another help, and each takes a look at all names.
  if (++Suggestions > 100)
    return;
  unsigned Best = Name.size() / 3 + 1;
  std::string Closest;
  SMRange Where;
  auto Consider = [&](StringRef Candidate, SMRange Range) {
    unsigned Distance = Name.edit_distance(Candidate, true, Best);
    // All letters changed is another name.
    if (Distance < Best && Distance < Name.size()) {
      Best = Distance;
      Closest = Candidate.str();
      Where = Range;
    }
  };
  for (Scope *S = Here; S; S = S->Outer) {
    // The order of a hash table is not one to show to users.
    std::map<StringRef, SMRange> Sorted;
    if (OfTypes)
      for (auto &Entry : S->Types)
        Sorted[Entry.first()] =
            Entry.second.D ? Entry.second.D->NameRange : Entry.second.Range;
    else
      for (auto &Entry : S->Values)
        Sorted[Entry.first()] = Entry.second.D->NameRange;
    for (auto &Entry : Sorted)
      Consider(Entry.first, Entry.second);
  }
  if (OfTypes)
    for (const char *Candidate :
         {"bool", "char", "uchar", "short", "ushort", "int", "uint", "long",
          "ulong", "half", "float", "double", "array", "range"})
      Consider(Candidate, {});
  else
    for (StringRef Candidate : builtinNames())
      Consider(Candidate, {});
  if (Closest.empty())
    return;
  Notes.push_back({Where, "did you mean '" + Closest + "'?"});
}

static const Decl *laterDeclaration(const Stmt *S, StringRef Name) {
  if (auto *Then = dyn_cast<ThenStmt>(S)) {
    if (const Decl *D = laterDeclaration(Then->First, Name))
      return D;
    return laterDeclaration(Then->Second, Name);
  }
  if (auto *Declares = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declares->Decls)
      if (D->Name == Name && D->K != Decl::Kind::Type)
        return D;
  return nullptr;
}

void Checker::unknownName(NameExpr *E, bool IsCalled) {
  for (Scope *S = Here; S; S = S->Outer) {
    if (!S->Block)
      continue;
    for (size_t I = S->Next; I < S->Block->Body.size(); ++I)
      if (const Decl *D = laterDeclaration(S->Block->Body[I], E->Name)) {
        error(E->Range, "'" + E->Name + "' is used before its declaration",
              {declaredHere(D)});
        return;
      }
  }
  if (Scope::TypeName *T = findType(E->Name)) {
    error(E->Range,
          "'" + E->Name + "' is a type, not a value; write '" + E->Name +
              "{...}' to make one",
          {{T->D ? T->D->NameRange : T->Range,
            "'" + E->Name + "' is declared here"}});
    return;
  }
  if (!IsCalled && (baseTypeNamed(E->Name, Types) || isBuiltin(E->Name))) {
    error(E->Range, "'" + E->Name +
                        "' can only be called; write an anonymous task that "
                        "calls it");
    return;
  }
  std::vector<Note> Notes;
  suggest(E->Name, Notes, false);
  if (Notes.size() == 1 && !Notes[0].Range.isValid())
    Notes[0].Range = E->Range;
  error(E->Range, "nothing here has the name '" + E->Name + "'", Notes);
}
