//===- NarrowIds.h - Ids of 32 bits where that is enough --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Most kernels keep an id in an `int`. Its value then needs only the low half
/// of the id, which the worker counts by itself (`low` of tkl_order_worker):
///
/// \code
///   trunc(get_global_id(0) + zext(%n))  ->  low_id() + %n
/// \endcode
///
/// Otherwise the loop over a row counts with 64 bits wherever the compiler sees
/// the two as one, and its vectors have half as many lanes, or are so wide that
/// some processors have fewer units for them.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_NARROWIDS_H
#define TASKLET_PASSES_ORDERED_NARROWIDS_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// \p Body: of KernelBody.h.
void narrowIds(llvm::Function &Body);

} // namespace tasklet

#endif
