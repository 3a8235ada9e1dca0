//===- Levels.h - Which operators bind tighter ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_CODE_LEVELS_H
#define TASKLET_KITE_CODE_LEVELS_H

namespace tasklet::kite {

/// Levels of C's operators, from loose to tight.
enum class Level {
  Comma,
  Assignment,
  Conditional,
  Or,
  And,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relation,
  Shift,
  Sum,
  Product,
  Unary,
  Postfix,
};

} // namespace tasklet::kite

#endif
