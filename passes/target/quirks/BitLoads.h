//===- BitLoads.h - Load few bits of a vector by themselves -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-bit-loads`: LLVM makes of `v[0].s2 % 4`, with v in memory, an element
/// of a loaded <128 x i2>, and vector-combine of LLVM 15, here (where taskletc
/// turns it off) or in the driver, an i2 loaded from the wrong byte. Vectors of
/// so few bits that were not loaded PoCL 3.1 compiles wrongly, too.
///
/// Input:     optimised IR on which vector-combine has not run.
/// Output:    no element with a constant number of a vector of i1, i2 or i4 is
///            used that was loaded, or made by a cast: the byte that contains
///            it is loaded instead, or the number that contains it shifted. In
///            functions with such a number no integers are computed of other
///            than 8, 16, 32 or 64 bits (WidenIntegers.h).
/// Cost:      O(instructions)
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_QUIRKS_BITLOADS_H
#define TASKLET_PASSES_TARGET_QUIRKS_BITLOADS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct BitLoadsPass : llvm::PassInfoMixin<BitLoadsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif // TASKLET_PASSES_TARGET_QUIRKS_BITLOADS_H
