//===- OwnedUpdates.h - The updates of one owner ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the work-items of a range touch memory that lies close together, each
/// worker may own a part of the memory, and make all updates of that part
/// (libtasklet/device/ordered/owners.cl). Work-items that touch memory of several
/// owners are run by all of these. For that there is a body that asks before each
/// update (Updates.h) whether it is one of the owner:
///
/// \code
///   x[a] += w;         if (owns(x + a)) x[a] += w;
///   x[b] -= w;    =>   if (owns(x + b)) x[b] -= w;
/// \endcode
///
/// So the updates of an element are made by one worker, in order. All else that the
/// body does is done several times. Therefore it must do no more than to write memory
/// of parameters. What it writes of memory that is not monitored must be the same each
/// time: it must not depend on monitored memory, nor on any that the body writes, and
/// the host sees to it that no other parameter leads there (OrderLaunch.cpp of the
/// library). Of monitored memory no more must depend than updates: neither which of
/// them are made, nor where. Other than payloads, updates may be anywhere in the body.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_OWNEDUPDATES_H
#define TASKLET_PASSES_ORDERED_OWNEDUPDATES_H

#include "ordered/Slice.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/PassManager.h"

#include <string>

namespace tasklet {

struct OwnedUpdates {
  /// With the parameters of the body. Before each update there is a mark, a call
  /// `i1 @tkl.owned(i32 parameter, i8* address, i64 bytes)`.
  llvm::Function *F = nullptr;
  std::string WhyNot; ///< without function: the reason

  explicit operator bool() const { return F; }
};

/// \p Monitored: indices of parameters. \p Found: the slice of \p Body, which is
/// exact.
OwnedUpdates ownUpdates(llvm::Function &Body,
                        llvm::ArrayRef<unsigned> Monitored, const Slice &Found,
                        llvm::FunctionAnalysisManager &FAM);

} // namespace tasklet

#endif
