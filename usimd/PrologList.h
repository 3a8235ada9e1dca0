//===- PrologList.h - Programs as figure 9 writes them ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `name([instruction, ...]).` with numbers for variables, labels that are
/// numbers from 1 on, and % before comments; README.md lists the instructions.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_USIMD_PROLOGLIST_H
#define TASKLET_USIMD_PROLOGLIST_H

#include "Program.h"

namespace tasklet::usimd {

/// Variable 3 is called v3. The first mistake ends the parsing.
Parsed parsePrologList(const std::string &Text);

} // namespace tasklet::usimd

#endif
