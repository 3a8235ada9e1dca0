//===- FollowedPointers.h - Which pointers code follows ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// To follow a pointer is to read or write what it points to: `*p`, `p[i]`,
/// `p->m`, and some of OpenCL's functions. `&p[i]` computes an address only.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CHECKS_FOLLOWEDPOINTERS_H
#define TASKLET_PLUGIN_CHECKS_FOLLOWEDPOINTERS_H

#include "plugin/checks/FunctionModel.h"

namespace tasklet {

/// The pointer that \p Element itself follows, or null.
const clang::Expr *followedPointer(const FunctionModel &Model,
                                   const clang::Stmt *Element);

/// The variable that \p Pointer is computed from, if it is one of a function
/// and no other.
const clang::VarDecl *rootPointer(const clang::Expr *Pointer);

/// Where \p Pointer names \p Var.
clang::SourceLocation placeOf(const clang::VarDecl *Var,
                              const clang::Expr *Pointer);

} // namespace tasklet

#endif
