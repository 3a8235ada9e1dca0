//===- NvptxPrintf.h - printf as NVIDIA's driver has it ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-nvptx-printf`: PTX has no variadic calls. NVIDIA's driver defines
///
///   int vprintf(const char *format, void *arguments);
///
/// with addresses that are generic, and arguments that lie one behind the other,
/// each aligned to its size. It knows the conversions of C, so `%v4hlf` becomes
/// four conversions with commas between. Formats are in global memory, where the
/// host finds them.
///
/// Input:     IR with the types of PTX. A format is a constant string, as OpenCL
///            asks for.
/// Output:    the same without calls of printf.
/// Reports:   a format that is no constant, and one that does not fit its
///            arguments.
/// Cost:      O(calls of printf + the text of their formats)
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_NVPTX_NVPTXPRINTF_H
#define TASKLET_PASSES_TARGET_NVPTX_NVPTXPRINTF_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct NvptxPrintfPass : llvm::PassInfoMixin<NvptxPrintfPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
