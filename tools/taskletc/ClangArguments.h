//===- ClangArguments.h - What clang is told --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The command line of clang for one compilation: the plugin and its options,
/// facts that the program may rely on (version of the device, size of warps),
/// and the options that the user gave. The caller appends what depends on the
/// files of this run: the input, the result, the manifest. Nothing is read or
/// written here.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_CLANGARGUMENTS_H
#define TASKLET_TOOLS_CLANGARGUMENTS_H

#include "CommandLine.h"
#include "Toolchain.h"

namespace tasklet {

/// The words of the command line, clang itself first. \p FromBitcode: the input
/// is LLVM bitcode or its text, not a program.
std::vector<std::string> makeClangArguments(const CommandLine &Line,
                                            const Toolchain &Tools,
                                            bool FromBitcode);

/// The same for the second run, which makes PTX of the bitcode for the target
/// nvptx (passes/target/nvptx/MakePtx.h).
std::vector<std::string> makePtxArguments(const Toolchain &Tools,
                                          const std::string &Bitcode,
                                          const std::string &Ptx);

/// Clang reads a word that begins with '@' as the name of a file with options.
/// Returns \p Name in a form that clang takes for the file itself.
std::string asFileName(const std::string &Name);

} // namespace tasklet

#endif
