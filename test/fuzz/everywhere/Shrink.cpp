//===- Shrink.cpp - Make a program with everywhere small ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Shrink.h"
#include "PrintCl.h"
#include "Rules.h"

#include <algorithm>
#include <unordered_set>

namespace tasklet::simd {
namespace {

using List = std::vector<Stmt>;

class Shrinker {
public:
  Shrinker(const Test &Start,
           const std::function<bool(const Test &)> &HasProperty,
           Clock::time_point Deadline)
      : HasProperty(HasProperty), Deadline(Deadline), P(Start.P) {
    R.Smallest = Start;
    Seen.insert(key());
  }

  Shrinking run() {
    for (unsigned Before = ~0u; Before != R.Steps && !late();) {
      Before = R.Steps;
      round();
    }
    R.Complete = !late();
    return R;
  }

private:
  bool late() const { return Clock::now() >= Deadline; }

  /// Sizes of the range are not printed.
  std::string key() const {
    return printCl(P, "") + std::to_string(P.Local[0]) + "x" +
           std::to_string(P.Local[1]) + "x" + std::to_string(P.Groups);
  }

  /// Whether the program, as it is now, is to be kept.
  bool keep() {
    if (late() || !followsRules(P) || !Seen.insert(key()).second)
      return false;
    Test T;
    T.Expected = interpret(P);
    if (!T.Expected.Invalid.empty())
      return false;
    T.P = P;
    ++R.Tries;
    if (!HasProperty(T))
      return false;
    ++R.Steps;
    R.Smallest = std::move(T);
    return true;
  }

  template <typename T> bool tryReplace(T &Place, T By) {
    std::swap(Place, By);
    if (keep())
      return true;
    std::swap(Place, By);
    return false;
  }

  void round() {
    tryReplace(P.Groups, 1u);
    for (unsigned Items : {4u, 8u, P.WarpSize, 2 * P.WarpSize}) {
      if (Items >= P.groupSize())
        continue;
      Program Before = P;
      P.Local[0] = Items;
      P.Local[1] = 1;
      if (keep())
        break;
      P = Before;
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
    while (P.TopVars > 0) {
      Program Before = P;
      // Its declaration stays, as any other.
      --P.TopVars;
      if (!keep()) {
        P = Before;
        break;
      }
    }
    if (P.Flat)
      tryReplace(P.Flat, false);
    if (P.Required)
      tryReplace(P.Required, false);
  }

  /// Functions that nobody calls.
  void dropFunctions() {
    for (size_t I = 0; I + 1 < P.Functions.size();) {
      Program Before = P;
      P.Functions.erase(P.Functions.begin() + I);
      bool Called = false;
      for (Function &F : P.Functions)
        renumber(F.Body, I, Called);
      if (!Called && keep())
        continue;
      P = Before;
      ++I;
    }
  }
  static void renumber(List &Body, int Dropped, bool &Called) {
    for (Stmt &S : Body) {
      Called |= S.K == Stmt::Call && S.Callee == Dropped;
      if (S.K == Stmt::Call && S.Callee > Dropped)
        --S.Callee;
      renumber(S.Body, Dropped, Called);
      renumber(S.Else, Dropped, Called);
    }
  }

  /// Removes runs of elements, of halves down to single ones, the last first:
  /// what stands last is seldom needed by the rest.
  void cutRuns(List &From) {
    for (size_t Run = From.size(); Run > 0; Run /= 2)
      for (size_t End = From.size(); End >= Run; End -= Run) {
        if (From.size() < Run)
          break;
        if (End > From.size())
          continue;
        List Less = From;
        Less.erase(Less.begin() + (End - Run), Less.begin() + End);
        tryReplace(From, Less);
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
      if (S.K == Stmt::Everywhere && S.Var >= 0)
        tryReplace(S.Var, -1);
      if (S.Values.size() > 1 && (S.K == Stmt::While || S.K == Stmt::DoWhile)) {
        std::vector<Expr> Less(S.Values.begin(), S.Values.begin() + 1);
        tryReplace(S.Values, Less);
      }
      if (S.FallsThrough)
        tryReplace(S.FallsThrough, false);
      // A label, cases without braces.
      if (S.Number && (S.K == Stmt::Block || S.K == Stmt::Switch))
        tryReplace(S.Number, uint64_t(0));
      if (S.K == Stmt::Goto)
        leaveOtherwise(S);
      cutStatements(S.Body);
      cutStatements(S.Else);
    }
  }

  void leaveOtherwise(Stmt &S) {
    for (Stmt::Kind Kind : {Stmt::Break, Stmt::Continue}) {
      Stmt Other;
      Other.K = Kind;
      if (tryReplace(S, Other))
        return;
    }
  }

  /// Tries to put what a statement contains in its place.
  bool flatten(List &Body, size_t At) {
    // A copy: the list changes.
    const Stmt S = Body[At];
    std::vector<const List *> Parts = {&S.Body, &S.Else};
    if (S.K == Stmt::Switch)
      for (const Stmt &Case : S.Body)
        Parts.push_back(&Case.Body);
    for (const List *Part : Parts) {
      // The cases of a switch are blocks.
      if (Part->empty())
        continue;
      List Flat = Body;
      Flat.erase(Flat.begin() + At);
      Flat.insert(Flat.begin() + At, Part->begin(), Part->end());
      if (tryReplace(Body, Flat))
        return true;
    }
    return false;
  }

  void cutExpressions(List &Body) {
    for (Stmt &S : Body) {
      for (Expr &E : S.Values)
        cut(E);
      cutExpressions(S.Body);
      cutExpressions(S.Else);
    }
  }
  void cut(Expr &E) {
    if (E.K != Expr::Const)
      for (unsigned Value : {0, 1}) {
        Expr Constant;
        Constant.Number = Value;
        if (tryReplace(E, Constant))
          return;
      }
    if (E.K != Expr::Lane && E.K != Expr::Const && E.K != Expr::Read) {
      Expr Lane;
      Lane.K = Expr::Lane;
      if (tryReplace(E, Lane))
        return;
    }
    for (size_t I = 0; I < E.Args.size();)
      I = tryReplace(E, Expr(E.Args[I])) ? 0 : I + 1;
    if (E.Width)
      tryReplace(E.Width, 0u);
    // The other way to name a lane.
    if (E.Number && (E.K == Expr::Shuffle || E.K == Expr::Broadcast))
      tryReplace(E.Number, uint64_t(0));
    for (Expr &Arg : E.Args)
      cut(Arg);
  }

  const std::function<bool(const Test &)> &HasProperty;
  const Clock::time_point Deadline;
  Program P;
  Shrinking R;
  std::unordered_set<std::string> Seen;
};

} // namespace

Shrinking shrink(const Test &Start,
                 const std::function<bool(const Test &)> &HasProperty,
                 Clock::time_point Deadline) {
  return Shrinker(Start, HasProperty, Deadline).run();
}

size_t linesOf(const Program &P) {
  std::string Text = printCl(P, "");
  return std::count(Text.begin(), Text.end(), '\n');
}

} // namespace tasklet::simd
