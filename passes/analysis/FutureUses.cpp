//===- FutureUses.cpp - No uses of futures through pointers ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "analysis/FutureUses.h"
#include "analysis/FunctionCopies.h"
#include "analysis/Lifetimes.h"
#include "analysis/PointsTo.h"
#include "ir/Diagnose.h"
#include "ir/Marks.h"
#include "ir/Names.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <set>
#include <tuple>

using namespace llvm;
using namespace tasklet;

namespace {

/// Checks the futures of one task or kernel that have lifetime markers.
class PendingCheck {
  const Function &Original; ///< for the messages
  Function &F;
  const bool IsPart; ///< of a program: an object

  SetVector<AllocaInst *> Futures;
  struct Start {
    const Instruction *At;
    unsigned Into; ///< the number of the future
  };
  SmallVector<Start, 8> Spawns;

  enum Kind { Reads, Writes, HandsOn };
  struct Touch {
    unsigned Future;
    Kind What;
  };
  /// The uses of addresses that are known to be those of a future.
  DenseMap<const Instruction *, SmallVector<Touch, 1>> Touches;

  /// What may hold at one point of the function.
  struct State {
    BitVector Outstanding; ///< results, by the number of the spawn
    BitVector Elsewhere;   ///< the future's address, by its number
  };
  DenseMap<const BasicBlock *, State> AtStart;
  /// Future, line and column.
  std::set<std::tuple<unsigned, unsigned, unsigned>> Reported;

  void findFutures();
  void findTouches(unsigned Future);
  void addTouch(const Use &U, unsigned Future);
  void transfer(State &S, const Instruction &I) const;
  void solve();
  template <typename Visitor> void walk(Visitor Visit) const;
  /// The first spawn into \p Future whose result may be outstanding, or null.
  const Instruction *spawnOf(const State &S, unsigned Future) const;
  void report(const Instruction &At, unsigned Future, const Instruction &Spawn,
              bool Writes);

public:
  PendingCheck(const Function &Original, Function &F)
      : Original(Original), F(F),
        IsPart(Original.getParent()->getNamedGlobal(names::ObjectMark)) {
    findFutures();
    if (!Futures.empty())
      solve();
  }
  /// Whether a pending future may be used through an address that the simple
  /// walk does not follow.
  bool mustFollow() const;
  void reportSeen();
  void reportFollowed(FunctionBodies &Bodies);
};

} // namespace

void PendingCheck::findFutures() {
  for (Instruction &I : instructions(F))
    if (I.isLifetimeStartOrEnd())
      if (auto *Future =
              dyn_cast<AllocaInst>(getUnderlyingObject(I.getOperand(1), 0)))
        Futures.insert(Future);
  SetVector<AllocaInst *> Spawned;
  for (Instruction &I : instructions(F))
    if (SpawnMark Spawn(&I); Spawn && Spawn.future())
      Spawned.insert(Spawn.future());
  // The variables of functions that were inlined have markers, too.
  Futures.remove_if([&](AllocaInst *V) { return !Spawned.count(V); });
  for (Instruction &I : instructions(F))
    if (SpawnMark Spawn(&I); Spawn && Spawn.future())
      for (unsigned Future = 0; Future < Futures.size(); ++Future)
        if (Futures[Future] == Spawn.future())
          Spawns.push_back({&I, Future});
  for (unsigned Future = 0; Future < Futures.size(); ++Future)
    findTouches(Future);
}

/// Follows the address of \p Future through the instructions that have it as an
/// operand, not through memory.
void PendingCheck::findTouches(unsigned Future) {
  SmallPtrSet<const Value *, 8> Seen;
  SmallVector<const Value *, 8> Addresses{Futures[Future]};
  while (!Addresses.empty()) {
    const Value *Address = Addresses.pop_back_val();
    for (const Use &U : Address->uses()) {
      const User *By = U.getUser();
      bool Same = isa<GetElementPtrInst>(By) || isa<BitCastInst>(By) ||
                  isa<AddrSpaceCastInst>(By) || isa<PHINode>(By) ||
                  isa<SelectInst>(By) || isa<FreezeInst>(By);
      if (!Same || !By->getType()->isPointerTy())
        addTouch(U, Future);
      else if (Seen.insert(By).second)
        Addresses.push_back(By);
    }
  }
}

void PendingCheck::addTouch(const Use &U, unsigned Future) {
  auto *I = cast<Instruction>(U.getUser());
  auto Add = [&](Kind What) { Touches[I].push_back({Future, What}); };
  if (isa<LoadInst>(I))
    return Add(Reads);
  if (isa<StoreInst>(I))
    return Add(U.getOperandNo() == StoreInst::getPointerOperandIndex()
                   ? Writes
                   : HandsOn);
  if (isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I))
    return Add(U.getOperandNo() == 0 ? Writes : HandsOn);
  if (isa<ICmpInst>(I))
    return;
  auto *Call = dyn_cast<CallInst>(I);
  if (!Call)
    return Add(HandsOn);
  if (isa<MemIntrinsic>(Call))
    return Add(U.getOperandNo() == 0 ? Writes : Reads);
  if (isa<IntrinsicInst>(Call) || resultMarkOf(*I))
    return;
  bool ByValue = Call->isArgOperand(&U) &&
                 Call->isByValArgument(Call->getArgOperandNo(&U));
  const Function *Callee = Call->getCalledFunction();
  if (ByValue || (Callee && Callee->isDeclaration() && !SpawnMark(I)))
    Add(Reads);
  // The destination of a spawn is no use of the variable. tkl-escape reports
  // addresses among the arguments of a spawn.
  if (!ByValue && !SpawnMark(I) &&
      (!Callee || !Callee->isDeclaration() || I->getType()->isPointerTy()))
    Add(HandsOn);
}

void PendingCheck::transfer(State &S, const Instruction &I) const {
  if (isForceMark(I)) {
    uint64_t Awaited = awaitedGroups(I);
    for (unsigned Number = 0; Number < Spawns.size(); ++Number)
      if (Awaited >> groupOf(Futures[Spawns[Number].Into]) & 1)
        S.Outstanding.reset(Number);
    // After it, no address from before may be used.
    S.Elsewhere.reset();
  } else if (I.isLifetimeStartOrEnd()) {
    const Value *New = getUnderlyingObject(I.getOperand(1), 0);
    for (unsigned Future = 0; Future < Futures.size(); ++Future)
      if (Futures[Future] == New) {
        S.Elsewhere.reset(Future);
        for (unsigned Number = 0; Number < Spawns.size(); ++Number)
          if (Spawns[Number].Into == Future)
            S.Outstanding.reset(Number);
      }
  }
  for (unsigned Number = 0; Number < Spawns.size(); ++Number)
    if (Spawns[Number].At == &I)
      S.Outstanding.set(Number);
  auto Here = Touches.find(&I);
  if (Here != Touches.end())
    for (const Touch &T : Here->second)
      if (T.What == HandsOn)
        S.Elsewhere.set(T.Future);
}

void PendingCheck::solve() {
  SetVector<BasicBlock *> Work;
  AtStart[&F.getEntryBlock()] = {BitVector(Spawns.size()),
                                 BitVector(Futures.size())};
  Work.insert(&F.getEntryBlock());
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    State S = AtStart[BB];
    for (const Instruction &I : *BB)
      transfer(S, I);
    for (BasicBlock *Next : successors(BB)) {
      auto [Entry, New] = AtStart.insert({Next, S});
      State &Into = Entry->second;
      // BitVector::test(Other) asks: is any bit of this one missing in Other?
      if (!New && !S.Outstanding.test(Into.Outstanding) &&
          !S.Elsewhere.test(Into.Elsewhere))
        continue;
      Into.Outstanding |= S.Outstanding;
      Into.Elsewhere |= S.Elsewhere;
      Work.insert(Next);
    }
  }
}

/// Calls \p Visit for each reachable instruction, with the state before it.
template <typename Visitor> void PendingCheck::walk(Visitor Visit) const {
  for (const BasicBlock &BB : F) {
    auto Start = AtStart.find(&BB);
    if (Start == AtStart.end())
      continue;
    State S = Start->second;
    for (const Instruction &I : BB) {
      Visit(S, I);
      transfer(S, I);
    }
  }
}

const Instruction *PendingCheck::spawnOf(const State &S,
                                         unsigned Future) const {
  for (unsigned Number : S.Outstanding.set_bits())
    if (Spawns[Number].Into == Future)
      return Spawns[Number].At;
  return nullptr;
}

bool PendingCheck::mustFollow() const {
  bool Must = false;
  walk([&](const State &Before, const Instruction &I) {
    if (Must || !I.mayReadOrWriteMemory() || I.isLifetimeStartOrEnd())
      return;
    // An instruction that passes the address to a function also lets that
    // function use it. So the state after the instruction counts.
    State After = Before;
    transfer(After, I);
    for (unsigned Future : After.Elsewhere.set_bits())
      Must |= spawnOf(Before, Future) != nullptr;
  });
  return Must;
}

void PendingCheck::reportSeen() {
  walk([&](const State &S, const Instruction &I) {
    auto Here = Touches.find(&I);
    if (Here == Touches.end())
      return;
    for (const Touch &T : Here->second)
      if (const Instruction *Spawn = spawnOf(S, T.Future);
          Spawn && T.What != HandsOn)
        report(I, T.Future, *Spawn, T.What == Writes);
  });
}

void PendingCheck::reportFollowed(FunctionBodies &Bodies) {
  PointsTo Flow(F, Bodies, Futures.getArrayRef());
  DenseMap<const Instruction *, SmallVector<PointsTo::Access, 1>> Accesses;
  for (const PointsTo::Access &A : Flow.accesses())
    Accesses[A.At].push_back(A);
  walk([&](const State &Before, const Instruction &I) {
    auto Here = Accesses.find(&I);
    if (Here == Accesses.end())
      return;
    State After = Before;
    transfer(After, I);
    for (const PointsTo::Access &A : Here->second) {
      unsigned Future = find(Futures, A.Variable) - Futures.begin();
      const Instruction *Spawn = spawnOf(Before, Future);
      // Before the address is passed on, no access through a followed address
      // can be one to this future.
      if (Spawn && After.Elsewhere.test(Future))
        report(I, Future, *Spawn, A.Writes);
    }
  });
}

/// Whether \p At calls what another part of the program may define. Then only
/// the link can tell what the function does.
static bool callsOtherPart(const Instruction &At) {
  auto *Call = dyn_cast<CallInst>(&At);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->isDeclaration() && !Callee->isIntrinsic();
}

void PendingCheck::report(const Instruction &At, unsigned Future,
                          const Instruction &Spawn, bool Writes) {
  if (IsPart && callsOtherPart(At))
    return;
  // Without debug information, only the spawn has a source position.
  const DebugLoc &Loc = At.getDebugLoc();
  unsigned Line = Loc ? Loc.getLine() : 0, Column = Loc ? Loc.getCol() : 0;
  if (!Reported.insert({Future, Line, Column}).second)
    return;
  reportError(Original, Loc ? &At : &Spawn,
              Twine("a future is ") + (Writes ? "written" : "used") +
                  " through a pointer before a 'force' names it; take the "
                  "address in the body of that 'force'");
  if (Loc)
    reportNote(Spawn, "this spawn made it a future");
}

PreservedAnalyses FutureUsesPass::run(Module &M, ModuleAnalysisManager &AM) {
  SmallVector<Function *, 8> Work;
  for (Function &F : M)
    if (!F.isDeclaration() && (isTask(F) || isKernel(F)) &&
        any_of(instructions(F),
               [](Instruction &I) { return I.isLifetimeStartOrEnd(); }) &&
        hasMarks(F))
      Work.push_back(&F);
  if (Work.empty())
    return PreservedAnalyses::all();
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  {
    FunctionCopies Bodies(M, FAM);
    for (Function *F : Work) {
      PendingCheck Here(*F, *F);
      if (!Here.mustFollow()) {
        Here.reportSeen();
        continue;
      }
      PendingCheck Inlined(*F, Bodies.inlinedCopyOf(*F));
      Inlined.reportSeen();
      if (Inlined.mustFollow())
        Inlined.reportFollowed(Bodies);
    }
  }
  for (Function *F : Work) {
    removeLifetimeMarkers(*F);
    FAM.invalidate(*F, PreservedAnalyses::none());
  }
  return PreservedAnalyses::none();
}
