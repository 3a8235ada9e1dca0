//===- LoopVersions.h - A loop under a condition, and as it was -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Loop versioning: before a loop it is decided whether all numbers are good. If
/// they are, a loop runs that relies on it; otherwise a copy of the loop as it
/// was.
///
/// \code
///                            if (good)
///   for (...) { ... }   =>     for (...) { ... }   may be changed
///                            else
///                              for (...) { ... }   the copy
/// \endcode
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_LOOPS_LOOPVERSIONS_H
#define TASKLET_PASSES_LOOPS_LOOPVERSIONS_H

#include "loops/IndexBounds.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace llvm {
class AssumptionCache;
class LoopInfo;
class MDNode;
} // namespace llvm

namespace tasklet {

/// What is known of a function whose loops a pass changes.
struct LoopFacts {
  llvm::Function &F;
  llvm::LoopInfo &LI;
  llvm::DominatorTree &DT;
  llvm::ScalarEvolution &SE;
  llvm::AssumptionCache &AC;

  LoopFacts(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
  /// Brings \p L, with its parts, into LLVM's simplified form. True if it was in
  /// another one.
  bool simplify(llvm::Loop &L);
};

/// Computes what decides, before one instruction.
class LoopGuard {
  llvm::Instruction &At;
  const llvm::DominatorTree &DT;
  llvm::AssumptionCache &AC;
  llvm::SCEVExpander Expander;

public:
  LoopGuard(llvm::Instruction &At, llvm::ScalarEvolution &SE,
            const llvm::DominatorTree &DT, llvm::AssumptionCache &AC);

  bool canCompute(const llvm::SCEV *S) const;
  /// Those of the conditions.
  bool canCompute(llvm::ArrayRef<BoundCondition> Conditions) const;
  /// 64 bits, and a number in any case: what is undefined for some iteration
  /// that never comes must not hide what is said of others.
  llvm::Value *value(const llvm::SCEV *S);
  llvm::Value *holds(const BoundCondition &Condition);

  llvm::IRBuilder<> B;
};

/// Puts a copy of \p L, which is in simplified and in LCSSA form, beside it. The
/// copy runs if not \p Good, and its loops get the properties \p Marks and
/// are unrolled no more. \p L is right behind the branch. Dominators must be
/// computed anew.
void copyUnder(llvm::Loop &L, llvm::Value *Good, const char *Suffix,
               llvm::ArrayRef<llvm::MDNode *> Marks, llvm::LoopInfo &LI,
               llvm::DominatorTree &DT);

/// Properties of a copy that is the exception: it gets no vectors, and no
/// versions of its own.
llvm::SmallVector<llvm::MDNode *, 2> plainMarks(llvm::LLVMContext &C);
bool isPlainCopy(const llvm::Loop &L);

/// Instructions of \p L with all its parts.
size_t sizeOf(const llvm::Loop &L);

} // namespace tasklet

#endif
