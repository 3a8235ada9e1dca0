//===- MarkEverywheres.h - Everywhere as the passes know it -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// For Clang's analyses and for the checks, the body of an `everywhere` runs
/// once. After the checks, each body becomes the loop of docs/abi.md, and code
/// is generated for that loop: `while (__tkl_everywhere()) { ... }`.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_MARKS_MARKEVERYWHERES_H
#define TASKLET_PLUGIN_MARKS_MARKEVERYWHERES_H

#include "plugin/marks/SourceMarks.h"

namespace clang {
class FunctionDecl;
} // namespace clang

namespace tasklet {

/// Rewrites the body of \p Function. The checks must have run before.
void markEverywheres(clang::FunctionDecl *Function, const SourceMarks &Marks);

} // namespace tasklet

#endif
