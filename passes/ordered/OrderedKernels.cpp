//===- OrderedKernels.cpp - Give ordered kernels their machine ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/OrderedKernels.h"
#include "compat/Strings.h"
#include "ir/Additions.h"
#include "ir/AddressSpaces.h"
#include "ir/Atomics.h"
#include "ir/DeviceRuntime.h"
#include "ir/Diagnose.h"
#include "ir/GroupSize.h"
#include "ir/HiddenParameter.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"
#include "ir/MemoryObjects.h"
#include "ir/Names.h"
#include "ir/SelfChecks.h"
#include "ir/Target.h"
#include "ordered/BodyForms.h"
#include "ordered/CountRounds.h"
#include "ordered/KernelBody.h"
#include "ordered/Lookahead.h"
#include "ordered/MemoryAccesses.h"
#include "ordered/NarrowIds.h"
#include "ordered/OrderedMark.h"
#include "ordered/OrderedNotes.h"
#include "ordered/Payload.h"
#include "ordered/PrebuiltFunctions.h"
#include "ordered/Slice.h"
#include "ordered/SliceViews.h"
#include "ordered/StreamedLevels.h"
#include "ordered/Streams.h"
#include "ordered/Sums.h"
#include "tasks/Assertions.h"

#include "ordered/tkl_order.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/JSON.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace tasklet;

static const unsigned char OrderedBitcode[] = {
#include "OrderedRuntime.inc"
};
static const unsigned char OrderedRacesBitcode[] = {
#include "OrderedRacesRuntime.inc"
};

/// The slice is needed once for each of these. `__tkl_order_slice_ask` of
/// work.cl stands for it, and its marks become calls of `__tkl_order_ask_read`
/// and `__tkl_order_ask_write` of access.cl.
static const char *const Views[] = {"fetch", "ask",  "commit", "first",
                                    "check", "link", "bin"};

namespace {

class OrderedKernel {
  Function &Old;
  Module &M;
  LLVMContext &C;
  Function *New = nullptr;
  Function *Body = nullptr;
  Slice Found;
  Payload Carried;
  std::optional<Sums> Added;
  Streams Streamed;
  Lookahead Next;
  SmallVector<unsigned, 4> Monitored;
  /// The parameters of the kernel whose memory the slice asks about. A view of
  /// the slice gets two more arguments for each, the numbers of
  /// tkl_order_param.
  SmallVector<unsigned, 4> Asked;

  void makeKernel();
  Value *loadOfOrder(IRBuilder<> &B, uint64_t Offset);
  SmallVector<Value *, 8> loadNumbers();
  SmallVector<Value *, 8> loadMasks();
  void giveBodies(SmallVectorImpl<CallInst *> &Calls);
  std::string describe() const;

public:
  OrderedKernel(Function &Old, ArrayRef<unsigned> Monitored)
      : Old(Old), M(*Old.getParent()), C(Old.getContext()),
        Monitored(Monitored.begin(), Monitored.end()) {}
  bool build(FunctionAnalysisManager &FAM);
};

} // namespace

static StructType *workerType(LLVMContext &C) {
  return StructType::getTypeByName(C, names::OrderWorker);
}

void OrderedKernel::makeKernel() {
  SmallVector<Type *, 8> Params(Old.getFunctionType()->params().begin(),
                                Old.getFunctionType()->params().end());
  Params.push_back(bytePtrTy(C, spaces().Global));
  New = Function::Create(FunctionType::get(Old.getReturnType(), Params, false),
                         Old.getLinkage(), "", M);
  New->takeName(&Old);
  New->setCallingConv(Old.getCallingConv());
  New->setAttributes(Old.getAttributes());
  New->removeFnAttr(names::AssumeAttr);
  describeHiddenParameter(Old, *New, "tkl_order");
  for (Argument &Arg : Body->args())
    if (Arg.getArgNo() < Old.arg_size())
      New->getArg(Arg.getArgNo())->setName(Arg.getName());
  New->getArg(Old.arg_size())->setName("tkl_order");
}

static Value *loadNumber(IRBuilder<> &B, Value *At) {
  return B.CreateAlignedLoad(B.getInt64Ty(), typedPtr(B, At, B.getInt64Ty()),
                             Align(8));
}

/// A number of tkl_order_header.
Value *OrderedKernel::loadOfOrder(IRBuilder<> &B, uint64_t Offset) {
  return loadNumber(B, byteOffset(B, New->getArg(Old.arg_size()), Offset));
}

/// The masks of Streams.h, for each of its parameters.
SmallVector<Value *, 8> OrderedKernel::loadMasks() {
  SmallVector<Value *, 8> Masks;
  IRBuilder<> B(&*New->getEntryBlock().getFirstInsertionPt());
  Value *Bits = loadOfOrder(B, offsetof(tkl_order_header, stream_mask));
  for (size_t I = 0; I < Streamed.Params.size(); ++I)
    Masks.push_back(B.CreateAShr(B.CreateShl(Bits, 63 - I), 63));
  return Masks;
}

/// The numbers of tkl_order_param for each of \ref Asked: first, bytes, ...
SmallVector<Value *, 8> OrderedKernel::loadNumbers() {
  IRBuilder<> B(&*New->getEntryBlock().getFirstInsertionPt());
  Value *Table =
      byteOffset(B, New->getArg(Old.arg_size()),
                 loadOfOrder(B, offsetof(tkl_order_header, params_offset)));
  SmallVector<Value *, 8> Numbers;
  for (unsigned Param : Asked) {
    Value *Of = byteOffset(B, Table, Param * sizeof(tkl_order_param));
    Numbers.push_back(
        loadNumber(B, byteOffset(B, Of, offsetof(tkl_order_param, first))));
    Numbers.push_back(
        loadNumber(B, byteOffset(B, Of, offsetof(tkl_order_param, bytes))));
  }
  return Numbers;
}

/// Loops keep that their rounds are independent, and not that they must become
/// vectors: clang would warn of each that does not. That they must not be unrolled
/// was meant for the build of the runtime, when they had no bodies; a loop of a
/// few instructions takes a third longer with a branch for each of its rounds.
static void dropLoopHints(Function &F) {
  for (BasicBlock &BB : F) {
    Instruction *End = BB.getTerminator();
    if (MDNode *Loop = End->getMetadata(LLVMContext::MD_loop))
      End->setMetadata(LLVMContext::MD_loop,
                       makePostTransformationMetadata(
                           F.getContext(), Loop,
                           {"llvm.loop.vectorize.enable", "llvm.loop.unroll."},
                           {}));
  }
}

/// Replaces the calls of functions that work.cl and payload.cl only declare.
void OrderedKernel::giveBodies(SmallVectorImpl<CallInst *> &Calls) {
  StringMap<Function *> Bodies;
  Bodies["__tkl_order_body"] = Body;
  if (Found.F)
    for (StringRef View : Views)
      Bodies[(Twine(names::OrderPrefix) + "slice_" + View).str()] =
          makeView(*Found.F, View, Asked, Found.Grain);
  if (Carried) {
    Bodies["__tkl_order_pack"] =
        makeView(*Carried.Pack, "slots", Asked, Found.Grain);
    Bodies["__tkl_order_apply"] = Carried.Apply;
  }
  if (Added)
    Bodies["__tkl_order_body_on"] = Body;
  Bodies["__tkl_order_stream_measure"] = Streamed.Measure;
  Bodies["__tkl_order_stream_write"] = Streamed.Write;
  Bodies["__tkl_order_fetch_far"] = Next.Far;
  Bodies["__tkl_order_fetch_near"] = Next.Near;
  const SmallVector<Value *, 8> Numbers = loadNumbers(), Masks = loadMasks();
  SmallVector<Value *, 8> Params;
  for (unsigned I = 0; I < Old.arg_size(); ++I)
    Params.push_back(New->getArg(I));
  // Variables that stay in memory are those of all rounds of a loop: then the
  // rounds are not independent, whatever work.cl says of the call.
  bool HasVariables =
      any_of(instructions(*Body),
             [](Instruction &I) { return isa<AllocaInst>(I); }) ||
      any_of(Body->args(), [](Argument &Arg) { return Arg.hasByValAttr(); });
  for (CallInst *Call : Calls) {
    StringRef Name = Call->getCalledFunction()->getName();
    Function *Callee = Bodies.lookup(Name);
    IRBuilder<> B(Call);
    if (Name == "__tkl_order_sums") {
      Type *Ty = Call->getType();
      Call->replaceAllUsesWith(
          Added ? B.CreatePointerCast(New->getArg(Added->Param), Ty)
                : Constant::getNullValue(Ty));
    }
    if (Name == names::OrderOwnStreamed && Streamed)
      callStreamedLevels(*Call, *Body, Streamed, Params, Masks);
    if (Name == "__tkl_order_payload_size")
      Call->replaceAllUsesWith(B.getInt32(Carried.Size));
    if (Callee) {
      SmallVector<Value *, 8> Args = Params;
      if (Name == "__tkl_order_body_on") {
        Value *&Memory = Args[Added->Param];
        Memory = B.CreatePointerCast(Call->getArgOperand(1), Memory->getType());
        Args.push_back(Call->getArgOperand(0));
      } else {
        Args.append(Call->arg_begin(), Call->arg_end());
      }
      if (startsWith(Name, names::OrderStream))
        Args.append(Masks.begin(), Masks.end());
      else if (Callee->arg_size() > Args.size())
        Args.append(Numbers.begin(), Numbers.end());
      CallInst *Own = callBody(B, *Callee, Args);
      if (Callee == Body && !HasVariables)
        Own->copyMetadata(*Call, {LLVMContext::MD_access_group});
    }
    Call->eraseFromParent();
  }
}

/// SPIR-V's translator does not know the intrinsic.
static bool canPrefetch() { return chosenTarget().Output == Form::Bitcode; }

/// Streams are for processors with caches, on which any address is as good as an
/// aligned one.
static bool canStream() {
  return chosenTarget().Output == Form::Bitcode && !checksRaces();
}

/// The entry of the manifest; docs/abi.md, section 4.
std::string OrderedKernel::describe() const {
  auto List = [](ArrayRef<unsigned> Indices) {
    json::Array Result;
    for (unsigned Index : Indices)
      Result.push_back(int64_t(Index));
    return Result;
  };
  SmallVector<unsigned, 8> Buffers;
  for (const Argument &Arg : Old.args())
    if (isMemoryObject(Arg.getType()))
      Buffers.push_back(Arg.getArgNo());
  SmallVector<unsigned, 8> Values;
  for (unsigned Used : Found.Used)
    if (Used < Old.arg_size() && !is_contained(Buffers, Used))
      Values.push_back(Used);
  json::Object Entry{{"name", New->getName()},
                     {"mode", "ordered"},
                     {"hidden_arg", int64_t(Old.arg_size())},
                     {"buffers", List(Buffers)},
                     {"monitored", List(Monitored)},
                     {"written", List(Found.Written)},
                     {"inspected", List(Found.Inspected)},
                     {"values", List(Values)},
                     {"guarded", List(Found.Guarded)},
                     {"grain", int64_t(Found.Grain)},
                     {"payload", int64_t(Carried.Size)}};
  if (Found.UsesAddresses)
    Entry["addresses"] = true;
  if (Streamed) {
    Entry["streamed"] = List(Streamed.Params);
    Entry["deciding"] = List(Streamed.Deciding);
    Entry["stream_values"] = List(Streamed.Values);
  }
  json::Array Inspectors;
  if (Found.F) {
    Inspectors = json::Array{"levels", "passes", "tasks"};
    if (!Found.TouchesMuch)
      Inspectors.push_back("bins");
    if (Added) {
      Inspectors.push_back("copies");
      Entry["sum_bytes"] = int64_t(Added->Bytes);
    }
  }
  Entry["inspectors"] = std::move(Inspectors);
  json::Array Local;
  for (uint64_t Size : requiredGroupSize(Old))
    Local.push_back(int64_t(Size));
  if (!Local.empty())
    Entry["local_size"] = std::move(Local);
  std::string Text;
  raw_string_ostream(Text) << json::Value(std::move(Entry));
  return Text;
}

bool OrderedKernel::build(FunctionAnalysisManager &FAM) {
  StructType *WorkerTy = workerType(C);
  Body = takeBody(Old, *WorkerTy);
  if (!Body)
    return false;
  scalarReplacement().run(*Body, FAM);
  FAM.clear(*Body, Body->getName());
  Found = makeSlice(*Body, Monitored, FAM);
  if (Found.F) {
    Asked = Monitored;
    for (unsigned Param : Found.Guarded)
      if (!is_contained(Asked, Param))
        Asked.push_back(Param);
    // The slots are counted by the slice.
    if (Found.TouchesOnePlace && Found.IsExact)
      Carried = splitBody(*Body, Monitored, Found.Written, FAM);
  }
  if (!Found.Grain)
    Found.Grain = 1; // It makes no access.
  // So that h[k] is one address in h[k] = h[k] + 1.
  FAM.clear(*Body, Body->getName());
  EarlyCSEPass().run(*Body, FAM);
  FAM.clear(*Body, Body->getName());
  Added = findSums(*Body, Monitored);
  if (Added && Found.Grain != Added->Bytes)
    Added.reset();
  if (Found.F && canPrefetch() && !checksRaces())
    Next = makeLookahead(*Body, Found.Written, FAM);
  narrowIds(*Body);
  // Bins have what they need with payloads.
  if (Found.F && !Carried && canStream())
    Streamed = makeStreams(*Body, Found.Written, Found.Inspected, FAM);
  makeKernel();
  if (Found.WhyNot)
    reportObstacle(*New, Found.WhyNot, Monitored);
  if (checksRaces())
    Body->addFnAttr(names::OrderBodyAttr, New->getName());
  noteOrdered(*New, *Body, Monitored, Found, Carried, Added.has_value());
  if (Found.F)
    countRounds(*Found.F, *Found.F->getArg(Old.arg_size()), FAM);
  IRBuilder<> B(BasicBlock::Create(C, "entry", New));
  Function *Work = M.getFunction(names::OrderWork);
  CallInst *Call = B.CreateCall(Work, {New->getArg(Old.arg_size())});
  Call->setCallingConv(Work->getCallingConv());
  B.CreateRetVoid();
  InlineFunctionInfo Info;
  InlineFunction(*Call, Info);
  // These go where the functions of work.cl that call them are inlined.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Instruction &I : instructions(*New)) {
      auto *Inner = dyn_cast<CallInst>(&I);
      Function *Callee = Inner ? Inner->getCalledFunction() : nullptr;
      if (!Callee || Callee->isDeclaration() ||
          !startsWith(Callee->getName(), names::OrderRun))
        continue;
      Changed = InlineFunction(*Inner, Info).isSuccess();
      break;
    }
  }
  dropLoopHints(*New);
  SmallVector<CallInst *, 8> Calls;
  for (Instruction &I : instructions(*New)) {
    auto *Inner = dyn_cast<CallInst>(&I);
    Function *Callee = Inner ? Inner->getCalledFunction() : nullptr;
    const bool IsOwn = Callee && Callee->getName() == names::OrderOwnStreamed;
    if (Callee && (Callee->isDeclaration() || IsOwn) &&
        StringSwitch<bool>(Callee->getName())
            .Cases("__tkl_order_body", "__tkl_order_body_on",
                   "__tkl_order_sums", "__tkl_order_pack", "__tkl_order_apply",
                   "__tkl_order_payload_size", "__tkl_order_fetch_far",
                   "__tkl_order_fetch_near", true)
            .StartsWith(names::OrderSlice, true)
            .StartsWith(names::OrderStream, true)
            .Case(names::OrderOwnStreamed, true)
            .Default(false))
      Calls.push_back(Inner);
  }
  giveBodies(Calls);
  New->addFnAttr(names::OrderedAttr, describe());
  for (const char *Name :
       {"reqd_work_group_size", "work_group_size_hint", "vec_type_hint"})
    New->setMetadata(Name, nullptr);
  for (Function *Model : {Found.F, Carried.Pack})
    if (Model) {
      FAM.clear(*Model, Model->getName());
      Model->eraseFromParent();
    }
  Old.eraseFromParent();
  return true;
}

/// Removes what no kernel uses any more, and what only some needed.
static void finishRuntime(Module &M) {
  M.getFunction(names::OrderOwnStreamed)->eraseFromParent();
  for (Function &F : make_early_inc_range(M)) {
    if (F.getName() == names::OrderWork ||
        startsWith(F.getName(), names::OrderRun) ||
        (startsWith(F.getName(), names::OrderPrefix) && F.isDeclaration()))
      if (F.use_empty())
        F.eraseFromParent();
  }
  for (const char *Name : {names::AccessRead, names::AccessWrite,
                           names::AccessStream, names::SlotMark})
    if (Function *F = M.getFunction(Name))
      if (F->use_empty())
        F->eraseFromParent();
  for (Function &F : make_early_inc_range(M))
    if (startsWith(F.getName(), names::Unknown) && F.use_empty())
      F.eraseFromParent();
}

static void definePrefetch(Module &M) {
  Function *F = M.getFunction(names::OrderPrefetch);
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", F));
  if (canPrefetch())
    createPrefetch(B, *F->getArg(0), /*IsStore=*/true);
  B.CreateRetVoid();
  F->addFnAttr(Attribute::AlwaysInline);
}

PreservedAnalyses OrderedKernelsPass::run(Module &M,
                                          ModuleAnalysisManager &AM) {
  if (M.getNamedMetadata(names::Manifest))
    return PreservedAnalyses::all(); // Lowered long ago.
  SmallVector<std::pair<Function *, SmallVector<unsigned, 4>>, 4> Kernels;
  for (Function &F : M)
    if (!F.isDeclaration())
      if (auto Monitored = monitoredParameters(F))
        Kernels.push_back({&F, *Monitored});
  if (Kernels.empty())
    return PreservedAnalyses::all();
  bool Asserts = false;
  for (auto &[Kernel, Monitored] : Kernels)
    if (CallInst *Call = findAssertion(*Kernel)) {
      reportError(*Kernel, Call,
                  "ordered kernel '" + Kernel->getName() +
                      "' cannot use tkl_assert; use it in a kernel that runs "
                      "before or after this one");
      Asserts = true;
    }
  if (Asserts)
    return PreservedAnalyses::all();
  ArrayRef<uint8_t> Runtime(OrderedBitcode);
  if (checksRaces())
    Runtime = OrderedRacesBitcode;
  if (!linkRuntime(M, Runtime, "the runtime of ordered kernels"))
    return PreservedAnalyses::none();
  defineAtomics(M);
  defineClock(M, names::OrderClock);
  definePrefetch(M);
  for (Function &F : M)
    if (startsWith(F.getName(), names::RuntimePrefix) && !F.isDeclaration() &&
        !isKernel(F))
      F.setLinkage(GlobalValue::InternalLinkage);
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  for (auto &[Kernel, Monitored] : Kernels)
    if (!OrderedKernel(*Kernel, Monitored).build(FAM))
      return PreservedAnalyses::none();
  finishRuntime(M);
  leavePrebuiltFunctions(M);
  markAdditions(M);
  return PreservedAnalyses::none();
}
