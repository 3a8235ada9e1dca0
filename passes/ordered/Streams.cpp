//===- Streams.cpp - Read memory in the order of levels -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/Streams.h"
#include "compat/Strings.h"
#include "ir/AddressSpaces.h"
#include "ir/LLVMCompat.h"
#include "ir/Names.h"
#include "ordered/BodyForms.h"
#include "ordered/Lookahead.h"
#include "ordered/MemoryAccesses.h"
#include "ordered/Slice.h"
#include "ordered/SliceNumbers.h"
#include "ordered/Unknowns.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;
using namespace tasklet;

/// A stream has a bit for each in 64 bits; a kernel with more is left as it is.
static constexpr size_t MostParams = 64;
/// More copies of a large body would take long to compile.
static constexpr size_t LargestBody = 1024;

namespace {

class Streamer {
  Function &Body; ///< a copy
  Module &M;
  LLVMContext &C;
  ArrayRef<unsigned> Written, Inspected;
  FunctionAnalysisManager &FAM;
  /// The loads of the body whose values are streamed, each with its parameter.
  MapVector<LoadInst *, unsigned> Loads;
  uint64_t Smallest = 0; ///< bytes of the smallest one
  Streams Result;

  std::optional<unsigned> paramOf(LoadInst &Load) const;
  uint64_t sizeOf(const LoadInst &Load) const;
  void markInvariant();
  void findLoads();
  bool readsWritten(const LoadInst &Load) const;
  void dropUncertain(Function &F, ValueToValueMapTy &Map);
  bool findDeciding(Function &Model);
  Function *makeModel();
  Function *withMasks(Function &F, StringRef Name, ValueToValueMapTy &Map);
  Value *maskOf(Function &F, unsigned Param) const;
  void makeViews(Function &Model);
  void readFromStream(Function &F, ValueToValueMapTy &Map) const;
  void makeBody();
  bool makeFetch();
  void makeFarFetch();

public:
  Streamer(Function &Body, ArrayRef<unsigned> Written,
           ArrayRef<unsigned> Inspected, FunctionAnalysisManager &FAM)
      : Body(Body), M(*Body.getParent()), C(M.getContext()), Written(Written),
        Inspected(Inspected), FAM(FAM) {}
  Streams run();
};

} // namespace

/// One value is in the stream for all loads from one place, also in a loop.
static void hoistLoads(Function &F, FunctionAnalysisManager &FAM) {
  FunctionPassManager FPM;
  FPM.addPass(LoopSimplifyPass());
  FPM.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()),
                                              /*UseMemorySSA=*/true));
  FPM.addPass(EarlyCSEPass());
  FPM.run(F, FAM);
  FAM.clear(F, F.getName());
}

/// Whether it is known what the body may use, and no instruction writes private
/// memory and uses shared memory at once.
static bool isSuitable(Function &Body) {
  if (Body.getInstructionCount() > LargestBody)
    return false;
  for (Instruction &I : instructions(Body)) {
    if (isOnlyForOthers(I))
      continue;
    auto Accesses = accessesOf(I);
    if (!Accesses || !imagesOf(I).empty())
      return false;
    bool IsShared = false, WritesPrivate = false;
    for (const Access &A : *Accesses) {
      Bases At = basesOf(*A.Pointer);
      if (At.Unknown || At.Variable || (At.Private && At.isShared()))
        return false;
      IsShared |= At.isShared();
      WritesPrivate |= At.Private && A.Writes;
    }
    if (IsShared && WritesPrivate)
      return false;
  }
  return true;
}

/// The parameter through which the kernel reads this, if a stream may have it.
std::optional<unsigned> Streamer::paramOf(LoadInst &Load) const {
  Bases At = basesOf(*Load.getPointerOperand());
  uint64_t Size = sizeOf(Load);
  if (At.Params.size() != 1 || At.Private || At.Constant || !Load.isSimple() ||
      is_contained(Written, At.Params[0]) || !isPowerOf2_64(Size) ||
      Size > 64 ||
      Load.getPointerOperand()->getType()->getPointerAddressSpace() !=
          spaces().Global)
    return std::nullopt;
  return At.Params[0];
}

uint64_t Streamer::sizeOf(const LoadInst &Load) const {
  const DataLayout &DL = M.getDataLayout();
  Type *Ty = Load.getType();
  uint64_t Size = DL.getTypeStoreSize(Ty).getFixedValue();
  return DL.typeSizeEqualsStoreSize(Ty) && Ty->isSingleValueType() &&
                 !Ty->isPtrOrPtrVectorTy()
             ? Size
             : 0;
}

/// No command with streams writes any of this memory.
void Streamer::markInvariant() {
  for (Instruction &I : instructions(Body))
    if (auto *Load = dyn_cast<LoadInst>(&I); Load && paramOf(*Load))
      Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(C, {}));
}

void Streamer::findLoads() {
  for (Instruction &I : instructions(Body))
    if (auto *Load = dyn_cast<LoadInst>(&I))
      if (std::optional<unsigned> Param = paramOf(*Load))
        Loads[Load] = *Param;
}

/// Whether it may load what the kernel writes.
bool Streamer::readsWritten(const LoadInst &Load) const {
  return any_of(basesOf(*Load.getPointerOperand()).Params,
                [&](unsigned Param) { return is_contained(Written, Param); });
}

/// Whether \p I uses memory that other work-items see.
static bool usesShared(Instruction &I) {
  auto Accesses = accessesOf(I);
  return Accesses && any_of(*Accesses, [](const Access &A) {
           return basesOf(*A.Pointer).isShared();
         });
}

/// Leaves \p F nothing that uses shared memory, but loads that \p IsKnown.
static void replaceByUnknowns(Function &F,
                              function_ref<bool(const LoadInst &)> IsKnown) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!isOnlyForOthers(I) &&
        (!usesShared(I) || (Load && Load->isSimple() && IsKnown(*Load))))
      continue;
    if (!I.getType()->isVoidTy() && !I.use_empty()) {
      IRBuilder<> B(&I);
      I.replaceAllUsesWith(createUnknown(B, *I.getType(), I));
    }
    I.eraseFromParent();
  }
}

/// The blocks that run or not, or how often, as unknowns decide.
static SmallPtrSet<const BasicBlock *, 16> decidedBy(Function &F,
                                                     const UnknownUses &Uses) {
  PostDominatorTree PDT(F);
  SmallPtrSet<const BasicBlock *, 16> Decided;
  for (Instruction *Branch : Uses.Branches) {
    SmallVector<BasicBlock *, 16> Todo(successors(Branch));
    SmallPtrSet<BasicBlock *, 16> Seen;
    while (!Todo.empty()) {
      BasicBlock *BB = Todo.pop_back_val();
      if (!Seen.insert(BB).second)
        continue;
      if (!PDT.dominates(BB, Branch->getParent()))
        Decided.insert(BB);
      append_range(Todo, successors(BB));
    }
  }
  return Decided;
}

/// Leaves loads out that depend on unknowns. \p Map: from the body to \p F.
void Streamer::dropUncertain(Function &F, ValueToValueMapTy &Map) {
  UnknownUses Uses = findUnknowns(F);
  SmallPtrSet<const BasicBlock *, 16> Decided = decidedBy(F, Uses);
  Loads.remove_if([&](const auto &Each) {
    auto *Own = cast<LoadInst>(Map[Each.first]);
    return Decided.count(Own->getParent()) || Uses.Values.count(Own) ||
           Uses.Values.count(Own->getPointerOperand());
  });
}

/// Finds Streams.Deciding and Values in the model. False: not all of it is in
/// streams, or is the value of an argument, so nobody would see that it has
/// changed.
bool Streamer::findDeciding(Function &Model) {
  for (unsigned Param : Result.Params)
    if (is_contained(Inspected, Param))
      Result.Deciding.push_back(Param);
  for (const Argument &Arg : Model.args())
    if (!Arg.use_empty() && Arg.getArgNo() + 1 < Model.arg_size() &&
        !is_contained(Result.Params, Arg.getArgNo()))
      Result.Values.push_back(Arg.getArgNo());
  if (usesAddresses(Model))
    return false;
  for (Instruction &I : instructions(Model))
    if (auto *Load = dyn_cast<LoadInst>(&I))
      for (unsigned Param : basesOf(*Load->getPointerOperand()).Params) {
        if (!is_contained(Result.Params, Param))
          return false;
        if (!is_contained(Result.Deciding, Param))
          Result.Deciding.push_back(Param);
      }
  return true;
}

/// The body, reduced to marks in the place of the loads; null if that leaves
/// something that is not known. Erases nothing of the body.
Function *Streamer::makeModel() {
  ValueToValueMapTy Map;
  Function *F = CloneFunction(&Body, Map);
  F->setLinkage(GlobalValue::InternalLinkage);
  F->addFnAttr(Attribute::MustProgress);
  replaceByUnknowns(*F,
                    [&](const LoadInst &Load) { return !readsWritten(Load); });
  dropUncertain(*F, Map);
  Type *BytePtr = bytePtrTy(C, spaces().Global);
  for (auto &[Load, Param] : Loads) {
    auto *Own = cast<LoadInst>(Map[Load]);
    IRBuilder<> B(Own);
    Value *From = B.CreatePointerBitCastOrAddrSpaceCast(
        Own->getPointerOperand(), BytePtr);
    createMark(B, names::AccessStream, Param, *From, *B.getInt64(sizeOf(*Load)),
               Own->getAlign());
    if (!is_contained(Result.Params, Param))
      Result.Params.push_back(Param);
  }
  dropUnneeded(*F, FAM);
  UnknownUses Left = findUnknowns(*F);
  bool IsKnown = Left.Branches.empty() && !Left.Address;
  if (IsKnown && !Loads.empty() && Result.Params.size() <= MostParams &&
      findDeciding(*F)) {
    removeUnknowns(*F);
    return F;
  }
  FAM.clear(*F, F->getName());
  F->eraseFromParent();
  return nullptr;
}

/// A copy of \p F with a mask for each of the parameters.
Function *Streamer::withMasks(Function &F, StringRef Name,
                              ValueToValueMapTy &Map) {
  StringRef Of = Body.getName().take_front(Body.getName().rfind(".body"));
  return cloneWithMore(F, {}, Result.Params.size(), Of + Name, Map);
}

Value *Streamer::maskOf(Function &F, unsigned Param) const {
  if (is_contained(Result.Deciding, Param))
    return Constant::getAllOnesValue(Type::getInt64Ty(C));
  return F.getArg(Body.arg_size() +
                  (find(Result.Params, Param) - Result.Params.begin()));
}

/// The call of a function of stream.cl.
static CallInst *callRuntime(IRBuilder<> &B, StringRef Name,
                             ArrayRef<Value *> Args) {
  Function *F = B.GetInsertBlock()->getModule()->getFunction(
      (names::OrderPrefix + Name).str());
  CallInst *Call = B.CreateCall(F, Args);
  Call->setCallingConv(F->getCallingConv());
  return Call;
}

/// In the place of each mark of \p Model.
void Streamer::makeViews(Function &Model) {
  for (bool Writes : {false, true}) {
    ValueToValueMapTy Map;
    Function *View = withMasks(Model, Writes ? ".stream" : ".measure", Map);
    stripDebugInfo(*View);
    SmallVector<CallInst *, 16> Marks;
    for (Instruction &I : instructions(*View)) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (Call && Call->getCalledFunction() &&
          Call->getCalledFunction()->getName() == names::AccessStream)
        Marks.push_back(Call);
    }
    Value *Worker = View->getArg(Body.arg_size() - 1);
    for (CallInst *Mark : Marks) {
      IRBuilder<> B(Mark);
      Value *Mask = maskOf(
          *View, cast<ConstantInt>(Mark->getArgOperand(0))->getZExtValue());
      Value *Size = Mark->getArgOperand(2);
      if (!Writes) {
        callRuntime(B, "measure_read", {Worker, Size, Mask});
        Mark->eraseFromParent();
        continue;
      }
      Instruction *Then = SplitBlockAndInsertIfThen(
          B.CreateIsNotNull(Mask), Mark, /*Unreachable=*/false);
      B.SetInsertPoint(Then);
      uint64_t Bytes = cast<ConstantInt>(Size)->getZExtValue();
      Type *Ty = Bytes <= 8 ? B.getIntNTy(unsigned(Bytes) * 8)
                            : cast<Type>(FixedVectorType::get(
                                  B.getInt64Ty(), unsigned(Bytes / 8)));
      Align Given = Mark->getParamAlign(1).valueOrOne();
      Value *What = B.CreateAlignedLoad(
          Ty, typedPtr(B, Mark->getArgOperand(1), Ty), Given);
      Value *To = callRuntime(B, "next_read", {Worker, Size});
      B.CreateAlignedStore(What, typedPtr(B, To, Ty), Align(Smallest));
      Mark->eraseFromParent();
    }
    (Writes ? Result.Write : Result.Measure) = View;
  }
}

/// Unrolled loops are for long rows; the rows of sparse matrices are short, and
/// what decides how often such a loop runs would take longer than the rounds.
static void keepLoops(Function &F, FunctionAnalysisManager &FAM) {
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    L->setLoopAlreadyUnrolled();
  FAM.clear(F, F.getName());
}

/// The loads of \p F, a copy of the body with masks.
void Streamer::readFromStream(Function &F, ValueToValueMapTy &Map) const {
  F.setAttributes(Body.getAttributes());
  F.setCallingConv(Body.getCallingConv());
  Type *BytePtr = bytePtrTy(C, spaces().Global);
  for (auto &[Load, Param] : Loads) {
    auto *Own = cast<LoadInst>(Map[Load]);
    IRBuilder<> B(Own);
    Value *Memory = B.CreatePointerBitCastOrAddrSpaceCast(
        Own->getPointerOperand(), BytePtr);
    Value *From = callRuntime(B, "find_read",
                              {F.getArg(Body.arg_size() - 1), Memory,
                               B.getInt64(sizeOf(*Load)), maskOf(F, Param)});
    Own->setOperand(0, B.CreatePointerBitCastOrAddrSpaceCast(
                           From, Own->getPointerOperand()->getType()));
    Own->setAlignment(std::min(Own->getAlign(), Align(Smallest)));
    // The stream is other memory.
    Own->dropUnknownNonDebugMetadata(LLVMContext::MD_range);
  }
}

void Streamer::makeBody() {
  ValueToValueMapTy Map;
  Function *F = withMasks(Body, ".streamed", Map);
  readFromStream(*F, Map);
  keepLoops(*F, FAM);
  Result.Body = F;
}

/// False: the body has loops, or there is nothing to fetch.
bool Streamer::makeFetch() {
  if (!FAM.getResult<LoopAnalysis>(Body).empty())
    return false;
  ValueToValueMapTy Map;
  Function *F = withMasks(Body, ".fetch", Map);
  readFromStream(*F, Map);
  SmallPtrSet<const Instruction *, 16> FromStream;
  for (auto &[Load, Param] : Loads)
    FromStream.insert(cast<Instruction>(Map[Load]));
  // Of accesses to one place, one that writes counts.
  MapVector<Value *, Instruction *> Places;
  for (Instruction &I : instructions(*F))
    if (Value *Pointer = getLoadStorePointerOperand(&I))
      if (!FromStream.count(&I) && usesShared(I))
        if (Instruction *&At = Places[Pointer]; !At || isa<StoreInst>(I))
          At = &I;
  MapVector<CallInst *, Value *> Fetches;
  for (auto &[Pointer, At] : Places) {
    IRBuilder<> B(At);
    CallInst *Fetch = createPrefetch(B, *Pointer, isa<StoreInst>(At));
    Fetches[Fetch] = Pointer;
  }
  replaceByUnknowns(
      *F, [&](const LoadInst &Load) { return FromStream.count(&Load) != 0; });
  UnknownUses Uses = findUnknowns(*F);
  SmallPtrSet<const BasicBlock *, 16> Decided = decidedBy(*F, Uses);
  Fetches.remove_if([&](const auto &Each) {
    if (!Uses.Values.count(Each.second) &&
        !Decided.count(Each.first->getParent()))
      return false;
    Each.first->eraseFromParent();
    return true;
  });
  dropUnneeded(*F, FAM);
  UnknownUses Left = findUnknowns(*F);
  if (!Fetches.empty() && Left.Branches.empty() && !Left.Address) {
    removeUnknowns(*F);
    Result.Fetch = F;
    return true;
  }
  FAM.clear(*F, F->getName());
  F->eraseFromParent();
  return false;
}

void Streamer::makeFarFetch() {
  Function *Far = makeFarLookahead(
      Body, Written,
      [&](const Instruction &I) {
        auto *Load = dyn_cast<LoadInst>(&I);
        return !Load || !Loads.count(const_cast<LoadInst *>(Load));
      },
      FAM);
  if (!Far)
    return;
  ValueToValueMapTy Map;
  Result.Fetch = withMasks(*Far, ".fetch", Map);
  Far->eraseFromParent();
}

Streams Streamer::run() {
  markInvariant();
  hoistLoads(Body, FAM);
  findLoads();
  Function *Model = Loads.empty() ? nullptr : makeModel();
  if (!Model)
    return Streams();
  for (auto &[Load, Param] : Loads)
    Smallest = Smallest ? std::min(Smallest, sizeOf(*Load)) : sizeOf(*Load);
  makeViews(*Model);
  makeBody();
  if (!makeFetch())
    makeFarFetch();
  FAM.clear(*Model, Model->getName());
  Model->eraseFromParent();
  return std::move(Result);
}

Streams tasklet::makeStreams(Function &Body, const Slice &Found,
                             FunctionAnalysisManager &FAM) {
  if (!isSuitable(Body))
    return Streams();
  ValueToValueMapTy Map;
  Function *Copy = CloneFunction(&Body, Map);
  Copy->setLinkage(GlobalValue::InternalLinkage);
  Streams Result = Streamer(*Copy, Found.Written, Found.Inspected, FAM).run();
  const DenseSet<unsigned> Pattern = patternParams(Body, *Found.F);
  copy_if(Result.Params, std::back_inserter(Result.Pattern),
          [&](unsigned Param) { return Pattern.count(Param) != 0; });
  FAM.clear(*Copy, Copy->getName());
  Copy->eraseFromParent();
  return Result;
}
