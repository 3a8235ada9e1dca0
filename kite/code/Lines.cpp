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

void Lines::from(StringRef File, unsigned Line, bool Exact) {
  // Several statements of one line need one directive: the next ones are a line
  // or two off, which disturbs less than the directives.
  if (File == SourceFile && (Line == SourceLine || (Line == Marked && !Exact)))
    return;
  Marked = Line;
  Text += "#line " + std::to_string(Line);
  if (File != SourceFile)
    Text += " " + quoted(File);
  Text += '\n';
  SourceFile = File.str();
  SourceLine = Line;
}

void Lines::addAt(size_t Place, const std::string &Line) {
  Text.insert(Place, std::string(2 * Depth, ' ') + Line + "\n");
}

void Lines::addBehind(const std::string &Wanted, size_t Place,
                      const std::string &Line) {
  size_t At = Text.find(Wanted, Place);
  if (At == std::string::npos)
    return;
  size_t Begin = Text.rfind('\n', At) + 1, End = Text.find('\n', At) + 1;
  size_t Indent = Text.find_first_not_of(' ', Begin) - Begin;
  Text.insert(End, std::string(Indent, ' ') + Line + "\n");
}

std::string Lines::reserve() {
  // No text of a program has this character.
  std::string Line = "\x01" + std::to_string(Reserved++) + "\n";
  Text += std::string(2 * Depth, ' ') + Line;
  return Line;
}

void Lines::settle(const std::string &Reserved, const std::string &Line) {
  size_t At = Text.find(Reserved);
  if (!Line.empty()) {
    Text.replace(At, Reserved.size(), Line + "\n");
    return;
  }
  size_t Begin = Text.rfind('\n', At) + 1;
  Text.erase(Begin, At + Reserved.size() - Begin);
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
  addAt(Place, Declaration + ";");
  return true;
}

} // namespace tasklet::kite
