//===- Names.h - Names in the generated source ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Users keep their names in the generated source, unless OpenCL C has another
/// use for one: keywords, types, functions, macros, and what Generate.h makes.
/// Then the name gets an underscore at its end. Each entity has one name in the
/// whole program, so that nothing is hidden.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_CODE_NAMES_H
#define TASKLET_KITE_CODE_NAMES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <map>
#include <string>

namespace tasklet::kite {

/// OpenCL C gives this name a meaning.
bool isReservedInOpenCL(llvm::StringRef Name);

class Names {
public:
  /// The name of \p Entity, always the same. The first who asks for \p Wanted
  /// gets it; others get `wanted_1` and so on.
  const std::string &of(const void *Entity, llvm::StringRef Wanted);
  /// Nobody else gets the result.
  std::string fresh(llvm::StringRef Wanted);

private:
  llvm::StringSet<> Used;
  std::map<const void *, std::string> Given;
};

} // namespace tasklet::kite

#endif
