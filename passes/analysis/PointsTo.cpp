//===- PointsTo.cpp - Where the addresses of variables go -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "analysis/PointsTo.h"
#include "compat/Strings.h"
#include "ir/AddressSpaces.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

/// The number of the object that stands for memory of which only the address
/// space is known.
static constexpr unsigned Unknown = 0;
/// Larger than any object, but small enough that sums do not overflow.
static constexpr uint64_t WholeObject = uint64_t(1) << 48;
/// At most this many calls get a frame of their own. Further calls of the same
/// function share one.
static constexpr size_t MaxFrames = 2000;
/// At most this many separate cells in one object.
static constexpr size_t MaxCells = 64;

bool Carried::merge(const Carried &Other) {
  bool Grew = Other.Scrambled && !Scrambled;
  Scrambled |= Other.Scrambled;
  for (const auto &[Object, From] : Other.Targets) {
    auto [Entry, New] = Targets.emplace(Object, From);
    Grew |= New;
    if (New)
      continue;
    Grew |= Entry->second.At.merge(From.At);
    if (!Entry->second.Taken && From.Taken) {
      Entry->second.Taken = From.Taken;
      Grew = true;
    }
  }
  return Grew;
}

Carried Carried::anywhere(bool Scramble) const {
  Carried Result = *this;
  for (auto &[Object, To] : Result.Targets)
    To.At = Offsets::any();
  Result.Scrambled |= Scramble && !Targets.empty();
  return Result;
}

const Instruction *Carried::taken() const {
  for (const auto &[Object, To] : Targets)
    if (Object != Unknown && To.Taken)
      return To.Taken;
  auto Entry = Targets.find(Unknown);
  return Entry == Targets.end() ? nullptr : Entry->second.Taken;
}

/// One call of an ordinary function, or the root function.
struct PointsTo::Frame {
  const Function *Body;
  const Frame *Caller;
  /// The call in the root function that leads here. Null in the root function
  /// itself, and if several calls share the frame.
  const Instruction *Root;
  DenseMap<const Value *, Carried> Values;
  DenseMap<const CallInst *, Frame *> Callees;
  Carried Result;

  /// The root function's instruction that runs \p I, directly or by a call.
  const Instruction *rootOf(const Instruction &I) const {
    return Caller ? Root : &I;
  }
};

/// Pointers of this type point to private or local memory only.
static bool pointsToOwnMemory(const Type *Ty) {
  const auto *Ptr = dyn_cast<PointerType>(Ty);
  return Ptr && !isOpenCLObject(Ty) &&
         (Ptr->getAddressSpace() == spaces().Private ||
          Ptr->getAddressSpace() == spaces().Local);
}

PointsTo::PointsTo(const Function &Root, FunctionBodies &Bodies,
                   ArrayRef<AllocaInst *> Watched)
    : DL(Root.getParent()->getDataLayout()), Bodies(Bodies) {
  newObject(WholeObject); // Unknown
  for (const GlobalVariable &G : Root.getParent()->globals())
    if (G.getAddressSpace() == spaces().Local)
      Globals[&G] = newObject(DL.getTypeAllocSize(G.getValueType()));
  Frame *Main = newFrame(Root, nullptr, nullptr);
  for (const Argument &Arg : Root.args())
    if (pointsToOwnMemory(Arg.getType()))
      Main->Values[&Arg].Targets[newObject(WholeObject)] = {};
  for (const AllocaInst *Variable : Watched)
    for (const auto &[Object, To] : Main->Values[Variable].Targets)
      Objects[Object].WatchedAs = Variable;
  solve();
}

PointsTo::~PointsTo() = default;

unsigned PointsTo::newObject(uint64_t Size) {
  Objects.emplace_back();
  Objects.back().Size = Size;
  return Objects.size() - 1;
}

PointsTo::Frame *PointsTo::newFrame(const Function &Body, const Frame *Caller,
                                    const Instruction *Root) {
  Frames.push_back(std::make_unique<Frame>());
  Frame *F = Frames.back().get();
  F->Body = &Body;
  F->Caller = Caller;
  F->Root = Root;
  for (const Instruction &I : instructions(Body))
    if (auto *Variable = dyn_cast<AllocaInst>(&I)) {
      auto Bits = Variable->getAllocationSizeInBits(DL);
      unsigned Id = newObject(Bits ? Bits->getFixedValue() / 8 : WholeObject);
      F->Values[Variable].Targets[Id] = {};
    }
  for (const Argument &Arg : Body.args())
    if (Caller && Arg.hasByValAttr())
      F->Values[&Arg].Targets[newObject(
          DL.getTypeAllocSize(Arg.getParamByValType()))] = {};
  return F;
}

/// Null if the call is recursive.
PointsTo::Frame *PointsTo::enter(Frame &F, const CallInst &Call,
                                 const Function &Body) {
  Frame *&Callee = F.Callees[&Call];
  if (Callee)
    return Callee;
  for (const Frame *Up = &F; Up; Up = Up->Caller)
    if (Up->Body == &Body)
      return nullptr;
  if (Frames.size() < MaxFrames)
    return Callee = newFrame(Body, &F, F.rootOf(Call));
  Frame *&Common = Shared[&Body];
  if (!Common)
    Common = newFrame(Body, &F, nullptr);
  return Callee = Common;
}

/// Whether a function that gets no addresses can return or store one.
bool PointsTo::mayBeSource(const Function &Body) {
  auto [Entry, New] = Sources.insert({&Body, false});
  if (!New)
    return Entry->second;
  bool Any = false;
  for (const Instruction &I : instructions(Body)) {
    Any |= isa<AllocaInst>(I) ||
           (pointsToOwnMemory(I.getType()) && !isa<PHINode>(I));
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (const Function *Callee = Call->getCalledFunction())
        if (const Function *Inner = Bodies.bodyOf(*Callee))
          Any |= mayBeSource(*Inner);
  }
  return Sources[&Body] = Any;
}

void PointsTo::solve() {
  auto Settle = [&] {
    bool Any = false;
    while (runAll())
      Any = true;
    return Any;
  };
  Settle();
  // The order of the phases matters. A value without a known target gets one by
  // its type, so all better knowledge must come first. Only after that is it
  // certain which operands of a subtraction are no addresses.
  bool Again = true;
  while (Again) {
    Phase = Typing;
    Again = runAll();
    Phase = Following;
    Settle();
    Phase = Subtracting;
    Again |= runAll();
    Phase = Following;
    Settle();
  }
  Phase = Reporting;
  runAll();
}

bool PointsTo::runAll() {
  Changed = false;
  // By index, because calls append frames.
  for (size_t I = 0; I < Frames.size(); ++I)
    for (const Instruction &Inst : instructions(*Frames[I]->Body))
      transfer(*Frames[I], Inst);
  return Changed;
}

Carried PointsTo::ofConstant(const Constant *C) const {
  Carried Result;
  if (auto *G = dyn_cast<GlobalVariable>(C)) {
    auto Entry = Globals.find(G);
    if (Entry != Globals.end())
      Result.Targets[Entry->second] = {};
    return Result;
  }
  if (!isa<ConstantExpr>(C) && !isa<ConstantAggregate>(C))
    return Result;
  if (auto *Expr = dyn_cast<ConstantExpr>(C);
      Expr && (Expr->getOpcode() == Instruction::ICmp ||
               Expr->getOpcode() == Instruction::FCmp))
    return Result;
  for (const Use &Operand : C->operands())
    if (auto *Inner = dyn_cast<Constant>(&Operand))
      Result.merge(ofConstant(Inner));
  auto *Expr = dyn_cast<ConstantExpr>(C);
  return Expr && Expr->isCast() ? Result : Result.anywhere(/*Scramble=*/false);
}

Carried PointsTo::of(const Frame &F, const Value *V) const {
  if (auto *C = dyn_cast<Constant>(V))
    return ofConstant(C);
  return F.Values.lookup(V);
}

void PointsTo::add(Frame &F, const Value *V, Carried What) {
  if (!What)
    return;
  if (auto *I = dyn_cast<Instruction>(V); I && I->getDebugLoc())
    for (auto &[Object, To] : What.Targets)
      if (!To.Taken)
        To.Taken = I;
  Changed |= F.Values[V].merge(What);
}

void PointsTo::addCell(const Frame &F, const Instruction &At, unsigned Object,
                       Offsets Where, uint64_t Size, const Carried &What) {
  auto &Cells = Objects[Object].Cells;
  if (Object == Unknown || !What)
    return;
  // No program may read beyond the end of an object.
  if (Where.isExact() && (Where.First >= int64_t(Objects[Object].Size) ||
                          Where.First + int64_t(Size) <= 0))
    return;
  if (Cells.size() >= MaxCells) {
    Where = Offsets::any();
    Size = WholeObject;
  }
  Cell *Into = nullptr;
  for (Cell &C : Cells)
    if (C.At == Where && C.Size == Size)
      Into = &C;
  if (!Into) {
    Cells.emplace_back();
    Into = &Cells.back();
    Into->At = Where;
    Into->Size = Size;
  }
  Carried Held = What;
  for (auto &[Target, To] : Held.Targets)
    if (!To.Taken && At.getDebugLoc())
      To.Taken = &At;
  Changed |= Into->What.merge(Held);
  Changed |= Into->Writers.insert(F.rootOf(At)).second;
}

Carried PointsTo::load(const Frame &F, const Instruction &At,
                       const Carried &Ptr, uint64_t Size) {
  Carried Result;
  for (const auto &[Object, To] : Ptr.Targets)
    for (const Cell &C : Objects[Object].Cells) {
      if (!To.At.overlaps(Size, C.At, C.Size))
        continue;
      Carried What = C.What;
      What.Scrambled |= Size < C.Size;
      Result.merge(What);
      if (Phase == Reporting)
        if (const Instruction *Root = F.rootOf(At))
          Reads.push_back({Root, &C});
    }
  return Result;
}

void PointsTo::store(const Frame &F, const Instruction &At, const Carried &Ptr,
                     uint64_t Size, const Carried &What) {
  for (const auto &[Object, To] : Ptr.Targets)
    addCell(F, At, Object, To.At, Size, What);
}

void PointsTo::copy(const Frame &F, const Instruction &At, const Carried &Dest,
                    const Carried &Source, uint64_t Size) {
  load(F, At, Source, Size); // Notes the read.
  for (const auto &[From, Start] : Source.Targets) {
    // By index, because source and destination may be the same object, and its
    // list of cells then grows.
    size_t Count = Objects[From].Cells.size();
    for (size_t I = 0; I < Count; ++I) {
      Cell C = Objects[From].Cells[I];
      if (!Start.At.overlaps(Size, C.At, C.Size))
        continue;
      Offsets Within = C.At.plus(Start.At.negated());
      for (const auto &[To, Begin] : Dest.Targets)
        addCell(F, At, To, Begin.At.plus(Within), C.Size, C.What);
    }
  }
}

/// How far an index can lead, in bytes. An index does not leave an array inside
/// an object. An array of one element is the exception: it often stands for any
/// number of them.
static uint64_t reach(const Type *Indexed, uint64_t ElementSize) {
  auto *Array = dyn_cast_or_null<ArrayType>(Indexed);
  return Array && Array->getNumElements() > 1
             ? (Array->getNumElements() - 1) * ElementSize
             : Offsets::Unbounded;
}

void PointsTo::address(Frame &F, const GetElementPtrInst &Gep) {
  Carried Result = of(F, Gep.getPointerOperand());
  Offsets Way;
  Type *Outer = nullptr;
  for (auto Step = gep_type_begin(Gep); Step != gep_type_end(Gep);
       Outer = Step.getIndexedType(), ++Step) {
    const Value *Index = Step.getOperand();
    auto *Number = dyn_cast<ConstantInt>(Index);
    if (StructType *Ty = Step.getStructTypeOrNull()) {
      uint64_t Member = cast<ConstantInt>(Index)->getZExtValue();
      Way = Way.plus(
          Offsets::exactly(DL.getStructLayout(Ty)->getElementOffset(Member)));
      continue;
    }
    uint64_t Size = DL.getTypeAllocSize(Step.getIndexedType());
    if (Number)
      Way = Way.plus(Offsets::exactly(Number->getSExtValue() * int64_t(Size)));
    else if (Size)
      Way = Way.plus(Offsets::multiples(Size, reach(Outer, Size)));
  }
  for (auto &[Object, To] : Result.Targets)
    To.At = To.At.plus(Way);
  for (const Use &Index : Gep.indices())
    Result.merge(of(F, Index).anywhere(/*Scramble=*/true));
  add(F, &Gep, Result);
}

/// The constant that \p V is, or that all elements of the vector \p V are.
static const ConstantInt *numberIn(const Value *V) {
  if (auto *C = dyn_cast<Constant>(V); C && C->getType()->isVectorTy())
    return dyn_cast_or_null<ConstantInt>(C->getSplatValue());
  return dyn_cast<ConstantInt>(V);
}

/// Whether the operation leaves no more than low bits of its first operand.
static bool leavesLowBits(const BinaryOperator &Op) {
  const ConstantInt *Number = numberIn(Op.getOperand(1));
  if (!Number)
    return false;
  switch (Op.getOpcode()) {
  case Instruction::And:
    return Number->getValue().getActiveBits() <= AlignmentBits;
  case Instruction::URem:
  case Instruction::SRem:
    return Number->getValue().ule(uint64_t(1) << AlignmentBits);
  default:
    return false;
  }
}

void PointsTo::binary(Frame &F, const BinaryOperator &Op) {
  Carried Left = of(F, Op.getOperand(0)), Right = of(F, Op.getOperand(1));
  if (leavesLowBits(Op) && !Left.Scrambled)
    return;
  bool Scrambles = Left && Right;
  switch (Op.getOpcode()) {
  case Instruction::Sub:
    // The distance of two addresses is a number. It is known only in the last
    // phase whether both operands are addresses.
    if (Phase == Following && !isa<Constant>(Op.getOperand(1)) &&
        F.Values.find(&Op) == F.Values.end())
      return;
    if (Left && Right && !Left.Scrambled && !Right.Scrambled)
      return;
    Scrambles |= bool(Right);
    break;
  case Instruction::Add:
  case Instruction::And:
  case Instruction::Or:
    break;
  default:
    Scrambles = true;
  }
  Left.merge(Right);
  add(F, &Op, Left.anywhere(Scrambles));
}

/// Handles each element by itself, as far as its index is known.
void PointsTo::vector(Frame &F, const Instruction &I) {
  bool Insert = isa<InsertElementInst>(I);
  auto *Whole = const_cast<Value *>(Insert ? &I : I.getOperand(0));
  auto *Ty = dyn_cast<FixedVectorType>(Whole->getType());
  auto *Lane = dyn_cast<ConstantInt>(I.getOperand(Insert ? 2 : 1));
  SmallVector<const Value *, 16> Components;
  if (Insert)
    for (unsigned L = 0; Ty && L < Ty->getNumElements(); ++L)
      Components.push_back(findScalarElement(Whole, L));
  else if (Lane)
    Components.push_back(findScalarElement(Whole, Lane->getZExtValue()));
  if (Components.empty() || is_contained(Components, nullptr))
    Components.assign(I.op_begin(), I.op_end());
  for (const Value *Component : Components)
    add(F, &I, of(F, Component));
}

void PointsTo::callUnseen(Frame &F, const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  // OpenCL's built-in functions are overloaded, hence mangled.
  bool BuiltIn = Callee && startsWith(Callee->getName(), "_Z");
  Carried Given;
  for (const Use &Arg : Call.args()) {
    Carried What = of(F, Arg);
    if (!Arg->getType()->isPointerTy())
      Given.merge(What.anywhere(/*Scramble=*/true));
    else if (BuiltIn)
      Given.merge(load(F, Call, What.anywhere(false), WholeObject));
    if (Arg->getType()->isPointerTy() && Call.getType()->isPointerTy())
      add(F, &Call, What.anywhere(false));
  }
  if (!Call.getType()->isVoidTy() && !Call.getType()->isIntOrIntVectorTy(1))
    add(F, &Call, Given);
  if (!BuiltIn)
    return;
  for (const Use &Arg : Call.args())
    if (Arg->getType()->isPointerTy())
      store(F, Call, of(F, Arg).anywhere(false), WholeObject, Given);
}

void PointsTo::call(Frame &F, const CallInst &Call) {
  if (SpawnMark(const_cast<CallInst *>(&Call)) || isForceMark(Call) ||
      resultMarkOf(const_cast<CallInst &>(Call)))
    return;
  if (auto *Copy = dyn_cast<MemTransferInst>(&Call)) {
    auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
    copy(F, Call, of(F, Copy->getRawDest()), of(F, Copy->getRawSource()),
         Length ? Length->getZExtValue() : WholeObject);
    return;
  }
  if (isa<DbgInfoIntrinsic>(Call))
    return;
  const Function *Callee = Call.getCalledFunction();
  const Function *Body = Callee ? Bodies.bodyOf(*Callee) : nullptr;
  if (!Body || Callee->arg_size() != Call.arg_size()) {
    callUnseen(F, Call);
    return;
  }
  if (!mayBeSource(*Body) &&
      none_of(Call.args(), [&](const Use &Arg) { return bool(of(F, Arg)); }))
    return;
  Frame *Inner = enter(F, Call, *Body);
  if (!Inner) {
    callUnseen(F, Call); // Recursion: reported elsewhere.
    return;
  }
  for (const Argument &Param : Body->args()) {
    Carried What = of(F, Call.getArgOperand(Param.getArgNo()));
    for (auto &[Object, To] : What.Targets)
      if (!To.Taken && Call.getDebugLoc())
        To.Taken = &Call;
    if (Param.hasByValAttr())
      copy(F, Call, of(*Inner, &Param), What,
           DL.getTypeAllocSize(Param.getParamByValType()));
    else
      add(*Inner, &Param, What);
  }
  add(F, &Call, Inner->Result);
}

void PointsTo::access(const Frame &F, const Instruction &At, const Value *Ptr,
                      bool Writes) {
  unsigned Space = Ptr->getType()->getPointerAddressSpace();
  const Instruction *Root = F.rootOf(At);
  if (!Root || (Space != spaces().Private && Space != spaces().Generic))
    return;
  // The index does not change the object that the pointer points into, even if
  // it carries an address itself.
  Carried What = of(F, Ptr);
  while (auto *Gep = dyn_cast<GEPOperator>(Ptr->stripPointerCasts()))
    Ptr = Gep->getPointerOperand();
  if (Carried Base = of(F, Ptr))
    What = Base;
  for (const auto &[Object, To] : What.Targets)
    if (const AllocaInst *Variable = Objects[Object].WatchedAs)
      Accesses.push_back({Root, Variable, Writes});
}

/// The accesses of the call itself. If the body of the callee is known, its
/// accesses are found there.
void PointsTo::accessInCall(const Frame &F, const CallInst &Call) {
  if (auto *Memory = dyn_cast<MemIntrinsic>(&Call)) {
    access(F, Call, Memory->getRawDest(), /*Writes=*/true);
    if (auto *Copy = dyn_cast<MemTransferInst>(Memory))
      access(F, Call, Copy->getRawSource(), /*Writes=*/false);
    return;
  }
  SpawnMark Spawn(const_cast<CallInst *>(&Call));
  const Function *Callee = Call.getCalledFunction();
  bool Unseen = Callee && !Callee->isIntrinsic() && !Bodies.bodyOf(*Callee) &&
                !Spawn && !isForceMark(Call) &&
                !resultMarkOf(const_cast<CallInst &>(Call));
  for (const Use &Arg : Call.args())
    if (Arg->getType()->isPointerTy() &&
        (Unseen || Call.isByValArgument(Call.getArgOperandNo(&Arg))))
      access(F, Call, Arg, /*Writes=*/false);
}

void PointsTo::transfer(Frame &F, const Instruction &I) {
  if (Phase == Reporting) {
    if (const Value *Ptr = getPointerOperand(&I); Ptr && !isa<GEPOperator>(I))
      access(F, I, Ptr, !isa<LoadInst>(I));
    else if (auto *Call = dyn_cast<CallInst>(&I))
      accessInCall(F, *Call);
  }
  if (Phase == Typing) {
    bool Opaque = isa<LoadInst>(I) || isa<IntToPtrInst>(I) ||
                  isa<CallInst>(I) || isa<ExtractValueInst>(I);
    if (Opaque && pointsToOwnMemory(I.getType()) && !of(F, &I)) {
      Carried What;
      What.Targets[Unknown] = {Offsets::any(), nullptr};
      add(F, &I, What);
    }
    return;
  }
  auto SizeOf = [&](Type *Ty) -> uint64_t { return DL.getTypeStoreSize(Ty); };
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    add(F, &I,
        load(F, I, of(F, Load->getPointerOperand()), SizeOf(I.getType())));
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    const Value *What = Store->getValueOperand();
    store(F, I, of(F, Store->getPointerOperand()), SizeOf(What->getType()),
          of(F, What));
  } else if (auto *Change = dyn_cast<AtomicRMWInst>(&I)) {
    Carried Ptr = of(F, Change->getPointerOperand());
    uint64_t Size = SizeOf(I.getType());
    store(F, I, Ptr, Size, of(F, Change->getValOperand()).anywhere(true));
    add(F, &I, load(F, I, Ptr, Size));
  } else if (auto *Swap = dyn_cast<AtomicCmpXchgInst>(&I)) {
    Carried Ptr = of(F, Swap->getPointerOperand());
    uint64_t Size = SizeOf(Swap->getNewValOperand()->getType());
    store(F, I, Ptr, Size, of(F, Swap->getNewValOperand()));
    add(F, &I, load(F, I, Ptr, Size));
  } else if (auto *Call = dyn_cast<CallInst>(&I)) {
    call(F, *Call);
  } else if (auto *Gep = dyn_cast<GetElementPtrInst>(&I)) {
    address(F, *Gep);
  } else if (auto *Op = dyn_cast<BinaryOperator>(&I)) {
    binary(F, *Op);
  } else if (auto *Cast = dyn_cast<CastInst>(&I)) {
    Carried What = of(F, Cast->getOperand(0));
    bool Moves = Cast->isNoopCast(DL) || isa<PtrToIntInst>(I) ||
                 isa<IntToPtrInst>(I) || isa<AddrSpaceCastInst>(I) ||
                 isa<ZExtInst>(I) || isa<SExtInst>(I) || isa<TruncInst>(I);
    if (isa<TruncInst>(I) && !What.Scrambled &&
        I.getType()->getScalarSizeInBits() <= AlignmentBits)
      return;
    add(F, &I, Moves ? What : What.anywhere(/*Scramble=*/true));
  } else if (auto *Phi = dyn_cast<PHINode>(&I)) {
    for (const Use &Incoming : Phi->incoming_values())
      add(F, &I, of(F, Incoming));
  } else if (auto *Select = dyn_cast<SelectInst>(&I)) {
    add(F, &I, of(F, Select->getTrueValue()));
    add(F, &I, of(F, Select->getFalseValue()));
  } else if (isa<ExtractElementInst>(I) || isa<InsertElementInst>(I)) {
    vector(F, I);
  } else if (isa<ShuffleVectorInst>(I) || isa<InsertValueInst>(I) ||
             isa<ExtractValueInst>(I) || isa<FreezeInst>(I) ||
             isa<UnaryOperator>(I)) {
    for (const Use &Operand : I.operands())
      add(F, &I, of(F, Operand));
  } else if (auto *Ret = dyn_cast<ReturnInst>(&I)) {
    if (Ret->getReturnValue())
      Changed |= F.Result.merge(of(F, Ret->getReturnValue()));
  }
}

Carried PointsTo::carriedBy(const Value *V) const {
  return of(*Frames.front(), V);
}

Carried PointsTo::heldAt(const Value *Ptr, uint64_t Size) const {
  Carried Result;
  for (const auto &[Object, To] : carriedBy(Ptr).Targets)
    for (const Cell &C : Objects[Object].Cells)
      if (To.At.overlaps(Size, C.At, C.Size))
        Result.merge(C.What);
  return Result;
}
