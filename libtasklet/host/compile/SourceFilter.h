//===- SourceFilter.h - Could this source use the additions? ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A quick look at the text, so that plain programs need not go through the
/// compiler. It is one pass over the source, without preprocessing; comments
/// and literals are left out.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_COMPILE_SOURCEFILTER_H
#define TASKLET_HOST_COMPILE_SOURCEFILTER_H

#include <string>

namespace tasklet {

struct SourceTraits {
  /// One of the words __task, task, everywhere, __ordered, tkl_assert stands in
  /// it.
  bool HasWord = false;
  /// It includes other files, which may hold such words.
  bool HasInclude = false;
  /// It names a macro of the extension: cl_tkl_tasklets or __opencl_c_tkl_...
  bool HasMacro = false;
  /// It has something that plain OpenCL C cannot, or can hardly, contain:
  /// __task or __ordered, a `<-`, `force (`, `everywhere (`, `everywhere {` or
  /// `tkl_assert (`.
  /// This decides whose error messages the user gets if our compiler refuses
  /// the program.
  bool HasEvidence = false;

  /// Whether the compiler is asked.
  bool mayBeExtended() const { return HasWord || HasInclude; }
};

SourceTraits inspectSource(const std::string &Text);

} // namespace tasklet

#endif
