//===- SourceFilter.cpp - Could this source use the additions? ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/SourceFilter.h"

#include <cctype>

using namespace tasklet;

namespace {

class Scanner {
public:
  explicit Scanner(const std::string &Source) : Text(Source) {}

  SourceTraits run() {
    while (Pos < Text.size()) {
      char C = Text[Pos];
      if (isWordStart(C))
        takeWord();
      else if (C == '"' || C == '\'')
        skipLiteral(C);
      else if (C == '/' && (at(Pos + 1) == '/' || at(Pos + 1) == '*'))
        skipComment();
      else {
        if (C == '<' && at(Pos + 1) == '-')
          Traits.HasEvidence = true;
        ++Pos;
      }
    }
    return Traits;
  }

private:
  const std::string &Text;
  size_t Pos = 0;
  SourceTraits Traits;

  char at(size_t Index) const { return Index < Text.size() ? Text[Index] : 0; }
  static bool isWordStart(char C) {
    return std::isalpha(static_cast<unsigned char>(C)) || C == '_';
  }
  static bool isWordPart(char C) {
    return std::isalnum(static_cast<unsigned char>(C)) || C == '_';
  }

  void takeWord() {
    size_t Begin = Pos;
    while (Pos < Text.size() && isWordPart(Text[Pos]))
      ++Pos;
    std::string Word = Text.substr(Begin, Pos - Begin);
    if (Word == "include")
      Traits.HasInclude = true;
    if (Word == "cl_tkl_tasklets" || Word.rfind("__opencl_c_tkl_", 0) == 0)
      Traits.HasMacro = true;
    bool Reserved = Word == "__task" || Word == "__ordered";
    if (Reserved || Word == "task" || Word == "everywhere" ||
        Word == "tkl_assert")
      Traits.HasWord = true;
    char Next = nextVisible();
    if (Reserved ||
        ((Word == "force" || Word == "tkl_assert") && Next == '(') ||
        (Word == "everywhere" && (Next == '(' || Next == '{')))
      Traits.HasEvidence = true;
  }

  char nextVisible() const {
    size_t I = Pos;
    while (I < Text.size() && std::isspace(static_cast<unsigned char>(Text[I])))
      ++I;
    return at(I);
  }

  /// A literal ends at its quote or, if that is missing, with its line: an
  /// apostrophe in an `#error` text must not swallow the rest of the program.
  void skipLiteral(char Quote) {
    for (++Pos; Pos < Text.size(); ++Pos) {
      if (Text[Pos] == '\\')
        ++Pos;
      else if (Text[Pos] == Quote || Text[Pos] == '\n') {
        ++Pos;
        return;
      }
    }
  }

  void skipComment() {
    bool Line = at(Pos + 1) == '/';
    size_t End = Pos + 2;
    if (!Line) {
      End = Text.find("*/", End);
      Pos = End == std::string::npos ? Text.size() : End + 2;
      return;
    }
    // A line comment goes on after a backslash at the end of its line.
    for (; End < Text.size() && Text[End] != '\n'; ++End)
      if (Text[End] == '\\' && at(End + 1) == '\n')
        ++End;
    Pos = End;
  }
};

} // namespace

SourceTraits tasklet::inspectSource(const std::string &Text) {
  return Scanner(Text).run();
}
