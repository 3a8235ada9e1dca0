//===- Toolchain.h - Which clang, which plugin ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_TOOLCHAIN_H
#define TASKLET_TOOLS_TOOLCHAIN_H

#include <string>
#include <vector>

namespace tasklet {

/// A program that taskletc runs: another one, or a part of itself
/// (BuiltInTools.h).
struct Tool {
  std::string Path; ///< empty if there is none
  std::string Part; ///< its name; empty: a program of its own

  bool exists() const { return !Path.empty(); }
  /// The first words of its command line.
  std::vector<std::string> command() const;
  /// For messages: the command.
  std::string text() const;
};

struct Toolchain {
  Tool Clang;
  std::string Plugin;  ///< empty if Clang has it inside
  std::string Headers; ///< the folder that has <tasklet/everywhere.clh>
  Tool LlvmSpirv;      ///< only --emit=spirv needs it
  Tool Kitec;          ///< only Kite needs it
  std::string Libclc;  ///< only --emit=ptx needs it; empty: there is none
  Tool Ptxas;          ///< only a report on PTX needs it

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
