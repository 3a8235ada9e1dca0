//===- Edit.h - Changes of a random program ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes something out of a program, together with all that names it. The rest
/// can be printed, but need not follow the rules.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EDIT_H
#define TASKLET_TEST_FUZZ_EDIT_H

#include "Ast.h"

#include <functional>

namespace tasklet::fuzz {

/// Calls for each expression of the statements, an outer one before its parts.
/// This includes places that are written.
void forEachExpr(std::vector<Stmt> &Body,
                 const std::function<void(Expr &)> &Do);

/// Each list of statements, an outer one before those within it.
void forEachList(std::vector<Stmt> &Body,
                 const std::function<void(std::vector<Stmt> &)> &Do);

/// A constant of that type; not of an array, which is no value.
Expr zeroOf(const Program &P, int Ty, bool Wide);

/// Replaces an expression that is read by a constant. Returns whether it was no
/// constant before.
bool makeConstant(const Program &P, Expr &E, uint64_t Number);

/// Replaces each spawn and call of the function by a constant result.
void dropCalls(Program &P, int Callee);

/// Replaces each spawn into the variable by a constant result.
void dropSpawnsInto(const Program &P, Function &F, int Var);

/// Removes the statements that write the variable, and reads 0 in its place.
void dropVariable(const Program &P, Function &F, int Var);

/// Removes a parameter of a task or a kernel, and its arguments.
void dropParameter(Program &P, int Function, unsigned Parameter);

/// Turns structs that nothing uses into numbers, so that they are not printed.
/// Returns whether there were any.
bool dropUnusedStructs(Program &P);

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_EDIT_H
