//===- Warnings.h - Warnings that options and pragmas control ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Clang's table of warnings is closed. Warnings that a plugin adds ignore -w,
/// -Werror and `#pragma clang diagnostic`, and their -W options are unknown. So
/// each of our warnings borrows the severity of a warning of Clang's. The
/// borrowed one has a group to itself and cannot occur in OpenCL C. Options and
/// pragmas that name our warning set the severity of the borrowed one. Clang
/// does all the rest: -Werror, push, pop and so on.
///
/// Clang complains about an option -Wtasklet-... before it loads any plugin.
/// Therefore the plugin takes the option as an argument:
/// -fplugin-arg-tasklet-Wno-tasklet-unforced.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_MESSAGES_WARNINGS_H
#define TASKLET_PLUGIN_MESSAGES_WARNINGS_H

#include "clang/Basic/Diagnostic.h"

#include <optional>

namespace clang {
class Preprocessor;
} // namespace clang

namespace tasklet {

enum class Warning {
  Unforced,    ///< -Wtasklet-unforced: a result that cannot be read.
  Unreachable, ///< -Wtasklet-unreachable: statements after a force.
  OneRound,    ///< -Wtasklet-one-round: a loop that a force ends at once.
  NullPointer, ///< -Wtasklet-null-pointer: null in lanes that only come along.
  LaneNumber,  ///< -Wtasklet-lane-number: bits of masks by local ids.
  SubGroups,   ///< -Wtasklet-sub-groups: functions that the device may lack.
  /// -Wtasklet-ordered-sequential: an ordered kernel without inspector.
  OrderedSequential,
  /// -Wtasklet-unchecked: an access of which races are not found.
  Unchecked,
};

/// The option that controls \p W, with its -W.
llvm::StringRef optionOf(Warning W);
/// The warning that \p Option controls.
std::optional<Warning> warningOf(llvm::StringRef Option);

/// The severity of \p W at \p Loc, after all options and pragmas.
clang::DiagnosticsEngine::Level levelOf(const clang::DiagnosticsEngine &Diags,
                                        Warning W, clang::SourceLocation Loc);

/// Obeys `tasklet-unforced`, `no-...`, `error=...` and `no-error=...`, and for
/// our warnings `everything`. \p Option is the text after -W. False if it
/// concerns none of our warnings.
bool applyWarningOption(clang::DiagnosticsEngine &Diags,
                        llvm::StringRef Option);

/// Makes `#pragma clang diagnostic` and `#pragma GCC diagnostic` know our
/// warnings.
void installWarningPragmas(clang::Preprocessor &PP);

} // namespace tasklet

#endif
