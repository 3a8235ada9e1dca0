//===- Supported.cpp - What is not compiled for devices -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "code/Supported.h"

#include "graphs/Walk.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace tasklet::kite {

static bool isHalf(const Type *T) {
  auto *Plain = dyn_cast_or_null<BaseType>(T);
  return Plain && Plain->B == Base::Half;
}

namespace {

class Finder {
public:
  explicit Finder(SourceMgr &Sources) : Sources(Sources) {}

  void addTask(TaskDecl &Task);
  void addVariable(const VarDecl &Var);
  /// Where `half` is named; otherwise where there is one. Invalid: nowhere.
  SMRange first() const { return Named.isValid() ? Named : Other; }

private:
  void addWritten(const TypeExpr *Written);
  void addType(const Type *T, SMRange Place);
  void addExpr(const Expr &E);
  void note(SMRange &First, SMRange Place);

  SourceMgr &Sources;
  SmallPtrSet<const Type *, 16> Known;
  SmallPtrSet<const TaskDecl *, 16> Tasks;
  SMRange Named, Other;
};

} // namespace

/// The program's own file is before those that it imports.
void Finder::note(SMRange &First, SMRange Place) {
  if (!Place.isValid())
    return;
  auto Order = [&](SMRange Range) {
    return std::make_pair(Sources.FindBufferContainingLoc(Range.Start),
                          Range.Start.getPointer());
  };
  if (!First.isValid() || Order(Place) < Order(First))
    First = Place;
}

void Finder::addWritten(const TypeExpr *Written) {
  if (!Written)
    return;
  if (auto *Name = dyn_cast<NamedTypeExpr>(Written)) {
    // A type parameter may stand for one.
    if (isHalf(Name->Meaning))
      note(Name->Name == Name->Meaning->str() ? Named : Other, Name->Range);
    for (const TypeExpr *Argument : Name->Arguments)
      addWritten(Argument);
  }
  if (auto *Tuple = dyn_cast<TupleTypeExpr>(Written))
    for (const TypeExpr *Element : Tuple->Elements)
      addWritten(Element);
  if (auto *Task = dyn_cast<TaskTypeExpr>(Written)) {
    for (const TypeExpr *Parameter : Task->Parameters)
      addWritten(Parameter);
    addWritten(Task->Result);
  }
}

/// Each type once: the fields of structures and unions, wherever it is used.
void Finder::addType(const Type *T, SMRange Place) {
  if (!T)
    return;
  if (isHalf(T))
    note(Other, Place);
  if (!Known.insert(T).second)
    return;
  if (auto *Array = dyn_cast<ArrayType>(T))
    return addType(Array->Element, Place);
  if (auto *Future = dyn_cast<FutureType>(T))
    return addType(Future->Result, Place);
  if (auto *Tuple = dyn_cast<TupleType>(T))
    for (const Type *Element : Tuple->Elements)
      addType(Element, Place);
  if (auto *Task = dyn_cast<TaskType>(T)) {
    for (const Type *Parameter : Task->Parameters)
      addType(Parameter, Place);
    addType(Task->Result, Place);
  }
  if (auto *Of = dyn_cast<NamedType>(T)) {
    for (const FieldDecl &Field : Of->Declaration->Fields)
      addWritten(Field.Written);
    for (const FieldType &Field : Of->Fields)
      addType(Field.Ty, Place);
  }
}

void Finder::addVariable(const VarDecl &Var) {
  addType(Var.Ty, Var.NameRange);
  addWritten(Var.Written);
}

void Finder::addExpr(const Expr &E) {
  addType(E.Ty, E.Range);
  if (auto *New = dyn_cast<NewExpr>(&E))
    addWritten(New->Element);
  else if (auto *Literal = dyn_cast<LiteralExpr>(&E))
    addWritten(Literal->Of);
  auto *Call = dyn_cast<CallExpr>(&E);
  if (Call && Call->Call == CallKind::Conversion && isHalf(E.Ty))
    note(Named, Call->Callee->Range);
  if (auto *Nested = dyn_cast<TaskExpr>(&E))
    addTask(*Nested->Task);
}

void Finder::addTask(TaskDecl &Task) {
  if (!Tasks.insert(&Task).second)
    return;
  for (const VarDecl *Parameter : Task.Parameters)
    addVariable(*Parameter);
  addWritten(Task.Result);
  addType(Task.ResultType, Task.NameRange);
  forEachStmtWithin(*Task.Body, [&](Stmt &S) {
    forEachVariable(S, [&](VarDecl *Var) { addVariable(*Var); });
    if (auto *Declaration = dyn_cast<DeclStmt>(&S))
      for (Decl *D : Declaration->Decls)
        if (auto *Nested = dyn_cast<TaskDecl>(D))
          addTask(*Nested);
    forEachExpr(S, [&](Expr *&Whole) {
      forEachExprWithin(Whole, [&](Expr *&E) { addExpr(*E); });
    });
  });
}

bool isSupported(const CheckedProgram &Program, Diagnostics &Messages) {
  Finder Halves(Messages.sources());
  for (const VarDecl *Constant : Program.Constants)
    Halves.addVariable(*Constant);
  for (TaskDecl *Task : Program.Tasks)
    Halves.addTask(*Task);
  SMRange First = Halves.first();
  if (!First.isValid())
    return true;
  Messages.error(First, "'half' is not yet compiled for devices");
  Messages.note(First, "use 'float', or run the program with 'kite "
                       "--interpret'");
  return false;
}

} // namespace tasklet::kite
