//===- CheckerState.h - The checker inside ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Private to types/: one class, whose members are spread over the Check*.cpp
/// files by subject.
///
/// Checking goes in both directions. `check` finds the type of an expression;
/// its hint is what the place would like, which literals and generic calls
/// follow if they can. `expect` demands a type. Both return the expression to
/// put in place of theirs, since FORCE and literals may replace it. A type of
/// null says that an error was reported: whoever sees it says nothing more.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_TYPES_CHECKERSTATE_H
#define TASKLET_KITE_TYPES_CHECKERSTATE_H

#include "syntax/Diagnostics.h"
#include "types/CheckedProgram.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <deque>

namespace tasklet::kite {

struct BuiltinFunction;

/// What is said behind an error.
struct Note {
  llvm::SMRange Range;
  std::string Text;
};

/// A task whose body is being checked.
struct TaskContext {
  TaskDecl *Task = nullptr;
  /// The task around it; null outside.
  TaskContext *Outer = nullptr;
  const Type *Result = nullptr;
  /// The result is that of its `return`: a task made of `task e`.
  bool InfersResult = false;
  /// The body of a generic declaration, checked for its mistakes only.
  bool IsRigid = false;
  /// Names declared later than this, outside, are not seen.
  unsigned Order = ~0u;
  /// Copies by the variables outside.
  llvm::DenseMap<VarDecl *, VarDecl *> Copies;
  /// A variable in the task that holds the task itself; made when a task inside
  /// uses its name.
  VarDecl *Self = nullptr;
};

struct Scope {
  Scope *Outer = nullptr;
  /// Null outside of tasks.
  TaskContext *Task = nullptr;
  bool IsMap = false;
  bool IsCritical = false;
  /// For "used before its declaration".
  const BlockStmt *Block = nullptr;
  size_t Next = 0;

  struct Value {
    Decl *D = nullptr;
    unsigned Order = 0;
  };
  /// A declaration, or what a type parameter stands for.
  struct TypeName {
    TypeDecl *D = nullptr;
    const Type *Ty = nullptr;
    llvm::SMRange Range;
    unsigned Order = 0;
  };
  llvm::StringMap<Value> Values;
  llvm::StringMap<TypeName> Types;
};

/// What the checker knows of a task declaration.
struct TaskInfo {
  /// With the type parameters of a generic task. Null: there was an error.
  std::vector<const Type *> Parameters;
  const Type *Result = nullptr;
  /// Where it is declared.
  Scope *Where = nullptr;
  TaskContext *Around = nullptr;
  unsigned Order = 0;
  /// Of a generic task.
  std::map<std::vector<const Type *>, TaskDecl *> Instances;
  std::vector<TaskDecl *> InstancesInOrder;
  /// All of the signature is known.
  bool IsTyped = false;
  /// Its body has mistakes: instances would only say them again.
  bool IsBad = false;
  bool InfersResult = false;
  /// Its body is being checked.
  bool IsActive = false;
  /// Of a task in a block: a variable behind its declaration that holds it, for
  /// tasks that use it from inside.
  VarDecl *Holder = nullptr;
};

/// Why a type is expected: the place of the other side, and words for it.
struct Reason {
  llvm::SMRange Range;
  std::string Text;
};

/// What a name was found to be.
struct Found {
  Decl *D = nullptr;
  Scope *Where = nullptr;
  /// A `map` body lies between, and no critical section inside of it.
  bool ThroughMap = false;
};

using Bindings = std::vector<const Type *>;

class Checker {
public:
  Checker(AstContext &Nodes, TypeContext &Types, Diagnostics &Messages)
      : Nodes(Nodes), Types(Types), Messages(Messages) {}
  std::optional<CheckedProgram> run(Program &Source);

private:
  // CheckProgram.cpp: declarations outside of tasks.
  void declareTopLevel(Program &Source);
  void checkConstant(VarDecl *Constant);
  void checkExport(TaskDecl *Task);
  std::vector<const NamedType *> typesInOrder();
  std::string uniqueName(llvm::StringRef Wish);

  // CheckTasks.cpp: signatures, bodies, tasks in blocks.
  TaskInfo &info(const TaskDecl *Task) { return Infos[Task]; }
  void declareTask(TaskDecl *Task);
  void checkBody(TaskDecl *Task, TaskContext &Context,
                 llvm::ArrayRef<const Type *> Arguments);
  void checkTask(TaskDecl *Task);
  const Type *typeOf(TaskDecl *Task);
  void checkReturns(TaskDecl *Task, const Type *Result);

  // CheckGenerics.cpp: instances.
  void checkGeneric(TaskDecl *Task);
  TaskDecl *instance(TaskDecl *Generic, const Bindings &Arguments,
                     llvm::SMRange Where);
  void finishInstances();
  bool match(const Type *Pattern, const Type *Actual, const void *Owner,
             Bindings &Bound);
  const Type *substitute(const Type *T, const void *Owner,
                         const Bindings &Bound);
  bool hasParameters(const Type *T);
  bool isTooLarge(const Type *T);

  // CheckTypes.cpp: written types, structures and unions.
  const Type *resolve(TypeExpr *Written);
  const Type *resolveNamed(NamedTypeExpr *Written);
  void declareType(TypeDecl *Declaration);
  void checkTypeDecl(TypeDecl *Declaration);
  NamedType *selfType(TypeDecl *Declaration);
  const NamedType *named(const TypeDecl *Declaration,
                         llvm::ArrayRef<const Type *> Arguments);
  void fill(NamedType *T);
  void fillAll();
  void checkFinite(TypeDecl *Declaration);
  bool hasZero(const Type *T);
  void requireZero(const Type *T, llvm::SMRange Where);

  // CheckNames.cpp: scopes.
  Scope *push(TaskContext *Task);
  void pop() { Here = Here->Outer; }
  void declareValue(Decl *D);
  void warnHidden(Decl *D);
  Found findValue(llvm::StringRef Name);
  Scope::TypeName *findType(llvm::StringRef Name);
  VarDecl *capture(VarDecl *Variable, TaskContext *Owner, TaskContext *At);
  Expr *checkName(NameExpr *E, const Type *Hint);
  Expr *nameOfTask(NameExpr *E, TaskDecl *Task, Scope *Where);
  void unknownName(NameExpr *E, bool IsCalled);
  void suggest(llvm::StringRef Name, std::vector<Note> &Notes, bool OfTypes);

  // CheckExpr.cpp
  Expr *check(Expr *E, const Type *Hint);
  Expr *value(Expr *E, const Type *Hint) { return force(check(E, Hint)); }
  Expr *expect(Expr *E, const Type *To, const Reason &Why = {});
  Expr *convert(Expr *E, const Type *To, const Reason &Why);
  Expr *condition(Expr *E, const char *Of);
  Expr *integer(Expr *E, const char *Of);
  Expr *force(Expr *E);
  Expr *checkConditional(ConditionalExpr *E, const Type *Hint);
  Expr *checkAnonymous(TaskExpr *E);
  Expr *checkFuture(FutureExpr *E);
  /// Takes its type from what is expected: literals, operators on them, generic
  /// literals and calls.
  bool takesHint(const Expr *E);

  // CheckSelection.cpp
  Expr *checkField(FieldExpr *E);
  Expr *checkTupleField(TupleFieldExpr *E);
  Expr *checkIndex(IndexExpr *E);
  void checkComponents(FieldExpr *E, const BaseType *Vector);
  Note similarField(const TypeDecl *Declaration, llvm::StringRef Name);

  // CheckCollection.cpp
  Expr *checkTuple(TupleExpr *E, const Type *Hint);
  Expr *checkArray(ArrayExpr *E, const Type *Hint);
  Expr *checkNew(NewExpr *E);
  Expr *checkRange(RangeExpr *E, const Type *Hint);

  // CheckLiteral.cpp: numbers, structures, unions.
  Expr *checkInteger(IntegerExpr *E, const Type *Hint, bool IsNegative);
  Expr *checkFloating(FloatingExpr *E, const Type *Hint);
  Expr *checkLiteral(LiteralExpr *E, const Type *Hint);
  const NamedType *inferLiteral(LiteralExpr *E, TypeDecl *Declaration,
                                const Type *Hint);
  bool nameFields(LiteralExpr *E, const TypeDecl *Declaration);
  Expr *widen(Expr *E, const BaseType *To);

  // CheckOperator.cpp
  Expr *checkUnary(UnaryExpr *E, const Type *Hint);
  Expr *checkBinary(BinaryExpr *E, const Type *Hint);
  void checkOperands(Expr *&Left, Expr *&Right, const Type *Hint);
  /// Converts both to the type that loses nothing. Null and an error if there
  /// is none.
  const BaseType *common(Expr *&Left, Expr *&Right, llvm::SMRange Where,
                         llvm::StringRef What);
  const Type *arithmetic(BinaryOp Op, Expr *&Left, Expr *&Right,
                         llvm::SMRange Where);
  const Type *comparison(BinaryOp Op, Expr *&Left, Expr *&Right,
                         llvm::SMRange Where);
  bool isComparable(const Type *T);
  const BaseType *truthType(const BaseType *T);

  // CheckCall.cpp
  Expr *checkCall(CallExpr *E, const Type *Hint);
  Expr *apply(CallExpr *E, const TaskType *T, const TaskDecl *Task);
  Expr *applyGeneric(CallExpr *E, NameExpr *Callee, TaskDecl *Task,
                     Scope *Where, const Type *Hint);
  const Type *typeOfGeneric(const Expr *Argument, const Type *Pattern,
                            const void *Owner, const Bindings &Bound);
  Expr *callByName(CallExpr *E, NameExpr *Callee, const Type *Hint);
  Expr *checkConversion(CallExpr *E, const BaseType *To);
  Expr *checkPrint(CallExpr *E);
  Expr *checkLength(CallExpr *E);
  bool isPrintable(const Type *T);
  void checkArguments(CallExpr *E);
  bool countArguments(CallExpr *E, size_t Number, llvm::StringRef Name,
                      const Decl *Declared = nullptr);

  // CheckBuiltin.cpp: functions of OpenCL C.
  Expr *checkBuiltin(CallExpr *E, const BuiltinFunction &Function,
                     const Type *Hint);
  Expr *checkReinterpret(CallExpr *E, const BaseType *To);
  Expr *checkAtomic(CallExpr *E, llvm::StringRef Name);

  // CheckStmt.cpp
  void checkStmt(Stmt *S);
  void checkBlock(BlockStmt *Block, bool IsMap = false, bool IsCritical = false,
                  VarDecl *First = nullptr, VarDecl *Second = nullptr);
  void checkStatements(BlockStmt *Block);
  void checkDeclStmt(DeclStmt *S);
  void checkVariable(VarDecl *Variable);
  void checkReturn(ReturnStmt *S);
  void checkCase(CaseStmt *S);
  void checkLoop(LoopStmt *S);
  std::vector<Decl *> withHolders(const std::vector<Decl *> &Decls);
  void insertHolders(BlockStmt *Block);

  // CheckAssign.cpp
  void checkAssign(AssignStmt *S);
  /// Says why \p E is no place to assign to; then false.
  bool isTarget(Expr *E, const char *Verb);

  void error(llvm::SMRange Range, const llvm::Twine &Text,
             llvm::ArrayRef<Note> Notes = {},
             llvm::ArrayRef<llvm::SMFixIt> FixIts = {});

  bool isRigid() const { return In && In->IsRigid; }

  AstContext &Nodes;
  TypeContext &Types;
  Diagnostics &Messages;

  std::deque<Scope> Scopes;
  std::deque<TaskContext> Contexts;
  Scope *Global = nullptr;
  Scope *Here = nullptr;
  TaskContext *In = nullptr;
  unsigned NextOrder = 0;

  std::map<const TaskDecl *, TaskInfo> Infos;
  llvm::DenseMap<const TypeDecl *, NamedType *> Selves;
  /// Types with fields, in the order in which they came up.
  std::vector<NamedType *> Filled;
  llvm::DenseSet<const NamedType *> IsFilled;
  /// In bodies of generic declarations: they have type parameters inside.
  llvm::DenseSet<const NamedType *> RigidTypes;
  llvm::DenseSet<const TypeDecl *> GrowingTypes;
  /// Of loops over ranges.
  llvm::DenseSet<const VarDecl *> FixedElements;
  std::deque<TaskDecl *> PendingInstances;
  /// Where each instance is needed, and what it is called in messages.
  struct InstanceOrigin {
    llvm::SMRange Where;
    std::string Name;
    TaskDecl *Generic = nullptr;
    Bindings Arguments;
    /// The instance that needs it.
    TaskDecl *By = nullptr;
  };
  std::map<const TaskDecl *, InstanceOrigin> Origins;
  enum class ConstantState { Waiting, Active, Done };
  llvm::DenseMap<VarDecl *, ConstantState> Constants;
  llvm::StringSet<> UsedNames;
  unsigned Suggestions = 0;
};

/// Every value of \p From is one of \p To.
bool losesNothing(const BaseType *From, const BaseType *To);
/// Null if \p Name is none.
const BaseType *baseTypeNamed(llvm::StringRef Name, TypeContext &Types);
/// The value of a literal, or of `-` and a literal.
struct WrittenInteger {
  bool IsNegative = false;
  uint64_t Magnitude = 0;
};
std::optional<WrittenInteger> writtenInteger(const Expr *E);
bool fits(WrittenInteger Value, const BaseType *T);

/// Copies what the parser made; what the checker adds is left out.
TaskDecl *cloneTask(const TaskDecl *Task, AstContext &Nodes);

/// Each way through \p S ends with `return`. \p Warn gets statements that are
/// never reached.
bool alwaysReturns(const Stmt *S, llvm::function_ref<void(const Stmt *)> Warn);

/// Evaluates a checked expression of literals, operators and constants. Says
/// what is wrong through \p Fail and gives null then.
Expr *
evaluateConstant(Expr *E, AstContext &Nodes,
                 llvm::function_ref<void(llvm::SMRange, llvm::StringRef)> Fail);

} // namespace tasklet::kite

#endif
