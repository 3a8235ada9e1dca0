//===- AnalysisToken.cpp - Names of analyses and streams ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "order/AnalysisToken.h"

#include <atomic>
#include <random>

using namespace tasklet;

uint64_t tasklet::newAnalysisToken() {
  // Random, so that no garbage in fresh memory looks like one.
  static std::atomic<uint64_t> Next{uint64_t(std::random_device()()) << 32 |
                                    std::random_device()()};
  uint64_t Token = ++Next;
  return Token ? Token : ++Next;
}
