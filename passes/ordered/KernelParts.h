//===- KernelParts.h - What becomes of an ordered kernel --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_KERNELPARTS_H
#define TASKLET_PASSES_ORDERED_KERNELPARTS_H

#include "ordered/DependenceTest.h"
#include "ordered/Lookahead.h"
#include "ordered/OwnedUpdates.h"
#include "ordered/Payload.h"
#include "ordered/Slice.h"
#include "ordered/Streams.h"
#include "ordered/Sums.h"

#include <optional>

namespace tasklet {

/// What the compiler has made of the body of a kernel.
struct KernelParts {
  llvm::Function *Body = nullptr;
  Slice Found;
  Payload Carried;
  OwnedUpdates Owned;
  /// What counts the slots of payloads; null: Found.F.
  llvm::Function *BinSlice = nullptr;
  std::optional<Sums> Added;
  /// What the manifest says of the addresses, if all have forms.
  std::optional<llvm::json::Object> Affine;
  Streams Streamed;
  Lookahead Next;
  /// The parameters of the kernel whose memory the slice asks about. A view of
  /// the slice gets two more arguments for each (SliceViews.h).
  llvm::SmallVector<unsigned, 4> Asked;
};

} // namespace tasklet

#endif
