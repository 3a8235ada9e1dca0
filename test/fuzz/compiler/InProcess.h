//===- InProcess.h - Clang with the plugin, again and again -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What the targets of libFuzzer have in common: clang in this process, with
/// TaskletPlugin.so loaded as clang itself loads it, and an input from memory.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_COMPILER_INPROCESS_H
#define TASKLET_TEST_FUZZ_COMPILER_INPROCESS_H

#include "llvm/ADT/StringRef.h"

namespace clang {
class FrontendAction;
} // namespace clang

namespace tasklet::fuzz {

/// Once, before the first compilation. A plugin that cannot be loaded ends the
/// process.
void loadPlugin();

/// Runs the action on the source. Diagnostics are rendered and thrown away.
void compile(llvm::StringRef Source, clang::FrontendAction &Action);

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_COMPILER_INPROCESS_H
