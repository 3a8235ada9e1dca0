//===- SubGroupDeclarations.h - Sub-group functions for all -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Bodies of everywhere statements have the sub-group functions of OpenCL on
/// any device, in any version of the language and for all types. If a function
/// calls one that Clang does not declare, it is declared here. A function or
/// variable of the user's own with such a name is left alone.
///
/// Functions that take pointers to any type, and return the same type, are
/// declared as function templates. Sema deduces their arguments in OpenCL C as
/// in C++, and the IR has one declaration for each type.
///
/// A function may call a sub-group function before the first everywhere
/// statement of a program, and a body may call that function later. So
/// sub-group functions are declared in plain programs, too, unless Clang has
/// one of that name. There checkSubGroups refuses them as Clang would have
/// done.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_MARKS_SUBGROUPDECLARATIONS_H
#define TASKLET_PLUGIN_MARKS_SUBGROUPDECLARATIONS_H

#include "clang/Lex/Token.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <string>

namespace clang {
class CompilerInstance;
class FunctionDecl;
class IdentifierInfo;
} // namespace clang

namespace tasklet {

class SubGroupDeclarations {
public:
  explicit SubGroupDeclarations(clang::CompilerInstance &CI) : CI(CI) {}

  /// Declares the sub-group functions that \p Unit calls, an external
  /// declaration that has not been parsed yet. \p UsesEverywhere: whether the
  /// program has an everywhere so far.
  void declareFor(llvm::ArrayRef<clang::Token> Unit, bool UsesEverywhere);

  /// Whether any has been declared.
  bool any() const { return !Missing.empty(); }
  /// Whether the device has some for code outside of bodies.
  bool hasOfDevice() const;
  /// Whether this device lacks \p Function outside of bodies. In a plain
  /// program (without \p UsesAdditions), whether Clang lacks it.
  bool isMissing(const clang::FunctionDecl *Function, bool UsesAdditions) const;

  /// The signature in SubGroupFunctions.def, if Clang or this class has
  /// declared \p Function; else empty.
  static llvm::StringRef signatureOf(const clang::FunctionDecl *Function);
  /// A sentence on the operands of the function \p Name; empty if it is no
  /// sub-group function.
  static std::string describe(llvm::StringRef Name);

private:
  void declare(clang::IdentifierInfo &Name, bool UsesEverywhere);

  clang::CompilerInstance &CI;
  llvm::SmallPtrSet<const clang::IdentifierInfo *, 8> Seen;
  llvm::DenseSet<const clang::FunctionDecl *> Missing;
};

} // namespace tasklet

#endif
