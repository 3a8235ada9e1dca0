//===- Warnings.h - Warnings that options and pragmas control ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Clang's table of warnings is closed: what a plugin adds ignores -w, -Werror
/// and `#pragma clang diagnostic`, and its -W options are unknown. So each
/// warning of ours borrows the severity of one of Clang's that has a group to
/// itself and cannot occur in OpenCL C. Options and pragmas that name our
/// warning set the borrowed one's; all the rest, such as -Werror, push and pop,
/// is Clang's own work.
///
/// Clang complains about an option -Wtasklet-... itself, before it loads a
/// plugin. Therefore the plugin takes the same as an argument:
/// -fplugin-arg-tasklet-Wno-tasklet-unforced.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_MESSAGES_WARNINGS_H
#define TASKLET_PLUGIN_MESSAGES_WARNINGS_H

#include "clang/Basic/Diagnostic.h"

namespace clang {
class Preprocessor;
} // namespace clang

namespace tasklet {

enum class Warning {
  Unforced,    ///< -Wtasklet-unforced: a result that nobody can read.
  Unreachable, ///< -Wtasklet-unreachable: statements behind a force.
  OneRound,    ///< -Wtasklet-one-round: a loop that a force ends at once.
  NullPointer, ///< -Wtasklet-null-pointer: of who only comes along.
  LaneNumber,  ///< -Wtasklet-lane-number: bits of masks by local ids.
  SubGroups,   ///< -Wtasklet-sub-groups: functions that the device may lack.
};

/// The name of \p W with its -W.
llvm::StringRef optionOf(Warning W);

/// What \p W is at \p Loc, after all options and pragmas.
clang::DiagnosticsEngine::Level levelOf(const clang::DiagnosticsEngine &Diags,
                                        Warning W, clang::SourceLocation Loc);

/// Obeys `tasklet-unforced`, `no-...`, `error=...`, `no-error=...`, and for our
/// warnings `everything`; false if \p Option, which stands behind a -W, is
/// about no warning of ours.
bool applyWarningOption(clang::DiagnosticsEngine &Diags,
                        llvm::StringRef Option);

/// Lets `#pragma clang diagnostic` and `#pragma GCC diagnostic` know them.
void installWarningPragmas(clang::Preprocessor &PP);

} // namespace tasklet

#endif
