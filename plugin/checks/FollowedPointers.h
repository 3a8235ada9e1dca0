//===- FollowedPointers.h - Which pointers code follows ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// To follow a pointer is to read or write what it points to: `*p`, `p[i]`,
/// `p->m`, some of OpenCL's functions, and functions of the program that do so
/// with a parameter, whatever they are given. `&p[i]` computes an address only.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CHECKS_FOLLOWEDPOINTERS_H
#define TASKLET_PLUGIN_CHECKS_FOLLOWEDPOINTERS_H

#include "plugin/checks/FunctionModel.h"
#include "plugin/checks/PointerPlace.h"
#include "llvm/ADT/DenseMap.h"

namespace tasklet {

/// Where a function follows its parameters; an invalid place for those that it
/// does not, or not always. It does not look into what it calls.
using FollowedParameters = std::vector<clang::SourceLocation>;
/// As far as they were asked for.
using FollowingFunctions =
    llvm::DenseMap<const clang::FunctionDecl *, FollowedParameters>;

struct FollowedPointer {
  const clang::Expr *Pointer;
  /// The function of the program that follows it, and where; or null.
  const clang::FunctionDecl *By;
  clang::SourceLocation At;
};

/// The pointers that \p Element itself follows.
llvm::SmallVector<FollowedPointer, 1>
followedPointers(const clang::ParentMap &Parents, const clang::Stmt *Element,
                 FollowingFunctions &Functions);

/// The variable, or part of one, that \p Pointer is computed from, if it is one
/// of a function and no other.
PointerPlace rootPointer(const clang::Expr *Pointer,
                         const clang::ASTContext &Context);

/// Where \p Pointer names \p Var.
clang::SourceLocation placeOf(const clang::VarDecl *Var,
                              const clang::Expr *Pointer);

} // namespace tasklet

#endif
