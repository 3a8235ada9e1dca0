//===- CheckProgram.cpp - Programs and what stands outside of tasks ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "types/Checker.h"
#include "types/CheckerState.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tasklet::kite;

TaskDecl *CheckedProgram::find(StringRef Name) const {
  for (TaskDecl *Task : Tasks)
    if (Task->Name == Name && Task->UniqueName == Name)
      return Task;
  return nullptr;
}

std::optional<CheckedProgram> tasklet::kite::check(Program &Source,
                                                   AstContext &Nodes,
                                                   TypeContext &Types,
                                                   Diagnostics &Messages) {
  return Checker(Nodes, Types, Messages).run(Source);
}

void Checker::error(SMRange Range, const Twine &Text, ArrayRef<Note> Notes,
                    ArrayRef<SMFixIt> FixIts) {
  Messages.error(Range, Text, FixIts);
  for (const Note &N : Notes)
    if (N.Range.isValid())
      Messages.note(N.Range, N.Text);
  // Which instance, and who needs it.
  const TaskDecl *Task = nullptr;
  for (TaskContext *At = In; At; At = At->Outer)
    if (Origins.count(At->Task))
      Task = At->Task;
  for (unsigned Depth = 0; Task && Depth != 4; ++Depth) {
    auto Origin = Origins.find(Task);
    if (Origin == Origins.end())
      break;
    std::string Name = Origin->second.Name;
    if (Name.size() > 60)
      Name = Name.substr(0, 57) + "...";
    Messages.note(Origin->second.Where, "in '" + Name + "', needed here");
    Task = Origin->second.By;
  }
}

std::string Checker::uniqueName(StringRef Wish) {
  std::string Name = Wish.str();
  for (unsigned Number = 2; !UsedNames.insert(Name).second; ++Number)
    Name = (Wish + Twine(Number)).str();
  return Name;
}

void Checker::declareTopLevel(Program &Source) {
  for (Decl *D : Source.Decls) {
    switch (D->K) {
    case Decl::Kind::Variable:
      cast<VarDecl>(D)->Role = VarRole::Constant;
      declareValue(D);
      break;
    case Decl::Kind::Task:
      UsedNames.insert(D->Name);
      cast<TaskDecl>(D)->UniqueName = D->Name;
      declareValue(D);
      break;
    case Decl::Kind::Type:
      declareType(cast<TypeDecl>(D));
      break;
    case Decl::Kind::Import:
      break;
    }
  }
  for (Decl *D : Source.Decls)
    if (auto *Type = dyn_cast<TypeDecl>(D))
      checkTypeDecl(Type);
  fillAll();
  for (Decl *D : Source.Decls)
    if (auto *Type = dyn_cast<TypeDecl>(D))
      checkFinite(Type);
  for (Decl *D : Source.Decls)
    if (auto *Task = dyn_cast<TaskDecl>(D))
      declareTask(Task);
}

// Fills types that came up before the declaration that they need.
void Checker::fillAll() {
  for (size_t I = 0; I != Filled.size(); ++I)
    fill(Filled[I]);
}

void Checker::checkConstant(VarDecl *Constant) {
  ConstantState &State = Constants[Constant];
  if (State == ConstantState::Done)
    return;
  if (State == ConstantState::Active) {
    error(Constant->NameRange,
          "the value of '" + Constant->Name + "' needs itself");
    return;
  }
  State = ConstantState::Active;
  Scope *OuterScope = Here;
  TaskContext *OuterTask = In;
  Here = Global;
  In = nullptr;
  if (!Constant->Value)
    error(Constant->NameRange,
          "a constant needs a value: '" + Constant->Name + ": int = 1;'");
  else
    checkVariable(Constant);
  if (Constant->Value && Constant->Value->Ty && Constant->Ty) {
    Expr *Result = evaluateConstant(
        Constant->Value, Nodes,
        [&](SMRange Range, StringRef Text) { error(Range, Text); });
    if (Result)
      Constant->Value = Result;
    else
      Constant->Ty = nullptr;
  } else {
    Constant->Ty = nullptr;
  }
  Here = OuterScope;
  In = OuterTask;
  Constants[Constant] = ConstantState::Done;
}

static bool containsTask(const Type *T, DenseSet<const Type *> &Seen) {
  if (!T || !Seen.insert(T).second)
    return false;
  auto Inside = [&](const Type *Part) { return containsTask(Part, Seen); };
  switch (T->K) {
  case Type::Kind::Task:
  case Type::Kind::Future:
    return true;
  case Type::Kind::Tuple:
    return any_of(cast<TupleType>(T)->Elements, Inside);
  case Type::Kind::Array:
    return Inside(cast<ArrayType>(T)->Element);
  case Type::Kind::Named:
    return any_of(cast<NamedType>(T)->Fields,
                  [&](const FieldType &Field) { return Inside(Field.Ty); });
  default:
    return false;
  }
}

void Checker::checkExport(TaskDecl *Task) {
  if (!Task->TypeParameters.empty()) {
    error(Task->TypeParameters.front().Range,
          "an exported task has no type parameters: hosts could not name its "
          "instances");
    return;
  }
  TaskInfo &Info = info(Task);
  for (size_t I = 0; I != Info.Parameters.size(); ++I) {
    DenseSet<const Type *> Seen;
    if (containsTask(Info.Parameters[I], Seen))
      error(Task->Parameters[I]->NameRange,
            "hosts cannot pass a task: parameter '" +
                Task->Parameters[I]->Name + "' of an exported task has type '" +
                Info.Parameters[I]->str() + "'");
  }
  DenseSet<const Type *> Seen;
  if (containsTask(Info.Result, Seen))
    error(Task->Result->Range,
          "hosts cannot take a task: the result of an exported task has type "
          "'" +
              Info.Result->str() + "'");
}

// What a value of a type has inside of it, not behind a reference.
static void byValue(const Type *T, function_ref<void(const NamedType *)> Each) {
  if (!T)
    return;
  if (auto *Tuple = dyn_cast<TupleType>(T))
    for (const Type *Part : Tuple->Elements)
      byValue(Part, Each);
  else if (auto *Named = dyn_cast<NamedType>(T))
    Each(Named);
}

static void order(const NamedType *T, DenseSet<const NamedType *> &Seen,
                  std::vector<const NamedType *> &Result) {
  if (!Seen.insert(T).second)
    return;
  for (const FieldType &Field : T->Fields)
    byValue(Field.Ty,
            [&](const NamedType *Inner) { order(Inner, Seen, Result); });
  Result.push_back(T);
}

static bool reaches(const NamedType *From, const NamedType *To,
                    DenseSet<const NamedType *> &Seen) {
  bool Result = false;
  for (const FieldType &Field : From->Fields)
    byValue(Field.Ty, [&](const NamedType *Inner) {
      Result |= Inner == To ||
                (Seen.insert(Inner).second && reaches(Inner, To, Seen));
    });
  return Result;
}

std::vector<const NamedType *> Checker::typesInOrder() {
  fillAll();
  std::vector<const NamedType *> Result;
  DenseSet<const NamedType *> Seen;
  for (NamedType *T : Filled) {
    DenseSet<const NamedType *> Reached;
    T->IsRecursive = reaches(T, T, Reached);
    if (!hasParameters(T))
      order(T, Seen, Result);
  }
  return Result;
}

std::optional<CheckedProgram> Checker::run(Program &Source) {
  Global = push(nullptr);
  declareTopLevel(Source);
  CheckedProgram Result;
  for (Decl *D : Source.Decls)
    if (auto *Constant = dyn_cast<VarDecl>(D)) {
      checkConstant(Constant);
      Result.Constants.push_back(Constant);
    }
  for (Decl *D : Source.Decls) {
    auto *Task = dyn_cast<TaskDecl>(D);
    if (!Task)
      continue;
    if (Task->IsExported)
      checkExport(Task);
    if (Task->TypeParameters.empty())
      checkTask(Task);
    else
      checkGeneric(Task);
  }
  finishInstances();
  if (Messages.hasErrors())
    return std::nullopt;
  for (Decl *D : Source.Decls)
    if (auto *Task = dyn_cast<TaskDecl>(D)) {
      if (Task->TypeParameters.empty()) {
        Result.Tasks.push_back(Task);
        continue;
      }
      std::vector<TaskDecl *> &Made = info(Task).InstancesInOrder;
      Result.Tasks.insert(Result.Tasks.end(), Made.begin(), Made.end());
    }
  Result.Types = typesInOrder();
  return Result;
}
