//===- SourceFiles.h - A file and its imports -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// All files of a program as tokens, before any is parsed. In the body of a
/// `case`, `x: t;` declares a variable if t is a type, and `x: f(1);` begins a
/// branch if it is not, so the parser must know the types of the whole program.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_SYNTAX_SOURCEFILES_H
#define TASKLET_KITE_SYNTAX_SOURCEFILES_H

#include "syntax/Lexer.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <vector>

namespace tasklet::kite {

struct SourceFile {
  unsigned Buffer = 0;
  TokenList Tokens;
  /// Numbers of the files that it imports.
  std::vector<unsigned> Imports;
};

struct SourceFiles {
  /// The main file is the first.
  std::vector<SourceFile> Files;
  /// Each file behind those that it imports, as far as there is no cycle.
  std::vector<unsigned> Order;
  /// Structures and unions, and the branches of unions.
  llvm::StringSet<> Types, Branches;
};

SourceFiles loadSourceFiles(std::unique_ptr<llvm::MemoryBuffer> Main,
                            Diagnostics &Diags);

/// `int`, `float4`, `array`: a name that is a type unless a program hides it.
bool isBuiltinTypeName(llvm::StringRef Name);

} // namespace tasklet::kite

#endif
