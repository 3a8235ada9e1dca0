//===- Rules.cpp - What a program may look like ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Rules.h"

#include <set>

namespace tasklet::simd {
namespace {

class Checker {
public:
  Checker(const Program &P, size_t Index)
      : P(P), Index(Index), F(P.Functions[Index]),
        InKernel(Index + 1 == P.Functions.size()) {}

  bool run() {
    for (unsigned I = 0; I < F.Params; ++I)
      Scope.insert(I);
    list(F.Body, {});
    if (InKernel) {
      for (unsigned I = 0; I < P.TopVars; ++I)
        Good &= I < F.Body.size() && F.Body[I].K == Stmt::Declare &&
                F.Body[I].Var == static_cast<int>(I);
    } else {
      Good &= !F.Body.empty() && F.Body.back().K == Stmt::Return;
    }
    return Good;
  }

private:
  struct Place {
    bool InBody = false;
    bool MayBreak = false, MayContinue = false;
  };

  void use(int Var, bool AsMask) {
    Good &= Var >= 0 && Scope.count(Var) && (!AsMask || isMask(F.Vars[Var]));
  }

  void expr(const Expr &E, bool InBody) {
    if (E.K == Expr::Read)
      use(E.Var, false);
    if (E.K == Expr::Reached || E.K == Expr::OfReached)
      use(E.Var, true);
    Good &= InBody || E.K < Expr::Size;
    for (const Expr &Arg : E.Args)
      expr(Arg, InBody);
  }

  /// Gives back what is declared at the end of the list.
  void list(const std::vector<Stmt> &Body, Place At) {
    std::set<int> Before = Scope;
    for (const Stmt &S : Body)
      statement(S, At);
    Scope = Before;
  }

  void statement(const Stmt &S, const Place &At) {
    if (S.K == Stmt::Declare) {
      expr(S.Values[0], At.InBody);
      Scope.insert(S.Var);
      return;
    }
    std::set<int> Before = Scope;
    Place Inner = At;
    bool IsLoop =
        S.K == Stmt::While || S.K == Stmt::DoWhile || S.K == Stmt::For;
    // The first value of while and do is that of the variable itself.
    if (IsLoop && S.K != Stmt::For)
      expr(S.Values[0], At.InBody);
    if (IsLoop) {
      Scope.insert(S.Var);
      Inner.MayBreak = Inner.MayContinue = true;
    }
    for (size_t I = IsLoop && S.K != Stmt::For; I < S.Values.size(); ++I)
      expr(S.Values[I], At.InBody);
    switch (S.K) {
    case Stmt::Assign:
    case Stmt::Halve:
    case Stmt::CountOwn:
    case Stmt::Call:
      use(S.Var, false);
      Good &= !Good || !isMask(F.Vars[S.Var]);
      if (S.K == Stmt::Call)
        Good &= S.Callee < static_cast<int>(Index) &&
                S.Values.size() == P.Functions[S.Callee].Params;
      break;
    case Stmt::Switch:
      Inner.MayBreak = true;
      Good &= !S.Body.empty();
      for (const Stmt &Case : S.Body)
        Good &= Case.K == Stmt::Block;
      break;
    case Stmt::Break:
      Good &= At.MayBreak;
      break;
    case Stmt::Continue:
      Good &= At.MayContinue;
      break;
    case Stmt::Return:
      Good &= !At.InBody && S.Values.empty() == InKernel;
      break;
    case Stmt::Everywhere:
      Inner = {true, false, false};
      if (S.Var >= 0)
        Scope.insert(S.Var);
      break;
    case Stmt::Barrier:
      Good &= At.InBody;
      break;
    case Stmt::GroupBarrier:
      Good &= !At.InBody && InKernel;
      break;
    default:
      break;
    }
    list(S.Body, Inner);
    list(S.Else, Inner);
    Scope = Before;
  }

  const Program &P;
  const size_t Index;
  const Function &F;
  const bool InKernel;
  std::set<int> Scope;
  bool Good = true;
};

} // namespace

bool followsRules(const Program &P) {
  for (size_t I = 0; I < P.Functions.size(); ++I)
    if (!Checker(P, I).run())
      return false;
  return true;
}

} // namespace tasklet::simd
