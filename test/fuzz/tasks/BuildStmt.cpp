//===- BuildStmt.cpp - Make up statements ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Builder.h"

namespace tasklet::fuzz {

int Builder::newVar(int Ty) {
  F.Vars.push_back(Ty);
  Scope.push_back(F.Vars.size() - 1);
  return Scope.back();
}

/// Mostly numbers.
int Builder::anyVarType() {
  return Rng.percent(40) ? Rng.below(10) : Rng.below(P.Types.size());
}

void Builder::declare(std::vector<Stmt> &Out, Flow &At) {
  Stmt S;
  S.K = Stmt::Declare;
  int Ty = anyVarType();
  const Type &T = P.Types[Ty];
  if (T.K == Type::Array || (T.K == Type::Struct && Rng.percent(50)))
    for (Scalar Leaf : T.Leaves)
      S.Values.push_back(T.Leaves.size() > 6
                             ? leaf(false, At)
                             : number(1, Leaf >= Scalar::Long, At));
  // One value is one of the whole type.
  if (S.Values.size() <= 1)
    S.Values = {value(Ty, At)};
  S.Var = newVar(Ty);
  Out.push_back(S);
}

void Builder::assign(std::vector<Stmt> &Out, Flow &At) {
  Stmt S;
  Expr To;
  bool Update = Rng.percent(50);
  int Ty = Update ? -1 : anyVarType();
  if (Ty >= 0 && P.Types[Ty].K == Type::Array)
    Ty = -1;
  if (!anyPart(Ty, true, To, At))
    return declare(Out, At);
  Scalar Kind = P.Types[To.Ty].Element;
  S.Target = {To};
  if (!Update || Kind == Scalar::Bool || Kind == Scalar::Float) {
    S.K = Stmt::Assign;
    S.Values = {value(To.Ty, At)};
  } else {
    S.K = Stmt::Update;
    static const Op Choices[] = {Op::Add, Op::Sub, Op::Mul,
                                 Op::And, Op::Or,  Op::Xor};
    S.Operator = Choices[Rng.below(6)];
    // Wide, so that a long is computed as ulong, without overflow.
    S.Values = {number(2, Kind == Scalar::Long || Rng.percent(20), At)};
  }
  Out.push_back(S);
}

void Builder::alias(std::vector<Stmt> &Out, Flow &At) {
  Stmt S;
  Expr To, Other;
  if (!anyPart(-1, true, To, At))
    return;
  Scalar Kind = P.Types[To.Ty].Element;
  auto IsComponent = [](const Expr &E) {
    return !E.Steps.empty() && E.Steps.back().K == Step::Component;
  };
  // A pointer to a packed member is not aligned.
  auto IsPacked = [&](const Expr &E) {
    for (int Ty : F.Vars)
      (void)Ty;
    int Ty = F.Vars[E.Var];
    for (const Step &Next : E.Steps) {
      const Type &T = P.Types[Ty];
      if (T.Packed)
        return true;
      Ty = Next.K == Step::Member    ? T.Fields[Next.Number]
           : Next.K == Step::Element ? T.ElementType
                                     : typeOf(T.Element);
    }
    return false;
  };
  if (Kind == Scalar::Bool || Kind == Scalar::Float || IsComponent(To) ||
      IsPacked(To))
    return;
  S.K = Stmt::Alias;
  S.Operator = Rng.percent(50) ? Op::Add : Op::Xor;
  S.Target = {To};
  S.Values = {number(1, Kind == Scalar::Long, At)};
  if (Rng.percent(50) && anyPart(To.Ty, true, Other, At) &&
      !IsComponent(Other) && !IsPacked(Other)) {
    S.Other = {Other};
    S.Values.push_back(number(1, false, At));
  }
  Out.push_back(S);
}

void Builder::mutate(std::vector<Stmt> &Out, Flow &At) {
  Stmt S;
  S.K = Stmt::Mutate;
  std::vector<int> Arrays, Mutators;
  for (int Var : Scope) {
    const Type &T = P.Types[F.Vars[Var]];
    if (T.K == Type::Array && T.ElementType == typeOf(Scalar::UInt) &&
        readable(Var, At))
      Arrays.push_back(Var);
  }
  if (Arrays.empty())
    return declare(Out, At);
  S.Var = Arrays[Rng.below(Arrays.size())];
  for (int I = 0; I < Self; ++I)
    if (P.Functions[I].K == Function::Mutator &&
        P.Functions[I].ArrayLength <= P.Types[F.Vars[S.Var]].Count)
      Mutators.push_back(I);
  if (Mutators.empty())
    return;
  S.Callee = Mutators[Rng.below(Mutators.size())];
  S.Values = {number(1, false, At)};
  Out.push_back(S);
}

void Builder::writeWords(std::vector<Stmt> &Out, Flow &At) {
  for (unsigned I = 0, Count = 1 + Rng.below(2); I < Count; ++I) {
    Stmt S;
    S.K = Rng.percent(70) ? Stmt::Assign : Stmt::Update;
    S.Operator = Rng.percent(50) ? Op::Add : Op::Xor;
    Expr Word;
    Word.K = Expr::OwnWord;
    Word.Number = Rng.below(SharedWords);
    S.Target = {Word};
    S.Values = {mix(At)};
    Out.push_back(S);
  }
}

void Builder::statements(std::vector<Stmt> &Out, Flow &At, unsigned Count,
                         unsigned Depth) {
  for (unsigned I = 0; I < Count && At.Alive; ++I)
    statement(Out, At, Depth);
}

void Builder::statement(std::vector<Stmt> &Out, Flow &At, unsigned Depth) {
  if (Left <= 1)
    return;
  --Left;
  unsigned Choice = Rng.below(100);
  bool Outstanding = At.Children;
  for (int Var : Scope)
    Outstanding |= At.isPending(Var);
  // Now and then there is nothing to wait for.
  if (Waits && Rng.percent(Outstanding ? 25 : 2))
    return wait(Out, At);
  if (Waits && MaySpawn && Depth < 3 && !InSwitch && Rng.percent(6) &&
      spawnIf(Out, At, Depth))
    return;
  if (MaySpawn && Choice < 30) {
    bool Spawned = Loops.empty()              ? spawn(Out, At, true)
                   : Waits && Rng.percent(60) ? spawn(Out, At, false)
                                              : spawnInLoop(Out, At);
    if (Spawned)
      return;
  }
  if (Depth < 3) {
    // What is new about waits is that they may stand in loops.
    if (Choice < (Waits && MaySpawn ? 38u : 45u))
      return branch(Out, At, Depth);
    if (Choice < 55)
      return loop(Out, At, Depth);
    if (Choice < 60)
      return choose(Out, At, Depth);
  }
  if (Choice < 66)
    return alias(Out, At);
  if (Choice < 70)
    return mutate(Out, At);
  if (Choice < 75 && hasBuffer() && !At.Children)
    return writeWords(Out, At);
  if (Choice < 88)
    return assign(Out, At);
  declare(Out, At);
}

void Builder::mutatorBody() {
  Flow At;
  for (unsigned I = 0, Count = 1 + Rng.below(3); I < Count; ++I) {
    Stmt S;
    std::vector<int> Others;
    for (int J = 0; J < Self; ++J)
      if (P.Functions[J].K == Function::Mutator &&
          P.Functions[J].ArrayLength <= F.ArrayLength)
        Others.push_back(J);
    S.Values = {number(2, false, At)};
    if (!Others.empty() && Rng.percent(25)) {
      S.K = Stmt::Mutate;
      S.Callee = Others[Rng.below(Others.size())];
    } else {
      S.K = Stmt::Update;
      S.Operator = Rng.percent(50) ? Op::Add : Op::Xor;
      Expr Element;
      Element.K = Expr::Load;
      Element.Var = MutatedArray;
      Element.Ty = typeOf(Scalar::UInt);
      Step Index;
      Index.K = Step::Element;
      Index.Index = {number(1, false, At)};
      Element.Steps = {Index};
      S.Target = {Element};
    }
    F.Body.push_back(S);
  }
}

void Builder::run() {
  for (unsigned I = 0; I < F.Params; ++I)
    Scope.push_back(I);
  if (F.K == Function::Mutator)
    return mutatorBody();
  Waits = mayFork() && Rng.percent(75);
  Flow At;
  if (F.K == Function::Helper) {
    Left = 8;
    statements(F.Body, At, 1 + Rng.below(3), 1);
    return finish(F.Body, At, 2);
  }
  if (F.K == Function::Task) {
    statements(F.Body, At, Rng.below(4), 1);
    Stmt Leaf;
    Leaf.K = Stmt::If;
    Expr Left;
    Left.K = Expr::FuelLeft;
    Expr Empty;
    Empty.K = Expr::Unary;
    Empty.Operator = Op::LogicalNot;
    Empty.Args = {Left};
    Leaf.Values = {Empty};
    Flow Ends = At;
    finish(Leaf.Body, Ends, 2);
    F.Body.push_back(Leaf);
  }
  MaySpawn = true;
  if (Waits)
    Left += 8;
  if (F.K == Function::Kernel)
    statements(F.Body, At, 1 + Rng.below(3), 1);
  statements(F.Body, At, 2 + Rng.below(6), 1);
  if (At.Alive)
    finish(F.Body, At, 1);
}

} // namespace tasklet::fuzz
