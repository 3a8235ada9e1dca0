//===- CudaNames.h - What CUDA calls it, and what it is here ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs that come from CUDA use names such as `__shfl_sync`, which are
/// undeclared here. CudaNames.def says what to write instead; docs/from-cuda.md
/// has the same table for readers.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_MESSAGES_CUDANAMES_H
#define TASKLET_PLUGIN_MESSAGES_CUDANAMES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tasklet {

/// What to write for the CUDA name \p Name, or for one of <tasklet/everywhere.clh>
/// without that header, as a sentence; empty if it is neither. Without \p KnowsWarpSize only the device, or a link, does.
std::string adviceOnCuda(llvm::StringRef Name, bool KnowsWarpSize);

} // namespace tasklet

#endif
