//===- AlignmentBits.h - Address bits that are plain numbers ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ANALYSIS_ALIGNMENTBITS_H
#define TASKLET_PASSES_ANALYSIS_ALIGNMENTBITS_H

namespace tasklet {

/// A value may contain this many low bits of an address and still leave its
/// step: they are the offset within the largest alignment of a variable, and do
/// not tell where the variable lies. The plugin's checks and the passes use the
/// same number.
constexpr unsigned AlignmentBits = 12;

} // namespace tasklet

#endif
