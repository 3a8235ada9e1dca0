//===- PtxUse.h - Registers and stack on a GPU, for the report --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_PTXUSE_H
#define TASKLET_TOOLS_PTXUSE_H

#include "Interruption.h"
#include "Toolchain.h"

namespace tasklet {

/// The part of the report that says what a GPU needs for the program \p Ptx:
/// one line for each of its kernels with registers, bytes of stack and bytes
/// spilled, as ptxas says. The dispatch kernel, which runs the tasks, is called
/// so; the library's other kernels are left out. If ptxas is not there, or says
/// nothing of use, the text is one line that says why: no program depends on
/// it. \p Scratch is a file that may be written.
std::string describePtxUse(const Toolchain &Tools, const Interruption &Stop,
                           const std::string &Ptx, const std::string &Scratch);

} // namespace tasklet

#endif
