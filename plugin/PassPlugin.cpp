//===- PassPlugin.cpp - Entry point for opt and for clang's pipeline ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The symbol that `opt -load-pass-plugin` and clang's `-fpass-plugin` look
/// for. What is registered lives in passes/.
///
//===----------------------------------------------------------------------===//

#include "llvm/Passes/PassPlugin.h"
#include "passes/pipeline/Registration.h"
#include "llvm/Support/Compiler.h"

extern "C" LLVM_EXTERNAL_VISIBILITY ::llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "tasklet", "0.1",
          tasklet::registerTaskletPasses};
}
