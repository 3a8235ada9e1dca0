//===- PassMessages.cpp - Messages of the passes, in the source -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/messages/PassMessages.h"
#include "compat/Strings.h"
#include "plugin/messages/Diagnostics.h"
#include "clang/AST/Decl.h"
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
    return Here.isValid() && endsWith(StringRef(Here.getFilename()), File) &&
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
  // Another file name, or other line numbers, come from line markers. The one
  // that taskletc writes is the first line.
  FileID Main = SM.getMainFileID();
  auto AtLine = [&](unsigned Physical) {
    SourceLocation Loc = SM.translateLineCol(Main, Physical, Column);
    return Loc.isValid() && IsIt(Loc) ? Loc : SourceLocation();
  };
  for (unsigned Physical : {Line, Line + 1})
    if (SourceLocation Loc = AtLine(Physical); Loc.isValid())
      return Loc;
  unsigned Lines = SM.getBufferData(Main).count('\n') + 1;
  for (unsigned Physical = 1; Physical <= Lines; ++Physical)
    if (SourceLocation Loc = AtLine(Physical); Loc.isValid())
      return Loc;
  return {};
}

bool PassMessages::show(Severity Kind, StringRef Option, SourceLocation Loc,
                        StringRef Message) {
  if (Loc.isInvalid())
    return false;
  Report Diag(CI.getDiagnostics());
  switch (Kind) {
  case Severity::Error:
    Diag.error(Loc, "%0") << Message;
    break;
  case Severity::Warning:
    if (std::optional<Warning> W = warningOf(Option))
      Diag.warning(Loc, *W, "%0") << Message;
    break;
  case Severity::Note:
    Diag.note(Loc, "%0") << Message;
    break;
  }
  return true;
}

bool PassMessages::report(Severity Kind, StringRef Option, StringRef Folder,
                          StringRef File, unsigned Line, unsigned Column,
                          StringRef Message) {
  SourceLocation Loc = find(Folder, File, Line, Column);
  return Loc.isValid() && show(Kind, Option, Loc, Message);
}

bool PassMessages::report(Severity Kind, StringRef Option, uint64_t Cookie,
                          StringRef Message) {
  return show(Kind, Option, SourceLocation::getFromRawEncoding(Cookie),
              Message);
}

std::string PassMessages::lineAt(StringRef Folder, StringRef File,
                                 unsigned Line, unsigned Column) {
  SourceLocation Loc = find(Folder, File, Line, Column);
  if (Loc.isInvalid())
    return {};
  auto [Id, Offset] = CI.getSourceManager().getDecomposedLoc(Loc);
  StringRef Text = CI.getSourceManager().getBufferData(Id);
  size_t Begin = Text.rfind('\n', Offset);
  return Text
      .slice(Begin == StringRef::npos ? 0 : Begin + 1, Text.find('\n', Offset))
      .trim()
      .str();
}

void PassMessages::noteKernel(const FunctionDecl &Function) {
  Kernel &Noted = Kernels[Function.getName()];
  Noted.Loc = Function.getLocation();
  Noted.Parameters.clear();
  for (const ParmVarDecl *Param : Function.parameters())
    Noted.Parameters.push_back(Param->getName().str());
}

std::string PassMessages::parameterName(StringRef Name, unsigned Index) {
  auto Found = Kernels.find(Name);
  if (Found == Kernels.end() || Index >= Found->second.Parameters.size())
    return {};
  return Found->second.Parameters[Index];
}

bool PassMessages::reportAt(StringRef Name, Severity Kind, StringRef Option,
                            StringRef Message) {
  auto Found = Kernels.find(Name);
  return Found != Kernels.end() &&
         show(Kind, Option, Found->second.Loc, Message);
}

} // namespace tasklet
