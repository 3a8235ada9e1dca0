//===- Payload.h - Compute first, access monitored memory later -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What a work-item computes without monitored memory may be computed while
/// work-items are put into bins, in the order of the range. Then it travels with
/// the work-item to its bin, as *payload*, and only the accesses to monitored
/// memory follow there, with that part of the memory in the cache.
///
/// The payload has two parts. What the address of the access needs is the
/// *destination*. The inspector has found the bin by it, so it is as before
/// whenever an analysis is used again, and stays where it is. The rest is the
/// *contribution*, which each command computes (deterministic propagation
/// blocking; Beamer, Asanović, Patterson 2017).
///
/// This file splits a body in two. `NAME.pack` does all that needs no monitored
/// memory. Where the rest begins, it asks for a slot in the bin of each update
/// (Updates.h), with `__tkl_order_slot` of payload.cl in the form of an access, and
/// stores the contribution there. If `__tkl_order_destination_slot` wants the
/// destination, it stores that, too, and in the end it calls
/// `__tkl_order_slot_done`. `NAME.apply` takes both and does the rest of the update.
/// With several updates, a byte of the destination says which of them it is.
///
/// That is possible if the rest is a piece of one block without branches, and
/// nothing else has to come after it.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_PAYLOAD_H
#define TASKLET_PASSES_ORDERED_PAYLOAD_H

#include "ordered/Slice.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/PassManager.h"

#include <string>

namespace tasklet {

struct Payload {
  /// With the parameters of the body. In the place of the slot there is a mark,
  /// a call `i8* @tkl.slot(i32 parameter, i8* address, i64 bytes)`, in that of the
  /// slot for the destination `i8* @tkl.slot.destination()`, and in the end of each
  /// `void @tkl.slot.done()`.
  llvm::Function *Pack = nullptr;
  /// Parameters: those of the body, the address of the contribution, and that of
  /// the destination.
  llvm::Function *Apply = nullptr;
  /// Bytes of each, powers of 2, so that a line is full of them; or 0. With a
  /// contribution of 0 bytes, later commands need not pack.
  uint64_t Destination = 0, Contribution = 0;
  unsigned Slots = 1; ///< that a work-item has at most: its updates
  std::string WhyNot; ///< without payload: the reason

  explicit operator bool() const { return Pack; }
  uint64_t size() const { return Destination + Contribution; }
};

/// \p Monitored: indices of parameters. \p Found: the slice of \p Body.
/// \p CountsSlots: bins are to be counted by sliceOfSlots (Window.h), which does not
/// see what overlaps; else by \p Found, whose accesses are to one place. Returns
/// only the reason if the body cannot be split, or if the payload would be large.
Payload splitBody(llvm::Function &Body, llvm::ArrayRef<unsigned> Monitored,
                  const Slice &Found, bool CountsSlots,
                  llvm::FunctionAnalysisManager &FAM);

} // namespace tasklet

#endif
