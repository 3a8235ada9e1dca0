//===- Anf.h - A-normal form ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Section 3.3.1 of the Kite paper: gives each application a statement of its
/// own, so that graphs have a node for each.
///
/// Input:     a checked program (types/CheckedProgram.h).
/// Output:    the same program, changed in place, in the same syntax tree.
/// Guarantee, for each task of CheckedProgram::Tasks:
///
/// * An application (a task's call, `print`) is the whole of `f(e...);`, or the
///   whole value of `x <- f(e...);` where x is a variable (never an element of a
///   collection, never declared outside of the `map` whose body this is). All
///   other expressions have none. There is no ForceExpr and no FutureExpr: a
///   variable that an application determines is pending until it is used.
/// * A result that is stored elsewhere goes through a fresh variable:
///   `x1: int; x1 <- f(); v[0] <- x1;`. Fresh variables are x1, x2, ..., and have
///   VarDecl::IsTemporary.
/// * Types have no future(t) any more; each has become t. Each variable has its
///   written type.
/// * A declaration declares one variable. Its value has no application.
/// * There are no blocks but those of compound statements and of `then`.
/// * AssignStmt::Op is not set: `l += e` is `l <- l + e`. Calls in the indexes
///   of l are evaluated once, into a fresh variable.
/// * `&&`, `||` and `?:` have no applications on the right or in the branches:
///   those became `if`. A `while` whose condition has applications tests a fresh
///   variable, which is determined before the loop and at the end of each turn.
/// * All variables of a task have different names, and none has that of a task,
///   a constant, a type or a built-in function of the program.
///
/// Nested tasks and types:
///
/// * Anonymous tasks and tasks in blocks are tasks of CheckedProgram::Tasks,
///   behind the task that they come from, with their Captures; their Name is
///   their UniqueName. They get the values of their captures with a closure.
/// * A TaskExpr makes a closure: Task is the lifted task, Captured the values of
///   its captures, in the order of TaskDecl::Captures. It prints as
///   `task total_task1{a, b}`. It is a plain expression; it waits for what it
///   captures. There is none without captures: such a task is a NameExpr, as
///   those outside of tasks are.
/// * A task in a block that captures nothing is called by its name, too. Of another, its declaration has become that of a variable:
///   `g: task<int, int> = task main_g{a};`. Nothing assigns such variables, so
///   the callee of a call through one is known: VarDecl::Value of the callee's
///   target is a TaskExpr. A task that calls itself so has such a variable of
///   its own, made from its captures.
/// * Types in blocks are in CheckedProgram::Types only.
///
/// Returns:
///
/// * `return` is the last statement of its list. Its value has no application.
///   `return f(e...)` is `r <- f(e...); return r;` with a fresh r (the tail
///   call: GraphNode::IsTailCall marks it), and `return c ? f(x) : g(x)` an `if`
///   of two such.
/// * Statements behind a compound statement that may return belong to the path
///   that does not. Where there is one such path, they are at its end. Where
///   there are several, or the return is in a loop, a `critical` or the first
///   statement of `then`, the task has one flag, `ongoing: bool = true;`, its
///   first statement. Such a return is `ongoing <- false; return e;`, and the
///   statements behind are `if (ongoing) { ... }`. The body of a `for` with a
///   return is `if (ongoing) { ... }`; the condition of a `while` with a return
///   is `ongoing && e`. So whatever executes a return need not stop anything
///   else, and must not: other statements of the task may still have to run.
/// * Statements that cannot be reached are removed.
///
/// Order: applications of one expression stand in the order of the source, but
/// order is by data only.
///
/// Cost: linear in the program, but for conditions of `while` with applications,
/// which are copied once for each, and `return` of a name or literal, which may
/// be copied to the ends of several paths.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_GRAPHS_ANF_H
#define TASKLET_KITE_GRAPHS_ANF_H

#include "types/CheckedProgram.h"

namespace tasklet::kite {

/// Once for each program.
void toNormalForm(CheckedProgram &P, AstContext &Context, TypeContext &Types);

/// What toNormalForm() has made, for AstPrinter: types, constants and tasks.
Program programOf(const CheckedProgram &P);

} // namespace tasklet::kite

#endif
