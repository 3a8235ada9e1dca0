//===- CheckedProgram.h - What the checker hands on -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A program without mistakes, and without generic declarations: each generic
/// task that is used has become one task per choice of types. It guarantees:
///
/// * Each expression has a type; each name a target, but those of functions of
///   OpenCL C and of base types, which are only called; each call its kind. The
///   texts of `print` have the type `()`.
/// * No operand has the type future(t) but those of ForceExpr and of variables,
///   fields, arguments and results of that type: the rule FORCE is applied.
/// * The operand of a FutureExpr is an application: `task (a + b)` has become
///   one of an anonymous task.
/// * Numbers that convert have a WidenExpr, unless they are literals, which have
///   the type that is expected. Literals of floating types are FloatingExpr.
/// * Arithmetic is done in the type of the expression: char + char is char, and
///   wraps. Both operands have it, or one is a component of it (a vector and a
///   number); of shifts only the left one, and of comparisons none, whose
///   operands agree with each other. That of `l += e` is done in the type of l.
/// * Indexes and sizes are of any integer type.
/// * The value of a constant is a literal, or `-` and a literal.
/// * An anonymous task, and a task in a block, has its captures; its body uses
///   no other variable from outside, but constants.
/// * A task in a block that captures something, or that a task inside of it
///   names, is named only in the block's own task and in itself. Elsewhere
///   stands a variable that holds it, which is declared behind it, or first in
///   its own body, and captured like others.
/// * In place of a generic task in a block its instances are declared.
/// * Each way through a task with a result ends with `return`.
/// * Types, type expressions with Meaning included, have no ParameterType.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_TYPES_CHECKEDPROGRAM_H
#define TASKLET_KITE_TYPES_CHECKEDPROGRAM_H

#include "syntax/Decl.h"
#include "types/Type.h"

namespace tasklet::kite {

struct CheckedProgram {
  /// Tasks outside of other tasks, in the order of the source, instances of
  /// generic ones after the declaration that they come from.
  std::vector<TaskDecl *> Tasks;
  std::vector<VarDecl *> Constants;
  /// Structures and unions without parameters left, each behind those that it
  /// contains by value. Two of different blocks, or of different instances of a
  /// task, may have one name.
  std::vector<const NamedType *> Types;

  /// Null if there is none.
  TaskDecl *find(llvm::StringRef Name) const;
};

} // namespace tasklet::kite

#endif
