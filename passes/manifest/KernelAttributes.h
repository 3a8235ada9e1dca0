//===- KernelAttributes.h - CL_KERNEL_ATTRIBUTES ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_MANIFEST_KERNELATTRIBUTES_H
#define TASKLET_PASSES_MANIFEST_KERNELATTRIBUTES_H

#include <string>

namespace llvm {
class Function;
}

namespace tasklet {

/// The attributes of the kernel as clGetKernelInfo gives them. A driver answers
/// for source only, and what it gets from us is bitcode. The text is that of
/// PoCL, which has it from the same metadata: sizes and hints, in this order,
/// and of the hints on types those that are vectors.
std::string describeAttributes(const llvm::Function &Kernel);

} // namespace tasklet

#endif
