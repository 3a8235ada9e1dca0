//===- ToolRun.h - Runs clang and llvm-spirv --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a tool within the time limit, and stops it when this process is told to
/// end. Then the user is told how the tool ended. Errors in the program are
/// clang's own messages and are passed on unchanged. Everything else is a
/// failure of the tool chain: a crash, a full disk, a clang that does not fit
/// the plugin. For those the user gets one sentence with the way out. Functions
/// return an ExitStatus.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_TOOLRUN_H
#define TASKLET_TOOLS_TOOLRUN_H

#include "Interruption.h"
#include "Toolchain.h"
#include "support/ChildProcess.h"

namespace tasklet {

ChildResult runTool(ChildRequest Request, const Toolchain &Tools,
                    const Interruption &Stop);

/// Reports how a tool ended, and returns the status of taskletc. It reports
/// nothing about a tool that was stopped: the process that stopped it knows.
int judge(const std::string &Tool, const ChildResult &Child,
          unsigned TimeLimit);

/// The same for clang. Its errors must have been captured; they are passed on.
/// Clang has one exit status both for some failures of the tool chain and for
/// errors in the program; this function tells the two apart.
int judgeClang(const ChildResult &Clang, const Toolchain &Tools,
               const Interruption &Stop);

} // namespace tasklet

#endif
