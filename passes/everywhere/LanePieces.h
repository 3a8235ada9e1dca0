//===- LanePieces.h - Values in pieces of 8 bytes ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Lanes exchange 8 bytes at a time. The sender splits a value of any OpenCL
/// type into as many pieces as it needs, and the receiver joins them:
///
///   char, half, int, float2 ...    one piece, filled up with zeros
///   double, long, char8, pointers  one piece
///   double3, long3                 three pieces, though in memory it has four
///   double16, long16               sixteen
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_LANEPIECES_H
#define TASKLET_PASSES_EVERYWHERE_LANEPIECES_H

#include "llvm/IR/IRBuilder.h"

namespace tasklet {

/// The pieces of \p V, each an i64. \p V is an integer, a floating-point
/// number, a vector of at most 16 of these, or a pointer.
llvm::SmallVector<llvm::Value *, 16> toPieces(llvm::IRBuilderBase &B,
                                              llvm::Value *V);

/// The value of type \p Ty that toPieces has split into \p Pieces.
llvm::Value *fromPieces(llvm::IRBuilderBase &B,
                        llvm::ArrayRef<llvm::Value *> Pieces, llvm::Type *Ty);

} // namespace tasklet

#endif
