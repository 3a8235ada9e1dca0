//===- LLVMCompat.h - Differences between LLVM versions ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// No other file may test the LLVM version (compat/Clang.h does for
/// Clang). The passes work with typed pointers (which LLVM 15 uses for SPIR)
/// and with opaque ones. Every access names its type, and casts that opaque
/// pointers do not need fold to nothing.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_LLVMCOMPAT_H
#define TASKLET_PASSES_IR_LLVMCOMPAT_H

#include "compat/Strings.h"

#include "llvm/Analysis/Utils/Local.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#if LLVM_VERSION_MAJOR >= 17
#include "llvm/IR/AttributeMask.h"
#endif
#if LLVM_VERSION_MAJOR >= 16
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/TargetParser/Triple.h"
#else
#include "llvm/ADT/Triple.h"
#endif

#include <optional>

#if LLVM_VERSION_MAJOR < 15 || LLVM_VERSION_MAJOR > 19
#error "Supported: LLVM 15 to 19"
#endif

namespace tasklet {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// What a typed pointer points to; null for an opaque pointer.
inline llvm::Type *pointeeOf(const llvm::Type *Ptr) {
#if LLVM_VERSION_MAJOR >= 17
  (void)Ptr;
  return nullptr;
#else
  const auto *Ty = llvm::cast<llvm::PointerType>(Ptr);
  return Ty->isOpaque() ? nullptr : Ty->getNonOpaquePointerElementType();
#endif
}

/// True for images, samplers, events, queues and pipes; with \p Kind only for
/// that one: "sampler_t", "image", "event_t", "pipe". Up to LLVM 16 they are pointers to opaque
/// structures; from 17 on they are types of the target, whose names say the
/// same in words of SPIR-V.
inline bool isOpenCLObject(const llvm::Type *Ty, llvm::StringRef Kind = "") {
#if LLVM_VERSION_MAJOR >= 17
  const auto *Object = llvm::dyn_cast<llvm::TargetExtType>(Ty);
  if (!Object)
    return false;
  llvm::StringRef Name = Object->getName();
  return Name.consume_front("spirv.") &&
         (Kind.empty() || (Kind == "sampler_t" && Name == "Sampler") ||
          (Kind == "image" && Name == "Image") ||
          (Kind == "event_t" && Name == "Event") ||
          (Kind == "pipe" && Name == "Pipe"));
#else
  if (!Ty->isPointerTy())
    return false;
  const auto *To = llvm::dyn_cast_or_null<llvm::StructType>(pointeeOf(Ty));
  return To && To->hasName() &&
         startsWith(To->getName(), ("opencl." + Kind).str());
#endif
}

inline bool isSampler(const llvm::Type *Ty) {
  return isOpenCLObject(Ty, "sampler_t");
}

/// A pointer to the structure \p Name, which may come later, when the runtime is
/// linked: till then a typed pointer is one to a structure without a body. Where
/// pointers are opaque there must be no such structure, since the runtime's
/// would get another name.
inline llvm::PointerType *
pointerToStruct(llvm::LLVMContext &C, llvm::StringRef Name, unsigned Space) {
#if LLVM_VERSION_MAJOR >= 17
  (void)Name;
  return llvm::PointerType::get(C, Space);
#else
  if (!C.supportsTypedPointers())
    return llvm::PointerType::get(C, Space);
  llvm::StructType *Ty = llvm::StructType::getTypeByName(C, Name);
  return llvm::PointerType::get(Ty ? Ty : llvm::StructType::create(C, Name),
                                Space);
#endif
}

/// A pointer like \p Ptr to address space \p Space.
inline llvm::PointerType *inSpace(llvm::Type *Ptr, unsigned Space) {
#if LLVM_VERSION_MAJOR >= 17
  return llvm::PointerType::get(Ptr->getContext(), Space);
#else
  return llvm::PointerType::getWithSamePointeeType(
      llvm::cast<llvm::PointerType>(Ptr), Space);
#endif
}

/// i8 in address space \p Space.
inline llvm::PointerType *bytePtrTy(llvm::LLVMContext &C, unsigned Space) {
  return llvm::PointerType::get(llvm::Type::getInt8Ty(C), Space);
}

/// \p Ptr moved by \p Offset bytes, as a byte pointer of the same space.
inline llvm::Value *byteOffset(llvm::IRBuilderBase &B, llvm::Value *Ptr,
                               llvm::Value *Offset) {
  unsigned Space = Ptr->getType()->getPointerAddressSpace();
  Ptr = B.CreatePointerCast(Ptr, bytePtrTy(B.getContext(), Space));
  return B.CreateInBoundsGEP(B.getInt8Ty(), Ptr, Offset);
}
inline llvm::Value *byteOffset(llvm::IRBuilderBase &B, llvm::Value *Ptr,
                               uint64_t Offset) {
  return byteOffset(B, Ptr, B.getInt64(Offset));
}

/// \p Ptr as a pointer to \p Ty in the same space.
inline llvm::Value *typedPtr(llvm::IRBuilderBase &B, llvm::Value *Ptr,
                             llvm::Type *Ty) {
  unsigned Space = Ptr->getType()->getPointerAddressSpace();
  return B.CreatePointerCast(Ptr, llvm::PointerType::get(Ty, Space));
}

//===----------------------------------------------------------------------===//
// Attributes and metadata
//===----------------------------------------------------------------------===//

/// What a function says of the memory that it reads and writes.
inline void addMemoryPromises(llvm::AttributeMask &Mask) {
#if LLVM_VERSION_MAJOR >= 16
  Mask.addAttribute(llvm::Attribute::Memory);
#else
  for (llvm::Attribute::AttrKind Kind :
       {llvm::Attribute::ReadNone, llvm::Attribute::ReadOnly,
        llvm::Attribute::WriteOnly, llvm::Attribute::ArgMemOnly,
        llvm::Attribute::InaccessibleMemOnly,
        llvm::Attribute::InaccessibleMemOrArgMemOnly})
    Mask.addAttribute(Kind);
#endif
}

/// False if \p Br has no weights.
inline bool readBranchWeights(const llvm::BranchInst &Br, uint64_t &First,
                              uint64_t &Second) {
#if LLVM_VERSION_MAJOR >= 16
  return llvm::extractBranchWeights(Br, First, Second);
#else
  return Br.extractProfMetadata(First, Second);
#endif
}

/// From LLVM 19 on, what a debugger is told is no longer instructions, unless
/// this is called. Passes look at instructions.
inline void keepDebugIntrinsics() {
  llvm::cl::Option *Switch = llvm::cl::getRegisteredOptions().lookup(
      "experimental-debuginfo-iterators");
  if (Switch && Switch->getNumOccurrences() == 0)
    Switch->addOccurrence(0, Switch->ArgStr, "false");
}

//===----------------------------------------------------------------------===//
// Moving instructions
//===----------------------------------------------------------------------===//

/// Puts \p I, which is nowhere, at the end of \p BB.
inline void append(llvm::BasicBlock &BB, llvm::Instruction *I) {
#if LLVM_VERSION_MAJOR >= 16
  I->insertInto(&BB, BB.end());
#else
  BB.getInstList().push_back(I);
#endif
}

/// Moves all but the terminator of \p From to the end of \p To.
inline void moveToEnd(llvm::BasicBlock &To, llvm::BasicBlock &From) {
  auto End = From.getTerminator()->getIterator();
#if LLVM_VERSION_MAJOR >= 16
  To.splice(To.end(), &From, From.begin(), End);
#else
  To.getInstList().splice(To.end(), From.getInstList(), From.begin(), End);
#endif
}

/// Moves the body of \p From into \p To, which has none.
inline void moveBody(llvm::Function &To, llvm::Function &From) {
#if LLVM_VERSION_MAJOR >= 16
  To.splice(To.begin(), &From);
#else
  To.getBasicBlockList().splice(To.begin(), From.getBasicBlockList());
#endif
}

/// In the mask of a shuffle: an element that nobody reads.
constexpr int AnyElement = -1;

/// What DemotePHIToStack and DemoteRegToStack take.
#if LLVM_VERSION_MAJOR >= 19
inline std::optional<llvm::BasicBlock::iterator>
placeOf(llvm::Instruction *At) {
  return At->getIterator();
}
#else
inline llvm::Instruction *placeOf(llvm::Instruction *At) { return At; }
#endif

//===----------------------------------------------------------------------===//
// Passes and functions of LLVM
//===----------------------------------------------------------------------===//

/// Brings variables into SSA form; leaves the control flow as it is.
inline llvm::SROAPass scalarReplacement() {
#if LLVM_VERSION_MAJOR >= 16
  return llvm::SROAPass(llvm::SROAOptions::PreserveCFG);
#else
  return llvm::SROAPass();
#endif
}

/// Inlines \p Call, and marks no lifetimes of the variables.
inline llvm::InlineResult inlineWithoutLifetimes(llvm::CallBase &Call,
                                                 llvm::InlineFunctionInfo &To) {
#if LLVM_VERSION_MAJOR >= 16
  return llvm::InlineFunction(Call, To, /*MergeAttributes=*/false, nullptr,
                              /*InsertLifetime=*/false);
#else
  return llvm::InlineFunction(Call, To, nullptr, /*InsertLifetime=*/false);
#endif
}

/// The bytes that \p Gep adds to its pointer.
inline llvm::Value *offsetOf(llvm::IRBuilder<> &B, const llvm::DataLayout &DL,
                             llvm::User *Gep) {
#if LLVM_VERSION_MAJOR >= 16
  return llvm::emitGEPOffset(&B, DL, Gep);
#else
  return llvm::EmitGEPOffset(&B, DL, Gep);
#endif
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

#if LLVM_VERSION_MAJOR >= 16
template <typename Type> using OptionalOfTarget = std::optional<Type>;
#else
template <typename Type> using OptionalOfTarget = llvm::Optional<Type>;
#endif

/// The end of SPIR's data layouts: in which space variables of the program are.
#if LLVM_VERSION_MAJOR >= 19
constexpr char GlobalSpaceOfSpir[] = "-G1";
#else
constexpr char GlobalSpaceOfSpir[] = "";
#endif

#if LLVM_VERSION_MAJOR >= 18
using OptLevelOfTarget = llvm::CodeGenOptLevel;
constexpr auto ObjectOutput = llvm::CodeGenFileType::ObjectFile;
constexpr auto AssemblyOutput = llvm::CodeGenFileType::AssemblyFile;
#else
using OptLevelOfTarget = llvm::CodeGenOpt::Level;
constexpr auto ObjectOutput = llvm::CGFT_ObjectFile;
constexpr auto AssemblyOutput = llvm::CGFT_AssemblyFile;
#endif

} // namespace tasklet

#endif
