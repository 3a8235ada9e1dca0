//===- Interpreter.cpp - Calls, frames and failures -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "interpret/Interpreter.h"
#include "interpret/LargeStack.h"
#include "interpret/Machine.h"

using namespace tasklet::kite;
using llvm::cast;
using llvm::dyn_cast;

std::optional<Value> tasklet::kite::interpret(
    const CheckedProgram &Program, const llvm::SourceMgr &Sources,
    const TaskDecl &Task, std::vector<Value> Arguments,
    llvm::raw_ostream &Prints, std::string &Failure, Order Chosen) {
  (void)Program;
  Machine M(Sources, Prints, Chosen == Order::MapsBackwards);
  Value Result = M.apply(Value::ofTask(&Task, 0), Arguments, Task.NameRange);
  Failure = M.Failure;
  if (!Failure.empty())
    return std::nullopt;
  return Result;
}

void Machine::fail(llvm::SMRange Place, const llvm::Twine &Text) {
  if (failed())
    return;
  llvm::raw_string_ostream Stream(Failure);
  unsigned Buffer =
      Place.isValid() ? Sources.FindBufferContainingLoc(Place.Start) : 0;
  if (Buffer) {
    auto [Line, Column] = Sources.getLineAndColumn(Place.Start, Buffer);
    Stream << Sources.getMemoryBuffer(Buffer)->getBufferIdentifier() << ':'
           << Line << ':' << Column << ": ";
  }
  Stream << "error: " << Text;
}

void Machine::number(const LoopStmt &S, unsigned &Next) {
  Slot &Element = Slots[S.Element];
  Element.Number = Next;
  Element.IsAlias = valueType(S.Collection->Ty).K == Type::Kind::Array;
  Next += 2;
  if (S.Index)
    Slots[S.Index].Number = Next++;
  number(S.Body, Next);
}

void Machine::number(const Stmt *S, unsigned &Next) {
  if (!S)
    return;
  switch (S->K) {
  case Stmt::Kind::Expression:
  case Stmt::Kind::Assign:
  case Stmt::Kind::Return:
    return;
  case Stmt::Kind::Declaration:
    for (const Decl *D : cast<DeclStmt>(S)->Decls)
      Slots[D].Number = Next++;
    return;
  case Stmt::Kind::Then:
    number(cast<ThenStmt>(S)->First, Next);
    number(cast<ThenStmt>(S)->Second, Next);
    return;
  case Stmt::Kind::Block:
    for (const Stmt *Part : cast<BlockStmt>(S)->Body)
      number(Part, Next);
    return;
  case Stmt::Kind::If:
    number(cast<IfStmt>(S)->Then, Next);
    number(cast<IfStmt>(S)->Else, Next);
    return;
  case Stmt::Kind::Case:
    for (const CaseBranch &Branch : cast<CaseStmt>(S)->Branches) {
      if (Branch.Payload)
        Slots[Branch.Payload].Number = Next++;
      number(Branch.Body, Next);
    }
    return;
  case Stmt::Kind::For:
  case Stmt::Kind::Map:
    number(*cast<LoopStmt>(S), Next);
    return;
  case Stmt::Kind::While:
    number(cast<WhileStmt>(S)->Body, Next);
    return;
  case Stmt::Kind::Critical:
    number(cast<CriticalStmt>(S)->Body, Next);
    return;
  }
}

unsigned Machine::slotsOf(const TaskDecl &Task) {
  auto [Known, IsNew] = SlotCounts.try_emplace(&Task, 0);
  if (!IsNew)
    return Known->second;
  unsigned Count = 0;
  // In this order apply() fills them.
  for (const VarDecl *Parameter : Task.Parameters)
    Slots[Parameter].Number = Count++;
  for (const Capture &C : Task.Captures)
    Slots[C.Inside].Number = Count++;
  number(Task.Body, Count);
  return Known->second = Count;
}

Value Machine::apply(const Value &Task, llvm::MutableArrayRef<Value> Arguments,
                     llvm::SMRange Place) {
  if (failed())
    return Value();
  const TaskDecl *Declaration = Task.task();
  if (!Declaration) {
    fail(Place, "call of a zeroed task");
    return Value();
  }
  if (isStackShort()) {
    fail(Place, "tasks are nested " + llvm::Twine(Depth) +
                    " deep, and there is no memory for one more");
    return Value();
  }
  Frame F;
  F.Task = Declaration;
  F.Self = Task;
  F.Slots.resize(slotsOf(*Declaration));
  unsigned Next = 0;
  for (Value &Argument : Arguments)
    F.Slots[Next++] = std::move(Argument);
  for (size_t I = 0; I < Declaration->Captures.size(); ++I)
    F.Slots[Next++] = Task.capture(I);
  ++Depth;
  execBlock(*Declaration->Body, F);
  --Depth;
  return std::move(F.Result);
}
