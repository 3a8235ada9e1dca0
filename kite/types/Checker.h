//===- Checker.h - Names, types and rules of Kite ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Checks a program, and gives later stages what CheckedProgram.h promises.
///
/// Input:    a program as the parser made it, without syntax errors. It is
///           changed: types, targets and captures are filled in, ForceExpr and
///           WidenExpr are put where they belong.
/// Result:   nothing if there was an error. The program is then of no use.
/// Reports:  every mistake of the program. An expression with a mistake has no
///           type, and what uses it is not reported again.
/// Cost:     linear in the program and its instances of generic tasks.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_TYPES_CHECKER_H
#define TASKLET_KITE_TYPES_CHECKER_H

#include "syntax/Diagnostics.h"
#include "types/CheckedProgram.h"

namespace tasklet::kite {

std::optional<CheckedProgram> check(Program &Source, AstContext &Nodes,
                                    TypeContext &Types, Diagnostics &Messages);

} // namespace tasklet::kite

#endif
