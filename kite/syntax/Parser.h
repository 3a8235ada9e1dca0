//===- Parser.h - From source files to a program ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a program: a file and those that it imports, each once. All mistakes
/// are told of in one run; what has one is left out of the program, so it is
/// complete only if there are no errors.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_SYNTAX_PARSER_H
#define TASKLET_KITE_SYNTAX_PARSER_H

#include "syntax/AstContext.h"
#include "syntax/Decl.h"
#include "syntax/Diagnostics.h"

#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace tasklet::kite {

/// The source manager of \p Diags owns the text afterwards. Imports are relative
/// to the folder in the buffer's name.
Program parseBuffer(std::unique_ptr<llvm::MemoryBuffer> Text, AstContext &Ast,
                    Diagnostics &Diags);

/// The same for a file. One that cannot be read is an error without a place.
Program parseFile(llvm::StringRef Path, AstContext &Ast, Diagnostics &Diags);

/// \p Text as one expression, such as an argument of `kite run`; no statements.
/// Null after an error.
Expr *parseExpression(std::unique_ptr<llvm::MemoryBuffer> Text, AstContext &Ast,
                      Diagnostics &Diags);

} // namespace tasklet::kite

#endif
