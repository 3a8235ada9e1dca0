//===- VerifyWarps.h - Check what tkl-linearise guarantees ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_VERIFYWARPS_H
#define TASKLET_PASSES_EVERYWHERE_VERIFYWARPS_H

namespace llvm {
class Module;
} // namespace llvm

namespace tasklet {

/// The part of tkl-verify (pipeline/Verify.h) for kernels whose lanes meet.
void verifyWarps(llvm::Module &M);

} // namespace tasklet

#endif
