//===- PassMessages.h - Messages of the passes, in the source ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The passes find some errors late, and some reasons for warnings. These
/// appear as Clang's own do: at the user's position, with a caret and with
/// notes. The passes know a file, a line and a column, or the number that Clang
/// gave to a call, or at least the kernel.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_MESSAGES_PASSMESSAGES_H
#define TASKLET_PLUGIN_MESSAGES_PASSMESSAGES_H

#include "passes/ir/Diagnose.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringMap.h"

namespace clang {
class CompilerInstance;
class FunctionDecl;
} // namespace clang

namespace tasklet {

/// Receives the messages as long as it lives.
class PassMessages : public SourceReporter {
public:
  explicit PassMessages(clang::CompilerInstance &CI) : CI(CI) {
    setSourceReporter(this);
  }
  ~PassMessages() override { setSourceReporter(nullptr); }

  bool report(Severity Kind, llvm::StringRef Option, llvm::StringRef Folder,
              llvm::StringRef File, unsigned Line, unsigned Column,
              llvm::StringRef Message) override;
  bool report(Severity Kind, llvm::StringRef Option, uint64_t Cookie,
              llvm::StringRef Message) override;
  bool reportAt(llvm::StringRef Name, Severity Kind, llvm::StringRef Option,
                llvm::StringRef Message) override;
  std::string lineAt(llvm::StringRef Folder, llvm::StringRef File,
                     unsigned Line, unsigned Column) override;
  std::string parameterName(llvm::StringRef Name, unsigned Index) override;

  /// \p Function, an ordered kernel with a body, is one that passes may report
  /// about as a whole. Clang frees the AST before they run.
  void noteKernel(const clang::FunctionDecl &Function);

private:
  struct Kernel {
    clang::SourceLocation Loc;
    std::vector<std::string> Parameters;
  };

  clang::SourceLocation find(llvm::StringRef Folder, llvm::StringRef File,
                             unsigned Line, unsigned Column) const;
  bool show(Severity Kind, llvm::StringRef Option, clang::SourceLocation Loc,
            llvm::StringRef Message);

  clang::CompilerInstance &CI;
  llvm::StringMap<Kernel> Kernels;
};

} // namespace tasklet

#endif
