//===- StreamedLevels.h - The loop that reads from streams ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_STREAMEDLEVELS_H
#define TASKLET_PASSES_ORDERED_STREAMEDLEVELS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class CallInst;
class Function;
class Value;
} // namespace llvm

namespace tasklet {

struct Streams;

/// Puts a call of the kernel's own loop in the place of \p Call, of
/// `__tkl_order_own_streamed`, which stays. The loop is a function of its own, so
/// that it has all registers: `KERNEL.whole.levels` for streams that have all
/// they can have, which asks for no masks, and `KERNEL.levels` for others.
/// \p Args are those of the kernel, \p Masks those of Streams.h. Erases
/// the functions of \p Made that are inlined there.
void callStreamedLevels(llvm::CallInst &Call, llvm::Function &Body,
                        Streams &Made, llvm::ArrayRef<llvm::Value *> Args,
                        llvm::ArrayRef<llvm::Value *> Masks);

} // namespace tasklet

#endif
