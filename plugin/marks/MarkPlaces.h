//===- MarkPlaces.h - Where the marks of functions stand --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `__task` and `__ordered` are attributes for Clang, and Clang drops some of
/// them: those on what can have no attribute, and those of a declaration that
/// follows the definition. So the token stage notes where each one stands, and
/// the AST stage notes which of them it has found.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_MARKS_MARKPLACES_H
#define TASKLET_PLUGIN_MARKS_MARKPLACES_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace clang {
class FunctionDecl;
class SourceManager;
} // namespace clang

namespace tasklet {

class MarkPlaces {
public:
  /// Notes a mark of the source. \p Next is the token after it.
  void add(clang::SourceLocation Mark, clang::SourceLocation Next) {
    Seen = true;
    Open.push_back({Mark, Next});
    All.push_back(Mark);
  }
  /// The mark at \p Mark belongs to a declaration, or was reported.
  void place(clang::SourceLocation Mark) { Placed.insert(Mark); }
  /// Clang says that it has dropped what stands at \p Mark. False if that is no
  /// mark.
  bool drop(clang::SourceLocation Mark);
  /// The marks in the text of \p Function, before its name. They count as
  /// placed.
  llvm::SmallVector<clang::SourceLocation, 1>
  placeOf(const clang::FunctionDecl *Function);
  /// The marks before \p End that belong to nothing; if \p End is invalid, all
  /// of them. They are given once.
  std::vector<clang::SourceLocation> lost(clang::SourceLocation End,
                                          const clang::SourceManager &SM,
                                          bool HadErrors);

  /// Whether the source has had any.
  bool any() const { return Seen; }
  /// Whether some do not lie before the end of any declaration checked so far.
  bool anyOpen() const { return !Open.empty(); }
  /// Each mark of the source.
  const std::vector<clang::SourceLocation> &all() const { return All; }

private:
  struct OpenMark {
    clang::SourceLocation Mark, Next;
  };
  bool Seen = false;
  std::vector<OpenMark> Open;
  std::vector<clang::SourceLocation> All;
  llvm::DenseSet<clang::SourceLocation> Placed, Dropped;
};

} // namespace tasklet

#endif
