//===- KernelArguments.h - What clGetKernelArgInfo answers ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_MANIFEST_KERNELARGUMENTS_H
#define TASKLET_PASSES_MANIFEST_KERNELARGUMENTS_H

#include "llvm/Support/JSON.h"

namespace llvm {
class Function;
}

namespace tasklet {

/// The first \p Count arguments of a kernel as the source has them: one object
/// each, with `type`; with `name` if -cl-kernel-arg-info was there; and with
/// `address`, `access` and `qualifiers` unless it is a plain private value. A
/// driver that gets SPIR-V knows no names, and no types of pointers. Empty if
/// clang has not described the kernel.
llvm::json::Array describeArguments(const llvm::Function &Kernel,
                                    unsigned Count);

} // namespace tasklet

#endif
