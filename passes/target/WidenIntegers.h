//===- WidenIntegers.h - Integers of the sizes that SPIR-V has --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_WIDENINTEGERS_H
#define TASKLET_PASSES_TARGET_WIDENINTEGERS_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// Optimisers narrow integers to widths such as 2 bits, as in `switch (x % 4)`.
/// This computes them in 8, 16, 32 or 64 bits again: the result of each such
/// instruction, and each vector of them, gets the next of these widths. Its
/// upper bits mean nothing, so each user clears them first. Memory is read and
/// written by parts. Variables, arguments and calls of such types stay, and so
/// do integers wider than 64 bits. Returns true if anything changed.
bool widenIntegers(llvm::Function &F);

} // namespace tasklet

#endif
