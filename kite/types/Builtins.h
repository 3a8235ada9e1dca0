//===- Builtins.h - The functions of OpenCL C that Kite has -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Math, integer, common, geometric and relational functions, by their names in
/// OpenCL C, and why the others are missing.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_TYPES_BUILTINS_H
#define TASKLET_KITE_TYPES_BUILTINS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace tasklet::kite {

/// One function. Its signature is a class of types, a colon, the result and the
/// parameters. T is one type of the class, scalar or vector:
///
///   class  f floating, i integer, s signed integer, n both, m int or uint
///   T      the type
///   t      the type, or one component of it
///   S      one component of it
///   U      its unsigned version
///   i      int, as many as T has components
///   k      as i, or one int
///   B      what a comparison of T gives: bool, or integers of its width
///   b      bool
///   C      what selects components of T: bool, or integers of its width
///
/// For example, `clamp` is "n:TTtt".
struct BuiltinFunction {
  const char *Name;
  const char *Signature;
};

/// Null if there is none.
const BuiltinFunction *findBuiltin(llvm::StringRef Name);
/// Why a function of OpenCL C cannot be called from Kite, as the end of
/// "'barrier' cannot be called: ...". Empty if \p Name is not such a one.
llvm::StringRef whyRejected(llvm::StringRef Name);
/// `atomic_add` and others.
bool isAtomic(llvm::StringRef Name);
/// All that can be called without a declaration, without base types.
llvm::ArrayRef<llvm::StringRef> builtinNames();
bool isBuiltin(llvm::StringRef Name);

} // namespace tasklet::kite

#endif
