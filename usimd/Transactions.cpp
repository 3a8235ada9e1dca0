//===- Transactions.cpp - What memory accesses cost on a GPU --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Transactions.h"

#include <set>

using namespace tasklet::usimd;

void Transactions::applied(const Step &Taken, const SyncStack &,
                           const ContextStack &) {
  if (Taken.Addresses.empty())
    return;
  std::set<int64_t> Segments;
  for (int64_t Address : Taken.Addresses)
    Segments.insert(Address / SegmentWords);
  uint64_t &Kind = Taken.Applied == Rule::LD   ? Loads
                   : Taken.Applied == Rule::ST ? Stores
                                               : Atomics;
  Kind += Segments.size();
  Accesses += Taken.Addresses.size();
}
