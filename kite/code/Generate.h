//===- Generate.h - From graphs to Tasklets ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes a program as Tasklets: OpenCL C with tasks. Section 4.1 of the Kite
/// paper makes continuations of what waits for results; here `force` does that.
///
/// Input:     a checked program in A-normal form (graphs/Anf.h).
/// Output:    source for taskletc, to be compiled with -fwrapv, since signed
///            numbers wrap in Kite. Each task of Kite is a task; parts of tasks
///            that wait for other things than the rest become tasks of their
///            own (Schedule.h). Each exported task has a kernel.
/// Guarantee: a statement begins when what its node needs is there, and waits
///            for nothing else. A task is done when all tasks that it has
///            started are done.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_CODE_GENERATE_H
#define TASKLET_KITE_CODE_GENERATE_H

#include "code/CodeOptions.h"
#include "syntax/AstContext.h"
#include "types/CheckedProgram.h"

#include "llvm/Support/SourceMgr.h"

#include <string>

namespace tasklet::kite {

/// The kernel of an exported task: its name, unless OpenCL C has another meaning
/// for that.
std::string kernelName(llvm::StringRef Task);

/// \p Sources: for the lines in messages of the program.
std::string generate(const CheckedProgram &Program, AstContext &Nodes,
                     llvm::SourceMgr &Sources, const CodeOptions &Options);

} // namespace tasklet::kite

#endif
