//===- CudaNames.h - What CUDA calls it, and what it is here ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Who brings a program from CUDA along meets `__shfl_sync` as an undeclared
/// name. CudaNames.def says what it is here; docs/from-cuda.md is the same
/// table for readers.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_MESSAGES_CUDANAMES_H
#define TASKLET_PLUGIN_MESSAGES_CUDANAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tasklet {

/// What to write for the CUDA name \p Name, as a sentence; empty if that is
/// none. Without \p KnowsWarpSize only the device, or a link, does.
std::string adviceOnCuda(llvm::StringRef Name, bool KnowsWarpSize);

} // namespace tasklet

#endif
