//===- LLVMCompat.h - Differences between LLVM versions ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// No other file of passes/ may test the LLVM version. The passes work with
/// typed pointers (which LLVM 15 uses for SPIR) and with opaque ones. Every
/// access names its type, and casts that opaque pointers do not need fold to
/// nothing.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_LLVMCOMPAT_H
#define TASKLET_PASSES_IR_LLVMCOMPAT_H

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/IRBuilder.h"

#if LLVM_VERSION_MAJOR != 15
#error "Supported: LLVM 15"
#endif

namespace tasklet {

/// True for images, samplers, events, queues and pipes. LLVM 15 has them as
/// pointers to opaque structures.
inline bool isOpenCLObject(const llvm::Type *Ty,
                           llvm::StringRef Prefix = "opencl.") {
  const auto *Ptr = llvm::dyn_cast<llvm::PointerType>(Ty);
  if (!Ptr || Ptr->isOpaque())
    return false;
  const auto *To =
      llvm::dyn_cast<llvm::StructType>(Ptr->getNonOpaquePointerElementType());
  return To && To->hasName() && To->getName().startswith(Prefix);
}

inline bool isSampler(const llvm::Type *Ty) {
  return isOpenCLObject(Ty, "opencl.sampler_t");
}

/// i8 in address space \p Space.
inline llvm::PointerType *bytePtrTy(llvm::LLVMContext &C, unsigned Space) {
  return llvm::Type::getInt8PtrTy(C, Space);
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
  return B.CreatePointerCast(Ptr, Ty->getPointerTo(Space));
}

} // namespace tasklet

#endif
