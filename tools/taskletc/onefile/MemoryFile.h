//===- MemoryFile.h - A file that is on no disk -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_ONEFILE_MEMORYFILE_H
#define TASKLET_TOOLS_ONEFILE_MEMORYFILE_H

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace tasklet {

/// The path, in this process, of a new file with these bytes. It stays open as
/// long as the process lives. Empty on failure; \p Error then says why.
std::string makeMemoryFile(const char *Name,
                           llvm::ArrayRef<unsigned char> Bytes,
                           std::string &Error);

} // namespace tasklet

#endif
