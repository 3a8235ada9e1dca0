//===- Edit.h - Changes of a random program ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes something out of a program together with whatever names it. What is
/// left can be printed, but need not follow the rules.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EDIT_H
#define TASKLET_TEST_FUZZ_EDIT_H

#include "Ast.h"

#include <functional>

namespace tasklet::fuzz {

/// Each expression of the statements, an outer one before its parts; places
/// that are written included.
void forEachExpr(std::vector<Stmt> &Body,
                 const std::function<void(Expr &)> &Do);

/// Each list of statements, an outer one before those within it.
void forEachList(std::vector<Stmt> &Body,
                 const std::function<void(std::vector<Stmt> &)> &Do);

/// A constant of that type; not of an array, which is no value.
Expr zeroOf(const Program &P, int Ty, bool Wide);

/// In place of an expression that is read, a constant; whether it had not been
/// one already.
bool makeConstant(const Program &P, Expr &E, uint64_t Number);

/// In place of each spawn and call of the function, a constant result.
void dropCalls(Program &P, int Callee);

/// Removes what writes the variable, and reads 0 in its place.
void dropVariable(const Program &P, Function &F, int Var);

/// Removes a parameter of a task or a kernel, and the arguments of it.
void dropParameter(Program &P, int Function, unsigned Parameter);

/// Makes numbers of the structs that nothing uses, so that they are not
/// printed; whether there were any.
bool dropUnusedStructs(Program &P);

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_EDIT_H
