//===- Arithmetic.h - Operators on base types -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What operators do with base types and their vectors. Each operation of half,
/// float and double is rounded to its own type. Integers wrap around at their
/// width; that includes INT_MIN / -1.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_INTERPRET_ARITHMETIC_H
#define TASKLET_KITE_INTERPRET_ARITHMETIC_H

#include "interpret/Value.h"
#include "syntax/Expr.h"
#include "types/Type.h"

#include <optional>

namespace tasklet::kite {

bool isFloating(Base B);
bool isSignedInteger(Base B);

/// The low bits of \p Bits as a value of the integer type \p B; of bool, whether
/// there is a bit.
uint64_t wrap(uint64_t Bits, Base B);
/// The nearest number of the floating type \p B.
double roundTo(double Number, Base B);

/// One number as another type: floating to integer truncates and saturates (not
/// a number gives 0), integer to integer wraps, all else rounds.
Value convertScalar(const Value &From, Base FromBase, Base To);
/// The same with vectors; a scalar becomes all components of a vector.
Value convert(const Value &From, const BaseType &FromType, const BaseType &To);

/// The component of a vector, or the scalar itself.
Value component(const Value &V, const BaseType &Type, unsigned Number);

/// `+ - ! ~`; \p Type is the operand's. `!` of a vector gives -1 and 0.
Value applyUnary(UnaryOp Op, const Value &Operand, const BaseType &Type);

/// All but `&&` and `||`. A scalar beside a vector stands for all components.
/// Comparisons of scalars give bool; of vectors, -1 and 0 of \p Result. Empty if
/// an integer is divided by zero.
std::optional<Value> applyBinary(BinaryOp Op, const Value &Left,
                                 const BaseType &LeftType, const Value &Right,
                                 const BaseType &RightType,
                                 const BaseType &Result);

bool isComparison(BinaryOp Op);

} // namespace tasklet::kite

#endif
