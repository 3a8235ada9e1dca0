//===- Libclc.h - The built-in functions for PTX in this program -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_ONEFILE_LIBCLC_H
#define TASKLET_TOOLS_ONEFILE_LIBCLC_H

#include <string>

namespace tasklet {

/// Stands for a path in command lines of the built-in clang.
constexpr char BuiltInLibclc[] = "/<taskletc>/nvptx64--nvidiacl.bc";

/// A file of this process that has libclc's bitcode. Empty after an error, which
/// it has printed.
std::string makeLibclcFile();

} // namespace tasklet

#endif
