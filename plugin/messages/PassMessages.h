//===- PassMessages.h - Messages of the passes, in the source ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The passes find some errors late. These appear as Clang's own do: at the
/// user's position, with a caret and with notes. The passes know a file, a line
/// and a column, or the number that Clang gave to a call.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_MESSAGES_PASSMESSAGES_H
#define TASKLET_PLUGIN_MESSAGES_PASSMESSAGES_H

#include "passes/ir/Diagnose.h"
#include "clang/Basic/SourceLocation.h"

namespace clang {
class CompilerInstance;
} // namespace clang

namespace tasklet {

/// Receives the messages as long as it lives.
class PassMessages : public SourceReporter {
public:
  explicit PassMessages(clang::CompilerInstance &CI) : CI(CI) {
    setSourceReporter(this);
  }
  ~PassMessages() override { setSourceReporter(nullptr); }

  bool report(bool IsError, llvm::StringRef Folder, llvm::StringRef File,
              unsigned Line, unsigned Column, llvm::StringRef Message) override;
  bool report(bool IsError, uint64_t Cookie, llvm::StringRef Message) override;

private:
  clang::SourceLocation find(llvm::StringRef Folder, llvm::StringRef File,
                             unsigned Line, unsigned Column) const;
  bool show(bool IsError, clang::SourceLocation Loc, llvm::StringRef Message);

  clang::CompilerInstance &CI;
};

} // namespace tasklet

#endif
