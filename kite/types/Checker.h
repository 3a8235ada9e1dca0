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
/// Rules that are neither in the paper nor in the language's reference:
///
/// * Types and values have separate names; a block does not declare a task and
///   a type of one name. Tasks outside of others see each other, those in blocks
///   see what stands before them, and themselves.
/// * There are no promotions: char + char is char. What converts by itself goes
///   to the type of the other operand; int and uint have none in common.
/// * A literal takes the type of the other operand if it fits, so that `x * 2`
///   is float for a float x.
/// * Futures are in variables only: `x = task f();`. In other places `task e`
///   waits where its value is needed, as a plain application does.
/// * `==` and `print` of a type parameter are allowed; that the types have them
///   is checked for each instance, which the notes name.
/// * A type of which zero would contain itself without end has no zero: no
///   variable of it without a value, and no `new`.
/// * Types of more than 300 names are errors; only programs that grow them
///   without end come near.
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
