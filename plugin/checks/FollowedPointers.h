//===- FollowedPointers.h - Which pointers code follows ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Code follows a pointer if it reads or writes what the pointer points to.
/// `*p`, `p[i]`, `p->m` and some functions of OpenCL do so. Functions of the
/// program count, too, if they follow a parameter in every call. `&p[i]`
/// computes only an address.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CHECKS_FOLLOWEDPOINTERS_H
#define TASKLET_PLUGIN_CHECKS_FOLLOWEDPOINTERS_H

#include "plugin/checks/FunctionModel.h"
#include "plugin/checks/PointerPlace.h"
#include "llvm/ADT/DenseMap.h"

namespace tasklet {

/// Where a function follows its parameters. The place is invalid for a
/// parameter that it does not always follow. Callees are not searched.
using FollowedParameters = std::vector<clang::SourceLocation>;
/// The functions that have been searched so far.
using FollowingFunctions =
    llvm::DenseMap<const clang::FunctionDecl *, FollowedParameters>;

struct FollowedPointer {
  const clang::Expr *Pointer;
  /// The function of the program that follows the pointer, and where; or null.
  const clang::FunctionDecl *By;
  clang::SourceLocation At;
};

/// The pointers that \p Element itself follows.
llvm::SmallVector<FollowedPointer, 1>
followedPointers(const clang::ParentMap &Parents, const clang::Stmt *Element,
                 FollowingFunctions &Functions);

/// The variable, or part of one, from which \p Pointer is computed. Only
/// variables of a function count; none if \p Pointer depends on others.
PointerPlace rootPointer(const clang::Expr *Pointer,
                         const clang::ASTContext &Context);

/// Where \p Pointer names \p Var.
clang::SourceLocation placeOf(const clang::VarDecl *Var,
                              const clang::Expr *Pointer);

} // namespace tasklet

#endif
