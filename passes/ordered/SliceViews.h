//===- SliceViews.h - What the inspectors run of a slice --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A *view* of a slice has functions of libtasklet/device/ordered/access.cl in
/// the place of its marks, and two more parameters for each parameter whose
/// memory it asks about: the numbers `first` and `bytes` of tkl_order_param.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_SLICEVIEWS_H
#define TASKLET_PASSES_ORDERED_SLICEVIEWS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// Of \p Model, a slice or what packs a payload, which stays as it is. \p Asked
/// are the parameters whose memory it asks about, in the order of the numbers,
/// and \p Grain the bytes of an element. A mark of a read becomes a call of
/// `__tkl_order_NAME_read`, with the \p Name of the view.
llvm::Function *makeView(llvm::Function &Model, llvm::StringRef Name,
                         llvm::ArrayRef<unsigned> Asked, uint64_t Grain);

} // namespace tasklet

#endif
