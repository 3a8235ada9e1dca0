//===- Unknowns.cpp - Values that a slice cannot compute ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/Unknowns.h"
#include "compat/Strings.h"
#include "ir/Names.h"
#include "ordered/MemoryAccesses.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

static ObstacleCause::Origin kindOf(Instruction &At) {
  if (isOnlyForOthers(At))
    return ObstacleCause::Printed;
  auto Accesses = accessesOf(At);
  if (!Accesses)
    return ObstacleCause::Read;
  if (any_of(*Accesses, [](const Access &A) { return A.Writes && A.Reads; }))
    return ObstacleCause::Atomic;
  if (any_of(*Accesses, [](const Access &A) {
        return A.Reads && basesOf(*A.Pointer).Variable;
      }))
    return ObstacleCause::Variable;
  return ObstacleCause::Read;
}

CallInst *tasklet::createUnknown(IRBuilderBase &B, Type &Ty, Instruction &At) {
  Module &M = *B.GetInsertBlock()->getModule();
  std::string Name;
  raw_string_ostream(Name) << names::Unknown << Ty;
  // The argument keeps two unknowns from being taken for one.
  unsigned Number = 0;
  for (const Instruction &I : instructions(*B.GetInsertBlock()->getParent()))
    Number += isUnknown(I);
  Function *F = M.getFunction(Name);
  if (!F) {
    F = Function::Create(FunctionType::get(&Ty, {B.getInt32Ty()}, false),
                         GlobalValue::ExternalLinkage, Name, M);
    F->setDoesNotAccessMemory();
    F->setDoesNotThrow();
    F->setWillReturn();
  }
  CallInst *Call = B.CreateCall(F, B.getInt32(Number));
  Call->setDebugLoc(At.getDebugLoc());
  if (MDNode *Place = At.getMetadata(names::CallPlace))
    Call->setMetadata(names::CallPlace, Place);
  auto Operand = [&](unsigned N) {
    return ConstantAsMetadata::get(B.getInt32(N));
  };
  SmallVector<Metadata *, 4> Origin = {Operand(kindOf(At))};
  if (auto Accesses = accessesOf(At))
    for (const Access &A : *Accesses)
      if (A.Reads)
        for (unsigned Param : basesOf(*A.Pointer).Params)
          Origin.push_back(Operand(Param));
  Call->setMetadata(names::UnknownOf, MDNode::get(M.getContext(), Origin));
  return Call;
}

ObstacleCause tasklet::causeOf(const Instruction &Unknown) {
  ObstacleCause Cause;
  Cause.Place = SourcePlace(Unknown);
  if (const MDNode *Origin = Unknown.getMetadata(names::UnknownOf)) {
    auto Number = [&](unsigned I) {
      return mdconst::extract<ConstantInt>(Origin->getOperand(I))
          ->getZExtValue();
    };
    Cause.Kind = ObstacleCause::Origin(Number(0));
    for (unsigned I = 1; I < Origin->getNumOperands(); ++I)
      if (!is_contained(Cause.Params, Number(I)))
        Cause.Params.push_back(Number(I));
  }
  return Cause;
}

bool tasklet::isUnknown(const Value &V) {
  const auto *Call = dyn_cast<CallInst>(&V);
  const Function *F = Call ? Call->getCalledFunction() : nullptr;
  return F && startsWith(F->getName(), names::Unknown);
}

void tasklet::removeUnknowns(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (isUnknown(I)) {
      I.replaceAllUsesWith(Constant::getNullValue(I.getType()));
      I.eraseFromParent();
    }
}

namespace {

class Finder {
  Function &F;
  DominatorTree DT;
  PostDominatorTree PDT;
  UnknownUses Found;
  SmallVector<Value *, 32> Work;

  void add(Value *V, Instruction *Cause) {
    if (Found.Values.insert({V, Cause}).second)
      Work.push_back(V);
  }
  /// Who reads a private variable.
  DenseMap<const Value *, SmallVector<Instruction *, 4>> Readers;

  void variablesOf(Value *Pointer, Instruction *Cause);
  void passOn(Instruction &User, Instruction *Cause);
  void useBy(Instruction &User, Value *V, Instruction *Cause);
  void branch(Instruction &Branch, Instruction *Cause);

public:
  explicit Finder(Function &F) : F(F), DT(F), PDT(F) {}
  UnknownUses run();
};

} // namespace

static bool isVariable(const Value &V) {
  return isa<AllocaInst>(V) || isa<Argument>(V);
}

/// The private variables that \p Pointer may point into.
static SmallVector<const Value *, 4> variablesAt(const Value *Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects, nullptr, 0);
  erase_if(Objects, [](const Value *Object) { return !isVariable(*Object); });
  return Objects;
}

/// What is stored through \p Pointer is unknown: so are the variables.
void Finder::variablesOf(Value *Pointer, Instruction *Cause) {
  for (const Value *Variable : variablesAt(Pointer))
    add(const_cast<Value *>(Variable), Cause);
}

/// \p User computes with an unknown: so its results are unknown.
void Finder::passOn(Instruction &User, Instruction *Cause) {
  if (auto Accesses = accessesOf(User))
    for (const Access &A : *Accesses)
      if (A.Writes)
        variablesOf(A.Pointer, Cause);
  if (!User.getType()->isVoidTy())
    add(&User, Cause);
}

/// Both sides of such a branch run in the slice. So what they decide is unknown:
/// phis where they meet, and variables that they write.
void Finder::branch(Instruction &Branch, Instruction *Cause) {
  if (!Found.Branches.insert(&Branch))
    return;
  BasicBlock *From = Branch.getParent();
  DomTreeNode *Node = PDT.getNode(From);
  BasicBlock *Join =
      Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
  SmallPtrSet<BasicBlock *, 16> Side;
  SmallVector<BasicBlock *, 16> Todo(succ_begin(From), succ_end(From));
  // Within one side nothing depends on the choice, such as the counts of loops.
  auto IsInOneSide = [&](BasicBlock *BB) {
    return any_of(successors(From), [&](BasicBlock *First) {
      BasicBlockEdge Edge(From, First);
      return First != Join && count(successors(From), First) == 1 &&
             DT.dominates(Edge, BB);
    });
  };
  while (!Todo.empty()) {
    BasicBlock *BB = Todo.pop_back_val();
    // In the join, and where one side enters blocks of the other.
    if (!IsInOneSide(BB))
      for (PHINode &Phi : BB->phis())
        add(&Phi, Cause);
    if (BB == Join || !Side.insert(BB).second)
      continue;
    for (Instruction &I : *BB)
      if (auto Accesses = accessesOf(I))
        for (const Access &A : *Accesses)
          if (A.Writes)
            variablesOf(A.Pointer, Cause);
    append_range(Todo, successors(BB));
  }
}

void Finder::useBy(Instruction &User, Value *V, Instruction *Cause) {
  if (User.isTerminator()) {
    if (User.getNumSuccessors() > 1)
      branch(User, Cause);
    return;
  }
  bool IsAddress = false;
  auto *Call = dyn_cast<CallInst>(&User);
  if (Call && Call->getCalledFunction() &&
      startsWith(Call->getCalledFunction()->getName(), names::Access))
    IsAddress = true;
  else if (auto Accesses = accessesOf(User))
    for (const Access &A : *Accesses)
      IsAddress |= A.Pointer == V || A.Index == V || A.DynamicSize == V;
  if (IsAddress && !Found.Address) {
    Found.Address = &User;
    Found.AddressCause = Cause;
  }
  passOn(User, Cause);
}

UnknownUses Finder::run() {
  for (Instruction &I : instructions(F)) {
    if (isUnknown(I))
      add(&I, &I);
    if (auto Accesses = accessesOf(I))
      for (const Access &A : *Accesses)
        if (A.Reads)
          for (const Value *Variable : variablesAt(A.Pointer))
            Readers[Variable].push_back(&I);
  }
  while (!Work.empty()) {
    Value *V = Work.pop_back_val();
    Instruction *Cause = Found.Values[V];
    if (isVariable(*V)) {
      for (Instruction *Reader : Readers[V])
        passOn(*Reader, Cause);
      continue;
    }
    for (User *U : V->users())
      if (auto *I = dyn_cast<Instruction>(U))
        useBy(*I, V, Cause);
  }
  return std::move(Found);
}

UnknownUses tasklet::findUnknowns(Function &F) { return Finder(F).run(); }
