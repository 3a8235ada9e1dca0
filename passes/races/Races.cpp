//===- Races.cpp - Marks for all that decides about races -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "races/Races.h"
#include "analysis/Lifetimes.h"
#include "compat/Strings.h"
#include "ir/AddressSpaces.h"
#include "ir/Diagnose.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "ordered/MemoryAccesses.h"
#include "races/TailSpawns.h"
#include "races/WholeFunctions.h"
#include "target/BuiltinCalls.h"
#include "tasks/SpawnRoles.h"

#include "tkl_races.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;
using namespace tasklet;

namespace {

/// Numbers of places, from 1 on.
class Places {
  StringMap<unsigned> Numbers;
  SmallPtrSet<const DILocation *, 4> Warned;
  NamedMDNode &Texts;

public:
  explicit Places(Module &M)
      : Texts(*M.getOrInsertNamedMetadata(names::RacePlaces)) {}
  /// \p Kernel: the name of the kernel whose body the function of \p I is; empty:
  /// the function's own.
  unsigned of(const Instruction &I, StringRef Kernel = "");
  bool isChecked(const Function &F, const Instruction &I, const Access &A);
};

class Marker {
  Module &M;
  Places &Known;
  Function &F;
  const TailSpawns &Tails;
  Type *I32, *I64, *Void;
  Value *Context = nullptr;
  /// Where the context is made; null: nowhere, and no task has one.
  BasicBlock *Begin = nullptr;
  /// That some force waits for.
  uint64_t Awaited = 0;
  DominatorTree DT;

  CallInst *mark(IRBuilder<> &B, StringRef Name, Type *Result,
                 ArrayRef<Value *> Args);
  void markAccess(Instruction &I, const Access &A);
  void markCopy(CallInst &Copy);
  void markSpawn(SpawnMark Spawn);
  void markTail(SpawnMark Spawn);
  uint64_t groupsLeft() const;
  void markReturn(Instruction &Ret);
  bool markWarp(CallInst &Call);
  void begin(ArrayRef<Instruction *> Busy, uint64_t Left);
  BasicBlock *findBegin(ArrayRef<Instruction *> Busy) const;
  Value *contextAt(Instruction &Ret);

public:
  Marker(Module &M, Places &Known, Function &F, const TailSpawns &Tails)
      : M(M), Known(Known), F(F), Tails(Tails),
        I32(Type::getInt32Ty(M.getContext())),
        I64(Type::getInt64Ty(M.getContext())),
        Void(Type::getVoidTy(M.getContext())), DT(F) {}
  void run();
};

} // namespace

/// "k.cl:12:5 in task 'f'".
unsigned Places::of(const Instruction &I, StringRef Kernel) {
  const Function &F = *I.getFunction();
  std::string Text = "an unknown place";
  if (const DebugLoc &Loc = I.getDebugLoc(); Loc && Loc.getLine()) {
    auto *Scope = cast<DIScope>(Loc.getScope());
    Text = Scope->getFilename().str() + ":" + std::to_string(Loc.getLine()) +
           ":" + std::to_string(Loc.getCol());
  }
  Text += (isKernel(F) || !Kernel.empty() ? " in kernel '" : " in task '") +
          (Kernel.empty() ? nameInSource(F) : Kernel).str() + "'";
  auto [At, New] = Numbers.insert({Text, Texts.getNumOperands() + 1});
  LLVMContext &C = F.getContext();
  if (New)
    Texts.addOperand(MDNode::get(C, MDString::get(C, Text)));
  return At->second;
}

CallInst *Marker::mark(IRBuilder<> &B, StringRef Name, Type *Result,
                       ArrayRef<Value *> Args) {
  SmallVector<Type *, 8> Types;
  for (Value *Arg : Args)
    Types.push_back(Arg->getType());
  FunctionCallee Callee =
      M.getOrInsertFunction(Name, FunctionType::get(Result, Types, false));
  auto *Declared = cast<Function>(Callee.getCallee());
  Declared->setDoesNotThrow();
  Declared->addFnAttr(Attribute::WillReturn);
  B.SetCurrentDebugLocation(DebugLoc());
  return B.CreateCall(Callee, Args);
}

/// The address space that \p Pointer leads to. A pointer to any memory is
/// followed to where it comes from; the generic space is that of what cannot be
/// followed.
static unsigned knownSpace(const Value &Pointer) {
  const Value *From = &Pointer;
  unsigned Space = From->getType()->getPointerAddressSpace();
  for (const Value *Last = nullptr;
       Space == spaces().Generic && Last != From;) {
    Last = From;
    From = getUnderlyingObject(From, 0)->stripPointerCasts();
    Space = From->getType()->getPointerAddressSpace();
  }
  return Space;
}

/// Whether \p A of \p I is to memory that others see. What cannot be followed is
/// left out, since variables of one task reuse the memory of another one's; a
/// warning says so, once for each place. \p F is the kernel or task.
bool Places::isChecked(const Function &F, const Instruction &I,
                       const Access &A) {
  unsigned Space = knownSpace(*A.Pointer);
  if (Space == spaces().Generic &&
      Warned.insert(I.getDebugLoc().get()).second) {
    SourcePlace Place(I);
    reportWarning(F, "-Wtasklet-unchecked", Place,
                  "races of this access are not found, since it is not known "
                  "whether its pointer leads to '__global' memory");
    reportNote(F, Place, "declare the pointer as one to '__global' memory");
  }
  return Space == spaces().Global;
}

/// Empty if \p I calls no function.
static StringRef calledName(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee ? symbolOf(*Callee).Name : "";
}

static bool isAtomic(const Instruction &I) {
  StringRef Name = calledName(I);
  return I.isAtomic() || startsWith(Name, "atomic_") ||
         startsWith(Name, "atom_");
}

/// Address and bytes of \p A.
static std::pair<Value *, Value *> placeOf(IRBuilder<> &B, const Access &A) {
  Type *I64 = B.getInt64Ty();
  Value *Address = B.CreatePtrToInt(A.Pointer, I64);
  if (A.Index && A.Stride)
    Address =
        B.CreateAdd(Address, B.CreateMul(B.CreateZExtOrTrunc(A.Index, I64),
                                         B.getInt64(A.Stride)));
  return {Address, A.DynamicSize ? B.CreateZExtOrTrunc(A.DynamicSize, I64)
                                 : B.getInt64(A.Size)};
}

/// TKL_RACE_WRITE and TKL_RACE_ATOMIC.
static uint32_t kindOf(const Instruction &I, const Access &A) {
  // Some only read, or initialise as a plain write does.
  StringRef Name = calledName(I);
  uint32_t Kind = A.Writes ? TKL_RACE_WRITE : 0;
  if (startsWith(Name, "atomic_load"))
    Kind = 0;
  if (isAtomic(I) && Name != "atomic_init")
    Kind |= TKL_RACE_ATOMIC;
  return Kind;
}

/// Whether \p I only reads a vector to write it back with other components. The
/// write, which has all of its bytes, stands for both.
static bool isPartOfWrite(const Instruction &I) {
  const auto *Load = dyn_cast<LoadInst>(&I);
  if (!Load || !Load->getType()->isVectorTy())
    return false;
  for (const Value *V = Load; V->hasOneUse();) {
    const auto *User = cast<Instruction>(V->user_back());
    if (const auto *Store = dyn_cast<StoreInst>(User))
      return Store->getValueOperand() == V &&
             Store->getPointerOperand()->stripPointerCasts() ==
                 Load->getPointerOperand()->stripPointerCasts();
    bool Keeps = isa<ShuffleVectorInst>(User) ||
                 (isa<InsertElementInst>(User) && User->getOperand(0) == V);
    if (!Keeps)
      return false;
    V = User;
  }
  return false;
}

void Marker::markAccess(Instruction &I, const Access &A) {
  if (!Known.isChecked(F, I, A))
    return;
  IRBuilder<> B(&I);
  auto [Address, Size] = placeOf(B, A);
  mark(B, names::RaceAccess, Void,
       {Context, Address, Size,
        B.getInt32(Known.of(I) << TKL_RACE_KIND_BITS | kindOf(I, A))});
}

/// async_work_group_copy(to, from, count, event), and async_work_group_strided_copy
/// with a stride, in elements, of what is in global memory.
void Marker::markCopy(CallInst &Copy) {
  uint64_t Size = pointeeSizeOf(Copy);
  Value *To = Copy.getArgOperand(0), *From = Copy.getArgOperand(1);
  bool Writes = To->getType()->getPointerAddressSpace() == spaces().Global;
  IRBuilder<> B(&Copy);
  Value *Stride = B.getInt64(Size);
  if (Copy.arg_size() == 5)
    Stride =
        B.CreateMul(B.CreateZExtOrTrunc(Copy.getArgOperand(3), I64), Stride);
  mark(B, names::RaceCopy, Void,
       {Context, B.CreatePtrToInt(Writes ? To : From, I64), B.getInt64(Size),
        B.CreateZExtOrTrunc(Copy.getArgOperand(2), I64), Stride,
        B.getInt32(Known.of(Copy) << TKL_RACE_KIND_BITS |
                   (Writes ? TKL_RACE_WRITE : 0))});
}

/// Where the result of \p Spawn goes in global memory, and its bytes; 0: nowhere.
static std::pair<Value *, Value *> resultOf(IRBuilder<> &B, SpawnMark Spawn) {
  if (!Spawn.dest() || Spawn.future())
    return {B.getInt64(0), B.getInt32(0)};
  const DataLayout &DL = Spawn.call()->getModule()->getDataLayout();
  return {B.CreatePtrToInt(Spawn.dest(), B.getInt64Ty()),
          B.getInt32(DL.getTypeStoreSize(resultType(*Spawn.task())))};
}

void Marker::markSpawn(SpawnMark Spawn) {
  IRBuilder<> B(Spawn.call());
  auto [Dest, Size] = resultOf(B, Spawn);
  unsigned Bag = groupOf(Spawn.future());
  if ((Awaited >> Bag & 1) == 0)
    Bag = TKL_RACE_NOBODY;
  mark(B, names::RaceSpawn, Void,
       {Context, B.getInt32(Known.of(*Spawn.call())), B.getInt32(Bag), Dest,
        Size});
}

/// The child takes the place of this task.
void Marker::markTail(SpawnMark Spawn) {
  IRBuilder<> B(Spawn.call());
  auto [Dest, Size] = resultOf(B, Spawn);
  uint64_t Joined = 0;
  for (Instruction &I : *Tails.lookup(Spawn.call()))
    if (isForceMark(I))
      Joined = awaitedGroups(I);
  if (!resultType(F)->isVoidTy())
    Size = B.getInt32(TKL_RACE_FORWARDS);
  mark(B, names::RaceTail, Void,
       {Context, B.getInt32(Known.of(*Spawn.call())), B.getInt64(Joined), Dest,
        Size});
}

/// Where lanes of a warp meet (libtasklet/device/warp.h). False: it is another
/// call.
bool Marker::markWarp(CallInst &Call) {
  StringRef Name =
      Call.getCalledFunction() ? Call.getCalledFunction()->getName() : "";
  IRBuilder<> B(Call.getNextNode());
  if (Name == "__tkl_warp_begin") {
    auto *Warp = cast<AllocaInst>(Call.getArgOperand(0)->stripPointerCasts());
    constexpr unsigned Index = 4; // of tkl_warp
    Value *Place = B.CreateStructGEP(Warp->getAllocatedType(), Warp, Index);
    mark(B, "tkl.race.warp", Void, {Context, B.CreateLoad(I32, Place)});
  } else if (Name == "__tkl_warp_visitors") {
    mark(B, "tkl.race.visit", Void, {Context, &Call});
  } else if (Name == "__tkl_warp_leave") {
    mark(B, "tkl.race.leave_visit", Void, {Context});
  } else if (Name == "__tkl_warp_barrier") {
    mark(B, "tkl.race.lanes", Void, {Context});
  } else {
    return false;
  }
  return true;
}

void Marker::markReturn(Instruction &Ret) {
  Instruction *At = &Ret;
  if (Instruction *Before = At->getPrevNode())
    if (resultMarkOf(*Before))
      At = Before;
  IRBuilder<> B(At);
  mark(B, names::RaceReturn, Void, {contextAt(Ret)});
}

/// Barriers that order global memory: the flag is CLK_GLOBAL_MEM_FENCE.
static bool isGlobalBarrier(const Instruction &I) {
  StringRef Name = calledName(I);
  if (Name != "barrier" && Name != "work_group_barrier")
    return false;
  const auto *Flags = dyn_cast<ConstantInt>(cast<CallInst>(I).getArgOperand(0));
  return !Flags || (Flags->getZExtValue() & 2) != 0;
}

/// The last block, outside of cycles, that comes before all of \p Busy. What
/// returns without them needs no context: that makes small leaves cheap.
BasicBlock *Marker::findBegin(ArrayRef<Instruction *> Busy) const {
  BasicBlock *Entry = &F.getEntryBlock();
  if (isKernel(F))
    return Entry;
  BasicBlock *Found = nullptr;
  for (Instruction *I : Busy)
    Found = Found ? DT.findNearestCommonDominator(Found, I->getParent())
                  : I->getParent();
  auto isInCycle = [](BasicBlock *Block) {
    SmallVector<BasicBlock *, 8> Next(successors(Block));
    return !Next.empty() &&
           isPotentiallyReachableFromMany(Next, Block, nullptr);
  };
  while (Found && Found != Entry && isInCycle(Found))
    Found = DT.getNode(Found)->getIDom()->getBlock();
  return Found;
}

/// The context of a task at \p Ret, which is 0 if it has none.
Value *Marker::contextAt(Instruction &Ret) {
  BasicBlock *Block = Ret.getParent();
  if (!Begin)
    return ConstantInt::get(I32, 0);
  if (DT.dominates(Begin, Block))
    return Context;
  SSAUpdater Updater;
  Updater.Initialize(I32, "race.context");
  Updater.AddAvailableValue(&F.getEntryBlock(), ConstantInt::get(I32, 0));
  Updater.AddAvailableValue(Begin, Context);
  return Updater.GetValueInMiddleOfBlock(Block);
}

/// The groups that may have children when the task returns.
uint64_t Marker::groupsLeft() const {
  auto after = [&](const BasicBlock &Block, uint64_t Left) {
    for (const Instruction &I : Block) {
      if (SpawnMark Spawn(const_cast<Instruction *>(&I)); Spawn) {
        if (!Tails.count(Spawn.call()))
          Left |= uint64_t(1) << groupOf(Spawn.future());
      } else if (isForceMark(I)) {
        Left &= ~awaitedGroups(I);
      }
    }
    return Left;
  };
  DenseMap<const BasicBlock *, uint64_t> Before;
  SmallVector<const BasicBlock *, 16> Work = {&F.getEntryBlock()};
  uint64_t AtReturns = 0;
  while (!Work.empty()) {
    const BasicBlock *Block = Work.pop_back_val();
    uint64_t Left = after(*Block, Before[Block]);
    if (isa<ReturnInst>(Block->getTerminator()))
      AtReturns |= Left;
    for (const BasicBlock *Next : successors(Block)) {
      auto [At, New] = Before.insert({Next, 0});
      if (!New && (Left & ~At->second) == 0)
        continue;
      At->second |= Left;
      Work.push_back(Next);
    }
  }
  return AtReturns;
}

void Marker::begin(ArrayRef<Instruction *> Busy, uint64_t Left) {
  Begin = findBegin(Busy);
  if (!Begin)
    return;
  bool Spawns = any_of(instructions(F),
                       [](Instruction &I) { return bool(SpawnMark(&I)); });
  BasicBlock::iterator At = Begin->getFirstInsertionPt();
  while (isa<AllocaInst>(*At))
    ++At;
  IRBuilder<> B(&*At);
  // Without a force nobody joins the children.
  unsigned Bags = Spawns && Awaited ? std::max(groupCount(F), 1u) : 0;
  Context =
      mark(B, names::RaceBegin, I32, {B.getInt32(Bags), B.getInt64(~Left)});
  if (!isKernel(F))
    return;
  for (Argument &Arg : F.args())
    if (Arg.getType()->isPointerTy() && !isOpenCLObject(Arg.getType()) &&
        Arg.getType()->getPointerAddressSpace() == spaces().Global)
      mark(B, names::RaceArgument, Void,
           {B.getInt32(Arg.getArgNo()), B.CreatePtrToInt(&Arg, I64)});
}

void Marker::run() {
  SmallVector<Instruction *, 64> All;
  SmallPtrSet<BasicBlock *, 4> Ends;
  for (auto [Spawn, End] : Tails)
    Ends.insert(End);
  SmallVector<Instruction *, 32> Busy;
  for (Instruction &I : instructions(F)) {
    // With marks there, the task would keep a frame until its child returns.
    if (!Ends.count(I.getParent()))
      All.push_back(&I);
    if (SpawnMark(&I) || isForceMark(I) || I.mayReadOrWriteMemory())
      Busy.push_back(&I);
    if (isForceMark(I))
      Awaited |= awaitedGroups(I);
  }
  begin(Busy, groupsLeft());
  for (Instruction *I : All) {
    if (SpawnMark Spawn(I); Spawn && Tails.count(I)) {
      markTail(Spawn);
    } else if (Spawn) {
      markSpawn(Spawn);
    } else if (isForceMark(*I)) {
      IRBuilder<> B(I->getNextNode());
      mark(B, names::RaceJoin, Void, {Context, B.getInt64(awaitedGroups(*I))});
    } else if (isa<ReturnInst>(I)) {
      if (!isKernel(F))
        markReturn(*I);
    } else if (isGlobalBarrier(*I)) {
      IRBuilder<> B(I->getNextNode());
      mark(B, names::RaceBarrier, Void, {Context});
    } else if (isa<CallInst>(I) && markWarp(cast<CallInst>(*I))) {
      // Its own memory is local.
    } else if (calledName(*I) == "wait_group_events") {
      IRBuilder<> B(I->getNextNode());
      mark(B, names::RaceWaited, Void, {Context});
    } else if (startsWith(calledName(*I), "async_work_group_")) {
      markCopy(cast<CallInst>(*I));
    } else if (auto Accesses = accessesOf(*I)) {
      if (isPartOfWrite(*I))
        continue;
      for (const Access &A : *Accesses)
        markAccess(*I, A);
    }
  }
}

/// Calls the runtime for each access in \p Body, which is that of the ordered
/// kernel \p Name, and for the arguments of the kernel.
static void checkOrdered(Function &Body, StringRef Name, Places &Known) {
  Module &M = *Body.getParent();
  auto call = [&](IRBuilder<> &B, StringRef Callee, ArrayRef<Value *> Args) {
    Function *F = M.getFunction(Callee);
    B.SetCurrentDebugLocation(DebugLoc());
    B.CreateCall(F, Args)->setCallingConv(F->getCallingConv());
  };
  Function *Kernel = M.getFunction(Name);
  // One at least, so that the host knows what the program is.
  Known.of(Body.front().front(), Name);
  SmallVector<Instruction *, 64> All;
  for (Instruction &I : instructions(Body))
    All.push_back(&I);
  for (Instruction *I : All) {
    auto Accesses = accessesOf(*I);
    if (!Accesses || isPartOfWrite(*I))
      continue;
    for (const Access &A : *Accesses) {
      if (!Known.isChecked(*Kernel, *I, A))
        continue;
      IRBuilder<> B(I);
      auto [Address, Size] = placeOf(B, A);
      call(B, names::OrderRace,
           {Body.getArg(Body.arg_size() - 1), Address, Size,
            B.getInt32(Known.of(*I, Name) << TKL_RACE_KIND_BITS |
                       kindOf(*I, A))});
    }
  }
  IRBuilder<> B(&*Kernel->getEntryBlock().getFirstInsertionPt());
  for (unsigned I = 0; I + 1 < Kernel->arg_size(); ++I) {
    Argument &Arg = *Kernel->getArg(I);
    if (Arg.getType()->isPointerTy() && !isOpenCLObject(Arg.getType()) &&
        Arg.getType()->getPointerAddressSpace() == spaces().Global)
      call(B, names::OrderRaceArgument,
           {Kernel->getArg(Kernel->arg_size() - 1), B.getInt32(I),
            B.CreatePtrToInt(&Arg, B.getInt64Ty())});
  }
}

PreservedAnalyses RacesPass::run(Module &M, ModuleAnalysisManager &AM) {
  // A program that has been lowered stays what it is.
  if (M.getNamedMetadata(names::Manifest))
    return PreservedAnalyses::all();
  SmallVector<Function *, 8> Work, Ordered;
  for (Function &F : make_early_inc_range(M))
    if (F.hasFnAttribute(names::MeetsAttr) && !hasMarks(F))
      addSpawn(F);
  for (Function &F : M) {
    if (F.hasFnAttribute(names::OrderBodyAttr))
      Ordered.push_back(&F);
    else if (!F.isDeclaration() &&
             (isWholeTask(F) || (isKernel(F) && hasMarks(F))))
      Work.push_back(&F);
  }
  if (Work.empty() && Ordered.empty())
    return PreservedAnalyses::all();
  Places Known(M);
  for (Function *F : Ordered)
    checkOrdered(*F, F->getFnAttribute(names::OrderBodyAttr).getValueAsString(),
                 Known);
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  for (Function *F : Work) {
    inlineHelpers(*F);
    if (!isKernel(*F))
      copyArguments(*F);
    // Parameters of helpers that are addresses must be gone, since a task that
    // keeps addresses cannot be suspended. tkl-future-uses has read the markers.
    removeLifetimeMarkers(*F);
    FAM.invalidate(*F, PreservedAnalyses::none());
    scalarReplacement().run(*F, FAM);
  }
  for (Function *F : Work) {
    TailSpawns Tails;
    if (!isKernel(*F))
      Tails = separateTails(*F);
    Marker(M, Known, *F, Tails).run();
  }
  FAM.clear();
  return PreservedAnalyses::none();
}
