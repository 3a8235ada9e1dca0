//===- Consumer.h - The AST stage -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Sees every top-level declaration before code is generated for it. It
/// resolves the marks of tasks, then runs the checks of Checks.h. It costs
/// nothing in a program that uses none of the additions.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CONSUMER_H
#define TASKLET_PLUGIN_CONSUMER_H

#include "plugin/checks/Checks.h"
#include "plugin/marks/ServiceDeclarations.h"
#include "plugin/marks/SubGroupDeclarations.h"
#include "plugin/tokens/TokenRewriter.h"
#include "clang/Sema/SemaConsumer.h"
#ifdef TASKLET_HAVE_PASSES
#include "plugin/messages/PassMessages.h"
#endif

namespace clang {
class CompilerInstance;
} // namespace clang

namespace tasklet {

class Consumer : public clang::SemaConsumer {
public:
  Consumer(clang::CompilerInstance &CI, const CheckOptions &Options);
  ~Consumer() override;

  void InitializeSema(clang::Sema &S) override;
  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override;
  void HandleTranslationUnit(clang::ASTContext &Context) override;

private:
  void checkFunction(const clang::FunctionDecl *Function);
  void checkProgram(clang::ASTContext &Context);
  /// Reports the marks before \p End that belong to no declaration.
  void reportLost(clang::SourceLocation End);

  clang::CompilerInstance &CI;
  CheckOptions Options;
  Report Diag;
  std::shared_ptr<SourceMarks> SharedMarks;
  SourceMarks &Marks;
  std::vector<DeviceCall> DeviceCalls;
  LaneFacts Lanes;
  SubGroupDeclarations SubGroups;
  ServiceDeclarations Services;
  TokenRewriter Rewriter;
#ifdef TASKLET_HAVE_PASSES
  PassMessages Messages;
#endif
};

} // namespace tasklet

#endif
