//===- Divergence.h - split and push of figure 6 ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_USIMD_DIVERGENCE_H
#define TASKLET_USIMD_DIVERGENCE_H

#include "State.h"

namespace tasklet::usimd {

struct Split {
  ThreadSet Zero, NonZero;
};
/// Splits the threads of \p Active by whether their element of \p Values is
/// zero.
Split split(const ThreadSet &Active, const std::vector<int64_t> &Values);

/// Whether figure 6 has an equation for pushing an entry of \p Id. It has none
/// if the same branch is on top and some of its threads have come to the sync.
bool definesPush(const SyncStack &Stack, size_t Id);
/// Puts \p Waiting, which continue at \p Next, on \p Stack: into its top if
/// that belongs to the same branch. If definesPush is false, the threads that
/// are done stay in the entry.
void push(SyncStack &Stack, const ThreadSet &Waiting, size_t Id, size_t Next);

} // namespace tasklet::usimd

#endif
