//===- BuildSpawn.cpp - Make up spawns ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Builder.h"

namespace tasklet::fuzz {

/// Whether a task's result may be stored there: every conversion of integers
/// is, those of a float only where it is exact.
bool Builder::convertible(int From, int To) const {
  if (From == To)
    return true;
  if (From < 0 || !P.Types[From].isNumber() || !P.Types[To].isNumber())
    return false;
  Scalar A = P.Types[From].Element, B = P.Types[To].Element;
  if (B == Scalar::Float)
    return A <= Scalar::UShort;
  if (A == Scalar::Float)
    return B == Scalar::Int || B == Scalar::Long;
  return true;
}

/// A task whose result can be stored into a variable of that type (-1: into
/// any, or if not \p ToVariable nowhere), or -1 if there is none.
int Builder::pickTask(int Result, bool ToVariable, bool Tail) {
  std::vector<int> Fits;
  for (size_t I = 0; I < P.Functions.size(); ++I) {
    const Function &Callee = P.Functions[I];
    if (Callee.K != Function::Task)
      continue;
    if (Callee.Memory && (!hasBuffer() || NextOrdinal >= MaxOrdinals))
      continue;
    if (ToVariable && (Callee.Result < 0 ||
                       (Result >= 0 && !convertible(Callee.Result, Result))))
      continue;
    // A chain goes on by tail spawns alone.
    if (F.Chain && Callee.Chain && !Tail)
      continue;
    Fits.push_back(I);
  }
  return Fits.empty() ? -1 : Fits[Rng.below(Fits.size())];
}

Stmt Builder::makeSpawn(int Callee, Flow &At, bool Once, bool Tail) {
  const Function &Task = P.Functions[Callee];
  Stmt S;
  S.K = Stmt::Spawn;
  S.Callee = Callee;
  for (unsigned I = 0; I < Task.Params; ++I)
    S.Values.push_back(value(Task.Vars[I], At));
  if (Task.Chain)
    S.FuelMode = F.Chain && Tail ? Fuel::OneLess
                 : F.Chain       ? Fuel::AtMostOne
                                 : Fuel::Longer;
  else if (F.Chain)
    S.FuelMode = Fuel::AtMostOne;
  if (Task.Memory) {
    S.FuelMode = Fuel::OneLess;
    S.Ordinal = NextOrdinal;
    if (Once) {
      ++NextOrdinal;
    } else {
      S.OrdinalLoop = Loops.back().Var;
      NextOrdinal += Loops.back().Count;
    }
    P.Ordinals = std::max(P.Ordinals, NextOrdinal);
  }
  return S;
}

/// Ordinals tell the iterations of one `for` apart.
bool Builder::fitsInLoop(int Callee) const {
  if (!P.Functions[Callee].Memory)
    return true;
  const Loop &L = Loops.back();
  return (Waits || L.Start.Unnamed) && L.Count != 0 && Loops.size() == 1 &&
         NextOrdinal + L.Count <= MaxOrdinals;
}

/// Whether each round waits for the tasks without a name of the one before it,
/// so that it may spawn into the same word.
bool Builder::mayRepeatResult() const {
  for (const Loop &L : Loops)
    if (L.Start.Unnamed)
      return false;
  return true;
}

/// A spawn of its own. \p Once: no path comes here again. Otherwise the loop
/// waits for it in each round.
bool Builder::spawn(std::vector<Stmt> &Out, Flow &At, bool Once) {
  auto Pick = [&](int Result, bool ToVariable) {
    int Callee = pickTask(Result, ToVariable, false);
    return Once || Callee < 0 || fitsInLoop(Callee) ? Callee : -1;
  };
  unsigned Choice = Rng.below(10);
  if (Choice == 0 && hasBuffer() && NextResult < OwnWords &&
      (Once || mayRepeatResult())) {
    int Callee = Pick(typeOf(Scalar::UInt), true);
    if (Callee < 0)
      return false;
    Stmt S = makeSpawn(Callee, At, Once, false);
    Expr Word;
    Word.K = Expr::OwnWord;
    Word.Number = NextResult++;
    S.Target = {Word};
    At.Children = At.Unnamed = true;
    Out.push_back(S);
    return true;
  }
  if (Choice <= 1) {
    int Callee = Pick(-1, false);
    if (Callee < 0)
      return false;
    Out.push_back(makeSpawn(Callee, At, Once, false));
    if (P.Functions[Callee].Memory)
      At.Children = At.Unnamed = true;
    return true;
  }
  int Callee = Pick(-1, true);
  if (Callee < 0)
    return false;
  Expr To;
  if (Choice <= 4) {
    // A new variable, without a value before.
    int Ty = P.Functions[Callee].Result;
    if (Rng.percent(30) && P.Types[Ty].isNumber()) {
      int Other = Rng.below(10);
      if (convertible(Ty, Other))
        Ty = Other;
    }
    Stmt S = makeSpawn(Callee, At, Once, false);
    Stmt D;
    D.K = Stmt::Declare;
    D.Var = newVar(Ty);
    Out.push_back(D);
    To.K = Expr::Load;
    To.Var = D.Var;
    To.Ty = Ty;
    S.Target = {To};
    SpawnedInto.insert(D.Var);
    At.spawnInto(D.Var, leavesOf(P, F, To));
    At.Children |= P.Functions[Callee].Memory;
    Out.push_back(S);
    return true;
  }
  for (unsigned Try = 0; Try < 12 && !Scope.empty(); ++Try) {
    int Var = Scope[Rng.below(Scope.size())];
    bool IsCounter = false;
    for (const Loop &L : Loops)
      IsCounter |= L.Var == Var;
    if (IsCounter)
      continue;
    // Down to a number, or less far.
    if (!part(Var, Rng.percent(60) ? -1 : P.Functions[Callee].Result, To, At))
      continue;
    // Vectors are futures as a whole.
    if (!To.Steps.empty() && To.Steps.back().K == Step::Component)
      continue;
    if (!convertible(P.Functions[Callee].Result, To.Ty))
      continue;
    uint64_t Leaves = leavesOf(P, F, To);
    bool Whole = To.Steps.empty();
    if (At.Pending[Var] & (Whole ? ~uint64_t(0) : Leaves))
      continue;
    // Neither the index nor an argument may read a future.
    Stmt S = makeSpawn(Callee, At, Once, false);
    S.Target = {To};
    SpawnedInto.insert(Var);
    At.spawnInto(Var, Leaves);
    At.Children |= P.Functions[Callee].Memory;
    Out.push_back(S);
    return true;
  }
  return false;
}

/// A spawn that each iteration may do.
bool Builder::spawnInLoop(std::vector<Stmt> &Out, Flow &At) {
  Loop &L = Loops.back();
  auto Fits = [&](int Callee) { return Callee >= 0 && fitsInLoop(Callee); };
  if (L.Futures >= 0 && !L.Spawned && Rng.percent(80)) {
    const Type &Array = P.Types[F.Vars[L.Futures]];
    Step S;
    S.K = Step::Element;
    Expr Index;
    Index.K = Expr::Load;
    Index.Var = L.Var;
    Index.Ty = typeOf(Scalar::UInt);
    if (Rng.percent(40)) {
      // Count is at most 8, so that such a factor shares nothing with it.
      static const unsigned Factors[] = {11, 13, 17, 121};
      Expr Times, By, Plus;
      By.Number = Factors[Rng.below(4)];
      Times.K = Plus.K = Expr::Binary;
      Times.Operator = Op::Mul;
      Plus.Operator = Op::Add;
      Times.Args = {Index, By};
      Expr Shift;
      Shift.Number = Rng.below(7);
      Plus.Args = {Times, Shift};
      Index = Plus;
    }
    S.Index = {Index};
    Expr To;
    To.K = Expr::Load;
    To.Var = L.Futures;
    To.Steps = {S};
    To.Ty = Array.ElementType;
    while (P.Types[To.Ty].K == Type::Struct) {
      S.K = Step::Member;
      S.Index.clear();
      S.Number = Rng.below(P.Types[To.Ty].Fields.size());
      To.Steps.push_back(S);
      To.Ty = P.Types[To.Ty].Fields[S.Number];
    }
    if (P.Types[To.Ty].K == Type::Array)
      return false;
    int Callee = pickTask(To.Ty, true, false);
    if (!Fits(Callee))
      return false;
    Stmt Sp = makeSpawn(Callee, At, false, false);
    Sp.Target = {To};
    L.Spawned = true;
    SpawnedInto.insert(L.Futures);
    At.spawnInto(L.Futures, leavesOf(P, F, To));
    At.Children |= P.Functions[Callee].Memory;
    Out.push_back(Sp);
    return true;
  }
  bool Detached = Rng.percent(80);
  int Callee = pickTask(-1, !Detached, false);
  if (!Fits(Callee))
    return false;
  Stmt S = makeSpawn(Callee, At, false, false);
  if (!Detached) {
    // Each iteration has its own, and nobody asks for the result.
    Stmt D;
    D.K = Stmt::Declare;
    Expr To;
    To.K = Expr::Load;
    To.Ty = P.Functions[Callee].Result;
    F.Vars.push_back(To.Ty);
    D.Var = To.Var = F.Vars.size() - 1;
    Out.push_back(D);
    S.Target = {To};
    At.spawnInto(D.Var, leavesOf(P, F, To));
  }
  Out.push_back(S);
  if (P.Functions[Callee].Memory)
    At.Children = At.Unnamed = true;
  return true;
}

} // namespace tasklet::fuzz
