//===- LanePieces.h - Values as lanes exchange them -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Lanes hand each other 8 bytes at a time. A value of any OpenCL type becomes
/// as many pieces as it needs, and the same value again:
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

/// \p V, an integer, a floating-point number or a vector of at most 16 of them,
/// or a pointer, as i64.
llvm::SmallVector<llvm::Value *, 16> toPieces(llvm::IRBuilderBase &B,
                                              llvm::Value *V);

/// The value of type \p Ty that toPieces took apart.
llvm::Value *fromPieces(llvm::IRBuilderBase &B,
                        llvm::ArrayRef<llvm::Value *> Pieces, llvm::Type *Ty);

} // namespace tasklet

#endif
