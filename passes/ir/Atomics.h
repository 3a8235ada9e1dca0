//===- Atomics.h - The runtime's atomic operations --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_ATOMICS_H
#define TASKLET_PASSES_IR_ATOMICS_H

namespace llvm {
class Module;
} // namespace llvm

namespace tasklet {

/// Gives bodies to the functions of libtasklet/device/atomics.h, in the form
/// that the target has (Target.h).
void defineAtomics(llvm::Module &M);

} // namespace tasklet

#endif
