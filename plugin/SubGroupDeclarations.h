//===- SubGroupDeclarations.h - Sub-group functions for all -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Bodies of everywhere statements have the sub-group functions of OpenCL on
/// any device, in any version of the language and for all types. What Clang
/// does not declare of them is declared here when a function with an everywhere
/// statement names it. A user's own function or variable of that name is left
/// alone.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_SUBGROUPDECLARATIONS_H
#define TASKLET_PLUGIN_SUBGROUPDECLARATIONS_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace clang {
class CompilerInstance;
class FunctionDecl;
class IdentifierInfo;
} // namespace clang

namespace tasklet {

class SubGroupDeclarations {
public:
  explicit SubGroupDeclarations(clang::CompilerInstance &CI) : CI(CI) {}

  /// Declares what there is of \p Name, if it is the name of a sub-group
  /// function.
  void declare(clang::IdentifierInfo &Name);

  /// Whether \p Function is one that Clang does not have for this device: there
  /// is none outside of bodies.
  bool isMissing(const clang::FunctionDecl *Function) const {
    return Missing.count(Function);
  }

private:
  clang::CompilerInstance &CI;
  llvm::SmallPtrSet<const clang::IdentifierInfo *, 8> Seen;
  llvm::DenseSet<const clang::FunctionDecl *> Missing;
};

} // namespace tasklet

#endif
