//===- Strings.h - How strings begin and end --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM has renamed these members of StringRef, and no one name is in all
/// versions. They are needed wherever LLVM's strings are, also in Kite.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_COMPAT_STRINGS_H
#define TASKLET_COMPAT_STRINGS_H

#include "llvm/ADT/StringRef.h"

namespace tasklet {

inline bool startsWith(llvm::StringRef Text, llvm::StringRef Prefix) {
  return Text.consume_front(Prefix);
}

/// Letters of ASCII match in either case.
inline bool startsWithInsensitive(llvm::StringRef Text,
                                  llvm::StringRef Prefix) {
  return Text.consume_front_insensitive(Prefix);
}

inline bool endsWith(llvm::StringRef Text, llvm::StringRef Suffix) {
  return Text.consume_back(Suffix);
}

} // namespace tasklet

#endif
