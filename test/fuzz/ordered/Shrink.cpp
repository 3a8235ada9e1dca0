//===- Shrink.cpp - Make an ordered kernel small --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Shrink.h"
#include "Print.h"

#include <algorithm>

namespace tasklet::ordered {

/// Found by Shrinker.
static bool followsRules(const Program &) { return true; }
static Outcome interpret(const Program &) { return {}; }

namespace {

using Statements = std::vector<Stmt>;

class OrderedShrinker
    : public fuzz::Shrinker<OrderedShrinker, Test, Stmt, Expr> {
  friend Shrinker;

public:
  using Shrinker::Shrinker;

private:
  std::string key() const { return printKernel(P); }
  static bool isMeaningful(const Outcome &) { return true; }
  static std::optional<Expr> constantFor(const Expr &E, unsigned Value) {
    if (E.K == Expr::Const && E.N <= Value)
      return std::nullopt;
    Expr Constant;
    Constant.N = Value;
    return Constant;
  }
  static Lists partsOf(const Stmt &S) { return {&S.Body, &S.Else, &S.More}; }
  static List moved(const List &Part, const Stmt &) { return Part; }

  void round() {
    cutStatements(P.Body);
    cutExpressions(P.Body);
    cutRange();
    dropParams();
    if (P.HasArgument)
      tryReplace(P.HasArgument, false);
    tryReplace(P.NamesParams, true);
  }

  void cutStatements(List &Body) {
    cutRuns(Body);
    for (size_t I = 0; I < Body.size(); ++I) {
      if (flatten(Body, I)) {
        --I;
        continue;
      }
      cutStatements(Body[I].Body);
      cutStatements(Body[I].Else);
      cutStatements(Body[I].More);
    }
  }
  void cutExpressions(List &Body) {
    for (Stmt &S : Body) {
      for (Expr &E : S.Args)
        cutExpression(E);
      if (S.K == Stmt::Store)
        tryReplace(S.M, 0u);
      cutExpressions(S.Body);
      cutExpressions(S.Else);
      cutExpressions(S.More);
    }
  }
  void cutExpression(Expr &E) {
    if (replaceByConstant(E))
      return;
    replaceByOperands(E);
    for (Expr &Arg : E.Args)
      cutExpression(Arg);
    Expr Id;
    Id.K = Expr::LinearId;
    if (E.K != Expr::Const && E.K != Expr::LinearId)
      tryReplace(E, Id);
  }

  /// Parameters with memory for each work-item keep it, since the range only
  /// gets smaller.
  void cutRange() {
    tryReplace(P.HasLocal, false);
    for (size_t D = 0; D < 3; ++D) {
      tryReplace(P.Offset[D], size_t(0));
      if (!P.HasLocal)
        tryReplace(P.Local[D], size_t(1));
      for (size_t By : {100, 10, 2}) {
        while (P.Global[D] > 1) {
          size_t Less = P.Global[D] / By / P.Local[D] * P.Local[D];
          if (!tryReplace(P.Global[D], std::max(P.Local[D], Less)))
            break;
        }
      }
      while (P.Global[D] > P.Local[D] &&
             tryReplace(P.Global[D], P.Global[D] - P.Local[D]))
        ;
    }
    while (P.Dimensions > 1 && P.Global[P.Dimensions - 1] == 1 &&
           tryReplace(P.Dimensions, P.Dimensions - 1))
      ;
  }

  void dropParams() {
    for (unsigned I = 0; I < P.Params.size();) {
      Param &A = P.Params[I];
      if (A.K == Param::Monitored || A.K == Param::ReadOnly)
        for (unsigned Size : {1u, 2u, 16u, 300u})
          if (Size < A.Size && tryReplace(A.Size, Size))
            break;
      if (P.Params.size() == 1 || uses(P.Body, I) ||
          !tryChange([&] { drop(I); }))
        ++I;
    }
  }
  static bool uses(const Expr &E, unsigned I) {
    return ((E.K == Expr::Load || E.K == Expr::VectorLoad) && E.N == I) ||
           std::any_of(E.Args.begin(), E.Args.end(),
                       [&](const Expr &Arg) { return uses(Arg, I); });
  }
  static bool hasTarget(const Stmt &S) {
    return S.K >= Stmt::Store && S.K <= Stmt::GuardedDivision;
  }
  static bool hasSource(const Stmt &S) {
    return S.K == Stmt::Copy || S.K == Stmt::GuardedLoad;
  }
  static bool uses(const List &Body, unsigned I) {
    return std::any_of(Body.begin(), Body.end(), [&](const Stmt &S) {
      return (hasTarget(S) && S.N == I) || (hasSource(S) && S.M == I) ||
             std::any_of(S.Args.begin(), S.Args.end(),
                         [&](const Expr &E) { return uses(E, I); }) ||
             uses(S.Body, I) || uses(S.Else, I) || uses(S.More, I);
    });
  }
  void drop(unsigned I) {
    P.Params.erase(P.Params.begin() + I);
    renumber(P.Body, I);
  }
  static void renumber(Expr &E, unsigned Dropped) {
    if ((E.K == Expr::Load || E.K == Expr::VectorLoad) && E.N > Dropped)
      --E.N;
    for (Expr &Arg : E.Args)
      renumber(Arg, Dropped);
  }
  static void renumber(List &Body, unsigned Dropped) {
    for (Stmt &S : Body) {
      if (hasTarget(S) && S.N > Dropped)
        --S.N;
      if (hasSource(S) && S.M > Dropped)
        --S.M;
      for (Expr &E : S.Args)
        renumber(E, Dropped);
      renumber(S.Body, Dropped);
      renumber(S.Else, Dropped);
      renumber(S.More, Dropped);
    }
  }
};

} // namespace

Shrinking shrink(const Program &Start,
                 const std::function<bool(const Program &)> &HasProperty,
                 Clock::time_point Deadline) {
  Test T;
  T.P = Start;
  return OrderedShrinker(
             T, [&](const Test &Try) { return HasProperty(Try.P); }, Deadline,
             [](const Shrinking &) {})
      .run();
}

} // namespace tasklet::ordered
