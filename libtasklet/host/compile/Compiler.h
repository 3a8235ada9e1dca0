//===- Compiler.h - taskletc as the library sees it -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiles by running the command taskletc as a child process, so that the
/// compiler's LLVM never meets the driver's in one address space and a crash
/// of the compiler is a failed build. Results are cached (Cache.h).
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_COMPILE_COMPILER_H
#define TASKLET_HOST_COMPILE_COMPILER_H

#include "compile/Compilation.h"

#include <string>
#include <vector>

namespace tasklet {

CompileResult compileSource(const SourceUnit &Unit, const TargetDevice &Device);

/// Bitcode that the plugin made. What has been lowered keeps the target that it
/// has.
CompileResult compileBitcode(const std::string &Bitcode,
                             const TargetDevice &Device);

/// Makes a program, or a library, which is an object again. Messages call the
/// objects 'input 1' and so on.
CompileResult linkObjects(const std::vector<std::string> &Objects, bool Library,
                          const TargetDevice &Device);

/// A program that was compiled for a device that takes SPIR-V: Bitcode of the
/// result is that.
CompileResult translateToSpirv(const std::string &Bitcode);

/// Takes what the driver has refused out of the cache: the next build compiles
/// again, perhaps with another compiler.
void forgetCompiled(const CompileResult &Result);

/// The text after preprocessing; empty if that fails.
std::string preprocessSource(const SourceUnit &Unit,
                             const TargetDevice &Device);

/// "a b" -> "-cl-ext=-all,+a,+b"; what is no plain name is left out.
std::string makeExtensionOption(const std::string &Extensions);

} // namespace tasklet

#endif
