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
#include "ordered/CountRounds.h"
#include "ordered/KernelBody.h"
#include "ordered/KernelParts.h"
#include "ordered/Lookahead.h"
#include "ordered/MemoryAccesses.h"
#include "ordered/NarrowIds.h"
#include "ordered/OrderedMark.h"
#include "ordered/OrderedNotes.h"
#include "ordered/OwnLoops.h"
#include "ordered/Payload.h"
#include "ordered/PrebuiltFunctions.h"
#include "ordered/SelectStores.h"
#include "ordered/Slice.h"
#include "ordered/SliceNumbers.h"
#include "ordered/Streams.h"
#include "ordered/Sums.h"
#include "ordered/Window.h"
#include "tasks/Assertions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/JSON.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace tasklet;

static const unsigned char OrderedBitcode[] = {
#include "OrderedRuntime.inc"
};
static const unsigned char OrderedRacesBitcode[] = {
#include "OrderedRacesRuntime.inc"
};

namespace {

class OrderedKernel : KernelParts {
  Function &Old;
  Module &M;
  LLVMContext &C;
  Function *New = nullptr;

  SmallVector<unsigned, 4> Monitored;

  void makeKernel();
  std::string describe() const;
  Payload makePayload(FunctionAnalysisManager &FAM);
  Payload makeWindowPayload(FunctionAnalysisManager &FAM);

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
                     {"payload", int64_t(Carried.size())},
                     {"destination", int64_t(Carried.Destination)}};
  if (Carried.Slots > 1)
    Entry["slots"] = int64_t(Carried.Slots);
  if (Found.UsesAddresses)
    Entry["addresses"] = true;
  if (Affine)
    Entry["affine"] = json::Object(*Affine);
  if (Streamed) {
    Entry["streamed"] = List(Streamed.Params);
    Entry["deciding"] = List(Streamed.Deciding);
    Entry["pattern"] = List(Streamed.Pattern);
    Entry["stream_values"] = List(Streamed.Values);
  }
  json::Array Inspectors;
  if (Found.F) {
    Inspectors = json::Array{"levels", "passes", "tasks"};
    // A host that knows of one slot for each work-item takes no bins then.
    if (!Found.TouchesMuch)
      Inspectors.push_back(Carried.Slots > 1 ? "slots" : "bins");
    if (Owned)
      Inspectors.push_back("owners");
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

template <typename T> static bool areAmong(const T &Some, const T &All) {
  return all_of(Some, [&](unsigned Each) { return is_contained(All, Each); });
}

/// Bins count windows then.
Payload OrderedKernel::makeWindowPayload(FunctionAnalysisManager &FAM) {
  Payload Result =
      splitBody(*Body, Monitored, Found, /*CountsSlots=*/true, FAM);
  if (Result)
    BinSlice = sliceOfSlots(*Result.Pack, FAM);
  return Result;
}

/// The slots are counted by a slice of what is split, which must be exact. A body
/// with stores that depend on monitored memory may be split in a form without
/// branches, and that has a slice of its own.
Payload OrderedKernel::makePayload(FunctionAnalysisManager &FAM) {
  if (Found.IsExact && Found.TouchesOnePlace)
    return splitBody(*Body, Monitored, Found, /*CountsSlots=*/false, FAM);
  if (Found.IsExact)
    return makeWindowPayload(FAM);
  Payload Result;
  Function *Selected = selectStores(*Body, Monitored, FAM);
  if (!Selected)
    return Result;
  Slice Again = makeSlice(*Selected, Monitored, FAM);
  // An analysis is used again as long as nothing has changed that `Found` uses.
  if (Again.F && Again.IsExact && Again.TouchesOnePlace &&
      areAmong(Again.Guarded, Found.Guarded) &&
      areAmong(Again.Inspected, Found.Inspected) &&
      areAmong(Again.Used, Found.Used))
    Result = splitBody(*Selected, Monitored, Again, /*CountsSlots=*/false, FAM);
  if (Result) {
    Owned = ownUpdates(*Selected, Monitored, Again, FAM);
    BinSlice = Again.F;
  } else if (Again.F) {
    FAM.clear(*Again.F, Again.F->getName());
    Again.F->eraseFromParent();
  }
  FAM.clear(*Selected, Selected->getName());
  Selected->eraseFromParent();
  return Result;
}

/// So that x[at[i]] is one address in x[at[i]] = 3 * x[at[i]] + 1, and a choice
/// between two values no branch. Marks of accesses would keep the loads of at[i]
/// apart, and a branch on monitored memory would make the slice inexact.
static void simplifyBody(Function &Body, FunctionAnalysisManager &FAM) {
  FunctionPassManager FPM;
  FPM.addPass(scalarReplacement());
  FPM.addPass(EarlyCSEPass());
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(EarlyCSEPass());
  FPM.run(Body, FAM);
  FAM.clear(Body, Body.getName());
}

bool OrderedKernel::build(FunctionAnalysisManager &FAM) {
  // The workers use more memory than the kernel.
  AttributeMask Promises;
  addMemoryPromises(Promises);
  Old.removeFnAttrs(Promises);

  StructType *WorkerTy = workerType(C);
  Body = takeBody(Old, *WorkerTy);
  if (!Body)
    return false;
  simplifyBody(*Body, FAM);
  numberInstructions(*Body);
  Found = makeSlice(*Body, Monitored, FAM);
  if (Found.F) {
    Asked = Monitored;
    for (unsigned Param : Found.Guarded)
      if (!is_contained(Asked, Param))
        Asked.push_back(Param);
    if (!Found.TouchesMuch)
      Carried = makePayload(FAM);
    // Else makePayload has found some, or not.
    if (Found.IsExact)
      Owned = ownUpdates(*Body, Monitored, Found, FAM);
    else if (!Owned)
      Owned.WhyNot = "memory that it writes decides what it does";
    Affine = describeAddresses(Found, Old.arg_size(), FAM);
  }
  if (!Found.Grain)
    Found.Grain = 1; // It makes no access.
  Added = findSums(*Body, Monitored);
  if (Added && Found.Grain != Added->Bytes)
    Added.reset();
  if (Found.F && canPrefetch() && !checksRaces())
    Next = makeLookahead(*Body, Found.Written, FAM);
  narrowIds(*Body);
  if (Found.F && canStream())
    Streamed = makeStreams(*Body, Found, FAM);
  makeKernel();
  if (Found.WhyNot)
    reportObstacle(*New, Found.WhyNot, Monitored);
  if (checksRaces())
    Body->addFnAttr(names::OrderBodyAttr, New->getName());
  noteOrdered(*New, Monitored, *this);
  for (Function *Each : {Found.F, BinSlice})
    if (Each)
      countRounds(*Each, *Each->getArg(Old.arg_size()), FAM);
  IRBuilder<> B(BasicBlock::Create(C, "entry", New));
  Function *Work = M.getFunction(names::OrderWork);
  CallInst *Call = B.CreateCall(Work, {New->getArg(Old.arg_size())});
  Call->setCallingConv(Work->getCallingConv());
  B.CreateRetVoid();
  InlineFunctionInfo Info;
  InlineFunction(*Call, Info);
  giveLoops(*New, *this);
  New->addFnAttr(names::OrderedAttr, describe());
  for (const char *Name :
       {"reqd_work_group_size", "work_group_size_hint", "vec_type_hint"})
    New->setMetadata(Name, nullptr);
  for (Function *Model : {Found.F, BinSlice, Carried.Pack, Owned.F})
    if (Model) {
      FAM.clear(*Model, Model->getName());
      Model->eraseFromParent();
    }
  Old.eraseFromParent();
  return true;
}

/// Removes what no kernel uses any more, and what only some needed.
static void finishRuntime(Module &M) {
  // Each of these is used by those before.
  const auto EraseUnused = [&M](function_ref<bool(Function &)> IsOne) {
    for (Function &F : make_early_inc_range(M))
      if (IsOne(F) && F.use_empty())
        F.eraseFromParent();
  };
  EraseUnused([](Function &F) { return F.getName() == names::OrderWork; });
  for (const char *Prefix : {names::OrderRun, names::OrderOwn})
    EraseUnused([&](Function &F) { return startsWith(F.getName(), Prefix); });
  EraseUnused([](Function &F) {
    return F.isDeclaration() && startsWith(F.getName(), names::OrderPrefix);
  });
  for (const char *Name :
       {names::AccessRead, names::AccessWrite, names::AccessWindow,
        names::AccessStream, names::SlotMark, names::DestinationMark,
        names::SlotDoneMark, names::OwnedMark})
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
  dropNumbers(M);
  finishRuntime(M);
  leavePrebuiltFunctions(M);
  markAdditions(M);
  return PreservedAnalyses::none();
}
