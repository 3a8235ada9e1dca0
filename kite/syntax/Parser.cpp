//===- Parser.cpp - From source files to a program ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "syntax/Parser.h"

#include "syntax/ParserState.h"

#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace tasklet::kite {

Program parseBuffer(std::unique_ptr<MemoryBuffer> Text, AstContext &Ast,
                    Diagnostics &Diags) {
  SourceFiles Files = loadSourceFiles(std::move(Text), Diags);
  Program Result;
  for (unsigned Number : Files.Order)
    FileParser(Files, Number, Ast, Diags).parseFile(Result);
  return Result;
}

Program parseFile(StringRef Path, AstContext &Ast, Diagnostics &Diags) {
  auto Refuse = [&](const Twine &Reason) {
    Diags.error(SMRange(), "'" + Path + "' cannot be read: " + Reason);
    return Program();
  };
  if (sys::fs::is_directory(Path))
    return Refuse("it is a directory");
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFile(Path);
  if (!Text)
    return Refuse(Text.getError().message());
  return parseBuffer(std::move(*Text), Ast, Diags);
}

Expr *parseExpression(std::unique_ptr<MemoryBuffer> Text, AstContext &Ast,
                      Diagnostics &Diags) {
  unsigned Before = Diags.errorCount();
  SourceFiles Files = loadSourceFiles(std::move(Text), Diags);
  Expr *Result = FileParser(Files, 0, Ast, Diags).parseWholeExpression();
  return Diags.errorCount() == Before ? Result : nullptr;
}

} // namespace tasklet::kite
