//===- MemoryObjects.h - Parameters that are memory objects -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_MEMORYOBJECTS_H
#define TASKLET_PASSES_IR_MEMORYOBJECTS_H

#include "ir/AddressSpaces.h"
#include "ir/LLVMCompat.h"

namespace tasklet {

/// True if the host passes a memory object, or null, for a parameter of type \p
/// Ty of a kernel: for buffers, images and pipes. Samplers are values.
inline bool isMemoryObject(const llvm::Type *Ty) {
  if (isSampler(Ty))
    return false;
  if (const auto *Ptr = llvm::dyn_cast<llvm::PointerType>(Ty))
    return Ptr->getAddressSpace() == spaces().Global ||
           Ptr->getAddressSpace() == spaces().Constant;
  return isOpenCLObject(Ty);
}

} // namespace tasklet

#endif
