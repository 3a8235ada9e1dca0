//===- Numbers.h - Numbers in OpenCL C --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Literals of OpenCL C that have just the value and the type.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_CODE_NUMBERS_H
#define TASKLET_KITE_CODE_NUMBERS_H

#include "code/Expressions.h"

namespace tasklet::kite {

std::pair<std::string, Level> integerLiteral(uint64_t Value, const BaseType *T);
std::pair<std::string, Level> floatingLiteral(double Value, const BaseType *T);

/// A literal other than 0 and -1: dividing by it cannot fail.
bool isSafeDivisor(const Expr *E);
bool isLiteralBelow(const Expr *E, unsigned Limit);

} // namespace tasklet::kite

#endif
