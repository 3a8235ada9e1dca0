//===- ToolRun.h - Runs clang and llvm-spirv --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A tool is run within the time limit and stopped when this process is told
/// to end. Then the user is told how it ended. Errors in the program are
/// clang's own and are passed on as they are. Everything else is a failure of
/// the tool chain: a crash, a full disk, a clang that does not fit the plugin.
/// For those the user gets one sentence with the way out. What is returned is
/// an ExitStatus.
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

/// Says how a tool ended, and what taskletc ends with. Of a tool that was
/// stopped, nothing is said: whoever stopped it knows.
int judge(const std::string &Tool, const ChildResult &Child,
          unsigned TimeLimit);

/// The same for clang, whose errors must have been captured. They are passed
/// on. Clang ends with the same status after some failures of the tool chain as
/// after errors in the program; here the two are told apart.
int judgeClang(const ChildResult &Clang, const Toolchain &Tools,
               const Interruption &Stop);

} // namespace tasklet

#endif
