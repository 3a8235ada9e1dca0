//===- NoCuda.cpp - A build without the parts of libtasklet ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Engine.h"

using namespace gpu;

std::unique_ptr<Engine> gpu::openCuda() {
  throw Failure("there is no way to the CUDA driver in this build; build with "
                "TASKLET_BUILD_RUNTIME");
}
