//===- Generate.cpp - Make up a program with everywhere -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Generate.h"
#include "Builder.h"
#include "Rules.h"

#include <stdexcept>

namespace tasklet::simd {
namespace {

using fuzz::Random;

void shape(Program &P, Random &Rng) {
  unsigned Warps = 1 + Rng.below(3);
  unsigned Items = Warps * P.WarpSize;
  if (Rng.percent(50))
    Items -= Rng.below(P.WarpSize);
  P.Local[0] = Items;
  P.Local[1] = 1;
  for (unsigned Rows : {2u, 3u})
    if (Items % Rows == 0 && Rng.percent(15)) {
      P.Local[0] = Items / Rows;
      P.Local[1] = Rows;
      break;
    }
  P.Groups = 1 + Rng.below(2);
  P.Required = Rng.percent(50);
  P.Flat = Rng.percent(20);
  P.TopVars = 2 + Rng.below(4);
  unsigned Helpers = Rng.percent(40) ? 1 + Rng.below(2) : 0;
  P.Functions.resize(Helpers + 1);
  for (unsigned I = 0; I < Helpers; ++I) {
    P.Functions[I].OfBodies = Rng.percent(35);
    P.Functions[I].Params = Rng.below(3);
    P.Functions[I].Vars.resize(P.Functions[I].Params);
  }
}

/// What takes the driver its time: visits and sub-group functions, in all
/// calls.
unsigned costOf(const Program &P, const Expr &E) {
  unsigned Cost = isCollective(E.K);
  for (const Expr &Arg : E.Args)
    Cost += costOf(P, Arg);
  return Cost;
}
unsigned costOf(const Program &P, const std::vector<Stmt> &List) {
  unsigned Cost = 0;
  for (const Stmt &S : List) {
    Cost += S.K == Stmt::Everywhere;
    for (const Expr &E : S.Values)
      Cost += costOf(P, E);
    if (S.K == Stmt::Call)
      Cost += costOf(P, P.Functions[S.Callee].Body);
    Cost += costOf(P, S.Body) + costOf(P, S.Else);
  }
  return Cost;
}
constexpr unsigned MostCost = 14;

} // namespace

Program generate(uint64_t Seed, unsigned WarpSize, Outcome &Expected,
                 Coverage &C) {
  // Most tries do; the others read what nobody assigned, or race.
  for (unsigned Try = 0; Try < 10000; ++Try) {
    Random Rng(Seed * 1000003 + Try);
    Program P;
    P.Seed = Seed;
    P.WarpSize = WarpSize;
    shape(P, Rng);
    for (size_t I = 0; I < P.Functions.size(); ++I)
      Builder(P, I, Rng).run();
    if (!followsRules(P))
      throw std::logic_error("the generator breaks its rules with seed " +
                             std::to_string(Seed));
    if (costOf(P, P.kernel().Body) > MostCost)
      continue;
    Expected = interpret(P, &C);
    bool Enough = C.Partial > 0 || (WarpSize == 1 && C.Visits > 0);
    if (Expected.Invalid.empty() && Enough)
      return P;
  }
  throw std::logic_error("no valid program for seed " + std::to_string(Seed));
}

} // namespace tasklet::simd
