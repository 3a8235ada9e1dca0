//===- CheckTasks.cpp - Signatures and bodies of tasks -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "types/CheckerState.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tasklet::kite;

/// The signature. Of a generic task it has the type parameters.
void Checker::declareTask(TaskDecl *Task) {
  TaskInfo &Info = info(Task);
  Info.Where = Here;
  Info.Around = In;
  Info.Order = NextOrder;
  push(In);
  for (size_t I = 0; I != Task->TypeParameters.size(); ++I) {
    const TypeParameter &Parameter = Task->TypeParameters[I];
    auto Before = Here->Types.find(Parameter.Name);
    if (Before != Here->Types.end())
      error(Parameter.Range, "'" + Parameter.Name + "' is declared already",
            {{Before->second.Range,
              "'" + Parameter.Name + "' is declared here"}});
    Here->Types[Parameter.Name] = {
        nullptr, Types.parameter(Parameter.Name, Task, I), Parameter.Range, 0};
  }
  bool IsGood = true;
  for (VarDecl *Parameter : Task->Parameters) {
    const Type *T = nullptr;
    if (Parameter->Written)
      T = resolve(Parameter->Written);
    else
      error(Parameter->NameRange,
            "parameter '" + Parameter->Name + "' needs a type");
    Info.Parameters.push_back(T);
    IsGood &= T != nullptr;
  }
  Info.Result = Task->Result ? resolve(Task->Result) : Types.unit();
  IsGood &= Info.Result != nullptr;
  pop();
  Info.IsTyped = IsGood;
  Info.IsBad = !IsGood;
}

const Type *Checker::typeOf(TaskDecl *Task) {
  TaskInfo &Info = info(Task);
  if (!Info.Result || is_contained(Info.Parameters, nullptr))
    return nullptr;
  return Types.task(Info.Parameters, Info.Result);
}

void Checker::checkTask(TaskDecl *Task) {
  Contexts.emplace_back();
  checkBody(Task, Contexts.back(), {});
}

void Checker::checkBody(TaskDecl *Task, TaskContext &Context,
                        ArrayRef<const Type *> Arguments) {
  TaskInfo &Info = info(Task);
  Scope *OuterScope = Here;
  TaskContext *OuterTask = In;
  Context.Task = Task;
  Context.Outer = Info.Around;
  Context.IsRigid |= Info.Around && Info.Around->IsRigid;
  Context.Order = Info.Order ? Info.Order : ~0u;
  Context.InfersResult = Info.InfersResult;
  Here = Info.Where;
  Info.IsActive = true;

  // What a type parameter stands for, around the body.
  In = Info.Around;
  push(In);
  if (!Arguments.empty()) {
    auto Origin = Origins.find(Task);
    const std::vector<TypeParameter> &Names =
        Origin != Origins.end() ? Origin->second.Generic->TypeParameters
                                : Task->TypeParameters;
    for (size_t I = 0; I != Names.size(); ++I)
      Here->Types[Names[I].Name] = {nullptr, Arguments[I], Names[I].Range, 0};
    Info.Parameters.clear();
    for (VarDecl *Parameter : Task->Parameters)
      Info.Parameters.push_back(resolve(Parameter->Written));
    Info.Result = Task->Result ? resolve(Task->Result) : Types.unit();
  }
  Context.Result = Info.Result;
  Task->ResultType = Info.Result;

  In = &Context;
  push(In);
  for (size_t I = 0; I != Task->Parameters.size(); ++I) {
    VarDecl *Parameter = Task->Parameters[I];
    Parameter->Role = VarRole::Parameter;
    Parameter->Ty = Info.Parameters[I];
    declareValue(Parameter);
  }
  if (Task->Body)
    checkStatements(Task->Body);
  if (Info.InfersResult)
    Info.Result = Task->ResultType = Context.Result;
  if (Context.Self && Task->Body) {
    auto *Extra = Nodes.make<DeclStmt>();
    Extra->Range = Context.Self->Range;
    Extra->Decls.push_back(Context.Self);
    Task->Body->Body.insert(Task->Body->Body.begin(), Extra);
  }
  checkReturns(Task, Context.Result);
  Info.IsActive = false;
  Here = OuterScope;
  In = OuterTask;
}

void Checker::checkReturns(TaskDecl *Task, const Type *Result) {
  if (!Task->Body)
    return;
  bool Returns = alwaysReturns(Task->Body, [&](const Stmt *S) {
    Messages.warning(S->Range, "this is never reached");
  });
  if (Returns || !Result || isUnit(Result))
    return;
  // At the brace that ends the body, where the `return` is missing.
  SMLoc End = Task->Body->Range.End;
  SMRange Where = Task->NameRange;
  if (End.isValid())
    Where = {SMLoc::getFromPointer(End.getPointer() - 1), End};
  std::string Name =
      Task->Name.empty() ? "this task" : "task '" + Task->Name + "'";
  std::vector<Note> Notes;
  if (Task->Result)
    Notes.push_back({Task->Result->Range, "the result is declared here"});
  error(Where,
        Name + " can end without a result of '" + Result->str() +
            "'; a 'return' is missing",
        Notes);
}
