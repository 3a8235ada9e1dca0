//===- SourceFilter.h - Could this source use the additions? ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A look at the text that spares plain programs the compiler: one pass over
/// the source, comments and literals left out, no preprocessing.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_COMPILE_SOURCEFILTER_H
#define TASKLET_HOST_COMPILE_SOURCEFILTER_H

#include <string>

namespace tasklet {

struct SourceTraits {
  /// One of the words __task, task, everywhere, __ordered stands in it.
  bool HasWord = false;
  /// It includes other files, which may hold such words.
  bool HasInclude = false;
  /// It names a macro of the extension: cl_tkl_tasklets or __opencl_c_tkl_...
  bool HasMacro = false;
  /// What plain OpenCL C cannot contain, or hardly: __task or __ordered, a
  /// `<-`, `force (` or `everywhere (` or `everywhere {`. Decides whose error
  /// messages the user gets when our compiler refuses the program.
  bool HasEvidence = false;

  /// Only then the compiler is asked.
  bool mayBeExtended() const { return HasWord || HasInclude; }
};

SourceTraits inspectSource(const std::string &Text);

} // namespace tasklet

#endif
