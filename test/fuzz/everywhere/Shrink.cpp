//===- Shrink.cpp - Make a program with everywhere small ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Shrink.h"
#include "PrintCl.h"
#include "Rules.h"

#include <algorithm>

namespace tasklet::simd {
namespace {

class WarpShrinker : public fuzz::Shrinker<WarpShrinker, Test, Stmt, Expr> {
  friend Shrinker;

public:
  using Shrinker::Shrinker;

private:
  /// Sizes of the range are not printed.
  std::string key() const {
    return printCl(P, "") + std::to_string(P.Local[0]) + "x" +
           std::to_string(P.Local[1]) + "x" + std::to_string(P.Groups);
  }
  static bool isMeaningful(const Outcome &) { return true; }

  void round() {
    tryReplace(P.Groups, 1u);
    for (unsigned Items : {4u, 8u, P.WarpSize, 2 * P.WarpSize}) {
      if (Items < P.groupSize() && tryChange([&] {
            P.Local[0] = Items;
            P.Local[1] = 1;
          }))
        break;
    }
    // The kernel first: what it does not call need not be made small.
    for (size_t I = P.Functions.size(); I-- > 0;)
      cutStatements(P.Functions[I].Body);
    dropFunctions();
    for (Function &F : P.Functions)
      if (!F.Hides.empty())
        tryReplace(F.Hides, std::vector<int>());
    for (size_t I = P.Functions.size(); I-- > 0;)
      cutExpressions(P.Functions[I].Body);
    // Its declaration stays, as any other.
    while (P.TopVars > 0 && tryChange([&] { --P.TopVars; }))
      ;
    if (P.Flat)
      tryReplace(P.Flat, false);
    if (P.Required)
      tryReplace(P.Required, false);
  }

  /// Functions that nobody calls.
  void dropFunctions() {
    for (size_t I = 0; I + 1 < P.Functions.size();) {
      bool Called = false;
      for (const Function &F : P.Functions)
        Called |= calls(F.Body, I);
      if (Called || !tryChange([&] { drop(I); }))
        ++I;
    }
  }
  static bool calls(const List &Body, int Which) {
    return std::any_of(Body.begin(), Body.end(), [&](const Stmt &S) {
      return (S.K == Stmt::Call && S.Callee == Which) || calls(S.Body, Which) ||
             calls(S.Else, Which);
    });
  }
  void drop(int Which) {
    P.Functions.erase(P.Functions.begin() + Which);
    for (Function &F : P.Functions)
      renumber(F.Body, Which);
  }
  static void renumber(List &Body, int Dropped) {
    for (Stmt &S : Body) {
      if (S.K == Stmt::Call && S.Callee > Dropped)
        --S.Callee;
      renumber(S.Body, Dropped);
      renumber(S.Else, Dropped);
    }
  }

  void cutStatements(List &Body) {
    cutRuns(Body);
    for (size_t I = 0; I < Body.size(); ++I) {
      if (flatten(Body, I)) {
        --I;
        continue;
      }
      Stmt &S = Body[I];
      if (keepOnlyCount(S))
        continue;
      if (S.K == Stmt::Everywhere && S.Var >= 0)
        tryReplace(S.Var, -1);
      if (S.Values.size() > 1 && (S.K == Stmt::While || S.K == Stmt::DoWhile)) {
        std::vector<Expr> Less(S.Values.begin(), S.Values.begin() + 1);
        tryReplace(S.Values, Less);
      }
      if (S.FallsThrough)
        tryReplace(S.FallsThrough, false);
      // A label, cases without braces, another step.
      if (S.Number &&
          (S.K == Stmt::Block || S.K == Stmt::Switch || S.K == Stmt::Sweep))
        tryReplace(S.Number, uint64_t(0));
      if (S.K == Stmt::Goto)
        leaveOtherwise(S);
      cutStatements(S.Body);
      cutStatements(S.Else);
    }
  }

  /// Of a loop, only what it counts.
  bool keepOnlyCount(Stmt &S) {
    if (!isLoop(S))
      return false;
    Stmt Count;
    Count.K = Stmt::Declare;
    Count.Var = S.Var;
    Count.Values = {S.Values.front()};
    return tryReplace(S, Count);
  }

  void leaveOtherwise(Stmt &S) {
    for (Stmt::Kind Kind : {Stmt::Break, Stmt::Continue}) {
      Stmt Other;
      Other.K = Kind;
      if (tryReplace(S, Other))
        return;
    }
  }

  static Lists partsOf(const Stmt &S) {
    Lists Parts = {&S.Body, &S.Else};
    // The cases of a switch are blocks.
    if (S.K == Stmt::Switch)
      for (const Stmt &Case : S.Body)
        Parts.push_back(&Case.Body);
    return Parts;
  }
  static List moved(const List &Part, const Stmt &) { return Part; }

  void cutExpressions(List &Body) {
    for (Stmt &S : Body) {
      for (Expr &E : S.Values)
        cut(E);
      cutExpressions(S.Body);
      cutExpressions(S.Else);
    }
  }
  static std::optional<Expr> constantFor(const Expr &E, unsigned Value) {
    if (E.K == Expr::Const)
      return std::nullopt;
    Expr Constant;
    Constant.Number = Value;
    return Constant;
  }
  void cut(Expr &E) {
    if (replaceByConstant(E))
      return;
    if (E.K != Expr::Lane && E.K != Expr::Const && E.K != Expr::Read) {
      Expr Lane;
      Lane.K = Expr::Lane;
      if (tryReplace(E, Lane))
        return;
    }
    replaceByOperands(E);
    if (E.Width)
      tryReplace(E.Width, 0u);
    // The other way to name a lane.
    if (E.Number && (E.K == Expr::Shuffle || E.K == Expr::Broadcast))
      tryReplace(E.Number, uint64_t(0));
    for (Expr &Arg : E.Args)
      cut(Arg);
  }
};

} // namespace

Shrinking shrink(const Test &Start,
                 const std::function<bool(const Test &)> &HasProperty,
                 Clock::time_point Deadline) {
  return WarpShrinker(Start, HasProperty, Deadline, [](const Shrinking &) {})
      .run();
}

size_t linesOf(const Program &P) {
  std::string Text = printCl(P, "");
  return std::count(Text.begin(), Text.end(), '\n');
}

} // namespace tasklet::simd
