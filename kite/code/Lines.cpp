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

bool Lines::hoist(size_t Place, const std::string &Declaration,
                  const std::string &Name) {
  size_t Spawn = Text.find(" " + Declaration + " <- ", Place);
  if (Spawn == std::string::npos)
    Spawn = Text.find(" " + Declaration + " = ", Place);
  size_t Alone = Text.find(" " + Declaration + ";\n", Place);
  if (Spawn != std::string::npos) {
    Text.replace(Spawn + 1, Declaration.size(), Name);
  } else if (Alone != std::string::npos) {
    size_t Begin = Text.rfind('\n', Alone) + 1;
    Text.erase(Begin, Text.find('\n', Alone) + 1 - Begin);
  } else {
    return false;
  }
  Text.insert(Place, std::string(2 * Depth, ' ') + Declaration + ";\n");
  return true;
}

} // namespace tasklet::kite
