//===- BitLoads.h - Load few bits of a vector by themselves -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-bit-loads`: for `v[0].s2 % 4`, with v in memory, LLVM loads a
/// <128 x i2> and extracts one element. vector-combine of LLVM 15 then loads an
/// i2 from the wrong byte, here (where taskletc turns it off) or in the driver.
/// PoCL 3.1 also miscompiles vectors of i1, i2 and i4 that were not loaded.
///
/// Input:     optimised IR on which vector-combine has not run.
/// Output:    no element with a constant index is extracted from a vector of
///            i1, i2 or i4 that was loaded or made by a cast. The byte that
///            contains the element is loaded instead, or the integer that
///            contains it is shifted. In functions with such an element, all
///            integers are computed in 8, 16, 32 or 64 bits (WidenIntegers.h).
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
