//===- SubGroupDeclarations.h - Sub-group functions for all -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Bodies of everywhere statements have the sub-group functions of OpenCL on
/// any device, in any version of the language and for all types. What Clang
/// does not declare of them is declared here when a function calls it. A user's
/// own function or variable of that name is left alone.
///
/// Those that take pointers to anything, and return the same, are function
/// templates: Sema deduces their arguments in OpenCL C as in C++, and the IR
/// has one declaration for each type.
///
/// A function may call them in front of the first everywhere statement of a
/// program, and be called in its body. So they are declared in plain programs,
/// too, where Clang has none of that name at all, and checkSubGroups refuses
/// them as Clang would have done.
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

  /// Declares what the external declaration \p Unit, which has not been parsed,
  /// calls. \p UsesEverywhere: the program does, so far.
  void declareFor(llvm::ArrayRef<clang::Token> Unit, bool UsesEverywhere);

  /// Whether any has been declared.
  bool any() const { return !Missing.empty(); }
  /// Whether the device has some, for code outside of bodies.
  bool hasOfDevice() const;
  /// Whether there is no such \p Function on this device outside of bodies. In
  /// a plain program (unless \p UsesAdditions), whether Clang has none.
  bool isMissing(const clang::FunctionDecl *Function, bool UsesAdditions) const;

  /// As SubGroupFunctions.def has it, if \p Function is one that Clang or this
  /// has declared; else empty.
  static llvm::StringRef signatureOf(const clang::FunctionDecl *Function);
  /// What to call the function \p Name with, as a sentence; empty if it is none
  /// of these.
  static std::string describe(llvm::StringRef Name);

private:
  void declare(clang::IdentifierInfo &Name, bool UsesEverywhere);

  clang::CompilerInstance &CI;
  llvm::SmallPtrSet<const clang::IdentifierInfo *, 8> Seen;
  llvm::DenseSet<const clang::FunctionDecl *> Missing;
};

} // namespace tasklet

#endif
