//===- TaskMarks.h - Which functions are tasks ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `__task` arrives in the AST as an annotation and leaves it as an assumption.
/// The annotation can stand wherever an attribute can, and Clang reports
/// nothing about it; but it would become a global variable in the IR. The
/// assumption becomes the function attribute "llvm.assume"="tkl-task", on
/// declarations as well as definitions.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_MARKS_TASKMARKS_H
#define TASKLET_PLUGIN_MARKS_TASKMARKS_H

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

/// Whether any declaration of \p Function so far says `__task`.
bool isTask(const clang::FunctionDecl *Function);

/// Whether \p Name belongs to a task that is declared at file scope.
bool isTaskName(const clang::IdentifierInfo &Name,
                const clang::ASTContext &Context);

/// Replaces the marks of \p Root and of every declaration inside it. Must run
/// before code is generated for \p Root. Reports marks on anything but
/// functions, and declarations of one function that disagree.
void resolveTaskMarks(clang::Decl *Root, SourceMarks &Marks, Report &Diag);

/// Reports the marks before \p End that Clang has dropped because they can
/// stand on nothing there. If \p End is invalid, reports all. Clang itself
/// gives a warning at most.
void reportLostTaskMarks(clang::SourceLocation End, SourceMarks &Marks,
                         const clang::SourceManager &SM, bool HadErrors,
                         Report &Diag);

} // namespace tasklet

#endif
