//===- Sums.h - Kernels that only add to monitored memory -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Sums of integers do not depend on their order. A kernel whose work-items only
/// add to monitored integers needs no inspector: each worker adds to a copy of
/// the memory, which begins with zeros, and the copies are added in the end. This
/// is the reduction that Rauchwerger and Padua privatise (The LRPD test, PLDI
/// 1995).
///
/// It is not done for floating point: there, sums depend on their order.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_SUMS_H
#define TASKLET_PASSES_ORDERED_SUMS_H

#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

struct Sums {
  unsigned Param; ///< the parameter that points to them
  unsigned Bytes; ///< of each, 4 or 8
};

/// The sums of \p Body (KernelBody.h), if the only use that it makes of its only
/// \p Monitored parameter is to add integers of 32 or 64 bits to what it points
/// to, each aligned to its size. Private variables should be SSA values.
std::optional<Sums> findSums(llvm::Function &Body,
                             llvm::ArrayRef<unsigned> Monitored);

} // namespace tasklet

#endif
