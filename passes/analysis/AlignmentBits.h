//===- AlignmentBits.h - What of an address is a number ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ANALYSIS_ALIGNMENTBITS_H
#define TASKLET_PASSES_ANALYSIS_ALIGNMENTBITS_H

namespace tasklet {

/// Low bits of an address that may leave: offsets within what a variable can be
/// aligned to. The plugin's checks and the passes agree on it.
constexpr unsigned AlignmentBits = 12;

} // namespace tasklet

#endif
