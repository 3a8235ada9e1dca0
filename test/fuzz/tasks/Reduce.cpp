//===- Reduce.cpp - Make a failing program small --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Reduce.h"
#include "Flow.h"

#include <functional>

namespace tasklet::fuzz {
namespace {

/// Enumerates the cuts of a program: calls Consider with each changed copy.
class Cutter {
public:
  using Callback = std::function<void(const Program &)>;

  Cutter(const Program &Original, Callback Consider)
      : P(Original), Consider(std::move(Consider)) {}

  /// From the coarsest to the finest.
  void run() {
    if (P.Global[0] * P.Global[1] > 1)
      tryWith([&] { P.Global[0] = P.Global[1] = P.Local[0] = P.Local[1] = 1; });
    if (P.Offset != 0)
      tryWith([&] { P.Offset = 0; });
    if (P.KernelFuel > 1)
      tryWith([&] { --P.KernelFuel; });
    for (Function &F : P.Functions)
      cutStatements(F.Body);
    for (Function &F : P.Functions)
      cutExpressions(F.Body);
  }

private:
  /// Changes the program, considers it, and changes it back.
  void tryWith(const std::function<void()> &Change) {
    Program Before = P;
    Change();
    Consider(P);
    // In place: callers hold references into the functions.
    restore(Before);
  }
  void restore(const Program &Before) {
    std::copy(Before.Global, Before.Global + 2, P.Global);
    std::copy(Before.Local, Before.Local + 2, P.Local);
    P.Offset = Before.Offset;
    P.KernelFuel = Before.KernelFuel;
  }
  template <typename T> void tryReplace(T &Place, const T &By) {
    T Before = Place;
    Place = By;
    Consider(P);
    Place = Before;
  }

  void cutStatements(std::vector<Stmt> &Body) {
    for (size_t Run = Body.size(); Run > 0; Run /= 2)
      for (size_t First = 0; First + Run <= Body.size(); First += Run) {
        std::vector<Stmt> Less = Body;
        Less.erase(Less.begin() + First, Less.begin() + First + Run);
        tryReplace(Body, Less);
      }
    for (size_t I = 0; I < Body.size(); ++I) {
      // A statement by what it contains.
      const Stmt S = Body[I];
      for (const auto *Inner : {&S.Body, &S.Else}) {
        if (Inner->empty())
          continue;
        std::vector<Stmt> Flat = Body;
        Flat.erase(Flat.begin() + I);
        Flat.insert(Flat.begin() + I, Inner->begin(), Inner->end());
        tryReplace(Body, Flat);
      }
    }
    for (Stmt &S : Body) {
      if (S.K == Stmt::For && S.Count > 1)
        tryReplace(S.Count, 1u);
      if (S.Goto)
        tryReplace(S.Goto, false);
      if (S.Names.size() > 1)
        for (size_t I = 0; I < S.Names.size(); ++I) {
          std::vector<int> Less = S.Names;
          Less.erase(Less.begin() + I);
          tryReplace(S.Names, Less);
        }
      if (!S.Other.empty()) {
        std::vector<Expr> Before = S.Other, Values = S.Values;
        S.Other.clear();
        S.Values.resize(1);
        Consider(P);
        S.Other = Before;
        S.Values = Values;
      }
      if (S.K != Stmt::Switch)
        cutStatements(S.Body);
      else
        for (Stmt &Case : S.Body)
          cutStatements(Case.Body);
      cutStatements(S.Else);
    }
  }

  void cutExpressions(std::vector<Stmt> &Body) {
    for (Stmt &S : Body) {
      for (Expr &E : S.Values)
        cut(E);
      for (auto *Targets : {&S.Target, &S.Other})
        for (Expr &E : *Targets)
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
    bool Number = E.K != Expr::Make && E.K != Expr::Vector &&
                  (E.K != Expr::Load || E.Ty <= typeOf(Scalar::Float));
    if (Number && E.K != Expr::Const) {
      for (unsigned Value : {0, 1}) {
        Expr Constant;
        Constant.Wide = E.Wide;
        Constant.Number = Value;
        tryReplace(E, Constant);
      }
      for (const Expr &Arg : std::vector<Expr>(E.Args))
        tryReplace(E, Arg);
    }
    if (E.K == Expr::Vector)
      for (const Expr &Arg : std::vector<Expr>(E.Args))
        tryReplace(E, Arg);
    cutParts(E);
  }

  Program P;
  Callback Consider;
};

bool sameFailure(const Report &A, const Report &B) {
  if (A.V != B.V)
    return false;
  if (A.V != Verdict::NotBuilt)
    return true;
  // Another message would be another failure, maybe of the cut itself.
  auto Message = [](const std::string &Text) {
    size_t From = Text.find("error: ");
    if (From == std::string::npos)
      return Text.substr(0, 40);
    std::string Line = Text.substr(From, Text.find('\n', From) - From);
    std::string Words;
    for (char C : Line)
      if (!isdigit(static_cast<unsigned char>(C)))
        Words += C;
    return Words;
  };
  return Message(A.Text) == Message(B.Text);
}

} // namespace

Reduction reduce(const Test &Failing, const Settings &S, const Report &Why) {
  constexpr size_t AtOnce = 8;
  constexpr unsigned MaxTries = 3000;
  Reduction R;
  R.Smallest = Failing;
  R.Why = Why;
  for (bool Progress = true; Progress && R.Tries < MaxTries;) {
    Progress = false;
    // All cuts that mean something, then the first of them that still fails;
    // behind it the same cuts are tried again on what is left.
    std::vector<Test> Cuts;
    Cutter(R.Smallest.P, [&](const Program &Cut) {
      if (!followsRules(Cut))
        return;
      Test T;
      T.Expected = interpret(Cut);
      if (!T.Expected.Invalid.empty() || T.Expected.Tasks == 0)
        return;
      T.P = Cut;
      Cuts.push_back(std::move(T));
    }).run();
    for (size_t First = 0; First < Cuts.size() && !Progress; First += AtOnce) {
      size_t Last = std::min(First + AtOnce, Cuts.size());
      std::vector<Test> Some(Cuts.begin() + First, Cuts.begin() + Last);
      R.Tries += Some.size();
      Settings Quick = S;
      Quick.TimeoutSeconds = Why.V == Verdict::Hung ? 10 : 60;
      std::vector<Report> Reports = runEach(Some, Quick);
      for (size_t I = 0; I < Some.size() && !Progress; ++I)
        if (sameFailure(Reports[I], Why)) {
          R.Smallest = Some[I];
          R.Why = Reports[I];
          ++R.Steps;
          Progress = true;
        }
    }
  }
  return R;
}

} // namespace tasklet::fuzz
