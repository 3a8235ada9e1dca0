//===- Additions.h - Whether a program uses the additions -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The IR alone does not show every use. A task that is declared and never
/// spawned leaves no trace, but a driver's own compiler still rejects the
/// program. So the module has a mark, `!tkl.additions`. The plugin sets it, or
/// a pass that finds a use.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_ADDITIONS_H
#define TASKLET_PASSES_IR_ADDITIONS_H

namespace llvm {
class Module;
} // namespace llvm

namespace tasklet {

/// Says that the source of \p M uses any of the additions.
void markAdditions(llvm::Module &M);
bool usesAdditions(const llvm::Module &M);

/// Removes the mark after the last pass that needs it.
void removeAdditionsMark(llvm::Module &M);

} // namespace tasklet

#endif
