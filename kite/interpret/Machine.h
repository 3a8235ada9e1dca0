//===- Machine.h - The state of a program that runs -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Inside of the interpreter. Each call of a task has a frame of slots, one for
/// each variable of the task.
///
/// A failure is remembered, and expressions go on with zeroed values, which
/// every operation takes; what has an effect looks at it first. So no result has
/// to be checked.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_INTERPRET_MACHINE_H
#define TASKLET_KITE_INTERPRET_MACHINE_H

#include "interpret/Value.h"
#include "types/CheckedProgram.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace tasklet::kite {

/// How a statement ended.
enum class Flow { Next, Return, Failed };

struct Frame {
  const TaskDecl *Task = nullptr;
  /// The task's own value, with what it captured.
  Value Self;
  llvm::SmallVector<Value, 6> Slots;
  Value Result;
};

class Machine {
public:
  Machine(const llvm::SourceMgr &Sources, llvm::raw_ostream &Prints,
          bool MapsBackwards)
      : Sources(Sources), Prints(Prints), MapsBackwards(MapsBackwards) {}

  /// The program's failure, or nothing.
  std::string Failure;

  /// \p Place is that of the application, for messages.
  Value apply(const Value &Task, llvm::MutableArrayRef<Value> Arguments,
              llvm::SMRange Place);

private:
  struct Slot {
    unsigned Number = 0;
    /// Of an element of an array: the slot has the array, the next one the
    /// index.
    bool IsAlias = false;
  };

  void fail(llvm::SMRange Place, const llvm::Twine &Text);
  bool failed() const { return !Failure.empty(); }

  // Frames.
  unsigned slotsOf(const TaskDecl &Task);
  void number(const Stmt *S, unsigned &Next);
  void number(const LoopStmt &S, unsigned &Next);
  Slot slotOf(const Decl *D) const { return Slots.lookup(D); }

  // Statements.
  Flow exec(const Stmt *S, Frame &F);
  Flow execBlock(const BlockStmt &S, Frame &F);
  Flow execDeclaration(const DeclStmt &S, Frame &F);
  Flow execAssign(const AssignStmt &S, Frame &F);
  Flow execIf(const IfStmt &S, Frame &F);
  Flow execCase(const CaseStmt &S, Frame &F);
  Flow execLoop(const LoopStmt &S, Frame &F);
  Flow execWhile(const WhileStmt &S, Frame &F);
  Flow execCritical(const CriticalStmt &S, Frame &F);

  // Expressions.
  Value eval(const Expr *E, Frame &F);
  Value evalName(const NameExpr &E, Frame &F);
  Value evalTask(const TaskDecl &Task, Frame &F);
  Value evalConstant(const VarDecl &D);
  Value evalVariable(const VarDecl &D, Frame &F);
  Value evalLiteralNumber(const Expr &E);
  Value evalUnary(const UnaryExpr &E, Frame &F);
  Value evalBinary(const BinaryExpr &E, Frame &F);
  Value evalField(const FieldExpr &E, Frame &F);
  Value evalIndex(const IndexExpr &E, Frame &F);
  Value evalParts(llvm::ArrayRef<Expr *> Elements, Frame &F);
  Value evalLiteral(const LiteralExpr &E, Frame &F);
  Value evalNew(const NewExpr &E, Frame &F);
  void checkSize(llvm::SMRange Place, int64_t Size);
  Value makeArray(const NewExpr &E, llvm::ArrayRef<uint64_t> Sizes);
  Value evalRange(const RangeExpr &E, Frame &F);
  Value evalWiden(const WidenExpr &E, Frame &F);

  // Calls.
  Value evalCall(const CallExpr &E, Frame &F);
  Value evalApplication(const CallExpr &E, Frame &F);
  Value evalPrint(const CallExpr &E, Frame &F);
  Value evalConversion(const CallExpr &E, Frame &F);
  Value evalBuiltin(const CallExpr &E, Frame &F);
  Value evalAtomic(const CallExpr &E, Frame &F);

  // Places.
  /// What \p E names, to be changed; null after a failure. \p Keep holds the
  /// array that it is in.
  Value *place(const Expr *E, Frame &F, Value &Keep);
  bool checkIndex(const IndexExpr &E, const Value &Index, uint64_t Size);

  /// `l op r`; \p Where is the operator.
  Value compute(BinaryOp Op, const Value &Left, const Type &LeftType,
                const Value &Right, const Type &RightType, const Type &Result,
                llvm::SMRange Where);

  const llvm::SourceMgr &Sources;
  llvm::raw_ostream &Prints;
  bool MapsBackwards;
  llvm::DenseMap<const Decl *, Slot> Slots;
  llvm::DenseMap<const TaskDecl *, unsigned> SlotCounts;
  llvm::DenseMap<const VarDecl *, Value> Constants;
  /// The arrays of the critical sections that are entered.
  llvm::SmallVector<Value, 4> Held;
  unsigned Depth = 0;
};

/// The type behind futures.
inline const Type &valueType(const Type *T) {
  if (auto *Future = llvm::dyn_cast<FutureType>(T))
    return *Future->Result;
  return *T;
}

} // namespace tasklet::kite

#endif
