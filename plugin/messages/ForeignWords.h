//===- ForeignWords.h - Words of other systems for ours ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Words that people write who come from Cilk, or who misspell one of our
/// words. These names have no meaning unless the program declares them.
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

/// Whether \p Name is close to \p Word, but not equal. The caller must know
/// what \p Name may be in C.
inline bool isMisspelt(llvm::StringRef Name, llvm::StringRef Word) {
  return Name != Word && Name.edit_distance_insensitive(Word) <= 2;
}

} // namespace tasklet

#endif
