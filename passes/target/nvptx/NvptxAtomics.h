//===- NvptxAtomics.h - Orders and scopes of atomics in PTX -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `tkl-nvptx-atomics`: LLVM's back end for PTX (15 and 19) selects no load that
/// acquires and no store that releases, and ignores the order of
/// read-modify-writes. So orders become fences, which PTX has from sm_70 on:
///
///   load, acquire                 the load, fence.acq_rel
///   store, release                fence.acq_rel, the store
///   read-modify-write, acquire    the operation, fence.acq_rel
///                      release    fence.acq_rel, the operation
///                      both       fence.acq_rel, the operation, fence.acq_rel
///   any, sequentially consistent  fence.sc, the operation, fence.acq_rel
///                                 (a store needs no second fence)
///   fence                         fence.acq_rel or fence.sc
///
/// The operation itself becomes relaxed, which the back end takes. Scopes:
/// "workgroup" is .cta, and "all_svm_devices" .sys. LLVM's own scope of the
/// system is .gpu: instructions without another scope are the runtime's, and the
/// workers of a command are on one device. (NVIDIA's devices have no parts in
/// OpenCL, so helper queues are on one device, too.)
///
/// Input:     IR for nvptx64.
/// Output:    the same; no instruction but relaxed ones has an order.
/// Guarantee: no order is weaker than before.
/// Cost:      O(instructions)
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_NVPTX_NVPTXATOMICS_H
#define TASKLET_PASSES_TARGET_NVPTX_NVPTXATOMICS_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

struct NvptxAtomicsPass : llvm::PassInfoMixin<NvptxAtomicsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
