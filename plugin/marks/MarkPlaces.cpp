//===- MarkPlaces.cpp - Where the marks of functions stand ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/marks/MarkPlaces.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace tasklet {

bool MarkPlaces::drop(SourceLocation Mark) {
  if (llvm::none_of(Open,
                    [&](const OpenMark &Each) { return Each.Mark == Mark; }))
    return false;
  Dropped.insert(Mark);
  return true;
}

SmallVector<SourceLocation, 1>
MarkPlaces::placeOf(const FunctionDecl *Function) {
  const SourceManager &SM = Function->getASTContext().getSourceManager();
  SourceLocation Begin = Function->getBeginLoc();
  SmallVector<SourceLocation, 1> Found;
  // If the mark begins a statement, the declaration begins after it.
  for (const OpenMark &Each : Open)
    if (Each.Next == Begin ||
        (!SM.isBeforeInTranslationUnit(Each.Mark, Begin) &&
         SM.isBeforeInTranslationUnit(Each.Mark, Function->getLocation()))) {
      Placed.insert(Each.Mark);
      Found.push_back(Each.Mark);
    }
  return Found;
}

std::vector<SourceLocation>
MarkPlaces::lost(SourceLocation End, const SourceManager &SM, bool HadErrors) {
  std::vector<SourceLocation> Lost;
  std::vector<OpenMark> Later;
  for (const OpenMark &Each : Open) {
    if (End.isValid() && !SM.isBeforeInTranslationUnit(Each.Mark, End))
      Later.push_back(Each);
    else if (!Placed.count(Each.Mark) &&
             // What Clang cannot parse loses its mark, too.
             (Dropped.count(Each.Mark) || !HadErrors))
      Lost.push_back(Each.Mark);
  }
  Open = std::move(Later);
  return Lost;
}

} // namespace tasklet
