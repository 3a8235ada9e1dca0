//===- StripWriter.cpp - Turns of a loop side by side ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "loops/StripWriter.h"

#include "llvm/Analysis/IVDescriptors.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace tasklet;

StripWriter::StripWriter(const StripNest &Nest, Form Wanted)
    : Nest(Nest), Wanted(Wanted), F(*Nest.loop().getHeader()->getParent()),
      C(F.getContext()), ArrayGroup(MDNode::getDistinct(C, {})) {}

BasicBlock *StripWriter::newBlock(const Twine &Name) {
  return BasicBlock::Create(C, Name, &F, Nest.loop().getExitBlock());
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// Vectors of single bits are slow to load.
static Type *storedType(const Value &V) {
  Type *Ty = V.getType();
  return Ty->isIntegerTy(1) ? Type::getInt8Ty(V.getContext()) : Ty;
}

Value *StripWriter::element(IRBuilder<> &B, const Instruction *Of,
                            Value *Lane) {
  AllocaInst *&Array = Arrays[Of];
  if (!Array) {
    IRBuilder<> AtEntry(&*F.getEntryBlock().getFirstInsertionPt());
    Array =
        AtEntry.CreateAlloca(ArrayType::get(storedType(*Of), Wanted.MostLanes),
                             nullptr, Of->getName() + ".lanes");
    Array->setAlignment(Align(64));
    Array->setMetadata(LaneArrayMark, MDNode::get(C, {}));
  }
  return B.CreateInBoundsGEP(Array->getAllocatedType(), Array,
                             {B.getInt64(0), Lane});
}

Value *StripWriter::read(Place &At, const Instruction *Of) {
  Value *Address = element(At.B, Of, At.Lane);
  LoadInst *V = At.B.CreateLoad(storedType(*Of), Address);
  V->setMetadata(LLVMContext::MD_access_group, ArrayGroup);
  return At.B.CreateTruncOrBitCast(V, Of->getType());
}

void StripWriter::keep(IRBuilder<> &B, const Instruction *Of, Value *V,
                       Value *Lane) {
  if (V->getType()->isIntegerTy(1))
    V = B.CreateZExt(V, storedType(*Of));
  StoreInst *Store = B.CreateStore(V, element(B, Of, Lane));
  Store->setMetadata(LLVMContext::MD_access_group, ArrayGroup);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// By how much it goes, as wide as what counts it.
static Value *wide(IRBuilder<> &B, const Step &How, Value *By) {
  return isa<GetElementPtrInst>(How.Next)
             ? B.CreateSExtOrTrunc(By, B.getInt64Ty())
             : By;
}

/// \p Begin, and \p Way more, as \p How goes.
static Value *stepped(IRBuilder<> &B, const Step &How, Value *Begin,
                      Value *Way) {
  if (auto *Address = dyn_cast<GetElementPtrInst>(How.Next))
    return B.CreateGEP(Address->getSourceElementType(), Begin, Way);
  return How.Next->getOpcode() == Instruction::Sub ? B.CreateSub(Begin, Way)
                                                   : B.CreateAdd(Begin, Way);
}

/// What the outer loop counts with \p Phi in the lane's turn.
Value *StripWriter::counter(Place &At, const PHINode &Phi) {
  const Step How = Step::of(Phi, Nest.loop());
  Value *By = wide(At.B, How, How.By);
  Value *Way =
      At.B.CreateMul(At.B.CreateZExtOrTrunc(At.Turn, By->getType()), By);
  return stepped(At.B, How, Nest.beginOf(Phi), Way);
}

/// What \p V of the loop is at a place.
Value *StripWriter::value(Place &At, const Value *V) {
  V = Nest.behind(V);
  if (Value *Found = At.Known.lookup(V))
    return Found;
  Value *Result = nullptr;
  switch (Nest.sourceOf(V)) {
  case StripNest::Source::Outside:
    return const_cast<Value *>(V);
  case StripNest::Source::Counter:
    Result = counter(At, *cast<PHINode>(V));
    break;
  case StripNest::Source::Scalar:
    return Scalars.lookup(cast<PHINode>(V));
  case StripNest::Source::Stepped: {
    auto *Phi = cast<PHINode>(V);
    Result = stepped(At.B, Nest.stepOf(*Phi), value(At, Nest.beginOf(*Phi)),
                     Scalars.lookup(Phi));
    break;
  }
  case StripNest::Source::Computed: {
    SmallVector<Value *, 4> Operands;
    for (const Use &Operand : cast<Instruction>(V)->operands())
      Operands.push_back(value(At, Operand));
    Instruction *Copy = cast<Instruction>(V)->clone();
    for (unsigned I = 0; I != Operands.size(); ++I)
      Copy->setOperand(I, Operands[I]);
    Result = At.B.Insert(Copy, V->getName());
    break;
  }
  case StripNest::Source::Array:
    Result = read(At, Nest.arrayOf(V, *At.Where));
    break;
  }
  At.Known[V] = Result;
  return Result;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// As lanes do not depend on each other, whoever makes vectors need not ask.
MDNode *StripWriter::makeLoopID(bool IsInner) {
  SmallVector<Metadata *, 8> Marks = {nullptr};
  SmallVector<Metadata *, 8> Parallel = {
      MDString::get(C, "llvm.loop.parallel_accesses"), ArrayGroup};
  for (const MDOperand &Each : Nest.loop().getLoopID()->operands())
    if (auto *Property = dyn_cast<MDNode>(Each))
      if (Property->getNumOperands() > 1)
        if (auto *Name = dyn_cast<MDString>(Property->getOperand(0)))
          if (Name->getString() == "llvm.loop.parallel_accesses")
            Parallel.append(Property->op_begin() + 1, Property->op_end());
  Marks.push_back(MDNode::get(C, Parallel));
  Marks.append(Wanted.Marks(IsInner));
  MDNode *ID = MDNode::getDistinct(C, Marks);
  ID->replaceOperandWith(0, ID);
  return ID;
}

/// Whether nobody needs what it does.
bool StripWriter::isIdle(const NestPart &Part) const {
  for (auto &[Phi, V] : Nest.handsOn(Part))
    if (!Nest.isScalar(*Phi))
      return false;
  for (BasicBlock *BB : Part.Blocks)
    for (Instruction &I : *BB)
      if (!I.isTerminator() &&
          (I.mayHaveSideEffects() || Nest.kept().count(&I)))
        return false;
  return true;
}

BasicBlock *StripWriter::code(const NestPart &Part, BasicBlock *From) {
  if (isIdle(Part))
    return From;
  BasicBlock *Head = newBlock("lane"), *First = nullptr;
  IRBuilder<> B(From);
  B.CreateBr(Head);
  B.SetInsertPoint(Head);
  PHINode *Lane = B.CreatePHI(B.getInt64Ty(), 2, "lane");
  Place At{B, &Part, Lane, B.CreateNUWAdd(Base, Lane, "turn")};
  ValueToValueMapTy Map;
  SmallVector<Instruction *, 32> Copies;
  for (BasicBlock *BB : Part.Blocks) {
    BasicBlock *Copy = newBlock(BB->getName());
    Map[BB] = Copy;
    First = First ? First : Copy;
    IRBuilder<> At(Copy);
    for (Instruction &I : *BB)
      if (Nest.computes(Part, &I)) {
        Instruction *New = I.clone();
        At.Insert(New, I.getName());
        Map[&I] = New;
        Copies.push_back(New);
      }
  }
  auto Find = [&](Value *V) -> Value * {
    V = const_cast<Value *>(Nest.behind(V));
    Value *Found = Map.lookup(V);
    return Found ? Found : value(At, V);
  };
  for (Instruction *New : Copies) {
    for (Use &Operand : New->operands())
      if (!isa<MetadataAsValue>(Operand))
        Operand.set(isa<BasicBlock>(Operand)
                        ? static_cast<Value *>(Map.lookup(Operand))
                        : Find(Operand));
    if (auto *Phi = dyn_cast<PHINode>(New))
      for (unsigned I = 0; I != Phi->getNumIncomingValues(); ++I)
        Phi->setIncomingBlock(
            I, cast<BasicBlock>(Map.lookup(Phi->getIncomingBlock(I))));
  }
  SmallVector<std::pair<const Instruction *, Value *>, 8> Ends;
  for (BasicBlock *BB : Part.Blocks)
    for (Instruction &I : *BB)
      if (Nest.kept().count(&I) && Nest.computes(Part, &I))
        Ends.push_back({&I, Map.lookup(&I)});
  for (auto [Phi, V] : Nest.handsOn(Part))
    if (!Nest.isScalar(*Phi))
      Ends.push_back({Phi, Find(V)});
  B.CreateBr(First);
  B.SetInsertPoint(cast<BasicBlock>(Map.lookup(Part.Last)));
  for (auto [Of, V] : Ends)
    keep(B, Of, V, Lane);
  Value *Next = B.CreateNUWAdd(Lane, B.getInt64(1), "lane.next");
  Lane->addIncoming(B.getInt64(0), From);
  Lane->addIncoming(Next, B.GetInsertBlock());
  BasicBlock *After = newBlock("lanes");
  B.CreateCondBr(B.CreateICmpNE(Next, Count), Head, After)
      ->setMetadata(LLVMContext::MD_loop, makeLoopID(Depth > 0));
  return After;
}

BasicBlock *StripWriter::loop(const Loop &Of,
                              const std::vector<NestPart> &Parts,
                              BasicBlock *From) {
  BasicBlock *Head = newBlock("round"), *Latch = Of.getLoopLatch();
  SmallVector<PHINode *, 4> Phis;
  IRBuilder<> Before(From);
  Place AtBegin{Before, nullptr, nullptr, nullptr};
  for (PHINode &Phi : Of.getHeader()->phis()) {
    if (!Nest.isScalar(Phi))
      continue;
    Value *Begin = Nest.sourceOf(&Phi) == StripNest::Source::Stepped
                       ? Constant::getNullValue(Phi.getType()->isPointerTy()
                                                    ? Before.getInt64Ty()
                                                    : Phi.getType())
                       : value(AtBegin, Nest.beginOf(Phi));
    PHINode *New = PHINode::Create(Begin->getType(), 2, Phi.getName(), Head);
    New->addIncoming(Begin, From);
    Scalars[&Phi] = New;
    Phis.push_back(&Phi);
  }
  Before.CreateBr(Head);
  ++Depth;
  BasicBlock *End = all(Parts, Head);
  --Depth;
  IRBuilder<> B(End);
  Place AtEnd{B, nullptr, nullptr, nullptr};
  for (PHINode *Phi : Phis) {
    PHINode *New = Scalars[Phi];
    Value *Next;
    if (Nest.sourceOf(Phi) == StripNest::Source::Stepped) {
      const Step How = Nest.stepOf(*Phi);
      Next = B.CreateAdd(New, wide(B, How, value(AtEnd, How.By)));
    } else {
      Next = value(AtEnd, Phi->getIncomingValueForBlock(Latch));
    }
    New->addIncoming(Next, End);
  }
  auto *Br = cast<BranchInst>(Latch->getTerminator());
  Value *Condition = value(AtEnd, Br->getCondition());
  BasicBlock *After = newBlock("rounds");
  if (Br->getSuccessor(0) == Of.getHeader())
    B.CreateCondBr(Condition, Head, After);
  else
    B.CreateCondBr(Condition, After, Head);
  return After;
}

BasicBlock *StripWriter::all(const std::vector<NestPart> &Parts,
                             BasicBlock *From) {
  for (const NestPart &Part : Parts)
    From = Part.Inner ? loop(*Part.Inner, Part.Parts, From) : code(Part, From);
  return From;
}

BasicBlock *StripWriter::write(BasicBlock *From, Value *Base, Value *Count) {
  this->Base = Base;
  this->Count = Count;
  Arrays.clear();
  Scalars.clear();
  return all(Nest.parts(), From);
}
