//===- Processor.h - The processor that runs the program --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Bitcode for SPIR is for no processor, so LLVM has no costs of it. The option
/// -tkl-cpu=NAME, which is --cpu=NAME of taskletc, says which processor will run
/// the program. The library knows it from the device (DeviceTarget.cpp). LLVM
/// prefers shorter vectors than some processors have; -tkl-vector-bits=N, which is
/// -mprefer-vector-width=N of taskletc, overrules that.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_PROCESSOR_H
#define TASKLET_PASSES_TARGET_PROCESSOR_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace tasklet {

/// The name by which LLVM knows the processor; empty if none was named.
llvm::StringRef processorName();

/// LLVM's description of that processor, for questions about costs only: the
/// module keeps its triple and its layout. Null if no processor was named.
const llvm::TargetMachine *processorMachine();

} // namespace tasklet

#endif
