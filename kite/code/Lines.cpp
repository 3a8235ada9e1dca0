//===- Lines.cpp - Indented text ------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "code/Lines.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tasklet::kite {

std::string quoted(StringRef Text) {
  std::string Quoted = "\"";
  for (unsigned char C : Text) {
    if (C == '"' || C == '\\')
      Quoted += '\\';
    if (isPrint(C)) {
      Quoted += C;
      continue;
    }
    // Octal: a digit that follows does not belong to it.
    Quoted += '\\';
    for (int Shift = 6; Shift >= 0; Shift -= 3)
      Quoted += char('0' + (C >> Shift & 7));
  }
  return Quoted + '"';
}

void Lines::from(StringRef File, unsigned Line) {
  // Several statements of one line need one directive: the next ones are a line
  // or two off, which disturbs less than the directives.
  if (File == SourceFile && (Line == SourceLine || Line == Marked))
    return;
  Marked = Line;
  Text += "#line " + std::to_string(Line);
  if (File != SourceFile)
    Text += " " + quoted(File);
  Text += '\n';
  SourceFile = File.str();
  SourceLine = Line;
}

} // namespace tasklet::kite
