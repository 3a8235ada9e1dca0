//===- Elide.h - A task program as ordinary C -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The serial elision: the same program with calls in place of spawns and
/// nothing in place of forces, in C that gcc and clang take. What is C already
/// stays as the user wrote it, on its own line. What is not C, such as
/// `v.xy` and `max(a, b)`, becomes calls of functions whose definitions stand
/// in the head of the result. The rest is in <tasklet/serial.h>.
///
/// The source has gone through the preprocessor before, so each token stands in
/// one file, and none comes from a macro.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_ELIDE_ELIDE_H
#define TASKLET_PLUGIN_ELIDE_ELIDE_H

#include "plugin/marks/SourceMarks.h"
#include "plugin/messages/Diagnostics.h"

namespace clang {
class ASTContext;
} // namespace clang

namespace tasklet {

/// Writes the program to \p Path. Reports what has no counterpart in C, and
/// what goes wrong with the file.
void writeElision(clang::ASTContext &Context, const SourceMarks &Marks,
                  Report &Diag, const std::string &Path);

} // namespace tasklet

#endif
