//===- Shrink.cpp - Make a program small ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Shrink.h"
#include "Edit.h"
#include "Flow.h"
#include "Print.h"

#include <algorithm>

namespace tasklet::fuzz {
namespace {

class TaskShrinker : public Shrinker<TaskShrinker, Test, Stmt, Expr> {
  friend Shrinker;

public:
  using Shrinker::Shrinker;

private:
  /// The printer leaves out what the kernel does not reach.
  std::string key() const { return print(P, ""); }
  static bool isMeaningful(const Outcome &O) { return O.Tasks != 0; }

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
      if (S.K == Stmt::For)
        tryReplace(S.Values, {});
      if (S.Goto)
        tryReplace(S.Goto, false);
      if (S.Do)
        tryReplace(S.Do, false);
      cutRuns(S.Names, 1);
      if (S.Parts.size() > 1)
        cutRuns(S.Parts, 1);
      if (!S.Other.empty())
        simplifyAlias(S);
      cutStatements(S.Body, S.K == Stmt::Switch);
      cutStatements(S.Else);
    }
  }

  static Lists partsOf(const Stmt &S) {
    if (S.K != Stmt::Switch)
      return {&S.Body, &S.Else};
    Lists Cases;
    for (const Stmt &Case : S.Body)
      Cases.push_back(&Case.Body);
    return Cases;
  }
  List moved(List Part, const Stmt &From) const {
    if (From.K == Stmt::For || From.K == Stmt::While)
      forEachExpr(Part, [&](Expr &E) {
        if (E.K == Expr::Load && E.Var == From.Var)
          makeConstant(P, E, 0);
      });
    return Part;
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
        if (tryChange([&] { dropSpawnsInto(P, P.Functions[I], Var); }))
          ++Var; // Once more, without them.
        else if (Var >= P.Functions[I].Params)
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
  std::optional<Expr> constantFor(Expr E, unsigned Value) const {
    if (!makeConstant(P, E, Value))
      return std::nullopt;
    return E;
  }
  void cut(Expr &E) {
    if (replaceByConstant(E))
      return;
    if (E.K != Expr::Make) // Its parts are of other types.
      replaceByOperands(E);
    cutParts(E);
  }
};

} // namespace

Shrinking shrink(const Test &Start,
                 const std::function<bool(const Test &)> &HasProperty,
                 Clock::time_point Deadline,
                 const std::function<void(const Shrinking &)> &Tell) {
  return TaskShrinker(Start, HasProperty, Deadline, Tell).run();
}

size_t linesOf(const Program &P) {
  std::string Text = print(P, "");
  return std::count(Text.begin(), Text.end(), '\n');
}

} // namespace tasklet::fuzz
