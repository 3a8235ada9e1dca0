//===- AstPrinter.h - From the syntax tree to Kite --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints syntax trees as Kite, which parses to the same tree again: two
/// blanks for each level, parentheses only where precedence needs them. A
/// program is printed with all that it imports. What only the checker makes is
/// in comments:
///
/// \code
///   x: long = /*force*/ f(1) + /*long*/ n;
/// \endcode
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_SYNTAX_ASTPRINTER_H
#define TASKLET_KITE_SYNTAX_ASTPRINTER_H

#include "syntax/Decl.h"

#include "llvm/Support/raw_ostream.h"

#include <functional>

namespace tasklet::kite {

struct PrintOptions {
  /// Show what the checker has found: types of variables and results that are
  /// not written, forces and widenings. Needs TypeName.
  bool ShowTypes = false;
  /// Show what tasks capture behind their names, `task total_task1{a: int}(...)`.
  /// For programs in A-normal form (graphs/Anf.h); the parser does not read it.
  bool ShowCaptures = false;
  /// How a type is written. Also used, if there is one, for variables that a
  /// stage has made without a written type.
  std::function<std::string(const Type *)> TypeName;
};

void printProgram(const Program &P, llvm::raw_ostream &Stream,
                  const PrintOptions &Options = {});
/// With the end of its last line, as printStmt. \p Indent: blanks before each
/// line.
void printDecl(const Decl &D, llvm::raw_ostream &Stream,
               const PrintOptions &Options = {}, unsigned Indent = 0);
void printStmt(const Stmt &S, llvm::raw_ostream &Stream,
               const PrintOptions &Options = {}, unsigned Indent = 0);
void printExpr(const Expr &E, llvm::raw_ostream &Stream,
               const PrintOptions &Options = {});
void printTypeExpr(const TypeExpr &T, llvm::raw_ostream &Stream);

} // namespace tasklet::kite

#endif
