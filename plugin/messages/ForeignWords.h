//===- ForeignWords.h - Words of other systems for ours ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What people write who come from Cilk, or who misspell a word of ours. None
/// of these names means anything unless the program declares it.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_MESSAGES_FOREIGNWORDS_H
#define TASKLET_PLUGIN_MESSAGES_FOREIGNWORDS_H

#include "llvm/ADT/StringRef.h"

namespace tasklet {

inline bool isWordForSpawn(llvm::StringRef Name) {
  return Name == "spawn" || Name == "cilk_spawn" || Name == "_Cilk_spawn";
}

inline bool isWordForSync(llvm::StringRef Name) {
  return Name == "sync" || Name == "cilk_sync" || Name == "_Cilk_sync";
}

/// Whether \p Name looks like \p Word, and is another one. What it may be in C
/// is for the caller to know.
inline bool isMisspelt(llvm::StringRef Name, llvm::StringRef Word) {
  return Name != Word && Name.edit_distance_insensitive(Word) <= 2;
}

} // namespace tasklet

#endif
