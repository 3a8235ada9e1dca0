//===- Rules.cpp - What a program may look like ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Rules.h"

#include <map>
#include <set>

namespace tasklet::simd {
namespace {

class Checker {
public:
  Checker(const Program &P, size_t Index)
      : P(P), Index(Index), F(P.Functions[Index]),
        InKernel(Index + 1 == P.Functions.size()) {}

  bool run() {
    std::set<int> Names;
    for (unsigned I = 0; I < F.Params; ++I)
      add(I, Names);
    Place At;
    At.InBody = F.OfBodies;
    list(F.Body, At, Names);
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
    bool MayReturn = true;
    bool MayBreak = false, MayContinue = false;
    std::set<uint64_t> Labels; ///< Of the blocks around it.
  };

  /// Declares it where these names have been declared already.
  void add(int Var, std::set<int> &Names) {
    Good &= Var >= 0 && F.Vars[Var] != Written::Member;
    if (!Good)
      return;
    // Those that are compared must be seen everywhere.
    int Hidden = F.hiddenBy(Var);
    Good &= !Hidden || !InKernel ||
            (!P.Flat && Hidden >= static_cast<int>(P.TopVars));
    Good &= Names.insert(F.nameOf(Var)).second;
    Scope[F.nameOf(Var)] = Var;
  }
  bool isSeen(int Var) const {
    if (Var < 0)
      return false;
    int Whole = F.wholeOf(Var);
    auto Found = Scope.find(F.nameOf(Whole));
    return Found != Scope.end() && Found->second == Whole;
  }
  void use(int Var, bool AsMask) {
    Good &=
        isSeen(Var) && isValue(F.Vars[Var]) && (!AsMask || isMask(F.Vars[Var]));
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

  /// Of a scope in which these names are declared already. Gives back what is
  /// declared at its end.
  void list(const std::vector<Stmt> &Body, const Place &At,
            std::set<int> Names = {}) {
    std::map<int, int> Before = Scope;
    part(Body, At, Names);
    Scope = Before;
  }
  void part(const std::vector<Stmt> &Body, const Place &At,
            std::set<int> &Names) {
    for (const Stmt &S : Body)
      if (S.K == Stmt::Declare)
        declare(S, At, Names);
      else
        statement(S, At);
  }

  void declare(const Stmt &S, const Place &At, std::set<int> &Names) {
    // Its own value is not what it begins with, nor that of what it hides.
    std::map<int, int> Before = Scope;
    Scope.erase(F.nameOf(S.Var));
    for (const Expr &E : S.Values)
      expr(E, At.InBody);
    Scope = Before;
    add(S.Var, Names);
    size_t Members = membersOf(F.Vars[S.Var]);
    Good &= S.Values.empty() || S.Values.size() == std::max<size_t>(Members, 1);
  }

  void statement(const Stmt &S, const Place &At) {
    std::map<int, int> Before = Scope;
    std::set<int> Names; // Of the body.
    Place Inner = At;
    bool IsLoop = isLoop(S);
    // The first value of while and do is that of the variable itself; a sweep
    // evaluates both before it begins.
    size_t First = !IsLoop || S.K == Stmt::For ? 0 : S.K == Stmt::Sweep ? 2 : 1;
    if (First) {
      Scope.erase(S.Var < 0 ? -1 : F.nameOf(S.Var));
      for (size_t I = 0; I < First; ++I)
        expr(S.Values[I], At.InBody);
    }
    if (IsLoop) {
      std::set<int> Head;
      add(S.Var, Head);
      Inner.MayBreak = Inner.MayContinue = true;
    }
    for (size_t I = First; I < S.Values.size(); ++I)
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
                S.Values.size() == P.Functions[S.Callee].Params &&
                (At.InBody || !P.Functions[S.Callee].OfBodies);
      break;
    case Stmt::Copy: {
      int From = S.Number;
      Good &= isSeen(S.Var) && isSeen(From);
      Good &=
          !Good || (F.Vars[S.Var] == F.Vars[From] && !isValue(F.Vars[From]) &&
                    F.Vars[From] != Written::Array);
      break;
    }
    case Stmt::Switch:
      Inner.MayBreak = true;
      Good &= !S.Body.empty();
      for (const Stmt &Each : S.Else)
        Good &= Each.K == Stmt::Declare && Each.Values.empty();
      part(S.Else, Inner, Names);
      for (const Stmt &Case : S.Body) {
        Good &= Case.K == Stmt::Block && !Case.Number;
        if (S.Number)
          part(Case.Body, Inner, Names); // All are one scope.
        else
          list(Case.Body, Inner);
      }
      Scope = Before;
      return;
    case Stmt::Block:
      if (S.Number)
        Good &= Inner.Labels.insert(S.Number).second;
      break;
    case Stmt::Goto:
      Good &= At.Labels.count(S.Number) != 0;
      break;
    case Stmt::Break:
      Good &= At.MayBreak;
      break;
    case Stmt::Continue:
      Good &= At.MayContinue;
      break;
    case Stmt::Return:
      Good &= At.MayReturn && S.Values.empty() == InKernel;
      break;
    case Stmt::Everywhere:
      Inner = {true, false, false, false, {}};
      if (S.Var >= 0)
        add(S.Var, Names);
      break;
    case Stmt::Sweep:
    case Stmt::StoreAt:
    case Stmt::Barrier:
      Good &= At.InBody;
      break;
    case Stmt::GroupBarrier:
      Good &= At.MayReturn && InKernel;
      break;
    default:
      break;
    }
    list(S.Body, Inner, Names);
    list(S.Else, Inner);
    Scope = Before;
  }

  const Program &P;
  const size_t Index;
  const Function &F;
  const bool InKernel;
  std::map<int, int> Scope; ///< By the name, which variable has it.
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
