//===- SourceNames.h - Names, types and lines of the source -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// How the user would call what stands in the IR, by its debug information.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_SOURCENAMES_H
#define TASKLET_PASSES_IR_SOURCENAMES_H

#include "llvm/IR/DebugLoc.h"

#include <string>

namespace llvm {
class DIType;
class Type;
class Value;
} // namespace llvm

namespace tasklet {

struct SourceName {
  std::string Name; ///< empty: no variable of the source
  std::string Type;
};

/// What the source calls the value or variable \p V.
SourceName sourceName(llvm::Value *V);

/// "12:5", with the file in front unless that is \p File; empty if unknown.
std::string placeText(const llvm::DebugLoc &Loc, llvm::StringRef File);
/// The same without the column.
std::string lineText(const llvm::DebugLoc &Loc, llvm::StringRef File);

} // namespace tasklet

#endif
