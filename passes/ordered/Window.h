//===- Window.h - Several accesses to one element ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// In `x[3 * k] += a; x[3 * k + 1] += b; x[3 * k + 2] += c` and in
/// `x[k].sum += a; x[k].count += 1`, all accesses of a work-item lie at constant
/// distances. They form a *window*: so many bytes from the lowest address on. Two
/// windows are the same, or begin a multiple of what `k` is multiplied with from
/// each other, and then have nothing in common if they are no longer than that. So
/// a work-item belongs to the bin in which its window begins, though it may end in
/// the next one.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_WINDOW_H
#define TASKLET_PASSES_ORDERED_WINDOW_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"

#include <optional>

namespace llvm {
class DataLayout;
class Value;
} // namespace llvm

namespace tasklet {

struct Window {
  size_t Lowest = 0; ///< which of the places begins first
  uint64_t Bytes = 0;
  /// How far each place lies behind that.
  llvm::SmallVector<uint64_t, 4> Offsets;
  /// Windows with these three begin a multiple of Step from each other; of 0, all
  /// are the same.
  const llvm::Value *Base = nullptr;
  uint64_t Step = 0, Phase = 0;
};

/// So many bytes from a pointer on.
struct WindowPlace {
  llvm::Value *Pointer;
  uint64_t Bytes;
};

/// The window of all these places, if their distances are constant, and if no
/// other work-item's window overlaps with it in part.
std::optional<Window> findWindow(llvm::ArrayRef<WindowPlace> Places,
                                 const llvm::DataLayout &DL);

/// The slice that counts the slots of \p Pack (Payload.h): a mark of each,
/// `tkl.access.window`. It is made of what asks for them: that may make fewer
/// accesses than the slice of the whole body has, since more is simplified there.
llvm::Function *sliceOfSlots(llvm::Function &Pack,
                             llvm::FunctionAnalysisManager &FAM);

} // namespace tasklet

#endif
