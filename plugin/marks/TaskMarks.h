//===- TaskMarks.h - Which functions are tasks ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `__task` arrives in the AST as an annotation and leaves it as an assumption.
/// The annotation can stand anywhere an attribute can, and Clang says nothing
/// of its own about it; but it would become a global variable in the IR. The
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

/// Whether \p Name is that of a task that has been declared outside of all
/// functions.
bool isTaskName(const clang::IdentifierInfo &Name,
                const clang::ASTContext &Context);

/// Replaces the marks of \p Root and of every declaration inside it. Must run
/// before code is generated for \p Root. Reports marks on what is no function,
/// and declarations of one function that disagree.
void resolveTaskMarks(clang::Decl *Root, SourceMarks &Marks, Report &Diag);

/// Reports those before \p End, or all if it is invalid, that Clang has dropped
/// because nothing there can have one. It says so in a warning, if at all.
void reportLostTaskMarks(clang::SourceLocation End, SourceMarks &Marks,
                         const clang::SourceManager &SM, bool HadErrors,
                         Report &Diag);

} // namespace tasklet

#endif
