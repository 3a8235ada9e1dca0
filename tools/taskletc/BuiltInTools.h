//===- BuiltInTools.h - What this program is besides taskletc ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// taskletc runs clang, kitec and llvm-spirv as child processes: what crashes
/// there, or takes too long, does not harm it. A taskletc in one file
/// (onefile/) has these tools inside and runs itself, with --tool=NAME as first
/// argument. Other builds have none.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_BUILTINTOOLS_H
#define TASKLET_TOOLS_BUILTINTOOLS_H

#include <string>

namespace tasklet {

/// As main; [0] is how messages name the tool. Returns the exit status.
using ToolMain = int (*)(int Argc, char **Argv);

/// The tool of that name, "clang", "kitec" or "llvm-spirv"; null if it is not
/// built in.
ToolMain findBuiltInTool(const std::string &Name);

/// The folder that has <tasklet/everywhere.clh>, as the built-in clang takes it;
/// empty without one.
std::string builtInHeaders();

/// libclc's bitcode for PTX, as the built-in clang takes it; empty without one.
std::string builtInLibclc();

constexpr char ToolOption[] = "--tool=";

} // namespace tasklet

#endif
