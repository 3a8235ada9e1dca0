//===- Builtins.h - Functions of OpenCL C -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The built-in functions of OpenCL C on values. Integer functions are exact.
/// Floating ones are computed in double by the C library and rounded once to
/// their type; OpenCL allows devices some units in the last place.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_INTERPRET_BUILTINS_H
#define TASKLET_KITE_INTERPRET_BUILTINS_H

#include "interpret/Value.h"
#include "types/Type.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace tasklet::kite {

/// A function of one component of each argument. \p B is the type of the first
/// argument.
using ScalarFunction = Value (*)(const Value *Arguments, Base B);

/// Null if there is none of that name. Prefixes `native_` and `half_` are taken
/// off before.
ScalarFunction findMathFunction(llvm::StringRef Name);
ScalarFunction findIntegerFunction(llvm::StringRef Name);
/// Functions whose results are true or false: 1 and 0.
ScalarFunction findRelation(llvm::StringRef Name);

/// Functions over all components. Empty if there is none of that name.
std::optional<Value> callVectorFunction(llvm::StringRef Name,
                                        llvm::ArrayRef<Value> Arguments,
                                        llvm::ArrayRef<const BaseType *> Types,
                                        const BaseType &Result);

/// Any built-in function; empty if \p Name is none.
std::optional<Value> callBuiltin(llvm::StringRef Name,
                                 llvm::ArrayRef<Value> Arguments,
                                 llvm::ArrayRef<const BaseType *> Types,
                                 const BaseType &Result);

/// What `atomic_add` and the like leave in memory; \p Operands without the
/// first argument. Empty if \p Name is none of them.
std::optional<Value> callAtomic(llvm::StringRef Name, const Value &Old,
                                llvm::ArrayRef<Value> Operands,
                                const BaseType &Type);

} // namespace tasklet::kite

#endif
