//===- BuildExpr.cpp - Make up expressions --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Builder.h"

namespace tasklet::fuzz {

Expr Builder::constant(bool Wide) {
  Expr E;
  E.Wide = Wide;
  switch (Rng.below(4)) {
  case 0:
    E.Number = Rng.below(4);
    break;
  case 1:
    E.Number = Rng.below(1000);
    break;
  case 2:
    E.Number = (uint64_t(1) << Rng.below(Wide ? 64 : 32)) - Rng.below(2);
    break;
  default:
    E.Number = Rng.bits();
  }
  if (!Wide)
    E.Number = static_cast<uint32_t>(E.Number);
  return E;
}

bool Builder::part(int Var, int Ty, Expr &Out, const Flow &At) {
  Out = Expr();
  Out.K = Expr::Load;
  Out.Var = Var;
  int Here = F.Vars[Var];
  for (;;) {
    const Type &T = P.Types[Here];
    if (Ty < 0 ? T.isNumber() : Here == Ty) {
      Out.Ty = Here;
      return true;
    }
    Step S;
    switch (T.K) {
    case Type::Number:
      return false;
    case Type::Vector:
      S.K = Step::Component;
      S.Number = Rng.below(T.Count);
      Here = typeOf(T.Element);
      break;
    case Type::Struct:
      S.K = Step::Member;
      S.Number = Rng.below(T.Fields.size());
      Here = T.Fields[S.Number];
      break;
    case Type::Array: {
      S.K = Step::Element;
      Expr Index = constant(false);
      Index.Number %= T.Count;
      if (Rng.percent(50) && Left != 0)
        Index = leaf(false, At);
      S.Index.push_back(Index);
      Here = T.ElementType;
      break;
    }
    }
    Out.Steps.push_back(S);
  }
}

bool Builder::anyPart(int Ty, bool Writable, Expr &Out, const Flow &At) {
  for (unsigned Try = 0; Try < 6 && !Scope.empty(); ++Try) {
    int Var = Scope[Rng.below(Scope.size())];
    if (!readable(Var, At))
      continue;
    bool IsCounter = false;
    for (const Loop &L : Loops)
      IsCounter |= L.Var == Var;
    if (Writable && IsCounter)
      continue;
    if (part(Var, Ty, Out, At))
      return true;
  }
  return false;
}

Expr Builder::leaf(bool Wide, const Flow &At) {
  Expr E;
  // An index inside an index inside an index is enough.
  if (Left > 0 && Rng.percent(70)) {
    --Left;
    bool Found = anyPart(-1, false, E, At);
    ++Left;
    if (Found) {
      E.Wide = Wide;
      return E;
    }
  }
  switch (Rng.below(6)) {
  case 0:
    if (F.K != Function::Kernel || P.Alone)
      break;
    E.K = Expr::WorkItem;
    E.Number = Rng.below(12);
    E.Wide = Wide;
    return E;
  case 1:
    if (!hasBuffer())
      break;
    E.K = Expr::OwnWord;
    E.Number = Rng.below(At.Children ? SharedWords : OwnWords);
    E.Wide = Wide;
    return E;
  case 2:
    if (!hasBuffer() || F.K == Function::Kernel)
      break;
    E.K = Expr::ParentWord;
    E.Number = Rng.below(SharedWords);
    E.Wide = Wide;
    return E;
  case 3:
    if (!hasBuffer() || At.Children || NextOrdinal == 0)
      break;
    E.K = Expr::ChildWord;
    E.Ordinal = Rng.below(NextOrdinal);
    E.Number = Rng.below(SharedWords);
    E.Wide = Wide;
    return E;
  case 4:
    if (!mayFork())
      break;
    E.K = Expr::FuelLeft;
    E.Wide = Wide;
    return E;
  default:
    break;
  }
  return constant(Wide);
}

Expr Builder::number(unsigned Depth, bool Wide, const Flow &At) {
  if (Depth == 0 || Rng.percent(20))
    return leaf(Wide, At);
  Expr E;
  E.Wide = Wide;
  bool Inner = Rng.percent(10) ? !Wide : Wide;
  switch (Rng.below(12)) {
  case 0:
    E.K = Expr::Unary;
    E.Operator = static_cast<Op>(BinaryOps + Rng.below(4));
    E.Args = {number(Depth - 1, Inner, At)};
    return E;
  case 1:
    E.K = Expr::Choose;
    E.Args = {number(Depth - 1, false, At), number(Depth - 1, Inner, At),
              number(Depth - 1, Wide, At)};
    return E;
  case 2:
    E.K = Expr::Table;
    E.Args = {number(Depth - 1, false, At)};
    return E;
  case 3:
  case 4: {
    std::vector<int> Helpers;
    for (int I = 0; I < Self; ++I)
      if (P.Functions[I].K == Function::Helper)
        Helpers.push_back(I);
    if (Helpers.empty())
      break;
    E.K = Expr::CallHelper;
    E.Callee = Helpers[Rng.below(Helpers.size())];
    for (unsigned I = 0; I < P.Functions[E.Callee].Params; ++I)
      E.Args.push_back(number(Depth - 1, Rng.percent(30), At));
    return E;
  }
  default:
    break;
  }
  E.K = Expr::Binary;
  E.Operator = static_cast<Op>(Rng.below(BinaryOps));
  E.Args = {number(Depth - 1, Inner, At), number(Depth - 1, Wide, At)};
  return E;
}

/// Something in which the values of many variables show.
Expr Builder::mix(const Flow &At) {
  Expr Sum = number(1, true, At);
  for (unsigned I = 0, Parts = 1 + Rng.below(2); I < Parts; ++I) {
    Expr Times;
    Times.K = Expr::Binary;
    Times.Wide = true;
    Times.Operator = Op::Mul;
    Times.Args = {Sum, constant(true)};
    Times.Args[1].Number |= 1;
    Expr Next;
    Next.K = Expr::Binary;
    Next.Wide = true;
    Next.Operator = Rng.percent(50) ? Op::Add : Op::Xor;
    Next.Args = {Times, leaf(Rng.percent(50), At)};
    Sum = Next;
  }
  // The high half must not get lost in a uint.
  Expr High;
  High.K = Expr::Binary;
  High.Wide = true;
  High.Operator = Op::Rotate;
  High.Args = {Sum, constant(true)};
  return High;
}

Expr Builder::value(int Ty, const Flow &At) {
  const Type &T = P.Types[Ty];
  if (T.isNumber())
    return Rng.percent(25)
               ? mix(At)
               : number(2,
                        T.Element >= Scalar::Long && T.Element != Scalar::Float,
                        At);
  Expr E;
  if (Rng.percent(50) && anyPart(Ty, false, E, At))
    return E;
  if (T.K == Type::Vector && T.Element != Scalar::Float && Rng.percent(30) &&
      anyPart(Ty, false, E, At)) {
    Expr Sum;
    Sum.K = Expr::Vector;
    Sum.Ty = Ty;
    static const Op Choices[] = {Op::Add, Op::Sub, Op::Mul, Op::Xor};
    Sum.Operator = Choices[Rng.below(4)];
    Sum.Args = {E, value(Ty, At)};
    return Sum;
  }
  E = Expr();
  E.K = Expr::Make;
  E.Ty = Ty;
  for (Scalar Leaf : T.Leaves)
    E.Args.push_back(T.Leaves.size() > 6 ? leaf(false, At)
                                         : number(1, Leaf >= Scalar::Long, At));
  return E;
}

} // namespace tasklet::fuzz
