//===- IndexBounds.h - Between what an index lies in a loop -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// An index in a loop is often a sum in `int` that may wrap. LLVM's analysis of
/// such sums (scalar evolution) then says nothing about the index as a `long`.
/// This one computes with numbers that do not wrap, and says under which
/// conditions the index is that number.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_LOOPS_INDEXBOUNDS_H
#define TASKLET_PASSES_LOOPS_INDEXBOUNDS_H

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace llvm {
class BasicBlock;
class DominatorTree;
class Loop;
class SCEV;
class SCEVAddRecExpr;
class ScalarEvolution;
} // namespace llvm

namespace tasklet {

/// What an integer is while a loop runs, and its least and greatest value. All
/// three are 64 bits, and computed from values of before the loop.
struct Bounds {
  const llvm::SCEV *Value;
  const llvm::SCEV *Least;
  const llvm::SCEV *Most;
  /// 128 bits: numbers that hold for all executions.
  llvm::APInt LeastEver, MostEver;
};

/// Of a number that is computed before the loop.
struct BoundCondition {
  const llvm::SCEV *Value;
  int64_t Limit;
  bool IsLeast; ///< Value >= Limit; otherwise Value <= Limit

  bool operator==(const BoundCondition &Other) const {
    return Value == Other.Value && Limit == Other.Limit &&
           IsLeast == Other.IsLeast;
  }
};

/// Bounds of integers where \p At runs, for all iterations of \p Outer.
class IndexBounds {
  llvm::ScalarEvolution &SE;
  const llvm::DominatorTree &DT;
  const llvm::Loop &Outer;
  const llvm::BasicBlock &At;

  std::optional<Bounds> ofInvariant(const llvm::SCEV *S) const;
  std::optional<Bounds> ofRecurrence(const llvm::SCEVAddRecExpr *S);
  std::optional<Bounds> ofExtension(const llvm::SCEV *Of, bool Signed);
  std::optional<Bounds> sum(const Bounds &A, const Bounds &B) const;
  Bounds times(const Bounds &A, const llvm::APInt &Factor) const;
  std::optional<Bounds> lastIteration(const llvm::Loop &L) const;

public:
  IndexBounds(llvm::ScalarEvolution &SE, const llvm::DominatorTree &DT,
              const llvm::Loop &Outer, const llvm::BasicBlock &At)
      : SE(SE), DT(DT), Outer(Outer), At(At) {}

  /// What must hold for the bounds that were asked for.
  llvm::SmallVector<BoundCondition, 4> Conditions;

  /// A number that is \p S modulo 2 to the power of its bits. None if it is not
  /// known, or might not fit in 64 bits.
  std::optional<Bounds> of(const llvm::SCEV *S);
};

} // namespace tasklet

#endif
