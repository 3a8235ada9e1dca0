//===- Diagnostics.h - Errors and warnings of Kite --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// All messages of the front end come through here. Each has a place in a
/// source file, may mark ranges, may have fix-its, and may be followed by
/// notes. They are kept and printed in the order of the source, errors and
/// warnings with their notes behind them:
///
/// \code
///   file.kite:LINE:COL: error: expected 'int', found 'float'
///     x: int = y;
///              ^
///   file.kite:LINE:COL: note: 'y' is declared here
/// \endcode
///
/// Fix-its are printed below, at their places. Two errors at one place say one
/// mistake: only the first is kept. Behind 1,000 messages it ends.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_SYNTAX_DIAGNOSTICS_H
#define TASKLET_KITE_SYNTAX_DIAGNOSTICS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/SMLoc.h"
#include "llvm/Support/SourceMgr.h"

#include <string>
#include <vector>

namespace tasklet::kite {

class Diagnostics {
public:
  explicit Diagnostics(llvm::SourceMgr &Sources) : Sources(Sources) {}

  /// The caret is at the start of \p Range; the range is underlined.
  void error(llvm::SMRange Range, const llvm::Twine &Text,
             llvm::ArrayRef<llvm::SMFixIt> FixIts = {});
  void warning(llvm::SMRange Range, const llvm::Twine &Text,
               llvm::ArrayRef<llvm::SMFixIt> FixIts = {});
  /// Belongs to the error or warning before it.
  void note(llvm::SMRange Range, const llvm::Twine &Text,
            llvm::ArrayRef<llvm::SMFixIt> FixIts = {});

  bool hasErrors() const { return Errors != 0; }
  unsigned errorCount() const { return Errors; }

  /// Prints what has come so far, and forgets it; hasErrors() stays.
  void print(llvm::raw_ostream &Stream);

  llvm::SourceMgr &sources() { return Sources; }

private:
  struct Line {
    llvm::SourceMgr::DiagKind Kind;
    llvm::SMRange Range;
    std::string Text;
    std::vector<llvm::SMFixIt> FixIts;
  };
  /// An error or a warning, with its notes.
  struct Message {
    unsigned Buffer = 0;
    const char *Place = nullptr;
    std::vector<Line> Lines;
  };
  void print(const Line &L, llvm::raw_ostream &Stream) const;
  void add(llvm::SourceMgr::DiagKind Kind, llvm::SMRange Range,
           const llvm::Twine &Text, llvm::ArrayRef<llvm::SMFixIt> FixIts);

  llvm::SourceMgr &Sources;
  std::vector<Message> Messages;
  llvm::DenseSet<const char *> ErrorPlaces, WarningPlaces;
  bool DropNotes = false;
  unsigned Errors = 0;
};

} // namespace tasklet::kite

#endif
