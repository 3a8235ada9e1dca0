//===- Others.h - A filter and sparse rows ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_EVERYWHERE_OTHERS_H
#define TASKLET_BENCH_EVERYWHERE_OTHERS_H

#include "Device.h"

/// Runs the kernels of others.cl, checks what they have done, and prints minima
/// of \p Runs runs as ratios to those that work alone.
void runOthers(const sample::Device &Dev, const std::string &BuildOptions,
               int64_t Runs);

#endif
