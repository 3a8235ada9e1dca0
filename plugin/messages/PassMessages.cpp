//===- PassMessages.cpp - Messages of the passes, in the source -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/messages/PassMessages.h"
#include "plugin/messages/Diagnostics.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

using namespace clang;

namespace tasklet {

SourceLocation PassMessages::find(StringRef Folder, StringRef File,
                                  unsigned Line, unsigned Column) const {
  SourceManager &SM = CI.getSourceManager();
  auto IsIt = [&](SourceLocation Loc) {
    PresumedLoc Here = SM.getPresumedLoc(Loc);
    return Here.isValid() && StringRef(Here.getFilename()).endswith(File) &&
           Here.getLine() == Line && Here.getColumn() == Column;
  };
  SmallString<128> Absolute(File);
  llvm::sys::fs::make_absolute(Folder, Absolute);
  for (StringRef Name : {File, StringRef(Absolute)})
    if (auto Entry = SM.getFileManager().getFile(Name)) {
      SourceLocation Loc = SM.translateFileLineCol(*Entry, Line, Column);
      if (Loc.isValid() && IsIt(Loc))
        return Loc;
    }
  // Another file name, or other line numbers, come from a line marker. The one
  // that taskletc writes is the first line.
  FileID Main = SM.getMainFileID();
  for (unsigned Physical : {Line, Line + 1}) {
    SourceLocation Loc = SM.translateLineCol(Main, Physical, Column);
    if (Loc.isValid() && IsIt(Loc))
      return Loc;
  }
  return {};
}

bool PassMessages::show(bool IsError, SourceLocation Loc, StringRef Message) {
  if (Loc.isInvalid())
    return false;
  Report Diag(CI.getDiagnostics());
  if (IsError)
    Diag.error(Loc, "%0") << Message;
  else
    Diag.note(Loc, "%0") << Message;
  return true;
}

bool PassMessages::report(bool IsError, StringRef Folder, StringRef File,
                          unsigned Line, unsigned Column, StringRef Message) {
  return show(IsError, find(Folder, File, Line, Column), Message);
}

bool PassMessages::report(bool IsError, uint64_t Cookie, StringRef Message) {
  return show(IsError, SourceLocation::getFromRawEncoding(Cookie), Message);
}

} // namespace tasklet
