//===- CheckedProgram.h - What the checker hands on -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A program without mistakes, and without generic declarations: each generic
/// task that is used has become one task per choice of types. It guarantees:
///
/// * Each expression has a type; each name a target; each call its kind.
/// * No operand has the type future(t) but those of ForceExpr and of variables,
///   fields, arguments and results of that type: the rule FORCE is applied.
/// * Numbers that convert have a WidenExpr, unless they are literals, which have
///   the type that is expected.
/// * An anonymous task, and a task in a block, has its captures; its body uses
///   no other variable from outside, but constants.
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
  /// contains by value.
  std::vector<const NamedType *> Types;

  /// Null if there is none.
  TaskDecl *find(llvm::StringRef Name) const;
};

} // namespace tasklet::kite

#endif
