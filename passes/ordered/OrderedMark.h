//===- OrderedMark.h - Which kernels are ordered ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_ORDEREDMARK_H
#define TASKLET_PASSES_ORDERED_ORDEREDMARK_H

#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// The indices of the monitored parameters of \p F, ascending; none if it is no
/// ordered kernel. Reads the mark of the plugin (docs/abi.md, section 1).
std::optional<llvm::SmallVector<unsigned, 4>>
monitoredParameters(const llvm::Function &F);

} // namespace tasklet

#endif
