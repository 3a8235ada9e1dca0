//===- Lift.cpp - Nested tasks become tasks of the program ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "graphs/AnfSteps.h"
#include "graphs/Walk.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;
using namespace tasklet::kite;

namespace {

/// A task while its body is worked on.
struct Scope {
  TaskDecl *Task = nullptr;
  Scope *Parent = nullptr;
  /// The variables of this task that hold closures of tasks in blocks.
  DenseMap<const TaskDecl *, VarDecl *> Closures;
};

class Lifter {
public:
  Lifter(CheckedProgram &P, AstContext &Context, TypeContext &Types)
      : P(P), Context(Context), Types(Types) {}

  void run() {
    std::vector<TaskDecl *> Outer;
    Outer.swap(P.Tasks);
    for (TaskDecl *Task : Outer)
      findTasks(*Task->Body, Task);
    for (TaskDecl *Task : Outer) {
      P.Tasks.push_back(Task);
      lift(*Task, nullptr);
    }
  }

private:
  /// Notes which task each task in a block, or anonymous one, is in.
  void findTasks(Stmt &Body, TaskDecl *In) {
    auto Found = [&](TaskDecl *Task) {
      Nested.insert({Task, In});
      findTasks(*Task->Body, Task);
    };
    forEachStmtWithin(Body, [&](Stmt &S) {
      if (auto *Declaration = dyn_cast<DeclStmt>(&S))
        for (Decl *D : Declaration->Decls)
          if (auto *Task = dyn_cast<TaskDecl>(D))
            Found(Task);
      forEachExpr(S, [&](Expr *&E) {
        forEachExprWithin(E, [&](Expr *&Inner) {
          if (auto *Task = dyn_cast<TaskExpr>(Inner))
            Found(Task->Task);
        });
      });
    });
  }

  bool isWithin(const TaskDecl *Task, const TaskDecl *Outer) {
    for (; Task; Task = Nested.lookup(Task))
      if (Task == Outer)
        return true;
    return false;
  }

  /// \p Task is called by a closure: it captures variables, or it calls a task
  /// from outside of it that does.
  bool needsClosure(const TaskDecl *Task) {
    auto [Known, IsNew] = NeedsClosure.try_emplace(Task, false);
    if (!IsNew)
      return Known->second;
    bool Needs = !Task->Captures.empty();
    forEachTaskNamedIn(*Task->Body, [&](const TaskDecl *Named) {
      if (!Needs && Nested.count(Named) && !isWithin(Named, Task))
        Needs = needsClosure(Named);
    });
    return NeedsClosure[Task] = Needs;
  }

  /// Also in the bodies of the tasks that it contains.
  void forEachTaskNamedIn(Stmt &Body,
                          function_ref<void(const TaskDecl *)> Visit) {
    forEachStmtWithin(Body, [&](Stmt &S) {
      if (auto *Declaration = dyn_cast<DeclStmt>(&S))
        for (Decl *D : Declaration->Decls)
          if (auto *Task = dyn_cast<TaskDecl>(D))
            forEachTaskNamedIn(*Task->Body, Visit);
      forEachExpr(S, [&](Expr *&E) {
        forEachExprWithin(E, [&](Expr *&Inner) {
          const Expr *Name = Inner;
          if (auto *Call = dyn_cast<CallExpr>(Inner))
            Name = Call->Callee;
          if (auto *Named = dyn_cast<NameExpr>(Name))
            if (auto *Task = dyn_cast_or_null<TaskDecl>(Named->Target))
              Visit(Task);
          if (auto *Task = dyn_cast<TaskExpr>(Inner))
            forEachTaskNamedIn(*Task->Task->Body, Visit);
        });
      });
    });
  }

  void lift(TaskDecl &Task, Scope *Parent) {
    Scope Own;
    Own.Task = &Task;
    Own.Parent = Parent;
    liftWithin(*Task.Body, Own);
    // Only now all captures are known.
    if (VarDecl *Self = Own.Closures.lookup(&Task)) {
      std::vector<Expr *> Captured;
      for (const Capture &Each : Task.Captures)
        Captured.push_back(makeName(Each.Inside, Task.Range, Context));
      Self->Value = makeClosure(Task, std::move(Captured), Task.NameRange);
      Task.Body->Body.insert(Task.Body->Body.begin(),
                             makeDeclaration(Self, Task.NameRange, Context));
    }
  }

  void liftNested(TaskDecl &Task, Scope &In) {
    P.Tasks.push_back(&Task);
    lift(Task, &In);
  }

  void liftWithin(Stmt &Body, Scope &In) {
    forEachStmtWithin(Body, [&](Stmt &S) {
      if (auto *Declaration = dyn_cast<DeclStmt>(&S))
        liftDeclared(*Declaration, In);
      forEachExpr(S, [&](Expr *&E) { liftExpr(E, In); });
    });
  }

  void liftDeclared(DeclStmt &S, Scope &In) {
    std::vector<Decl *> Left;
    for (Decl *D : S.Decls) {
      if (isa<VarDecl>(D))
        Left.push_back(D);
      auto *Task = dyn_cast<TaskDecl>(D);
      if (!Task)
        continue;
      bool Needs = needsClosure(Task);
      liftNested(*Task, In);
      if (!Needs)
        continue;
      VarDecl *Closure = makeVariable(*Task, VarRole::Local);
      Closure->Value = makeClosure(*Task, outsides(*Task), Task->NameRange);
      In.Closures[Task] = Closure;
      Left.push_back(Closure);
    }
    S.Decls = std::move(Left);
  }

  void liftExpr(Expr *&E, Scope &In) {
    if (auto *Closure = dyn_cast<TaskExpr>(E)) {
      // Those that this step has made are ready.
      if (!Nested.count(Closure->Task) || !Made.insert(Closure).second)
        return;
      TaskDecl *Task = Closure->Task;
      liftNested(*Task, In);
      Closure->Captured = outsides(*Task);
      // One that captures nothing is as those outside of tasks.
      if (Task->Captures.empty())
        E = makeTaskName(*Task, *Closure);
      return;
    }
    if (auto *Call = dyn_cast<CallExpr>(E))
      if (Call->Call == CallKind::Application && isa<NameExpr>(Call->Callee))
        liftName(Call->Callee, In);
    liftName(E, In);
    forEachOperand(*E, [&](Expr *&Operand) { liftExpr(Operand, In); });
  }

  /// A task by its name becomes the closure, if it needs one.
  void liftName(Expr *&E, Scope &In) {
    auto *Name = dyn_cast<NameExpr>(E);
    auto *Task = Name ? dyn_cast_or_null<TaskDecl>(Name->Target) : nullptr;
    if (Task && Nested.count(Task) && needsClosure(Task))
      E = makeName(closureOf(*Task, In), Name->Range, Context);
  }

  /// The variable of \p In that holds the closure of \p Task.
  VarDecl *closureOf(TaskDecl &Task, Scope &In) {
    if (VarDecl *Known = In.Closures.lookup(&Task))
      return Known;
    VarDecl *Made = nullptr;
    if (In.Task == &Task) {
      // lift() gives it its value.
      Made = makeVariable(Task, VarRole::Local);
    } else {
      Made = makeVariable(Task, VarRole::Capture);
      assert(In.Parent && "a task is used behind its declaration only");
      In.Task->Captures.push_back({closureOf(Task, *In.Parent), Made});
    }
    In.Closures[&Task] = Made;
    return Made;
  }

  VarDecl *makeVariable(TaskDecl &Task, VarRole Role) {
    auto *Var = Context.make<VarDecl>();
    Var->Name = Task.Name;
    Var->Range = Task.NameRange;
    Var->NameRange = Task.NameRange;
    Var->Role = Role;
    Var->Ty = typeOf(Task);
    return Var;
  }

  NameExpr *makeTaskName(TaskDecl &Task, const TaskExpr &Closure) {
    auto *Name = Context.make<NameExpr>();
    Name->Range = Closure.Range;
    Name->Ty = Closure.Ty;
    Name->Target = &Task;
    return Name;
  }

  const Type *typeOf(const TaskDecl &Task) {
    std::vector<const Type *> Parameters;
    for (const VarDecl *Parameter : Task.Parameters)
      Parameters.push_back(Parameter->Ty);
    return Types.task(Parameters, Task.ResultType);
  }

  std::vector<Expr *> outsides(const TaskDecl &Task) {
    std::vector<Expr *> Result;
    for (const Capture &Each : Task.Captures)
      Result.push_back(makeName(Each.Outside, Task.NameRange, Context));
    return Result;
  }

  TaskExpr *makeClosure(TaskDecl &Task, std::vector<Expr *> Captured,
                        SMRange Range) {
    auto *Closure = Context.make<TaskExpr>();
    Closure->Range = Range;
    Closure->Ty = typeOf(Task);
    Closure->Task = &Task;
    Closure->Captured = std::move(Captured);
    Made.insert(Closure);
    return Closure;
  }

  CheckedProgram &P;
  AstContext &Context;
  TypeContext &Types;
  /// The task that it is in; null for one that is outside of others.
  DenseMap<const TaskDecl *, const TaskDecl *> Nested;
  DenseMap<const TaskDecl *, bool> NeedsClosure;
  DenseSet<const TaskExpr *> Made;
};

} // namespace

void tasklet::kite::liftTasks(CheckedProgram &P, AstContext &Context,
                              TypeContext &Types) {
  Lifter(P, Context, Types).run();
}
