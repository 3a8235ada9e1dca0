//===- Divergence.cpp - split and push of figure 6 ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Divergence.h"

using namespace tasklet::usimd;

Split tasklet::usimd::split(const ThreadSet &Active,
                            const std::vector<int64_t> &Values) {
  Split Result;
  for (size_t T = 0; T < Values.size(); ++T)
    if (Active[T])
      (Values[T] ? Result.NonZero : Result.Zero).set(T);
  return Result;
}

bool tasklet::usimd::definesPush(const SyncStack &Stack, size_t Id) {
  return Stack.empty() || Stack.back().Id != Id || Stack.back().Done.none();
}

void tasklet::usimd::push(SyncStack &Stack, const ThreadSet &Waiting, size_t Id,
                          size_t Next) {
  if (!Stack.empty() && Stack.back().Id == Id)
    Stack.back().Todo |= Waiting;
  else
    Stack.push_back({Id, ThreadSet(), Next, Waiting});
}
