//===- Kite.h - Programs in Kite --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A program in Kite becomes OpenCL C with tasks before clang sees it. kitec
/// does that, as a child process like the other tools. Its errors are the
/// program's and are passed on unchanged.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_KITE_H
#define TASKLET_TOOLS_KITE_H

#include "CommandLine.h"
#include "Input.h"
#include "Interruption.h"
#include "Toolchain.h"

namespace tasklet {

/// Makes the text of \p From what clang compiles, and \p Line what clang is told
/// for it. Writes a rule for \p RuleTarget to \p RulePath unless that is empty.
/// ExitDone, or the reason has been told.
int translateKite(CommandLine &Line, const Toolchain &Tools,
                  const Interruption &Stop, const std::string &RuleTarget,
                  const std::string &RulePath, Input &From);

} // namespace tasklet

#endif
