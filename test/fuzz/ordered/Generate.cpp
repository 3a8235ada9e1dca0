//===- Generate.cpp - Make up an ordered kernel ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Generate.h"
#include "Linear.h"
#include "Random.h"

#include <algorithm>
#include <numeric>

using tasklet::fuzz::Random;

namespace tasklet::ordered {

unsigned sizeOf(Element E) {
  static const unsigned Sizes[NumElements] = {1, 2, 4, 8, 4, 8, 8, 16, 16};
  return Sizes[static_cast<unsigned>(E)];
}

namespace {

using List = std::vector<Stmt>;

Expr make(Expr::Kind K, unsigned N = 0, unsigned M = 0,
          std::vector<Expr> Args = {}) {
  return {K, N, M, std::move(Args)};
}

/// Most kernels can be inspected: what decides addresses and loops is *clean*,
/// it does not depend on memory that the kernel writes. The others run in
/// order, whatever was set, so few of them are enough.
class Generator {
  Program &P;
  Random R, Forms;
  unsigned Loops = 0;   ///< around the present place
  bool InDirty = false; ///< a branch that is not clean decides whether it runs
  bool DirtyAddresses;  ///< once in a while
  bool DirtyEverywhere; ///< branches on written memory are common
  bool Meets;           ///< many work-items use the same elements
  bool Single;          ///< a work-item has one access to monitored memory
  bool Adds;            ///< all that happens to monitored memory is `+=`

  void makeRange();
  void makeParams();
  void makeAliases();
  unsigned paramOf(Param::Kind K);
  bool has(Param::Kind K) const;
  Expr leaf(bool Clean);
  Expr expr(bool Clean, unsigned Depth);
  Expr index();
  Expr value() { return expr(R.percent(30), 2); }
  /// What an earlier branch decided is often asked for.
  Expr condition(bool Clean) {
    return !Clean && R.percent(40) ? make(Expr::Dirty, R.below(2))
                                   : expr(Clean, 2);
  }
  /// A block that runs if a condition of that kind says so.
  List block(unsigned Depth, bool Clean, unsigned Most);
  Stmt access();
  Stmt border();
  Stmt plainStore();
  unsigned storeForm();
  void makePlain();
  Stmt control(unsigned Depth);
  Stmt stmt(unsigned Depth);

public:
  explicit Generator(Program &P)
      : P(P), R(P.Seed * 2 + 77), Forms(P.Seed * 7 + 5),
        DirtyAddresses(R.percent(6)), DirtyEverywhere(R.percent(40)),
        Meets(R.percent(20)), Single(R.percent(20)),
        Adds(Random(P.Seed * 3 + 11).percent(12)) {}
  void run();
};

} // namespace

void Generator::makeRange() {
  static const unsigned Most[] = {1, 60, 1000, 3000, 5000, 7000};
  // Large ones are what levels are for. They cost little beside the compiler.
  unsigned Class = std::max(R.below(6), R.below(6));
  unsigned Items = 1 + R.below(Most[Class]);
  P.Dimensions = 1 + (R.percent(35) ? 1 + R.below(2) : 0);
  P.HasLocal = R.percent(50);
  for (unsigned D = 0; D < P.Dimensions; ++D) {
    bool IsLast = D + 1 == P.Dimensions;
    unsigned Here = IsLast ? Items : 1 + R.below(std::min(Items, 90u));
    Items = std::max(1u, Items / Here);
    P.Local[D] = P.HasLocal ? 1 + R.below(D == 0 ? 8 : 3) : 1;
    P.Global[D] = (Here + P.Local[D] - 1) / P.Local[D] * P.Local[D];
    P.Offset[D] = R.percent(30) ? R.below(50) : 0;
  }
}

void Generator::makeParams() {
  static const unsigned Sizes[] = {1,     64,    900,   9000,  20000,
                                   20000, 50000, 50000, 90000, 90000};
  auto Add = [&](Param::Kind K, Element Type, unsigned Size) {
    Param A;
    A.K = K;
    A.Type = Type;
    A.Size = Size;
    A.IsConst = K == Param::ReadOnly && R.percent(80);
    A.Root = P.Roots.size();
    P.Roots.push_back(Size * sizeOf(Type));
    P.Params.push_back(A);
  };
  auto Size = [&] { return Sizes[R.below(10)] + R.below(3); };
  auto Any = [&] {
    return R.percent(40) ? Element::UInt : Element(R.below(NumElements));
  };
  unsigned Arrays = 1 + R.below(3);
  if (Adds)
    Add(Param::Monitored, R.percent(50) ? Element::UInt : Element::ULong,
        Size());
  for (unsigned Count = Adds ? 0 : Arrays; Count; --Count)
    Add(Param::Monitored, Any(), Meets ? Size() : 20000 + R.below(30000));
  Add(Param::ReadOnly, Element::UInt, Size());
  for (unsigned Count = R.below(3); Count; --Count)
    Add(Param::ReadOnly, R.percent(60) ? Element::UInt : Any(), Size());
  if (R.percent(40))
    Add(Param::Own, Any(), P.items());
  if (R.percent(15))
    Add(Param::Scratch, Element::UInt, P.items() * 4);
  for (size_t I = P.Params.size(); I-- > 1;)
    std::swap(P.Params[I], P.Params[R.below(I + 1)]);
  P.NamesParams = R.percent(85) || Adds;
  P.HasArgument = R.percent(20);
}

/// Whether C lets both have the same memory.
static bool mayAlias(Element A, Element B) {
  auto IsWord = [](Element E) {
    return E == Element::UInt || E == Element::UInt2 || E == Element::UInt4;
  };
  auto IsFloat = [](Element E) {
    return E == Element::Float || E == Element::Double;
  };
  return A == B || (IsWord(A) && IsWord(B)) ||
         (A == Element::Char && !IsFloat(B)) ||
         (B == Element::Char && !IsFloat(A));
}

/// Some parameters get memory of another one. The memory of parameters that are
/// not monitored must not be written by other work-items: it is shared with
/// monitored memory, and then in such a way that the two overlap for sure, or
/// with memory that nobody writes.
void Generator::makeAliases() {
  if (!R.percent(30))
    return;
  for (unsigned Tries = 1 + R.below(3); Tries; --Tries) {
    Param &A = P.Params[R.below(P.Params.size())];
    Param &B = P.Params[R.below(P.Params.size())];
    bool Allowed = A.K == Param::Monitored || B.K == Param::Monitored ||
                   (A.K == Param::ReadOnly && B.K == Param::ReadOnly);
    // Most of the others run in order.
    if (A.K != B.K && !R.percent(20))
      continue;
    bool Alone =
        std::count_if(P.Params.begin(), P.Params.end(),
                      [&](const Param &C) { return C.Root == A.Root; }) == 1;
    if (&A == &B || !Alone || !Allowed || !mayAlias(A.Type, B.Type))
      continue;
    unsigned Bytes = P.Roots[B.Root];
    unsigned Steps = Bytes / SubBufferAlign;
    bool Exactly = A.K == Param::Own || A.K == Param::Scratch ||
                   B.K == Param::Own || B.K == Param::Scratch;
    A.Root = B.Root;
    A.Offset = Exactly || R.percent(40) ? B.Offset
                                        : R.below(Steps + 1) * SubBufferAlign;
    P.Roots[B.Root] = std::max(Bytes, A.Offset + A.Size * sizeOf(A.Type));
  }
}

bool Generator::has(Param::Kind K) const {
  return std::any_of(P.Params.begin(), P.Params.end(),
                     [&](const Param &A) { return A.K == K; });
}

unsigned Generator::paramOf(Param::Kind K) {
  for (;;) {
    unsigned I = R.below(P.Params.size());
    if (P.Params[I].K == K)
      return I;
  }
}

Expr Generator::leaf(bool Clean) {
  switch (R.below(12)) {
  case 0:
    return make(Expr::Const, R.percent(50) ? R.below(5) : R.below(100000));
  case 1:
  case 2:
    return make(Expr::GlobalId, R.below(P.Dimensions));
  case 3:
    return make(Expr::LinearId);
  case 4: {
    auto K = static_cast<Expr::Kind>(Expr::LocalId + R.below(6));
    return make(K, R.below(3));
  }
  case 5:
    return make(Expr::Scalar);
  case 6:
    return Loops ? make(Expr::Loop, R.below(Loops)) : make(Expr::LinearId);
  case 7:
    return P.HasArgument ? make(Expr::Argument, R.below(2))
                         : make(Expr::Clean, R.below(3));
  default:
    return make(Clean ? Expr::Clean : Expr::Dirty, R.below(3));
  }
}

Expr Generator::expr(bool Clean, unsigned Depth) {
  if (Depth == 0 || R.percent(25))
    return leaf(Clean);
  auto Sub = [&] { return expr(Clean, Depth - 1); };
  switch (R.below(10)) {
  case 0:
  case 1:
  case 2: {
    // The index of a load is clean, also that of memory that is written.
    Param::Kind K = Clean || R.percent(25)                 ? Param::ReadOnly
                    : has(Param::Own) && R.percent(20)     ? Param::Own
                    : has(Param::Scratch) && R.percent(20) ? Param::Scratch
                    : Single || Adds                       ? Param::ReadOnly
                                                           : Param::Monitored;
    unsigned Of = paramOf(K);
    Expr At = K == Param::Monitored
                  ? index()
                  : expr(!(DirtyAddresses && R.percent(20)), Depth - 1);
    if (P.Params[Of].Type == Element::UInt && R.percent(10))
      return make(Expr::VectorLoad, Of, R.below(NumWidths * 16), {At});
    return make(Expr::Load, Of, R.below(4), {At});
  }
  case 3:
    return make(Expr::Select, 0, 0, {Sub(), Sub(), Sub()});
  case 4:
    return make(Expr::Helper, R.below(NumHelpers), 0, {Sub(), Sub()});
  case 5:
    return make(Expr::Private, Clean ? 0 : 1, 0, {Sub()});
  default:
    return make(Expr::Binary, R.below(NumBinary), 0, {Sub(), Sub()});
  }
}

/// Mostly such that few work-items meet: long chains run in order, and then no
/// mistake is seen.
Expr Generator::index() {
  bool Clean = !(DirtyAddresses && R.percent(30));
  if (Meets || !Clean)
    return expr(Clean, 3);
  Expr At = make(R.percent(95) ? Expr::LinearId : Expr::GlobalId);
  if (R.percent(50)) {
    unsigned Factor = 2 * R.below(50) + 1;
    At = make(Expr::Binary, 2, 0, {At, make(Expr::Const, Factor)});
  }
  if (R.percent(60))
    At = make(Expr::Load, paramOf(Param::ReadOnly), 0, {At});
  if (R.percent(30)) {
    static const unsigned Spreading[] = {0, 1, 5};
    unsigned Op = Spreading[R.below(3)];
    At = make(Expr::Binary, Op, 0, {At, expr(Clean, 1)});
  }
  return At;
}

List Generator::block(unsigned Depth, bool Clean, unsigned Most) {
  bool Before = InDirty;
  InDirty |= !Clean;
  List Body;
  for (unsigned Count = 1 + R.below(Most); Count; --Count)
    Body.push_back(stmt(Depth));
  InDirty = Before;
  return Body;
}

/// See Stmt::Store. Other forms came later, and leave all else of a program as it
/// was.
unsigned Generator::storeForm() {
  const unsigned Plain = R.below(3);
  return Forms.percent(30) ? 4 + Forms.below(8) : Plain;
}

Stmt Generator::access() {
  Stmt S;
  S.N = paramOf(Param::Monitored);
  Element Type = P.Params[S.N].Type;
  S.Args = {index(), value()};
  if (Adds) {
    S.K = Stmt::Store;
    S.M = 3;
    return S;
  }
  switch (R.below(14)) {
  case 0:
    if (Type == Element::UInt) {
      S.K = Stmt::VectorStore;
      S.M = R.below(NumWidths);
      return S;
    }
    break;
  case 1:
    S.K = Stmt::Copy;
    S.M = R.below(P.Params.size());
    if (P.Params[S.M].Type == Type && P.Params[S.M].K != Param::Scratch) {
      S.Args[1] = index();
      return S;
    }
    break;
  case 2:
    if (Type == Element::UInt) {
      S.K = Stmt::Atomic;
      S.M = R.below(12);
      return S;
    }
    break;
  case 3:
    if (Type == Element::UInt) {
      S.K = Stmt::Put;
      return S;
    }
    break;
  case 4:
    S.K = Stmt::GuardedLoad;
    S.M = paramOf(Param::ReadOnly);
    S.Args = {expr(true, 2), value(), value()};
    return S;
  case 5:
    S.K = Stmt::GuardedDivision;
    S.Args = {expr(true, 2), expr(true, 2), value(), value()};
    return S;
  case 6:
    if (has(Param::Own))
      S.N = paramOf(Param::Own);
    break;
  case 7:
    if (has(Param::Scratch))
      S.N = paramOf(Param::Scratch);
    break;
  }
  S.K = Stmt::Store;
  S.M = storeForm();
  return S;
}

/// Most work-items lie inside.
Stmt Generator::border() {
  Stmt S;
  S.K = Stmt::Border;
  S.N = R.below(P.Dimensions);
  S.M = R.below(256);
  auto Constant = [&](unsigned Most) {
    return make(Expr::Const, R.percent(5) ? 0u - R.below(3) : R.below(Most));
  };
  S.Args = {Constant(8)};
  Expr Size = make(Expr::GlobalSize, S.N);
  switch (R.below(5)) {
  case 0:
    S.Args.push_back(Constant(8000));
    break;
  case 1:
    S.Args.push_back(make(Expr::Scalar));
    break;
  case 2:
    S.Args.push_back(expr(true, 2));
    break;
  default:
    S.Args.push_back(make(Expr::Binary, R.below(2), 0, {Size, Constant(8)}));
  }
  return S;
}

Stmt Generator::control(unsigned Depth) {
  Stmt S;
  // Of what runs so deep, only branches may be dirty.
  bool Clean = !R.percent(DirtyEverywhere ? 50 : 15);
  switch (R.below(8)) {
  case 0:
  case 1:
  case 2:
    S.K = Stmt::If;
    S.Args = {condition(Clean)};
    S.Body = block(Depth - 1, Clean, 3);
    if (R.percent(40))
      S.Else = block(Depth - 1, Clean, 2);
    return S;
  case 3:
    S.K = Stmt::Switch;
    S.M = R.below(8);
    S.Args = {condition(Clean)};
    S.Body = block(Depth - 1, Clean, 2);
    S.Else = block(Depth - 1, Clean, 2);
    if (R.percent(60))
      S.More = block(Depth - 1, Clean, 2);
    return S;
  case 4:
  case 5:
  case 6:
    S.K = Stmt::For;
    S.M = 2 + R.below(3);
    S.Args = {expr(!(DirtyAddresses && R.percent(20)), 2)};
    ++Loops;
    S.Body = block(Depth - 1, true, 3);
    --Loops;
    return S;
  default: {
    // A jump that a condition decides.
    S.K = Stmt::If;
    bool InLoop = Loops && R.percent(75);
    if (InLoop)
      Clean |= !R.percent(10);
    S.Args = {condition(Clean)};
    Stmt Jump;
    Jump.K = !InLoop         ? Stmt::Return
             : R.percent(50) ? Stmt::Break
                             : Stmt::Continue;
    S.Body = {Jump};
    return S;
  }
  }
}

Stmt Generator::stmt(unsigned Depth) {
  if (Depth > 0 && R.percent(40))
    return control(Depth);
  if (!Single && R.percent(InDirty ? 50 : 60))
    return access();
  Stmt S;
  S.N = R.below(3);
  // A clean variable that dirty branches decide is one no more.
  bool Clean = R.percent(50) && (!InDirty || R.percent(4));
  switch (R.below(6)) {
  case 0:
    S.K = Stmt::SetPrivate;
    S.N = Clean ? 0 : 1;
    S.Args = {expr(Clean || R.percent(90), 1), expr(Clean, 2)};
    return S;
  case 1:
    if (P.HasArgument && Clean) {
      S.K = Stmt::SetArgument;
      S.Args = {expr(true, 2)};
      return S;
    }
    break;
  }
  S.K = Clean ? Stmt::SetClean : Stmt::SetDirty;
  S.M = R.below(3);
  S.Args = {expr(Clean, 3)};
  return S;
}

Stmt Generator::plainStore() {
  Expr At = make(Expr::LinearId);
  switch (R.below(3)) {
  case 0:
    At = make(Expr::Load, paramOf(Param::ReadOnly), 0, {At});
    break;
  case 1:
    At = make(Expr::Binary, R.below(2), 0, {At, make(Expr::Clean, 0)});
    break;
  }
  Expr Value = make(Expr::Load, paramOf(Param::ReadOnly), R.below(4),
                    {make(Expr::LinearId)});
  if (R.percent(60))
    Value = make(Expr::Binary, R.below(6), 0, {Value, leaf(true)});
  Stmt S;
  S.K = Stmt::Store;
  S.N = paramOf(Param::Monitored);
  S.M = Adds ? 3 : storeForm();
  S.Args = {At, Value};
  return S;
}

/// What people write first: a check of the id, and a line or two. Loops over such
/// work-items are short enough for all that the compiler does to loops.
void Generator::makePlain() {
  P.Body.push_back(border());
  for (unsigned Count = 1 + R.below(2); Count; --Count)
    P.Body.push_back(plainStore());
  if (Forms.percent(20)) {
    // In so few elements, many of these pairs overlap with others in part.
    P.Body.resize(2);
    P.Body[1].M = 8;
    Param &Array = P.Params[P.Body[1].N];
    Array.Size = std::min(Array.Size, 50 + Forms.below(900));
    return;
  }
  if (!Forms.percent(50))
    return;
  // As of edges and of elements: what is added to several points of one array.
  const unsigned Array = P.Body.back().N;
  for (Stmt &S : P.Body)
    if (S.K == Stmt::Store)
      S.N = Array;
  for (unsigned More = Forms.below(3); More; --More) {
    P.Body.push_back(plainStore());
    P.Body.back().N = Array;
  }
}

void Generator::run() {
  makeRange();
  makeParams();
  if (!Adds && Random(P.Seed * 13 + 9).percent(20)) {
    makeLinear(P);
    makeAliases();
    return;
  }
  makeAliases();
  if (Random(P.Seed * 5 + 3).percent(20)) {
    makePlain();
    return;
  }
  for (unsigned Count = 1 + R.below(4); Count; --Count)
    P.Body.push_back(stmt(3));
  if (Single && R.percent(40)) {
    Stmt Branch;
    Branch.K = Stmt::If;
    Branch.Args = {condition(true)};
    Branch.Body = {access()};
    P.Body.push_back(Branch);
  } else {
    P.Body.push_back(access());
  }
  if (R.percent(30))
    P.Body.push_back(stmt(2));
  for (unsigned Count = R.percent(40) ? 1 + R.below(2) : 0; Count; --Count)
    P.Body.insert(P.Body.begin(), border());
}

Program generate(uint64_t Seed) {
  Program P;
  P.Seed = Seed;
  Generator(P).run();
  return P;
}

} // namespace tasklet::ordered
