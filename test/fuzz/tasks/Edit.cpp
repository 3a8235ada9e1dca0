//===- Edit.cpp - Changes of a random program -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Edit.h"

#include <algorithm>
#include <set>

namespace tasklet::fuzz {
namespace {

void forEachExpr(Expr &E, const std::function<void(Expr &)> &Do) {
  Do(E);
  for (Step &S : E.Steps)
    for (Expr &Index : S.Index)
      forEachExpr(Index, Do);
  for (Expr &Arg : E.Args)
    forEachExpr(Arg, Do);
}

void markTypes(const Program &P, int Ty, std::vector<bool> &Used) {
  if (Ty < 0 || Used[Ty])
    return;
  Used[Ty] = true;
  for (int Field : P.Types[Ty].Fields)
    markTypes(P, Field, Used);
  if (P.Types[Ty].K == Type::Array)
    markTypes(P, P.Types[Ty].ElementType, Used);
}

/// What a force reads must have a value.
void spawnNothing(const Program &P, Stmt &Spawn) {
  int Ty = P.Functions[Spawn.Callee].Result;
  Spawn.K = Stmt::Assign;
  Spawn.Values = {zeroOf(P, Ty, false)};
  Spawn.Callee = -1;
}

/// A wait lists only what something is spawned into.
void dropIdleWaits(Function &F) {
  std::set<int> SpawnedInto;
  forEachList(F.Body, [&](std::vector<Stmt> &List) {
    for (const Stmt &S : List)
      if (S.K == Stmt::Spawn && !S.Target.empty())
        SpawnedInto.insert(S.Target[0].Var);
  });
  forEachList(F.Body, [&](std::vector<Stmt> &List) {
    std::vector<Stmt> Left;
    for (Stmt &S : List) {
      size_t Before = S.Names.size();
      if (S.K == Stmt::Wait)
        S.Names.erase(
            std::remove_if(S.Names.begin(), S.Names.end(),
                           [&](int Name) { return !SpawnedInto.count(Name); }),
            S.Names.end());
      bool HadParts = !S.Parts.empty();
      if (S.K == Stmt::Wait)
        S.Parts.erase(std::remove_if(S.Parts.begin(), S.Parts.end(),
                                     [&](const Expr &Part) {
                                       return !SpawnedInto.count(Part.Var);
                                     }),
                      S.Parts.end());
      bool WasForAll = Before == 0 && !HadParts;
      if (WasForAll || !S.Names.empty() || !S.Parts.empty() ||
          S.K != Stmt::Wait)
        Left.push_back(S);
    }
    List = Left;
  });
}

} // namespace

void forEachExpr(std::vector<Stmt> &Body,
                 const std::function<void(Expr &)> &Do) {
  forEachList(Body, [&](std::vector<Stmt> &List) {
    for (Stmt &S : List)
      for (auto *Exprs : {&S.Target, &S.Other, &S.Values, &S.Parts})
        for (Expr &E : *Exprs)
          forEachExpr(E, Do);
  });
}

void forEachList(std::vector<Stmt> &Body,
                 const std::function<void(std::vector<Stmt> &)> &Do) {
  Do(Body);
  for (Stmt &S : Body) {
    forEachList(S.Body, Do);
    forEachList(S.Else, Do);
  }
}

Expr zeroOf(const Program &P, int Ty, bool Wide) {
  Expr E;
  E.Ty = Ty;
  E.Wide = Wide;
  if (!P.Types[Ty].isNumber()) {
    E.K = Expr::Make;
    E.Args.resize(P.Types[Ty].Leaves.size());
  }
  return E;
}

bool makeConstant(const Program &P, Expr &E, uint64_t Number) {
  bool IsNumber =
      E.K != Expr::Make && E.K != Expr::Vector &&
      (E.K != Expr::Load || E.Var == MutatedArray || P.Types[E.Ty].isNumber());
  if (!IsNumber && P.Types[E.Ty].K == Type::Array)
    return false;
  Expr Constant = IsNumber ? Expr() : zeroOf(P, E.Ty, E.Wide);
  if (IsNumber) {
    if (E.K == Expr::Const && E.Number <= 1)
      return false;
    Constant.Wide = E.Wide;
    Constant.Number = Number;
  }
  E = Constant;
  return true;
}

void dropCalls(Program &P, int Callee) {
  for (Function &F : P.Functions) {
    forEachList(F.Body, [&](std::vector<Stmt> &List) {
      std::vector<Stmt> Left;
      for (Stmt &S : List) {
        if (S.Callee == Callee && S.K == Stmt::Spawn && !S.Target.empty())
          spawnNothing(P, S);
        if (S.Callee != Callee)
          Left.push_back(S);
      }
      List = Left;
    });
    forEachExpr(F.Body, [&](Expr &E) {
      if (E.K == Expr::CallHelper && E.Callee == Callee)
        makeConstant(P, E, 0);
    });
    dropIdleWaits(F);
  }
}

void dropSpawnsInto(const Program &P, Function &F, int Var) {
  forEachList(F.Body, [&](std::vector<Stmt> &List) {
    for (Stmt &S : List)
      if (S.K == Stmt::Spawn && !S.Target.empty() &&
          S.Target[0].K == Expr::Load && S.Target[0].Var == Var)
        spawnNothing(P, S);
  });
  dropIdleWaits(F);
}

void dropVariable(const Program &P, Function &F, int Var) {
  auto Writes = [&](const std::vector<Expr> &Places) {
    return !Places.empty() && Places[0].K == Expr::Load && Places[0].Var == Var;
  };
  forEachList(F.Body, [&](std::vector<Stmt> &List) {
    List.erase(std::remove_if(List.begin(), List.end(),
                              [&](const Stmt &S) {
                                return (S.Var == Var && S.K != Stmt::For &&
                                        S.K != Stmt::While) ||
                                       Writes(S.Target) || Writes(S.Other) ||
                                       Writes(S.Parts);
                              }),
               List.end());
  });
  dropIdleWaits(F);
  forEachList(F.Body, [&](std::vector<Stmt> &List) {
    for (Stmt &S : List)
      S.Names.erase(std::remove(S.Names.begin(), S.Names.end(), Var),
                    S.Names.end());
  });
  forEachExpr(F.Body, [&](Expr &E) {
    if (E.K == Expr::Load && E.Var == Var)
      makeConstant(P, E, 0);
  });
}

void dropParameter(Program &P, int Number, unsigned Parameter) {
  Function &F = P.Functions[Number];
  int Var = Parameter;
  dropVariable(P, F, Var);
  F.Vars.erase(F.Vars.begin() + Var);
  --F.Params;
  if (F.HeaderAt > Parameter)
    --F.HeaderAt;
  if (F.K == Function::Kernel)
    P.KernelArgs.erase(P.KernelArgs.begin() + Var);
  auto Shift = [&](int &Name) {
    if (Name > Var)
      --Name;
  };
  forEachList(F.Body, [&](std::vector<Stmt> &List) {
    for (Stmt &S : List) {
      Shift(S.Var);
      Shift(S.OrdinalLoop);
      for (int &Name : S.Names)
        Shift(Name);
    }
  });
  forEachExpr(F.Body, [&](Expr &E) { Shift(E.Var); });
  for (Function &Caller : P.Functions)
    forEachList(Caller.Body, [&](std::vector<Stmt> &List) {
      for (Stmt &S : List)
        if (S.K == Stmt::Spawn && S.Callee == Number)
          S.Values.erase(S.Values.begin() + Var);
    });
}

bool dropUnusedStructs(Program &P) {
  std::vector<bool> Used(P.Types.size());
  for (Function &F : P.Functions) {
    markTypes(P, F.Result, Used);
    for (int Ty : F.Vars)
      markTypes(P, Ty, Used);
    forEachExpr(F.Body, [&](Expr &E) { markTypes(P, E.Ty, Used); });
  }
  bool Any = false;
  for (size_t I = 0; I < Used.size(); ++I)
    if (!Used[I] && P.Types[I].K == Type::Struct) {
      P.Types[I] = P.Types[typeOf(Scalar::UInt)];
      Any = true;
    }
  return Any;
}

} // namespace tasklet::fuzz
