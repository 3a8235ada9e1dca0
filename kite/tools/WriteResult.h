//===- WriteResult.h - Where results go -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_TOOLS_WRITERESULT_H
#define TASKLET_KITE_TOOLS_WRITERESULT_H

#include "llvm/ADT/StringRef.h"

#include <system_error>

namespace tasklet::kite {

/// Writes a file, or standard output if \p Path is "-". A file is there whole,
/// or is as it was.
std::error_code writeResult(llvm::StringRef Path, llvm::StringRef Content);

} // namespace tasklet::kite

#endif
