//===- FileRule.h - Which files a program was read from ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_TOOLS_FILERULE_H
#define TASKLET_KITE_TOOLS_FILERULE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SourceMgr.h"

#include <string>

namespace tasklet::kite {

/// A rule for make: \p Target depends on all files of \p Sources. Texts that
/// are no files, such as `<stdin>`, are left out.
std::string makeFileRule(const llvm::SourceMgr &Sources,
                         llvm::StringRef Target);

} // namespace tasklet::kite

#endif
