//===- Transactions.h - What memory accesses cost on a GPU ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts how many segments of 32 words the active threads of a load, store or
/// atomic touch together: each is one transaction. Segments begin at addresses
/// that 32 divides.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_USIMD_TRANSACTIONS_H
#define TASKLET_USIMD_TRANSACTIONS_H

#include "Machine.h"

namespace tasklet::usimd {

class Transactions : public Observer {
public:
  static constexpr int64_t SegmentWords = 32;

  void applied(const Step &Taken, const SyncStack &Sync,
               const ContextStack &Contexts) override;

  uint64_t loads() const { return Loads; }
  uint64_t stores() const { return Stores; }
  uint64_t atomics() const { return Atomics; }
  /// Accesses of single threads, of all three kinds.
  uint64_t accesses() const { return Accesses; }

private:
  uint64_t Loads = 0, Stores = 0, Atomics = 0, Accesses = 0;
};

} // namespace tasklet::usimd

#endif
