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

/// The attributes of the kernel as clGetKernelInfo gives them. A driver knows
/// them only for source, and gets bitcode from us. The text is that of PoCL,
/// which has it from the same metadata: first sizes, then hints. Hints on types
/// are given only for vectors.
std::string describeAttributes(const llvm::Function &Kernel);

} // namespace tasklet

#endif
