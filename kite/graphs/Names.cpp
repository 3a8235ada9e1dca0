//===- Names.cpp - Names and types of A-normal form -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "graphs/AnfSteps.h"
#include "graphs/Walk.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace tasklet::kite;

static std::vector<const Type *> withoutFutures(ArrayRef<const Type *> List,
                                                TypeContext &Types) {
  std::vector<const Type *> Result;
  for (const Type *T : List)
    Result.push_back(withoutFutures(T, Types));
  return Result;
}

const Type *tasklet::kite::withoutFutures(const Type *T, TypeContext &Types) {
  if (!T)
    return nullptr;
  switch (T->K) {
  case Type::Kind::Base:
  case Type::Kind::Range:
  case Type::Kind::Parameter:
    return T;
  case Type::Kind::Future:
    return withoutFutures(cast<FutureType>(T)->Result, Types);
  case Type::Kind::Tuple:
    return Types.tuple(::withoutFutures(cast<TupleType>(T)->Elements, Types));
  case Type::Kind::Array:
    return Types.array(withoutFutures(cast<ArrayType>(T)->Element, Types));
  case Type::Kind::Task: {
    auto *Task = cast<TaskType>(T);
    return Types.task(::withoutFutures(Task->Parameters, Types),
                      withoutFutures(Task->Result, Types));
  }
  case Type::Kind::Named: {
    auto *Named = cast<NamedType>(T);
    std::vector<const Type *> Arguments =
        ::withoutFutures(Named->Arguments, Types);
    if (Arguments == Named->Arguments)
      return T;
    NamedType *Plain = Types.named(Named->Declaration, Arguments);
    if (Plain->Fields.empty()) {
      Plain->IsRecursive = Named->IsRecursive;
      Plain->Fields = Named->Fields;
      for (FieldType &Field : Plain->Fields)
        Field.Ty = withoutFutures(Field.Ty, Types);
    }
    return Plain;
  }
  }
  llvm_unreachable("all kinds of types are above");
}

TypeExpr *tasklet::kite::writeType(const Type *T, SMRange Range,
                                   AstContext &Context) {
  auto Finish = [&](TypeExpr *E) {
    E->Range = Range;
    E->Meaning = T;
    return E;
  };
  auto Named = [&](StringRef Name, ArrayRef<const Type *> Arguments) {
    auto *E = Context.make<NamedTypeExpr>();
    E->Name = Name.str();
    for (const Type *Argument : Arguments)
      E->Arguments.push_back(writeType(Argument, Range, Context));
    return Finish(E);
  };
  if (auto *Array = dyn_cast<ArrayType>(T))
    return Named("array", Array->Element);
  if (auto *Of = dyn_cast<RangeType>(T))
    return Named("range", static_cast<const Type *>(Of->Element));
  if (auto *Struct = dyn_cast<NamedType>(T))
    return Named(Struct->Declaration->Name, Struct->Arguments);
  if (auto *Tuple = dyn_cast<TupleType>(T)) {
    auto *E = Context.make<TupleTypeExpr>();
    for (const Type *Element : Tuple->Elements)
      E->Elements.push_back(writeType(Element, Range, Context));
    return Finish(E);
  }
  if (auto *Task = dyn_cast<TaskType>(T)) {
    auto *E = Context.make<TaskTypeExpr>();
    for (const Type *Parameter : Task->Parameters)
      E->Parameters.push_back(writeType(Parameter, Range, Context));
    E->Result = writeType(Task->Result, Range, Context);
    return Finish(E);
  }
  return Named(T->str(), {});
}

namespace {

class Namer {
public:
  Namer(CheckedProgram &P, AstContext &Context, TypeContext &Types)
      : P(P), Context(Context), Types(Types) {}

  void run() {
    for (TaskDecl *Task : P.Tasks) {
      // Instances of generic tasks, and those of blocks.
      if (!Task->IsExported && !Task->UniqueName.empty())
        Task->Name = Task->UniqueName;
      Task->TypeParameters.clear();
      Global.insert(Task->Name);
    }
    for (const VarDecl *Constant : P.Constants)
      Global.insert(Constant->Name);
    for (const NamedType *T : P.Types)
      Global.insert(T->Declaration->Name);
    for (TaskDecl *Task : P.Tasks)
      forEachExprIn(*Task, [&](Expr *&E) { addFunction(E); });
    for (TaskDecl *Task : P.Tasks)
      nameVariables(*Task);
    for (TaskDecl *Task : P.Tasks)
      forEachExprIn(*Task, [&](Expr *&E) { finish(E); });
  }

private:
  /// With callees.
  static void forEachExprIn(TaskDecl &Task,
                            function_ref<void(Expr *&)> Visit) {
    forEachStmtWithin(*Task.Body, [&](Stmt &S) {
      forEachExpr(S, [&](Expr *&E) {
        forEachExprWithin(E, [&](Expr *&Inner) {
          Visit(Inner);
          if (auto *Call = dyn_cast<CallExpr>(Inner))
            Visit(Call->Callee);
        });
      });
    });
  }

  /// Built-in functions and types that the program calls.
  void addFunction(const Expr *E) {
    if (auto *Name = dyn_cast<NameExpr>(E))
      if (!Name->Target)
        Global.insert(Name->Name);
  }

  void nameVariables(TaskDecl &Task) {
    Task.ResultType = withoutFutures(Task.ResultType, Types);
    if (Task.Result || !isUnit(Task.ResultType))
      Task.Result = writeType(Task.ResultType, Task.NameRange, Context);
    std::vector<VarDecl *> Users, Temporaries;
    auto Found = [&](VarDecl *Var) {
      (Var->Name.empty() ? Temporaries : Users).push_back(Var);
    };
    for (VarDecl *Parameter : Task.Parameters)
      Found(Parameter);
    for (const Capture &Each : Task.Captures)
      Found(Each.Inside);
    forEachStmtWithin(*Task.Body,
                      [&](Stmt &S) { forEachVariable(S, Found); });
    Used.clear();
    Counters.clear();
    // Those of the source first, so that they keep their names.
    for (VarDecl *Var : Users)
      if (!Used.insert(Var->Name).second || Global.count(Var->Name))
        Var->Name = freshName(Var->Name);
    for (VarDecl *Var : Temporaries)
      Var->Name = freshName("x");
    for (auto *List : {&Users, &Temporaries})
      for (VarDecl *Var : *List) {
        Var->Ty = withoutFutures(Var->Ty, Types);
        // Elements, indexes and the data of branches have none in the syntax.
        if (Var->Role == VarRole::Local || Var->Role == VarRole::Parameter ||
            Var->Role == VarRole::Capture)
          Var->Written = writeType(Var->Ty, Var->Range, Context);
      }
  }

  /// The name with another number behind it.
  std::string freshName(StringRef Name) {
    StringRef Base = Name.rtrim("0123456789");
    unsigned &Next = Counters[Base];
    while (true) {
      std::string Fresh = (Base + Twine(++Next)).str();
      if (!Global.count(Fresh) && Used.insert(Fresh).second)
        return Fresh;
    }
  }

  void finish(Expr *&E) {
    E->Ty = withoutFutures(E->Ty, Types);
    if (auto *Name = dyn_cast<NameExpr>(E))
      if (Name->Target)
        Name->Name = Name->Target->Name;
  }

  CheckedProgram &P;
  AstContext &Context;
  TypeContext &Types;
  /// What no variable may hide.
  StringSet<> Global;
  /// The names of the variables of one task.
  StringSet<> Used;
  StringMap<unsigned> Counters;
};

} // namespace

void tasklet::kite::giveNames(CheckedProgram &P, AstContext &Context,
                              TypeContext &Types) {
  Namer(P, Context, Types).run();
}
