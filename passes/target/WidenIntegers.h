//===- WidenIntegers.h - Integers of the sizes that SPIR-V has --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_WIDENINTEGERS_H
#define TASKLET_PASSES_TARGET_WIDENINTEGERS_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// Computes in 8, 16, 32 or 64 bits what an optimiser has narrowed to another
/// width, as `switch (x % 4)` to 2 bits: the result of each such instruction,
/// or of each vector of them, gets the next of these widths, its upper bits
/// without meaning, and whoever looks at them clears them first. Memory is read
/// and written by parts. Returns true if anything changed. Variables, arguments
/// and calls of such types stay, and wider integers than 64 bits.
bool widenIntegers(llvm::Function &F);

} // namespace tasklet

#endif
