//===- Toolchain.h - Which clang, which plugin ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_TOOLCHAIN_H
#define TASKLET_TOOLS_TOOLCHAIN_H

#include <string>

namespace tasklet {

struct Toolchain {
  std::string Clang;
  std::string Plugin;
  std::string LlvmSpirv; ///< empty if there is none; only --emit=spirv needs it
  std::string Kitec;     ///< empty if there is none; only Kite needs it

  unsigned TimeLimit = 0; ///< seconds for each tool

  /// Finds all parts. On failure \p Error says what is missing, where it was
  /// looked for, and the way out.
  [[nodiscard]] bool find(std::string &Error);

  /// One line per part: path, bytes, time of last change. Equal texts mean the
  /// same compiler.
  std::string describe() const;
};

} // namespace tasklet

#endif
