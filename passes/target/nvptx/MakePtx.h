//===- MakePtx.h - From a program's bitcode to PTX --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// PTX for NVIDIA's drivers is made in two runs of clang. The first one is that
/// of all targets: it ends with SPIR bitcode (Form::Ptx of ir/Target.h), which
/// is what the host caches and links. The second run reads this bitcode for the
/// triple nvptx64-nvidia-nvcl, with the option -tkl-make-ptx=LIBCLC. It runs
/// none of the passes of tasks, but these, and between them LLVM's optimiser
/// and, at the end, LLVM's back end for PTX:
///
///   tkl-nvptx-form     types, address spaces, names, calling conventions
///   tkl-nvptx-printf   printf by vprintf
///   tkl-nvptx-library  built-in functions: ours, then those of libclc
///   tkl-nvptx-clock    the timer of the device
///   tkl-nvptx-atomics  orders and scopes as fences
///   tkl-nvptx-missing  errors for what nobody defines
///
/// What no PTX can have is found in the first run, where the lines of the source
/// are known (NvptxLimits.h).
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_NVPTX_MAKEPTX_H
#define TASKLET_PASSES_TARGET_NVPTX_MAKEPTX_H

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace tasklet {

/// Whether this is the second run.
bool makesPtx();

/// The passes above instead of the usual ones.
void registerPtxPipeline(llvm::PassBuilder &PB);

} // namespace tasklet

#endif
