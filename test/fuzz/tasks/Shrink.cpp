//===- Shrink.cpp - Make a program small ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Shrink.h"
#include "Edit.h"
#include "Flow.h"
#include "Print.h"

#include <algorithm>
#include <unordered_set>

namespace tasklet::fuzz {
namespace {

using List = std::vector<Stmt>;

class Shrinker {
public:
  Shrinker(const Test &Start,
           const std::function<bool(const Test &)> &HasProperty,
           Clock::time_point Deadline,
           const std::function<void(const Shrinking &)> &Tell)
      : HasProperty(HasProperty), Deadline(Deadline), Tell(Tell), P(Start.P) {
    R.Smallest = Start;
    Seen.insert(print(P, ""));
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

  /// Whether the program, as it is now, is to be kept.
  bool keep() {
    if (late() || !followsRules(P))
      return false;
    // The printer leaves out what the kernel does not reach.
    if (!Seen.insert(print(P, "")).second)
      return false;
    Test T;
    T.Expected = interpret(P);
    if (!T.Expected.Invalid.empty() || T.Expected.Tasks == 0)
      return false;
    T.P = P;
    ++R.Tries;
    bool Kept = HasProperty(T);
    if (Kept) {
      ++R.Steps;
      R.Smallest = std::move(T);
    }
    Tell(R);
    return Kept;
  }

  /// Any change; nothing may refer into the functions.
  bool tryChange(const std::function<void()> &Change) {
    Program Before = P;
    Change();
    if (keep())
      return true;
    P = std::move(Before);
    return false;
  }
  template <typename T> bool tryReplace(T &Place, T By) {
    std::swap(Place, By);
    if (keep())
      return true;
    std::swap(Place, By);
    return false;
  }

  void round() {
    tryChange([&] {
      P.Global[0] = P.Global[1] = P.Local[0] = P.Local[1] = 1;
      P.Offset = 0;
    });
    while (P.KernelFuel > 1 && tryChange([&] { --P.KernelFuel; }))
      ;
    for (size_t I = 0; I + 1 < P.Functions.size(); ++I)
      tryChange([&] { dropCalls(P, I); });
    for (size_t I = 0; I + 1 < P.Functions.size(); ++I)
      tryReplace(P.Functions[I].Body, trivialBody(P.Functions[I]));
    // The kernel first: what it does not spawn need not be made small.
    for (size_t I = P.Functions.size(); I-- > 0;)
      cutStatements(P.Functions[I].Body);
    cutValues();
    dropNames();
    for (size_t I = P.Functions.size(); I-- > 0;)
      cutExpressions(P.Functions[I].Body);
    tryChange([&] { dropUnusedStructs(P); });
  }

  List trivialBody(const Function &F) const {
    if (F.Result < 0 && F.K != Function::Helper)
      return {};
    Stmt Return;
    Return.K = Stmt::Return;
    Return.Values = {F.K == Function::Helper
                         ? zeroOf(P, typeOf(Scalar::UInt), F.Wide)
                         : zeroOf(P, F.Result, false)};
    return {Return};
  }

  /// Removes runs of elements, of halves down to single ones, the last first:
  /// what stands last is seldom needed by the rest.
  template <typename T> void cutRuns(std::vector<T> &From, size_t Least) {
    for (size_t Run = From.size(); Run > 0; Run /= 2)
      for (size_t End = From.size(); End >= Run; End -= Run) {
        if (From.size() < Least + Run)
          break;
        std::vector<T> Less = From;
        Less.erase(Less.begin() + (End - Run), Less.begin() + End);
        tryReplace(From, Less);
      }
  }

  void cutStatements(List &Body, size_t Least = 0) {
    cutRuns(Body, Least);
    for (size_t I = 0; I < Body.size(); ++I) {
      if (Least == 0 && flatten(Body, I)) {
        --I;
        continue;
      }
      Stmt &S = Body[I];
      if (S.K == Stmt::For && S.Count > 1)
        tryReplace(S.Count, 1u);
      if (S.Goto)
        tryReplace(S.Goto, false);
      cutRuns(S.Names, 1);
      if (!S.Other.empty())
        simplifyAlias(S);
      cutStatements(S.Body, S.K == Stmt::Switch);
      cutStatements(S.Else);
    }
  }

  /// Tries to put what a statement contains in its place.
  bool flatten(List &Body, size_t At) {
    // A copy: the list changes.
    const Stmt S = Body[At];
    std::vector<const List *> Parts = {&S.Body, &S.Else};
    if (S.K == Stmt::Switch) {
      Parts.clear();
      for (const Stmt &Case : S.Body)
        Parts.push_back(&Case.Body);
    }
    for (const List *Part : Parts) {
      if (Part->empty())
        continue;
      List Inner = *Part;
      if (S.K == Stmt::For || S.K == Stmt::While)
        forEachExpr(Inner, [&](Expr &E) {
          if (E.K == Expr::Load && E.Var == S.Var)
            makeConstant(P, E, 0);
        });
      List Flat = Body;
      Flat.erase(Flat.begin() + At);
      Flat.insert(Flat.begin() + At, Inner.begin(), Inner.end());
      if (tryReplace(Body, Flat))
        return true;
    }
    return false;
  }

  void simplifyAlias(Stmt &S) {
    Stmt Simple = S;
    Simple.Other.clear();
    Simple.Values.resize(1);
    tryReplace(S, Simple);
  }

  /// Makes constants of the values of many statements at once.
  void cutValues() {
    std::vector<Expr *> Sites;
    for (Function &F : P.Functions)
      forEachList(F.Body, [&](List &Body) {
        for (Stmt &S : Body)
          for (Expr &E : S.Values)
            Sites.push_back(&E);
      });
    for (size_t Run = Sites.size(); Run > 0; Run /= 2)
      for (size_t First = 0; First + Run <= Sites.size(); First += Run)
        for (unsigned Value : {1, 0}) {
          std::vector<Expr> Before;
          for (size_t I = First; I < First + Run; ++I) {
            Before.push_back(*Sites[I]);
            makeConstant(P, *Sites[I], Value);
          }
          if (keep())
            break;
          for (size_t I = First; I < First + Run; ++I)
            *Sites[I] = Before[I - First];
        }
  }

  /// Variables and parameters.
  void dropNames() {
    for (size_t I = P.Functions.size(); I-- > 0;) {
      bool HasSignature = P.Functions[I].K == Function::Task ||
                          P.Functions[I].K == Function::Kernel;
      for (unsigned Var = P.Functions[I].Vars.size(); Var-- > 0;)
        if (Var >= P.Functions[I].Params)
          tryChange([&] { dropVariable(P, P.Functions[I], Var); });
        else if (HasSignature)
          tryChange([&] { dropParameter(P, I, Var); });
    }
  }

  void cutExpressions(List &Body) {
    for (Stmt &S : Body) {
      for (Expr &E : S.Values)
        cut(E);
      for (auto *Places : {&S.Target, &S.Other})
        for (Expr &E : *Places)
          cutParts(E);
      cutExpressions(S.Body);
      cutExpressions(S.Else);
    }
  }
  void cutParts(Expr &E) {
    for (Step &S : E.Steps)
      for (Expr &Index : S.Index)
        cut(Index);
    for (Expr &Arg : E.Args)
      cut(Arg);
  }
  void cut(Expr &E) {
    for (unsigned Value : {0, 1}) {
      Expr Constant = E;
      if (makeConstant(P, Constant, Value) && tryReplace(E, Constant))
        return;
    }
    // An operator by one of its operands; those of a Make are of other types.
    if (E.K != Expr::Make)
      for (size_t I = 0; I < E.Args.size();)
        I = tryReplace(E, Expr(E.Args[I])) ? 0 : I + 1;
    cutParts(E);
  }

  const std::function<bool(const Test &)> &HasProperty;
  const Clock::time_point Deadline;
  const std::function<void(const Shrinking &)> &Tell;
  Program P;
  Shrinking R;
  std::unordered_set<std::string> Seen;
};

} // namespace

Shrinking shrink(const Test &Start,
                 const std::function<bool(const Test &)> &HasProperty,
                 Clock::time_point Deadline,
                 const std::function<void(const Shrinking &)> &Tell) {
  return Shrinker(Start, HasProperty, Deadline, Tell).run();
}

size_t linesOf(const Program &P) {
  std::string Text = print(P, "");
  return std::count(Text.begin(), Text.end(), '\n');
}

} // namespace tasklet::fuzz
