//===- InProcess.h - Clang with the plugin, again and again -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Common to the targets of libFuzzer: clang in this process, with
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

/// Must run once, before the first compilation. If the plugin cannot be loaded,
/// the process ends.
void loadPlugin();

/// Runs the action on the source. Diagnostics are rendered and thrown away.
void compile(llvm::StringRef Source, clang::FrontendAction &Action);

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_COMPILER_INPROCESS_H
