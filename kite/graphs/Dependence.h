//===- Dependence.h - Data dependences of statements ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Dependences as in section 3.3.2 of the Kite paper (Morris, Gaster, Howes
/// 2012): `X -> Y` and `X ~> Y`, where a node with the dependence uses the
/// variables X and determines the variables Y; `~>` is parallel.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_GRAPHS_DEPENDENCE_H
#define TASKLET_KITE_GRAPHS_DEPENDENCE_H

#include "llvm/ADT/SetVector.h"

#include <string>
#include <vector>

namespace tasklet::kite {

struct VarDecl;

/// In the order in which variables were added.
using VarSet = llvm::SetVector<const VarDecl *>;

struct Dependence {
  VarSet X;
  VarSet Y;
  /// `~>` instead of `->`.
  bool IsParallel = false;

  /// `{x, y} ~> {z}`
  std::string str() const;
};

/// The sum: (X α Y) + (X' β Y') = (X ∪ X') max{α, β} (Y ∪ Y').
Dependence sum(const Dependence &A, const Dependence &B);
/// The composition: (X α Y) ; (X' β Y') = (X ∪ (X' \ Y)) max{α, β} (Y ∪ Y').
Dependence compose(const Dependence &A, const Dependence &B);

} // namespace tasklet::kite

#endif
