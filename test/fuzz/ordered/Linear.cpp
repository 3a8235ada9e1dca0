//===- Linear.cpp - Indexes that are sums of multiples of ids -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Linear.h"
#include "Random.h"

#include <algorithm>

using tasklet::fuzz::Random;

namespace tasklet::ordered {

/// Elements of a parameter; more would only take time.
static constexpr uint64_t MostElements = 200000;

std::optional<uint64_t> largestOf(const Program &P, const LinearIndex &At) {
  int64_t Least = At.Constant, Largest = At.Constant, Rows = 1;
  auto Add = [&](int64_t Factor, int64_t From, int64_t To) {
    Least += std::min(Factor * From, Factor * To);
    Largest += std::max(Factor * From, Factor * To);
  };
  for (unsigned D = 0; D < 3; ++D) {
    int64_t First = P.Offset[D];
    Add(At.Ids[D] * (At.BySize ? Rows : 1), First, First + P.Global[D] - 1);
    Rows *= P.Global[D];
  }
  Add(At.Round, 0, MostRounds);
  Add(At.Scalar, 0, MostScalar);
  if (At.Type == LinearIndex::UShort)
    return 65535;
  if (At.Type == LinearIndex::UChar)
    return 255;
  return Least < 0 ? std::nullopt : std::optional<uint64_t>(Largest);
}

namespace {

class LinearGenerator {
  Program &P;
  Random R;

  LinearIndex index(unsigned Stride);
  LinearIndex fitting();
  LinearIndex beside(bool IsOwn);
  Expr at(LinearIndex Index);
  Expr place() { return at(fitting()); }
  unsigned some(Param::Kind K);
  Stmt store();
  Stmt loop(Expr Count, std::vector<Stmt> Body);
  Expr element(unsigned Monitored);
  Stmt round();
  void sum();

public:
  explicit LinearGenerator(Program &P) : P(P), R(P.Seed * 17 + 4) {}
  void run();
};

} // namespace

/// Rows follow each other, have a gap between them, or overlap a little.
LinearIndex LinearGenerator::index(unsigned Stride) {
  LinearIndex At;
  At.Type =
      static_cast<LinearIndex::Kind>(R.percent(85) ? R.below(4) : R.below(6));
  unsigned Dimensions[] = {0, 1, 2};
  At.BySize = P.Dimensions > 1 && R.percent(30);
  if (!At.BySize && R.percent(30))
    std::swap(Dimensions[0], Dimensions[P.Dimensions - 1]);
  int64_t Next = Stride;
  for (unsigned I = 0; I < P.Dimensions; ++I) {
    const unsigned D = Dimensions[I];
    At.Ids[D] = At.BySize ? int64_t(Stride) : Next;
    Next = Next * P.Global[D];
    if (R.percent(40))
      Next = std::max<int64_t>(0, Next + R.below(4) - 1);
  }
  if (R.percent(40))
    At.Round = R.percent(50) ? Next : 1 + R.below(3);
  if (R.percent(20))
    At.Scalar = R.percent(50) ? Next : 1 + R.below(3);
  if (R.percent(15)) {
    const unsigned D = R.below(P.Dimensions);
    At.Ids[D] = -At.Ids[D];
  }
  // As much as is needed, and perhaps some elements of the next row.
  At.Constant = R.percent(60) ? 0 : R.percent(50) ? R.below(4) : Next;
  for (unsigned D = 0; D < 3; ++D)
    if (At.Ids[D] < 0)
      At.Constant -= At.Ids[D] * int64_t(P.Offset[D] + P.Global[D] - 1) *
                     int64_t(At.BySize && D > 0 ? P.Global[0] : 1) *
                     int64_t(At.BySize && D > 1 ? P.Global[1] : 1);
  return At;
}

LinearIndex LinearGenerator::fitting() {
  for (unsigned Tries = 0; Tries < 20; ++Tries) {
    // Most accesses of a kernel have the same strides.
    LinearIndex At = !P.Indexes.empty() && R.percent(60)
                         ? P.Indexes[R.below(P.Indexes.size())]
                         : index(1 + std::min(R.below(4), R.below(4)));
    if (!P.Indexes.empty() && R.percent(60))
      At.Constant += R.below(4);
    if (auto Largest = largestOf(P, At); Largest && *Largest < MostElements)
      return At;
  }
  LinearIndex Own;
  Own.Ids[0] = 1;
  return Own;
}

/// Work-items that follow each other have neighbours, or all of a row the same. Own
/// elements are those of no other work-item.
LinearIndex LinearGenerator::beside(bool IsOwn) {
  LinearIndex At;
  At.Type = static_cast<LinearIndex::Kind>(R.below(4));
  int64_t Next = IsOwn || R.percent(75);
  for (unsigned D = 0; D < P.Dimensions; ++D) {
    At.Ids[D] = Next;
    Next = std::max<int64_t>(1, Next) * P.Global[D];
  }
  if (!IsOwn && R.percent(80))
    At.Round = R.percent(50) ? P.Global[0] : 1 + R.below(3);
  At.Constant = R.percent(60) ? 0 : R.below(4);
  const auto Largest = largestOf(P, At);
  return Largest && *Largest < MostElements ? At : fitting();
}

Expr LinearGenerator::at(LinearIndex Index) {
  P.Indexes.push_back(Index);
  Expr At;
  At.K = Expr::Linear;
  At.N = P.Indexes.size() - 1;
  return At;
}

unsigned LinearGenerator::some(Param::Kind K) {
  unsigned I = R.below(P.Params.size());
  while (P.Params[I].K != K)
    I = (I + 1) % P.Params.size();
  return I;
}

Stmt LinearGenerator::loop(Expr Count, std::vector<Stmt> Body) {
  Stmt Loop;
  Loop.K = Stmt::For;
  Loop.M = MostRounds + 1;
  Loop.Args = {Count};
  Loop.Body = std::move(Body);
  return Loop;
}

Stmt LinearGenerator::store() {
  Stmt S;
  S.K = Stmt::Store;
  S.N = some(Param::Monitored);
  S.M = R.below(3);
  Expr Value;
  Value.K = Expr::Load;
  Value.N = some(R.percent(60) ? Param::Monitored : Param::ReadOnly);
  Value.M = R.below(4);
  Value.Args = {place()};
  if (R.percent(30)) {
    Value = Expr();
    Value.K = Expr::LinearId;
  }
  S.Args = {place(), Value};
  if (P.Params[S.N].Type == Element::UInt && R.percent(10)) {
    S.K = Stmt::Atomic;
    S.M = R.below(12);
  }
  if (R.percent(50)) {
    Expr Count;
    Count.N = R.below(4);
    S = loop(Count, {S});
  }
  if (R.percent(20)) {
    Stmt Branch;
    Branch.K = Stmt::If;
    Expr Condition;
    Condition.K = R.percent(50) ? Expr::GlobalId : Expr::Dirty;
    Condition.N = Condition.K == Expr::Dirty;
    Branch.Args = {Condition};
    Branch.Body = {S};
    S = Branch;
  }
  return S;
}

/// What \p Monitored per cent of the time is an element that others may write.
Expr LinearGenerator::element(unsigned Monitored) {
  Expr Value;
  Value.K = Expr::Load;
  Value.N = some(R.percent(Monitored) ? Param::Monitored : Param::ReadOnly);
  Value.M = R.below(4);
  Value.Args = {R.percent(85) ? at(beside(false)) : place()};
  return Value;
}

/// What goes round in a loop: variables, each perhaps computed from the other one.
Stmt LinearGenerator::round() {
  Stmt S;
  S.K = Stmt::SetDirty;
  S.N = R.below(2);
  S.M = R.below(3);
  S.Args = {element(8)};
  if (R.percent(50)) {
    Expr Other;
    Other.K = R.percent(70) ? Expr::Dirty : Expr::Loop;
    Other.N = Other.K == Expr::Dirty ? R.below(2) : 0;
    Expr Both;
    Both.K = Expr::Binary;
    Both.N = R.below(NumBinary);
    Both.Args = {S.Args[0], Other};
    S.Args = {Both};
  }
  if (R.percent(20)) {
    Stmt Branch;
    Branch.K = Stmt::If;
    Branch.Args = {S.Args[0]};
    Branch.Body = {S};
    S = Branch;
  }
  return S;
}

/// As in a product of matrices: loops over what all work-items share, or have side
/// by side, and what they leave goes to the work-item's own element. The compiler may
/// take many work-items through the loops together (passes/loops/
/// InterchangeLoops.h).
void LinearGenerator::sum() {
  Expr Rounds;
  Rounds.K = Expr::Scalar;
  Stmt Begin = round();
  if (Begin.K == Stmt::SetDirty)
    P.Body.push_back(Begin);
  for (unsigned Loops = 1 + R.below(2); Loops; --Loops) {
    std::vector<Stmt> Body;
    for (unsigned Count = 1 + R.below(2); Count; --Count)
      Body.push_back(round());
    if (R.percent(30)) {
      Body.push_back(loop(Rounds, {round()}));
      if (R.percent(50))
        Body.push_back(round());
    }
    if (R.percent(15))
      Body.push_back(store());
    P.Body.push_back(loop(Rounds, std::move(Body)));
  }
  Expr Left;
  Left.K = Expr::Dirty;
  Left.N = R.below(2);
  Stmt End;
  End.K = Stmt::Store;
  End.N = some(Param::Monitored);
  End.M = R.below(3);
  End.Args = {R.percent(85) ? at(beside(true)) : place(), Left};
  P.Body.push_back(End);
}

void LinearGenerator::run() {
  P.HasSmallScalar = true;
  if (Random(P.Seed * 23 + 6).percent(50))
    sum();
  else
    for (unsigned Count = 1 + R.below(3); Count; --Count)
      P.Body.push_back(store());
  uint64_t Needed = 1;
  for (const LinearIndex &Each : P.Indexes)
    Needed = std::max(Needed, *largestOf(P, Each) + 1);
  for (Param &A : P.Params)
    if (A.K == Param::Monitored || A.K == Param::ReadOnly) {
      A.Size = std::max<uint64_t>(A.Size, Needed);
      P.Roots[A.Root] = A.Size * sizeOf(A.Type);
    }
}

void makeLinear(Program &P) { LinearGenerator(P).run(); }

} // namespace tasklet::ordered
