//===- Additions.h - Whether a program uses the additions -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The IR alone does not show a task that is declared and never spawned, and
/// such a program is still none for a driver's compiler. So the module has a
/// mark, `!tkl.additions`, from the plugin or from a pass that knows.
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

/// Takes the mark away, when no pass will ask any more.
void removeAdditionsMark(llvm::Module &M);

} // namespace tasklet

#endif
