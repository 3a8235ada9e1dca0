//===- OrderedMarks.h - Which kernels are ordered ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `__ordered` arrives in the AST as an annotation and leaves it as an
/// assumption, as `__task` does (TaskMarks.h). The assumption lists the
/// monitored parameters: "llvm.assume"="tkl-ordered:0:3".
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_MARKS_ORDEREDMARKS_H
#define TASKLET_PLUGIN_MARKS_ORDEREDMARKS_H

#include "plugin/marks/SourceMarks.h"
#include "plugin/messages/Diagnostics.h"

namespace clang {
class ASTContext;
class Decl;
class FunctionDecl;
class IdentifierInfo;
class SourceManager;
} // namespace clang

namespace tasklet {

/// Whether any declaration of \p Function so far says `__ordered`.
bool isOrdered(const clang::FunctionDecl *Function);

/// Whether \p Name belongs to an ordered kernel that is declared at file scope.
bool isOrderedName(const clang::IdentifierInfo &Name,
                   const clang::ASTContext &Context);

/// Replaces the marks of \p Root and of every declaration inside it. Must run
/// before code is generated for \p Root. Reports marks on anything but kernels,
/// lists that name what cannot be monitored, and declarations of one kernel
/// that disagree.
void resolveOrderedMarks(clang::Decl *Root, SourceMarks &Marks, Report &Diag);

/// Reports the marks before \p End that Clang has dropped because they can
/// stand on nothing there. If \p End is invalid, reports all.
void reportLostOrderedMarks(clang::SourceLocation End, SourceMarks &Marks,
                            const clang::SourceManager &SM, bool HadErrors,
                            Report &Diag);

} // namespace tasklet

#endif
