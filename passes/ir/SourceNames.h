//===- SourceNames.h - Names, types and lines of the source -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The names that the source gives to values, types and places in the IR. They
/// come from the debug information.
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

/// The name and type in the source of the value or variable \p V.
SourceName sourceName(llvm::Value *V);

/// "12:5", after the name of the file unless that is \p File; empty if unknown.
std::string placeText(const llvm::DebugLoc &Loc, llvm::StringRef File);
/// The same without the column.
std::string lineText(const llvm::DebugLoc &Loc, llvm::StringRef File);

} // namespace tasklet

#endif
