//===- Lines.h - Indented text ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Text of a program, line by line, with `#line` wherever the reader, or the
/// debugger, would otherwise be led to a wrong line of the source.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_CODE_LINES_H
#define TASKLET_KITE_CODE_LINES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <string>

namespace tasklet::kite {

class Lines {
public:
  /// A line, indented.
  void add(const llvm::Twine &Line) {
    Text.append(2 * Depth, ' ');
    Text += Line.str();
    Text += '\n';
    ++SourceLine;
  }
  /// A line that ends with an opening brace.
  void open(const llvm::Twine &Line) {
    add(Line + (Line.isTriviallyEmpty() ? "{" : " {"));
    ++Depth;
  }
  /// `} else {` and the like.
  void reopen(const llvm::Twine &Line) {
    --Depth;
    add(Line);
    ++Depth;
  }
  void close(const llvm::Twine &After = "") {
    --Depth;
    add("}" + After);
  }
  void blank() {
    Text += '\n';
    ++SourceLine;
  }
  /// What follows comes from this line of the source; CodeOptions.h says what
  /// \p Exact does.
  void from(llvm::StringRef File, unsigned Line, bool Exact = false);
  /// A line at \p Place.
  void addAt(size_t Place, const std::string &Line);
  /// A line behind the first one that has \p Wanted, from \p Place on.
  void addBehind(const std::string &Wanted, size_t Place,
                 const std::string &Line);
  /// A line that settle() knows only later. Returns what to tell it.
  std::string reserve();
  /// Puts \p Line there; none if it is empty.
  void settle(const std::string &Reserved, const std::string &Line);
  /// All of \p Other, which is not indented.
  void append(const Lines &Other) {
    Text += Other.Text;
    SourceLine = 0;
  }

  /// A place between lines, for hoist().
  size_t place() const { return Text.size(); }
  /// Moves \p Declaration, which stands behind \p Place alone or in front of a
  /// spawn, to \p Place. Returns whether it stands there.
  bool hoist(size_t Place, const std::string &Declaration,
             const std::string &Name);

  const std::string &str() const { return Text; }
  bool empty() const { return Text.empty(); }

private:
  std::string Text;
  unsigned Depth = 0;
  unsigned Reserved = 0;
  /// Where the compiler is told that the next line comes from; 0: nowhere.
  unsigned SourceLine = 0;
  /// Of the last directive.
  unsigned Marked = 0;
  std::string SourceFile;
};

/// As a literal of C.
std::string quoted(llvm::StringRef Text);

} // namespace tasklet::kite

#endif
