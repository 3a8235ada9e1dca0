//===- CudaPtx.h - From OpenCL's PTX to CUDA's ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_GPU_CUDA_CUDAPTX_H
#define TASKLET_BENCH_GPU_CUDA_CUDAPTX_H

#include <string>

namespace gpu {

/// What taskletc makes for NVIDIA's OpenCL, changed for the CUDA driver:
///
/// * `.entry` becomes `.visible .entry`: ptxas makes local symbols of others.
/// * `texmode_independent` goes: CUDA has the other mode of textures, and an
///   error for kernels of the wrong one,
///   CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING.
/// * `%envreg`, which OpenCL sets for each launch and CUDA does not
///   (libtasklet/device/nvptx/ids.cl), becomes what is true of a launch with
///   one dimension and no offset.
std::string fitForCuda(const std::string &Ptx);

} // namespace gpu

#endif
