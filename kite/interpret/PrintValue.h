//===- PrintValue.h - Values as text ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// How `print` and `kite run` write values. Inside of other values all are
/// literals of Kite, so that they read back, but `inf`, `nan` and tasks:
///
///   7  -7              integers
///   true  false
///   1.0  1e+20  inf  nan     the shortest number that reads back
///   'a'  '\n'          char; a char alone is the character itself
///   float4(1.0, 2.0, 3.0, 4.0)
///   ()  (1, 2)
///   [1, 2]  [[1, 2], [3]]    arrays
///   [1..5]  [1, 3..9]        ranges; one without elements is [1..0]
///   point{x = 1.0, y = 2.0}  list(int){nil = ()}
///   task               tasks
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_INTERPRET_PRINTVALUE_H
#define TASKLET_KITE_INTERPRET_PRINTVALUE_H

#include "interpret/Value.h"
#include "types/Type.h"

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace tasklet::kite {

/// As `print` does it. Returns the problem, or nothing: the zeroed value of a
/// type whose first branches contain each other has no end.
std::string printValue(const Value &V, const Type &Ty,
                       llvm::raw_ostream &Stream);

/// \p Number is one of \p B.
std::string formatFloating(double Number, Base B);

} // namespace tasklet::kite

#endif
