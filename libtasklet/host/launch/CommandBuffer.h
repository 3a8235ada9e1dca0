//===- CommandBuffer.h - Recorded commands ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_COMMANDBUFFER_H
#define TASKLET_HOST_LAUNCH_COMMANDBUFFER_H

namespace tasklet {

/// What the application gets for the driver's clCommandNDRangeKernelKHR. A
/// recorded command would run again and again with one heap that nobody
/// prepares, so kernels that spawn are refused with CL_INVALID_OPERATION.
void *wrapCommandNDRangeKernel(void *Driver);

} // namespace tasklet

#endif
