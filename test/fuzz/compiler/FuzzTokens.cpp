//===- FuzzTokens.cpp - libFuzzer target: the token stage -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Only reads tokens, with the plugin's token watcher at work, and no parser
/// after it: many times faster than the whole compiler, and free of clang's
/// own crashes.
///
//===----------------------------------------------------------------------===//

#include "InProcess.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/Preprocessor.h"

namespace {

/// Plugins are asked for their consumers where an action makes an AST.
class ReadTokens : public clang::ASTFrontendAction {
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &, llvm::StringRef) override {
    return std::make_unique<clang::ASTConsumer>();
  }

  void ExecuteAction() override {
    clang::Preprocessor &PP = getCompilerInstance().getPreprocessor();
    PP.EnterMainSourceFile();
    clang::Token Token;
    do
      PP.Lex(Token);
    while (Token.isNot(clang::tok::eof));
  }
};

} // namespace

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  tasklet::fuzz::loadPlugin();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  ReadTokens Action;
  tasklet::fuzz::compile({reinterpret_cast<const char *>(Data), Size}, Action);
  return 0;
}
