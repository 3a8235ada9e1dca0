//===- NvptxForm.h - A program of SPIR as one of PTX ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-nvptx-form`: what OpenCL C became for SPIR becomes what it would have
/// become for PTX:
///
///  - Pointers have the address spaces of PTX, and so have variables, and names
///    of built-in functions (SpaceMapping.h). Casts between spaces that are one
///    in PTX are gone.
///  - Kernels have the convention of kernels. A kernel that others call is a
///    function of its own, which the kernel calls: in PTX nobody calls one.
///  - A required size of work-groups is an annotation.
///
/// Input:     the bitcode of a whole program for SPIR, with opaque pointers.
/// Output:    the same for nvptx64; the triple is clang's affair.
/// Cost:      O(program)
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_NVPTX_NVPTXFORM_H
#define TASKLET_PASSES_TARGET_NVPTX_NVPTXFORM_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct NvptxFormPass : llvm::PassInfoMixin<NvptxFormPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
