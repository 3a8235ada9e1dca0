//===- Statements.cpp - What statements do --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "interpret/Arithmetic.h"
#include "interpret/Machine.h"
#include "interpret/Ranges.h"

#include "llvm/ADT/STLExtras.h"

using namespace tasklet::kite;
using llvm::cast;
using llvm::dyn_cast;

// Functions stay apart: each has a small frame, of which deep recursion needs
// few.
#define OWN_FRAME __attribute__((noinline))

Flow Machine::exec(const Stmt *S, Frame &F) {
  switch (S->K) {
  case Stmt::Kind::Expression:
    eval(cast<ExprStmt>(S)->Value, F);
    return failed() ? Flow::Failed : Flow::Next;
  case Stmt::Kind::Declaration:
    return execDeclaration(*cast<DeclStmt>(S), F);
  case Stmt::Kind::Assign:
    return execAssign(*cast<AssignStmt>(S), F);
  case Stmt::Kind::Return:
    if (const Expr *Result = cast<ReturnStmt>(S)->Value)
      F.Result = eval(Result, F);
    return failed() ? Flow::Failed : Flow::Return;
  case Stmt::Kind::Then: {
    // All that the first part started has ended when it ends.
    Flow First = exec(cast<ThenStmt>(S)->First, F);
    return First == Flow::Next ? exec(cast<ThenStmt>(S)->Second, F) : First;
  }
  case Stmt::Kind::Block:
    return execBlock(*cast<BlockStmt>(S), F);
  case Stmt::Kind::If:
    return execIf(*cast<IfStmt>(S), F);
  case Stmt::Kind::Case:
    return execCase(*cast<CaseStmt>(S), F);
  case Stmt::Kind::For:
  case Stmt::Kind::Map:
    return execLoop(*cast<LoopStmt>(S), F);
  case Stmt::Kind::While:
    return execWhile(*cast<WhileStmt>(S), F);
  case Stmt::Kind::Critical:
    return execCritical(*cast<CriticalStmt>(S), F);
  }
  return Flow::Next;
}

OWN_FRAME Flow Machine::execBlock(const BlockStmt &S, Frame &F) {
  for (const Stmt *Part : S.Body) {
    Flow How = exec(Part, F);
    if (How != Flow::Next)
      return How;
  }
  return Flow::Next;
}

OWN_FRAME Flow Machine::execDeclaration(const DeclStmt &S, Frame &F) {
  for (const Decl *D : S.Decls) {
    Value New;
    if (auto *Variable = dyn_cast<VarDecl>(D)) {
      // In a loop, each turn has a new variable: one without value is zeroed
      // again.
      if (Variable->Value)
        New = eval(Variable->Value, F);
    } else if (auto *Task = dyn_cast<TaskDecl>(D)) {
      // Variables are copied when the task is made, here.
      New = evalTask(*Task, F);
    }
    F.Slots[slotOf(D).Number] = std::move(New);
  }
  return failed() ? Flow::Failed : Flow::Next;
}

OWN_FRAME Flow Machine::execAssign(const AssignStmt &S, Frame &F) {
  // First the value: it may take a variable's parts away from their place.
  Value New = eval(S.Value, F);
  Value Keep;
  auto *Field = dyn_cast<FieldExpr>(S.Target);
  if (!Field || Field->Components.size() < 2) {
    Value *Place = place(S.Target, F, Keep);
    if (!Place)
      return Flow::Failed;
    if (S.Op)
      New = compute(*S.Op, *Place, *S.Target->Ty, New, *S.Value->Ty,
                    *S.Target->Ty, S.OpRange);
    if (failed())
      return Flow::Failed;
    *Place = std::move(New);
    return Flow::Next;
  }
  // Several components of a vector.
  Value *Vector = place(Field->Base, F, Keep);
  if (!Vector)
    return Flow::Failed;
  auto &Target = *cast<BaseType>(S.Target->Ty);
  if (S.Op) {
    Value Old = Value::ofParts(Target.Width);
    for (unsigned I = 0; I < Target.Width; ++I)
      Old.shared(I) = Vector->part(Field->Components[I]);
    New = compute(*S.Op, Old, Target, New, *S.Value->Ty, Target, S.OpRange);
  }
  if (failed())
    return Flow::Failed;
  auto &Whole = cast<BaseType>(valueType(Field->Base->Ty));
  for (unsigned I = 0; I < Target.Width; ++I)
    Vector->own(Field->Components[I], Whole.Width) = New.part(I);
  return Flow::Next;
}

OWN_FRAME Flow Machine::execIf(const IfStmt &S, Frame &F) {
  bool IsTrue = eval(S.Condition, F).isTrue();
  if (failed())
    return Flow::Failed;
  if (IsTrue)
    return execBlock(*S.Then, F);
  return S.Else ? execBlock(*S.Else, F) : Flow::Next;
}

OWN_FRAME Flow Machine::execCase(const CaseStmt &S, Frame &F) {
  Value Union = eval(S.Value, F);
  if (failed())
    return Flow::Failed;
  for (const CaseBranch &Branch : S.Branches) {
    if (Branch.Number != Union.branch())
      continue;
    if (Branch.Payload)
      F.Slots[slotOf(Branch.Payload).Number] = Union.part(0);
    return execBlock(*Branch.Body, F);
  }
  return Flow::Next;
}

OWN_FRAME Flow Machine::execLoop(const LoopStmt &S, Frame &F) {
  Value Collection = eval(S.Collection, F);
  if (failed())
    return Flow::Failed;
  unsigned Element = slotOf(S.Element).Number;
  auto *Range = dyn_cast<RangeType>(&valueType(S.Collection->Ty));
  uint64_t Count = Range ? sizeOfRange(Collection) : Collection.size();
  bool IsBackwards = MapsBackwards && S.K == Stmt::Kind::Map;
  for (uint64_t Turn = 0; Turn < Count; ++Turn) {
    uint64_t I = IsBackwards ? Count - 1 - Turn : Turn;
    if (Range) {
      F.Slots[Element] = elementOfRange(Collection, Range->Element->B, I);
    } else {
      F.Slots[Element] = Collection;
      F.Slots[Element + 1] = Value::ofInteger(I);
    }
    if (S.Index)
      F.Slots[slotOf(S.Index).Number] =
          Value::ofInteger(wrap(I, cast<BaseType>(S.Index->Ty)->B));
    Flow How = execBlock(*S.Body, F);
    if (How != Flow::Next)
      return How;
  }
  return Flow::Next;
}

OWN_FRAME Flow Machine::execCritical(const CriticalStmt &S, Frame &F) {
  Value Lock = eval(S.Lock, F);
  // Arrays without elements are all alike here.
  if (Lock.hasParts() && llvm::any_of(Held, [&](const Value &Other) {
        return Other.isSameArray(Lock);
      }))
    fail(S.Lock->Range, "this critical section is within another one of the "
                        "same array, which it would wait for without end");
  if (failed())
    return Flow::Failed;
  Held.push_back(std::move(Lock));
  Flow How = execBlock(*S.Body, F);
  Held.pop_back();
  return How;
}

OWN_FRAME Flow Machine::execWhile(const WhileStmt &S, Frame &F) {
  while (eval(S.Condition, F).isTrue() && !failed()) {
    Flow How = execBlock(*S.Body, F);
    if (How != Flow::Next)
      return How;
  }
  return failed() ? Flow::Failed : Flow::Next;
}
