//===- BuildForce.cpp - Make up forces and the ends of functions ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Builder.h"

#include <algorithm>

namespace tasklet::fuzz {

/// For a force with a body, or one that waits.
std::vector<int> Builder::pickNames(const Flow &At, bool Wait) {
  std::vector<int> Names, Futures, Others;
  for (int Var : Scope)
    // The array of a loop is pending before there is a spawn into it.
    if (!Wait || SpawnedInto.count(Var))
      (At.isPending(Var) ? Futures : Others).push_back(Var);
  if (Rng.percent(Futures.empty() ? 85 : 15))
    return Names;
  bool All = Rng.percent(60);
  for (int Var : Futures)
    if (All || Rng.percent(60))
      Names.push_back(Var);
  if (Rng.percent(25) && !Others.empty())
    Names.push_back(Others[Rng.below(Others.size())]);
  return Names;
}

void Builder::force(std::vector<Stmt> &Out, Flow &At) {
  Stmt S;
  S.K = Stmt::Force;
  S.Names = pickNames(At, false);
  Flow Body = At.forced(S.Names);
  std::vector<Loop> Outer;
  Outer.swap(Loops);
  bool OuterSwitch = InSwitch;
  InSwitch = false;
  size_t Visible = Scope.size();
  ++ForceDepth;
  statements(S.Body, Body, Rng.below(5), 1);
  if (Body.Alive)
    finish(S.Body, Body, 1);
  --ForceDepth;
  Scope.resize(Visible);
  InSwitch = OuterSwitch;
  Loops.swap(Outer);
  Out.push_back(S);
  At.Alive = false;
}

/// Goes down from a variable by constants: to any depth, or to a number.
void Builder::fixedSteps(Expr &Part, bool ToNumber) {
  for (;;) {
    const Type &T = P.Types[Part.Ty];
    if (T.isNumber() || (!ToNumber && T.K == Type::Vector))
      return;
    Step S;
    if (T.K == Type::Array) {
      S.K = Step::Element;
      Expr Index;
      Index.Number = Rng.below(T.Count);
      S.Index = {Index};
      Part.Ty = T.ElementType;
    } else if (T.K == Type::Struct) {
      S.K = Step::Member;
      S.Number = Rng.below(T.Fields.size());
      Part.Ty = T.Fields[S.Number];
    } else {
      S.K = Step::Component;
      S.Number = Rng.below(T.Count);
      Part.Ty = typeOf(T.Element);
    }
    Part.Steps.push_back(S);
    if (!ToNumber && Rng.percent(40))
      return;
  }
}

/// Forces some elements or members of futures, and uses one.
bool Builder::waitForPart(std::vector<Stmt> &Out, Flow &At) {
  std::vector<int> Futures;
  for (int Var : Scope) {
    Type::Kind K = P.Types[F.Vars[Var]].K;
    if (At.isPending(Var) && SpawnedInto.count(Var) &&
        (K == Type::Array || K == Type::Struct))
      Futures.push_back(Var);
  }
  if (Futures.empty())
    return false;
  Stmt S;
  S.K = Stmt::Wait;
  for (unsigned I = 0, Count = 1 + Rng.below(2); I < Count; ++I) {
    Expr Part;
    for (unsigned Try = 0; Try < 4; ++Try) {
      Part = Expr();
      Part.K = Expr::Load;
      Part.Var = Futures[Rng.below(Futures.size())];
      Part.Ty = F.Vars[Part.Var];
      fixedSteps(Part, false);
      if (leavesOf(P, F, Part) & At.pendingOf(Part.Var))
        break;
    }
    S.Parts.push_back(Part);
  }
  for (const Expr &Part : S.Parts)
    if (At.isPending(Part.Var))
      At.arrived(Part.Var, leavesOf(P, F, Part));
  Out.push_back(S);
  Expr Result = S.Parts[Rng.below(S.Parts.size())];
  fixedSteps(Result, true);
  useResult(Out, At, Result);
  return true;
}

/// Spawns where a condition holds, and forces where it holds. Between, the
/// variable is no future where it does not.
bool Builder::spawnIf(std::vector<Stmt> &Out, Flow &At, unsigned Depth) {
  size_t Visible = Scope.size();
  // Nobody else knows the condition, so that nobody changes it.
  Stmt Declare;
  Declare.K = Stmt::Declare;
  Declare.Values = {number(2, false, At)};
  F.Vars.push_back(typeOf(Scalar::UInt));
  Declare.Var = F.Vars.size() - 1;
  Expr Condition;
  Condition.K = Expr::Load;
  Condition.Var = Declare.Var;
  Condition.Ty = typeOf(Scalar::UInt);
  Expr Opposite;
  Opposite.K = Expr::Unary;
  Opposite.Operator = Op::LogicalNot;
  Opposite.Args = {Condition};
  bool Negated = Rng.percent(30);
  if (Negated)
    std::swap(Condition, Opposite);

  Stmt If;
  If.K = Stmt::If;
  If.Values = {Condition};
  Flow Then = At;
  statements(If.Body, Then, Rng.below(2), Depth + 1);
  std::vector<Stmt> Spawn;
  if (!Then.Alive || !spawn(Spawn, Then, Loops.empty()) ||
      Spawn.back().Target.empty() || Spawn.back().Target[0].K != Expr::Load) {
    Scope.resize(Visible);
    return false;
  }
  int Var = Spawn.back().Target[0].Var;
  Out.push_back(Declare);
  if (Spawn.front().K == Stmt::Declare) {
    // It is used outside, with a value on either way.
    Spawn.front().Values = {value(F.Vars[Var], At)};
    Out.push_back(Spawn.front());
    Spawn.erase(Spawn.begin());
  }
  If.Body.insert(If.Body.end(), Spawn.begin(), Spawn.end());
  bool IsNew = std::find(Scope.begin(), Scope.begin() + Visible, Var) ==
               Scope.begin() + Visible;
  Scope.resize(Visible);
  if (IsNew)
    Scope.push_back(Var);
  At.join(Then);
  Out.push_back(If);
  statements(Out, At, Rng.below(3), Depth);
  if (!At.Alive || !At.isPending(Var))
    return true;

  Stmt Wait, Again;
  Wait.K = Stmt::Wait;
  Wait.Names = {Var};
  Again.K = Stmt::If;
  if (Rng.percent(50)) {
    Again.Values = {Condition};
    Flow Holds = At.forced({Var});
    Again.Body = {Wait};
    useResult(Again.Body, Holds, Var);
    At.arrived(Var);
    Out.push_back(Again);
    return true;
  }
  // The way on which it is none leaves.
  Again.Values = {Opposite};
  Flow Leaves = At;
  Leaves.arrived(Var);
  exit(Again.Body, Leaves, Depth + 1);
  Out.push_back(Again);
  Out.push_back(Wait);
  At = At.forced({Var});
  useResult(Out, At, Var);
  return true;
}

void Builder::wait(std::vector<Stmt> &Out, Flow &At) {
  if (Rng.percent(25) && waitForPart(Out, At))
    return;
  waitFor(Out, At, pickNames(At, true));
}

void Builder::waitFor(std::vector<Stmt> &Out, Flow &At,
                      std::vector<int> Names) {
  Stmt S;
  S.K = Stmt::Wait;
  S.Names = Names;
  Out.push_back(S);
  At = At.forced(Names);
  if (!Names.empty() && Rng.percent(60))
    useResult(Out, At, Names[Rng.below(Names.size())]);
}

/// Puts a result into a variable, so that it is seen later.
void Builder::useResult(std::vector<Stmt> &Out, Flow &At, int Var) {
  Expr Result;
  if (part(Var, -1, Result, At))
    useResult(Out, At, Result);
}

void Builder::useResult(std::vector<Stmt> &Out, Flow &At, Expr Result) {
  Stmt S;
  Expr To;
  if (!anyPart(-1, true, To, At))
    return;
  Scalar Kind = P.Types[To.Ty].Element;
  bool Update = Kind != Scalar::Bool && Kind != Scalar::Float;
  S.K = Update ? Stmt::Update : Stmt::Assign;
  S.Operator = Rng.percent(50) ? Op::Add : Op::Xor;
  S.Target = {To};
  Result.Wide = Kind == Scalar::Long || Rng.percent(20);
  S.Values = {Result};
  Out.push_back(S);
}

/// The variables of a loop are declared again in each round, which is allowed
/// to none that is a future.
void Builder::waitForLocals(std::vector<Stmt> &Out, Flow &At, size_t Visible) {
  std::vector<int> Names;
  for (size_t I = Visible; I < Scope.size(); ++I)
    if (At.isPending(Scope[I]))
      Names.push_back(Scope[I]);
  if (At.Alive && !Loops.empty() && !Names.empty())
    waitFor(Out, At, Names);
}

void Builder::leaveScope(std::vector<Stmt> &Out, Flow &At, size_t Visible) {
  waitForLocals(Out, At, Visible);
  Scope.resize(Visible);
}

/// Waits at the end of a round for what must not be outstanding when the next
/// one starts.
void Builder::settle(std::vector<Stmt> &Out, Flow &At) {
  if (!At.Alive)
    return;
  const Flow Start = Loops.back().Start;
  std::vector<int> Names;
  for (auto [Var, Leaves] : At.Pending)
    if ((Leaves & ~Start.pendingOf(Var)) &&
        std::find(Scope.begin(), Scope.end(), Var) != Scope.end())
      Names.push_back(Var);
  if (!Names.empty())
    waitFor(Out, At, Names);
  if ((At.Children && !Start.Children) || (At.Unnamed && !Start.Unnamed))
    waitFor(Out, At, {});
}

/// `t <- f(); force (t) { return t; }` and its relatives.
bool Builder::tail(std::vector<Stmt> &Out, Flow &At, bool InLoop) {
  if (F.K == Function::Kernel || F.Result < 0) {
    int Callee = pickTask(-1, false, true);
    if (Callee < 0)
      return false;
    Stmt S = makeSpawn(Callee, At, true, true);
    if (hasBuffer() && NextResult < OwnWords &&
        P.Functions[Callee].Result >= 0 && Rng.percent(30) &&
        convertible(P.Functions[Callee].Result, typeOf(Scalar::UInt))) {
      Expr Word;
      Word.K = Expr::OwnWord;
      Word.Number = NextResult++;
      S.Target = {Word};
    }
    Out.push_back(S);
    if (Waits && Rng.percent(30)) {
      Stmt Wait;
      Wait.K = Stmt::Wait;
      Out.push_back(Wait);
    }
    if (InLoop || Rng.percent(40)) {
      Stmt Return;
      Return.K = Stmt::Return;
      Out.push_back(Return);
    }
    At.Alive = Out.back().K != Stmt::Return;
    At.Children = At.Unnamed = true;
    return true;
  }
  int Callee = pickTask(F.Result, true, true);
  if (Callee < 0)
    return false;
  Stmt S = makeSpawn(Callee, At, true, true);
  Stmt D;
  D.K = Stmt::Declare;
  Expr To;
  To.K = Expr::Load;
  To.Ty = F.Result;
  F.Vars.push_back(To.Ty);
  D.Var = To.Var = F.Vars.size() - 1;
  S.Target = {To};
  Stmt Force, Return;
  Return.K = Stmt::Return;
  Return.Values = {To};
  Return.Values[0].Wide = true;
  Force.K = Waits && Rng.percent(50) ? Stmt::Wait : Stmt::Force;
  Force.Names = {To.Var};
  if (Force.K == Stmt::Force)
    Force.Body = {Return};
  Out.push_back(D);
  Out.push_back(S);
  Out.push_back(Force);
  if (Force.K == Stmt::Wait)
    Out.push_back(Return);
  At.Alive = false;
  return true;
}

void Builder::finish(std::vector<Stmt> &Out, Flow &At, unsigned Depth) {
  // Nothing goes on with a loop from here.
  std::vector<Loop> Outer;
  Outer.swap(Loops);
  bool OuterSwitch = InSwitch;
  InSwitch = false;
  goOn(Out, At, Depth, OuterSwitch || !Outer.empty());
  InSwitch = OuterSwitch;
  Loops.swap(Outer);
}

void Builder::goOn(std::vector<Stmt> &Out, Flow &At, unsigned Depth,
                   bool InLoop) {
  if (MaySpawn && ForceDepth < 4) {
    if (Rng.percent(F.Chain ? 80 : 15) && tail(Out, At, InLoop))
      return;
    if (Rng.percent(75 - 15 * ForceDepth)) {
      for (unsigned I = 0, Count = 1 + Rng.below(3); I < Count; ++I)
        spawn(Out, At, true);
      if (Rng.percent(30) && Depth < 3)
        statements(Out, At, 1, Depth);
      bool Waited = At.Alive && Waits && Rng.percent(50);
      if (Waited) {
        wait(Out, At);
        statements(Out, At, Rng.below(4), Depth);
      }
      if (At.Alive && (!Waited || Rng.percent(30)))
        force(Out, At);
      if (!At.Alive)
        return;
    }
  }
  if (hasBuffer() && !At.Children)
    writeWords(Out, At);
  Stmt Return;
  Return.K = Stmt::Return;
  bool Value = F.K == Function::Helper || F.Result >= 0;
  if (Value)
    Return.Values = {F.K == Function::Helper || P.Types[F.Result].isNumber()
                         ? mix(At)
                         : value(F.Result, At)};
  if (!Value && !InLoop && Depth <= 1 && Rng.percent(60))
    return;
  Out.push_back(Return);
  At.Alive = false;
}

} // namespace tasklet::fuzz
