//===- MarkEverywheres.h - Everywhere as the passes know it -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// To Clang's analyses and to the checks, the body of an `everywhere` is one
/// that runs once. Behind them, each becomes the loop of docs/abi.md, which is
/// what code is generated for: `while (__tkl_everywhere()) { ... }`.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_MARKS_MARKEVERYWHERES_H
#define TASKLET_PLUGIN_MARKS_MARKEVERYWHERES_H

#include "plugin/marks/SourceMarks.h"

namespace clang {
class FunctionDecl;
} // namespace clang

namespace tasklet {

/// Changes the body of \p Function, which the checks must have seen.
void markEverywheres(clang::FunctionDecl *Function, const SourceMarks &Marks);

} // namespace tasklet

#endif
