//===- MemoryAccesses.cpp - Which memory an instruction reaches -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/MemoryAccesses.h"
#include "compat/Strings.h"
#include "ir/LLVMCompat.h"
#include "ir/Names.h"
#include "target/BuiltinCalls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

//===----------------------------------------------------------------------===//
// What a pointer points into
//===----------------------------------------------------------------------===//

Bases tasklet::basesOf(const Value &Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(&Pointer, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  Bases Found;
  for (const Value *Object : Objects) {
    const auto *Arg = dyn_cast<Argument>(Object);
    if (isa<UndefValue>(Object) || isa<ConstantPointerNull>(Object)) {
      continue; // Nobody may access it.
    } else if (isa<AllocaInst>(Object) || (Arg && Arg->hasByValAttr())) {
      Found.Private = true;
    } else if (Arg) {
      if (!is_contained(Found.Params, Arg->getArgNo()))
        Found.Params.push_back(Arg->getArgNo());
    } else if (const auto *Global = dyn_cast<GlobalVariable>(Object)) {
      (Global->isConstant() ? Found.Constant : Found.Variable) = true;
    } else {
      Found.Unknown = true;
    }
  }
  llvm::sort(Found.Params);
  return Found;
}

//===----------------------------------------------------------------------===//
// Built-in functions
//===----------------------------------------------------------------------===//

/// Bytes of a scalar that the C++ ABI mangles as \p Code; 0 if it is none.
static uint64_t scalarSize(StringRef Code) {
  if (startsWith(Code, "Dh"))
    return 2;
  switch (Code.empty() ? 0 : Code[0]) {
  case 'c':
  case 'a':
  case 'h':
  case 'b':
    return 1;
  case 's':
  case 't':
    return 2;
  case 'i':
  case 'j':
  case 'f':
    return 4;
  case 'l':
  case 'm':
  case 'd':
    return 8;
  }
  return 0;
}

/// Bytes of what the first pointer among the mangled \p Parameters points to:
/// `PU3AS1VKDv4_f` points to a float4, and so does the pointer of
/// `Dv4_fPU3AS1S_`, where `S_` is the type of the first parameter. 0 if it is not
/// known.
static uint64_t pointeeSize(StringRef Parameters) {
  size_t At = Parameters.find('P');
  if (At == StringRef::npos)
    return 0;
  StringRef To = Parameters.drop_front(At + 1);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const char *Qualifier :
         {"V", "K", "U3AS0", "U3AS1", "U3AS2", "U3AS3", "U3AS4", "U7_Atomic"})
      Changed |= To.consume_front(Qualifier);
  }
  if (startsWith(To, "S_") && At != 0)
    To = Parameters;
  unsigned Count = 1;
  if (To.consume_front("Dv")) {
    if (To.consumeInteger(10, Count) || !To.consume_front("_"))
      return 0;
  }
  return (Count == 3 ? 4 : Count) * scalarSize(To);
}

uint64_t tasklet::pointeeSizeOf(const CallInst &Call) {
  const Function *F = Call.getCalledFunction();
  return F ? pointeeSize(symbolOf(*F).Parameters) : 0;
}

/// The elements of `vload4` and `vstore_half16_rte`: 4 and 16; 1 if there is no
/// number.
static unsigned elementsOf(StringRef Name) {
  size_t At = Name.find_first_of("0123456789");
  unsigned Count = 1;
  if (At != StringRef::npos)
    Name.drop_front(At).consumeInteger(10, Count);
  return Count;
}

/// vload, vstore and their relatives (OpenCL C 3.0, section 6.15.8): the last
/// arguments are an index and a pointer to scalars.
static Access vectorAccess(CallInst &Call, const Symbol &Callee) {
  bool Writes = startsWith(Callee.Name, "vstore");
  unsigned At = Writes; // The data come first.
  Access A;
  A.Pointer = Call.getArgOperand(At + 1);
  A.Index = Call.getArgOperand(At);
  uint64_t Scalar = Callee.Name.contains("_half") ||
                            startsWith(Callee.Name, "vloada_half") ||
                            startsWith(Callee.Name, "vstorea_half")
                        ? 2
                        : pointeeSize(Callee.Parameters);
  unsigned Elements = elementsOf(Callee.Name);
  bool Aligned =
      startsWith(Callee.Name, "vloada") || startsWith(Callee.Name, "vstorea");
  A.Size = Elements * Scalar;
  A.Stride = (Aligned && Elements == 3 ? 4 : Elements) * Scalar;
  A.Alignment = Align(Scalar ? Scalar : 1);
  A.Reads = !Writes;
  A.Writes = Writes;
  return A;
}

static bool isPointerToMemory(const Value &V) {
  return V.getType()->isPointerTy() && !isOpenCLObject(V.getType());
}

static std::optional<SmallVector<Access, 2>> builtinAccesses(CallInst &Call) {
  SmallVector<Access, 2> Found;
  if (none_of(Call.args(),
              [](const Use &Arg) { return isPointerToMemory(*Arg); }))
    return Found; // Images, samplers and values.
  Function *F = Call.getCalledFunction();
  // A work-item function, which asks the worker; the mark of a slice.
  if (F && (startsWith(F->getName(), names::OrderPrefix) ||
            startsWith(F->getName(), names::Access)))
    return Found;
  Symbol Callee = F ? symbolOf(*F) : Symbol();
  StringRef Name = Callee.Name;
  if (Name == "prefetch" || Name == "printf" || (F && F->getName() == "printf"))
    return Found;
  if (startsWith(Name, "vload") || startsWith(Name, "vstore")) {
    Found.push_back(vectorAccess(Call, Callee));
    if (!Found.back().Size)
      return std::nullopt;
    return Found;
  }
  bool IsAtomic = startsWith(Name, "atomic_") || startsWith(Name, "atom_");
  bool WritesResult = StringSwitch<bool>(Name)
                          .Cases("fract", "frexp", "lgamma_r", "modf", true)
                          .Cases("remquo", "sincos", true)
                          .Default(false);
  if (!IsAtomic && !WritesResult)
    return std::nullopt;
  uint64_t Size = pointeeSize(Callee.Parameters);
  if (!Size)
    return std::nullopt;
  for (const Use &Arg : Call.args())
    if (isPointerToMemory(*Arg)) {
      Access A;
      A.Pointer = Arg;
      A.Size = Size;
      A.Alignment = Align(Size);
      // Of two pointers, the second is what is expected.
      A.Reads = IsAtomic;
      A.Writes = true;
      Found.push_back(A);
    }
  return Found;
}

//===----------------------------------------------------------------------===//
// All instructions
//===----------------------------------------------------------------------===//

static Access fixedAccess(const Instruction &I, Value *Pointer, const Type &Ty,
                          Align Alignment, bool Reads, bool Writes) {
  Access A;
  A.Pointer = Pointer;
  A.Size =
      I.getModule()->getDataLayout().getTypeStoreSize(const_cast<Type *>(&Ty));
  A.Alignment = Alignment;
  A.Reads = Reads;
  A.Writes = Writes;
  return A;
}

static Access rangeAccess(Value *Pointer, Value *Length, MaybeAlign At,
                          bool Writes) {
  Access A;
  A.Pointer = Pointer;
  A.DynamicSize = Length;
  A.Alignment = At.valueOrOne();
  A.Reads = !Writes;
  A.Writes = Writes;
  if (auto *Constant = dyn_cast<ConstantInt>(Length)) {
    A.DynamicSize = nullptr;
    A.Size = Constant->getZExtValue();
  }
  return A;
}

bool tasklet::leadsToOne(const Value &Pointer, ArrayRef<unsigned> Params) {
  const Bases At = basesOf(Pointer);
  return At.Params.size() == 1 && is_contained(Params, At.Params[0]) &&
         !At.Unknown && !At.Private && !At.Variable && !At.Constant;
}

std::optional<SmallVector<Access, 2>> tasklet::accessesOf(Instruction &I) {
  SmallVector<Access, 2> Found;
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    Found.push_back(fixedAccess(I, Load->getPointerOperand(), *Load->getType(),
                                Load->getAlign(), true, false));
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    Found.push_back(fixedAccess(I, Store->getPointerOperand(),
                                *Store->getValueOperand()->getType(),
                                Store->getAlign(), false, true));
  } else if (auto *RMW = dyn_cast<AtomicRMWInst>(&I)) {
    Found.push_back(fixedAccess(I, RMW->getPointerOperand(), *RMW->getType(),
                                RMW->getAlign(), true, true));
  } else if (auto *CmpXchg = dyn_cast<AtomicCmpXchgInst>(&I)) {
    Found.push_back(fixedAccess(I, CmpXchg->getPointerOperand(),
                                *CmpXchg->getNewValOperand()->getType(),
                                CmpXchg->getAlign(), true, true));
  } else if (auto *Copy = dyn_cast<MemTransferInst>(&I)) {
    Found.push_back(rangeAccess(Copy->getRawSource(), Copy->getLength(),
                                Copy->getSourceAlign(), false));
    Found.push_back(rangeAccess(Copy->getRawDest(), Copy->getLength(),
                                Copy->getDestAlign(), true));
  } else if (auto *Set = dyn_cast<MemSetInst>(&I)) {
    Found.push_back(rangeAccess(Set->getRawDest(), Set->getLength(),
                                Set->getDestAlign(), true));
  } else if (isa<DbgInfoIntrinsic>(I) || I.isLifetimeStartOrEnd()) {
    return Found;
  } else if (isa<IntrinsicInst>(I)) {
    if (I.mayReadOrWriteMemory() && !isOnlyForOthers(I))
      return std::nullopt;
  } else if (auto *Call = dyn_cast<CallInst>(&I)) {
    return builtinAccesses(*Call);
  } else if (I.mayReadOrWriteMemory() && !isa<FenceInst>(I)) {
    return std::nullopt;
  }
  return Found;
}

SmallVector<unsigned, 2> tasklet::imagesOf(const Instruction &I) {
  SmallVector<unsigned, 2> Found;
  if (const auto *Call = dyn_cast<CallInst>(&I))
    for (const Use &Arg : Call->args())
      if (isOpenCLObject(Arg->getType()) && !isSampler(Arg->getType()))
        append_range(Found, basesOf(*Arg).Params);
  return Found;
}

bool tasklet::isOnlyForOthers(const Instruction &I) {
  if (isa<FenceInst>(I))
    return true;
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *F = Call ? Call->getCalledFunction() : nullptr;
  if (!F)
    return false;
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    return Intrinsic->getIntrinsicID() == Intrinsic::assume ||
           Intrinsic->getIntrinsicID() ==
               Intrinsic::experimental_noalias_scope_decl;
  StringRef Name = symbolOf(*F).Name;
  return F->getName() == "printf" || Name == "printf" || Name == "prefetch" ||
         endsWith(Name, "mem_fence") || Name == "atomic_work_item_fence";
}

bool tasklet::usesAddresses(const Function &F) {
  const auto IsShared = [](const Value *V) {
    return V->getType()->isPointerTy() && basesOf(*V).isShared();
  };
  for (const Instruction &I : instructions(F)) {
    if (!isa<ICmpInst>(I) && !isa<PtrToIntInst>(I))
      continue;
    if (none_of(
            I.operands(),
            [](const Use &Each) { return isa<ConstantPointerNull>(Each); }) &&
        any_of(I.operands(), IsShared))
      return true;
  }
  return false;
}
