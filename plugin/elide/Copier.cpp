//===- Copier.cpp - Copies a source, with changes -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/elide/Copier.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace tasklet {

Copier::Copier(const ASTContext &Context)
    : SM(Context.getSourceManager()), Options(Context.getLangOpts()),
      Source(SM.getBufferData(SM.getMainFileID())) {}

unsigned Copier::offset(SourceLocation Loc) const {
  return SM.getFileOffset(SM.getFileLoc(Loc));
}

unsigned Copier::offsetAfter(SourceLocation Loc) const {
  SourceLocation File = SM.getFileLoc(Loc);
  return SM.getFileOffset(File) + Lexer::MeasureTokenLength(File, SM, Options);
}

unsigned Copier::offsetAfterMacro(SourceLocation Loc) const {
  return offsetAfter(SM.getExpansionRange(Loc).getEnd());
}

bool Copier::isInSource(SourceLocation Loc) const {
  return Loc.isValid() && SM.isWrittenInMainFile(SM.getFileLoc(Loc));
}

void Copier::replace(unsigned Begin, unsigned End, const std::string &Text) {
  std::string Breaks(Source.slice(Begin, End).count('\n'), '\n');
  Edits[Begin] = {End, Text + Breaks};
}

void Copier::copyTo(unsigned End) {
  for (auto It = Edits.lower_bound(Cursor);
       It != Edits.end() && It->first < End; ++It) {
    if (It->first < Cursor)
      continue;
    Out += Source.slice(Cursor, It->first);
    Out += It->second.Text;
    Cursor = It->second.End;
  }
  if (Cursor < End) {
    Out += Source.slice(Cursor, End);
    Cursor = End;
  }
}

void Copier::skipTo(unsigned End) {
  if (Cursor >= End)
    return;
  Out.append(Source.slice(Cursor, End).count('\n'), '\n');
  Cursor = End;
}

} // namespace tasklet
