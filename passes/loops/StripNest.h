//===- StripNest.h - A loop whose turns can go side by side -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What InterchangeLoops.h has to know of a loop with others inside: its body is
/// code and loops, one after the other, and so are the bodies of these. All turns of
/// the loop must come to each of them, and make the same turns there. A turn's
/// values that are used in another part than that which computes them are the same
/// in all turns of the outer loop, or can be computed again, or need an array with
/// an element for each turn.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_LOOPS_STRIPNEST_H
#define TASKLET_PASSES_LOOPS_STRIPNEST_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"

#include <vector>

namespace llvm {
class DominatorTree;
} // namespace llvm

namespace tasklet {

/// What goes up, or down, by the same number in each turn of a loop.
struct Step {
  llvm::Instruction *Next = nullptr; ///< add, sub, or an address
  llvm::Value *By = nullptr;

  /// That of \p Phi, at the begin of \p L; null if it has none. It may vary.
  static Step of(const llvm::PHINode &Phi, const llvm::Loop &L);
  explicit operator bool() const { return Next; }
};

/// Code without loops, or a loop.
struct NestPart {
  /// Code: control comes to the first block, and leaves the last one.
  llvm::BasicBlock *First = nullptr, *Last = nullptr;
  llvm::SmallVector<llvm::BasicBlock *, 4> Blocks; ///< in the order of control
  llvm::Loop *Inner = nullptr;
  std::vector<NestPart> Parts; ///< of the loop; the first and last are code
};

class StripNest {
public:
  /// Where a part finds a value that it does not compute.
  enum class Source {
    Outside, ///< it is computed before the outer loop
    Counter, ///< a number that the outer loop counts
    Scalar, ///< goes round in an inner loop, the same in all turns of the outer
    Stepped,  ///< the same in all turns, but for what it begins with
    Computed, ///< computed again, from others
    Array     ///< kept in an array
  };

  /// \p L is in simplified form.
  StripNest(llvm::Loop &L, llvm::LoopInfo &LI, const llvm::DominatorTree &DT);

  /// Whether it has the form above. All else is for such nests only.
  explicit operator bool() const { return IsOne; }
  llvm::Loop &loop() const { return L; }
  const std::vector<NestPart> &parts() const { return Parts; }

  /// What \p V, perhaps a phi at the exit of a loop, stands for.
  const llvm::Value *behind(const llvm::Value *V) const;
  /// \p V, as \ref behind gives it, for a part that does not compute it.
  Source sourceOf(const llvm::Value *V) const;
  /// The name of its array, if it needs one, seen from \p Where.
  const llvm::Instruction *arrayOf(const llvm::Value *V,
                                   const NestPart &Where) const;
  /// Whether one number for all lanes is enough of \p Phi, which goes round.
  bool isScalar(const llvm::PHINode &Phi) const {
    const Source From = sourceOf(&Phi);
    return From == Source::Scalar || From == Source::Stepped;
  }
  /// All that need an array.
  const llvm::SetVector<const llvm::Instruction *> &kept() const {
    return Kept;
  }
  /// Whether \p Where computes \p V itself.
  bool computes(const NestPart &Where, const llvm::Value *V) const;
  /// With what \p Phi, which goes round in a loop, begins.
  llvm::Value *beginOf(const llvm::PHINode &Phi) const;
  Step stepOf(const llvm::PHINode &Phi) const {
    return Step::of(Phi, *LI.getLoopFor(Phi.getParent()));
  }
  /// The values of the phis of a loop that begins, or goes round, behind \p Where.
  llvm::SmallVector<std::pair<llvm::PHINode *, llvm::Value *>, 4>
  handsOn(const NestPart &Where) const;

private:
  llvm::Loop &L;
  llvm::LoopInfo &LI;
  const llvm::DominatorTree &DT;
  bool IsOne = false;
  /// A part needs, from an array that has more by then, what a last round began with.
  bool NeedsLast = false;
  std::vector<NestPart> Parts;
  llvm::DenseMap<const llvm::BasicBlock *, const NestPart *> PartOf;
  /// Computed in the loop, and not the same in all turns.
  llvm::SmallPtrSet<const llvm::Value *, 32> Varying;
  llvm::SmallPtrSet<const llvm::Value *, 32> Computable, Steps;
  llvm::SetVector<const llvm::Instruction *> Kept;

  bool divide(const llvm::Loop &Of, std::vector<NestPart> &To);
  void number(const std::vector<NestPart> &Of);
  bool goesOnlyForward() const;
  bool isInnerPhi(const llvm::Value *V) const;
  bool isLast(const llvm::PHINode &Phi) const;
  void spread();
  bool isRound(const std::vector<NestPart> &Of) const;
  bool isSteady(const llvm::PHINode &Phi, const llvm::Loop &Of) const;
  void findComputable(const std::vector<NestPart> &Of);
  void need(const llvm::Value *V, const NestPart &Where);
  void needAll(const std::vector<NestPart> &Of);
};

} // namespace tasklet

#endif
