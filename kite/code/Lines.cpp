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
  if (File == SourceFile && Line == SourceLine)
    return;
  // A line or two further on, blank lines do not disturb, but a directive does.
  Text += ("#line " + Twine(Line) + (File == SourceFile ? "" : " " + quoted(File)) + "\n").str();
  SourceFile = File.str();
  SourceLine = Line;
}

} // namespace tasklet::kite
