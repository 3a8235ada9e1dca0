//===- NvptxLibrary.h - Built-in functions for PTX --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// NVIDIA's driver links no built-in functions to PTX, so the program brings its
/// own along.
///
/// `tkl-nvptx-library` links what the program calls: first of our library
/// (libtasklet/device/nvptx), which has what libclc lacks and what it does worse;
/// then of libclc, which -tkl-make-ptx=FILE names. All but kernels becomes
/// internal.
///
/// `tkl-nvptx-missing`, after the optimiser, reports an error for each function
/// that is still only declared and called, by the name of the source. It knows
/// which function calls it, but no lines, unless there is debug information.
///
/// Cost:      O(what is linked)
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_NVPTX_NVPTXLIBRARY_H
#define TASKLET_PASSES_TARGET_NVPTX_NVPTXLIBRARY_H

#include "llvm/IR/PassManager.h"

#include <string>

namespace tasklet {

/// The value of -tkl-make-ptx; empty without.
const std::string &libclcFile();

struct NvptxLibraryPass : llvm::PassInfoMixin<NvptxLibraryPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

struct NvptxMissingPass : llvm::PassInfoMixin<NvptxMissingPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
