//===- Compiler.h - taskletc as the library sees it -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiles by running the command taskletc as a child process. So the
/// compiler's LLVM never meets the driver's in one address space, and a crash
/// of the compiler is only a failed build. Results are cached (Cache.h).
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_COMPILE_COMPILER_H
#define TASKLET_HOST_COMPILE_COMPILER_H

#include "compile/Compilation.h"

#include <string>
#include <vector>

namespace tasklet {

CompileResult compileSource(const SourceUnit &Unit, const TargetDevice &Device);

/// Compiles bitcode that the plugin made. Lowered bitcode keeps its target.
CompileResult compileBitcode(const std::string &Bitcode,
                             const TargetDevice &Device);

/// Makes a program, or a library, which is an object again. Messages call the
/// objects 'input 1' and so on.
CompileResult linkObjects(const std::vector<std::string> &Objects, bool Library,
                          const TargetDevice &Device);

/// Translates a program that was compiled for a device that takes SPIR-V. The
/// result's Bitcode is the SPIR-V.
CompileResult translateToSpirv(const std::string &Bitcode);

/// The same for a device that takes PTX.
CompileResult translateToPtx(const std::string &Bitcode);

/// Removes from the cache a program that the driver has refused. The next build
/// compiles it again, perhaps with another compiler.
void forgetCompiled(const CompileResult &Result);

/// The text after preprocessing; empty if that fails.
std::string preprocessSource(const SourceUnit &Unit,
                             const TargetDevice &Device);

/// "a b" -> "-cl-ext=-all,+a,+b"; what is no plain name is left out.
std::string makeExtensionOption(const std::string &Extensions);

/// The processor in CL_DEVICE_VERSION of a device of PoCL, such as "OpenCL 3.0
/// PoCL HSTR: pthread-x86_64-pc-linux-gnu-skylake-avx512"; empty for others.
std::string processorInVersion(const std::string &Version);

/// How long vectors should be, in bits, on a processor whose vendor is that of
/// CL_DEVICE_VENDOR; 0: as LLVM prefers for the name. An LLVM that does not know a
/// processor of AMD gives it the name of one of Intel's that has the same
/// instructions, and for those it prefers 256 bits, since they become slower with
/// longer vectors.
unsigned vectorBitsOf(const std::string &Vendor, const std::string &Processor);

} // namespace tasklet

#endif
