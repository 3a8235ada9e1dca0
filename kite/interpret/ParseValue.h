//===- ParseValue.h - Values from the command line --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Arguments of `kite run`: literals of Kite for the parameter's type, or
/// `@file.npy` for an array. Literals are numbers, `true`, `'a'`, tuples,
/// structures, unions, `[1, 2]`, ranges, and vectors as `float2(1, 2)`, each
/// within each other; `inf` and `nan` besides, since values print so. Types of
/// generic structures and unions may be left out: `pair{...}`.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_INTERPRET_PARSEVALUE_H
#define TASKLET_KITE_INTERPRET_PARSEVALUE_H

#include "interpret/Value.h"
#include "syntax/Diagnostics.h"
#include "types/Type.h"

#include <optional>

namespace tasklet::kite {

/// \p Text as a value of \p Ty. Empty after an error in \p Diags, whose file
/// name is \p Name, and whose caret is under the part that is wrong.
std::optional<Value> parseValue(llvm::StringRef Text, llvm::StringRef Name,
                                const Type &Ty, Diagnostics &Diags);

} // namespace tasklet::kite

#endif
