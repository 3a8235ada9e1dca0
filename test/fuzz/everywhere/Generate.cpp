//===- Generate.cpp - Make up a program with everywhere -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Generate.h"
#include "Random.h"
#include "Rules.h"

#include <algorithm>
#include <stdexcept>

namespace tasklet::simd {
namespace {

using fuzz::Random;

constexpr unsigned DeepestBody = 4;

class Builder {
public:
  Builder(Program &P, size_t Index, Random &Rng)
      : P(P), Index(Index), F(P.Functions[Index]), Rng(Rng),
        InKernel(Index + 1 == P.Functions.size()),
        Left(InKernel ? 8 + Rng.below(16) : 3 + Rng.below(5)) {}

  void run() {
    Place At;
    At.Converged = InKernel;
    for (unsigned I = 0; I < F.Params; ++I)
      Scope.push_back({static_cast<int>(I), false, false, false});
    if (InKernel)
      for (unsigned I = 0; I < P.TopVars; ++I)
        declare(F.Body, At);
    list(F.Body, At, 2 + Rng.below(5));
    if (!InKernel)
      F.Body.push_back(leave(At));
  }

private:
  struct Name {
    int Var;
    bool Everyone; ///< Each lane of the warp has a value in it.
    bool Fixed;    ///< Counts a loop, or is a mask: not assigned.
    bool Halves;   ///< ... but may become less.
  };
  struct Place {
    /// All lanes of the warp are here: at the start of the kernel and in
    /// bodies, outside of what could make them differ.
    bool Converged = false;
    bool InBody = false;
    bool MayBreak = false, MayContinue = false;
    unsigned Depth = 0;  ///< Of control structure,
    unsigned Bodies = 0; ///< ... of everywhere bodies.
    Place inner(bool Diverged = true) const {
      Place P = *this;
      P.Converged &= !Diverged;
      ++P.Depth;
      return P;
    }
  };

  // Expressions.

  static Expr make(Expr::Kind K) {
    Expr E;
    E.K = K;
    return E;
  }
  static Expr number(uint64_t N) {
    Expr E = make(Expr::Const);
    E.Number = N;
    return E;
  }
  Expr binary(Op O, Expr A, Expr B) {
    Expr E = make(Expr::Binary);
    E.Operator = O;
    E.Args = {std::move(A), std::move(B)};
    return E;
  }

  /// A variable that has a value in every lane that is here.
  int readable(const Place &At) {
    std::vector<int> From;
    for (const Name &N : Scope)
      if (N.Everyone || !At.InBody)
        From.push_back(N.Var);
    return From.empty() ? -1 : From[Rng.below(From.size())];
  }
  int writable() {
    std::vector<int> From;
    for (const Name &N : Scope)
      if (!N.Fixed)
        From.push_back(N.Var);
    return From.empty() ? -1 : From[Rng.below(From.size())];
  }
  int mask() {
    std::vector<int> From;
    for (const Name &N : Scope)
      if (isMask(F.Vars[N.Var]))
        From.push_back(N.Var);
    return From.empty() ? -1 : From[Rng.below(From.size())];
  }

  Expr leaf(const Place &At) {
    switch (Rng.below(10)) {
    case 0:
      return number(Rng.below(6));
    case 1:
      return number(Rng.bits() & MaxValue);
    case 2: {
      Expr E = make(Expr::Warp);
      return E;
    }
    case 3: {
      Expr E = make(Expr::OwnWord);
      E.Number = Rng.below(OwnWords);
      return E;
    }
    case 4:
      return make(Rng.percent(30) ? Expr::OwnCounter : Expr::Lane);
    case 5:
      if (At.InBody && mask() >= 0) {
        Expr E = make(Rng.percent(50) ? Expr::Reached : Expr::Read);
        E.Var = mask();
        E.Number = Rng.below(P.WarpSize);
        return E;
      }
      return make(At.InBody ? Expr::Size : Expr::Lane);
    default:
      break;
    }
    int Var = readable(At);
    Expr E = make(Var < 0 ? Expr::Lane : Expr::Read);
    E.Var = Var;
    if (Var < 0)
      E.Number = Rng.below(2); // Written as a sub-group function in bodies.
    return E;
  }

  /// May exchange values with other lanes.
  Expr exchange(const Place &At, unsigned Depth) {
    static const Expr::Kind Kinds[] = {
        Expr::Shuffle,       Expr::Shuffle,       Expr::Broadcast,
        Expr::Ballot,        Expr::Any,           Expr::All,
        Expr::ReduceAdd,     Expr::ReduceMin,     Expr::ReduceMax,
        Expr::ScanInclusive, Expr::ScanExclusive, Expr::OfReached};
    Expr E = make(Kinds[Rng.below(12)]);
    E.Width = Rng.below(3);
    if (E.K == Expr::OfReached) {
      // What the first of those that came here has: others may have nothing.
      E.Var = mask();
      if (E.Var >= 0 && At.Converged) {
        Expr Of = make(Expr::Read);
        Of.Var = Scope[Rng.below(Scope.size())].Var;
        E.Args = {Of};
        return E;
      }
      E = make(Expr::FirstActive);
      return E;
    }
    E.Args.push_back(value(At, Depth));
    if (E.K == Expr::Shuffle)
      E.Args.push_back(At.Converged ? value(At, Depth)
                                    : make(Rng.percent(70) ? Expr::FirstActive
                                                           : Expr::Lane));
    if (E.K == Expr::Broadcast)
      E.Args.push_back(At.Converged ? number(Rng.below(P.WarpSize))
                                    : make(Expr::FirstActive));
    return E;
  }

  Expr value(const Place &At, unsigned Depth) {
    if (Depth == 0 || Rng.percent(25))
      return leaf(At);
    if (At.InBody && Rng.percent(30))
      return exchange(At, Depth - 1);
    if (Rng.percent(12)) {
      Expr E = make(Expr::Choose);
      Place Part = At.inner();
      E.Args = {condition(At, Depth - 1), value(Part, Depth - 1),
                value(Part, Depth - 1)};
      return E;
    }
    auto O = static_cast<Op>(Rng.below(Ops));
    bool Lazy = O == Op::LogicalAnd || O == Op::LogicalOr;
    Expr A = value(At, Depth - 1);
    return binary(O, std::move(A), value(Lazy ? At.inner() : At, Depth - 1));
  }

  /// True in some lanes and false in others, more often than not.
  Expr condition(const Place &At, unsigned Depth) {
    switch (Rng.below(5)) {
    case 0:
      return binary(Op::And, make(Expr::Lane), number(1 + Rng.below(7)));
    case 1:
      return binary(Op::Lt, make(Expr::Lane),
                    number(1 + Rng.below(P.WarpSize)));
    case 2:
      return binary(Op::Eq, binary(Op::And, value(At, Depth), number(3)),
                    number(Rng.below(4)));
    case 3:
      return binary(Op::And, value(At, Depth), number(1u << Rng.below(5)));
    default:
      return value(At, Depth + 1);
    }
  }

  // Statements.

  Stmt make(Stmt::Kind K) {
    Stmt S;
    S.K = K;
    return S;
  }
  Stmt assign(int Var, Expr To) {
    Stmt S = make(Stmt::Assign);
    S.Var = Var;
    S.Values = {std::move(To)};
    return S;
  }
  int newVar(Written W) {
    F.Vars.push_back(W);
    return F.Vars.size() - 1;
  }
  void assigned(int Var, const Place &At) {
    for (Name &N : Scope)
      N.Everyone |= N.Var == Var && At.Converged;
  }

  void list(std::vector<Stmt> &Out, Place At, unsigned Count) {
    size_t Before = Scope.size();
    for (unsigned I = 0; I < Count && Left > 0; ++I) {
      if (leaves(Out, At))
        break;
      statement(Out, At);
      // From here on lanes may be missing, in the kernel by a return.
      if (!At.InBody && At.Converged && Returns)
        At.Converged = false;
    }
    Scope.resize(Before);
  }

  Stmt leave(const Place &At) {
    Stmt S = make(Stmt::Return);
    if (!InKernel)
      S.Values = {value(At, 2)};
    else
      Returns = true;
    return S;
  }

  /// Sometimes, all lanes that are here leave; whether they do.
  bool leaves(std::vector<Stmt> &Out, const Place &At) {
    if (At.Depth == 0 || At.Converged || !Rng.percent(8))
      return false;
    unsigned Which = Rng.below(3);
    if (Which == 0 && At.MayBreak)
      Out.push_back(make(Stmt::Break));
    else if (Which == 1 && At.MayContinue)
      Out.push_back(make(Stmt::Continue));
    else if (Which == 2 && !At.InBody)
      Out.push_back(leave(At));
    else
      return false;
    return true;
  }

  void declare(std::vector<Stmt> &Out, const Place &At) {
    Stmt S = make(Stmt::Declare);
    S.Values = {value(At, 2)};
    S.Var = newVar(Written::Long);
    Out.push_back(S);
    // In the kernel, before the first return, and in bodies.
    Scope.push_back(
        {S.Var, At.Converged || (InKernel && P.Flat), false, false});
  }

  void statement(std::vector<Stmt> &Out, Place &At) {
    --Left;
    unsigned Kind = Rng.below(100);
    bool Deep = At.Depth >= 6;
    if (Kind < 22 && At.Bodies < DeepestBody && At.Depth < 8)
      return visit(Out, At);
    if (Kind < 38 && !Deep)
      return branch(Out, At);
    if (Kind < 50 && !Deep)
      return loop(Out, At);
    if (Kind < 54 && !Deep)
      return choose(Out, At);
    if (Kind < 60)
      return store(Out, At);
    if (Kind < 66)
      return count(Out, At);
    if (Kind < 70)
      return declare(Out, At);
    if (Kind < 75 && Index > 0)
      return call(Out, At);
    if (Kind < 78 && At.InBody)
      return Out.push_back(make(Stmt::Barrier));
    if (Kind < 80 && InKernel && At.Converged && !At.InBody)
      return Out.push_back(make(Stmt::GroupBarrier));
    if (Kind < 84 && At.InBody)
      return readOther(Out, At);
    if (Kind < 86 && halve(Out, At))
      return;
    int Var = writable();
    if (Var < 0)
      return store(Out, At);
    Out.push_back(assign(Var, value(At, 3)));
    assigned(Var, At);
  }

  bool halve(std::vector<Stmt> &Out, const Place &At) {
    for (size_t I = Scope.size(); I-- > 0;)
      if (Scope[I].Halves && (Scope[I].Everyone || !At.InBody)) {
        Stmt S = make(Stmt::Halve);
        S.Var = Scope[I].Var;
        Out.push_back(S);
        return true;
      }
    return false;
  }

  void visit(std::vector<Stmt> &Out, const Place &At) {
    Stmt S = make(Stmt::Everywhere);
    std::vector<Name> Before = Scope;
    if (Rng.percent(70)) {
      bool Wide = P.WarpSize > 32;
      S.Var = newVar(
          static_cast<Written>(Wide ? 3 + Rng.below(2) : 1 + Rng.below(4)));
      Scope.push_back({S.Var, true, true, false});
    }
    Place Inner = At.inner();
    Inner.Converged = Inner.InBody = true;
    Inner.MayBreak = Inner.MayContinue = false;
    ++Inner.Bodies;
    list(S.Body, Inner, 1 + Rng.below(4));
    if (S.Body.empty() || Rng.percent(60))
      S.Body.push_back(show(Inner));
    Scope = std::move(Before);
    Out.push_back(std::move(S));
  }

  /// Leaves what tells who was in a body, and after which others.
  Stmt show(const Place &At) {
    std::vector<int> From;
    for (const Name &N : Scope)
      if (N.Everyone && !N.Fixed)
        From.push_back(N.Var);
    Stmt S = make(Stmt::StoreOwn);
    S.Number = Rng.below(OwnWords);
    Expr Before = make(Expr::OwnWord);
    Before.Number = S.Number;
    if (!From.empty() && Rng.percent(60)) {
      S = assign(From[Rng.below(From.size())], number(0));
      Before = make(Expr::Read);
      Before.Var = S.Var;
    }
    Expr What = leaf(At);
    if (mask() >= 0 && Rng.percent(50)) {
      What = make(Expr::Read);
      What.Var = mask();
    }
    S.Values = {binary(
        Op::Add, binary(Op::Mul, Before, number(3 + Rng.below(90))), What)};
    return S;
  }

  /// Sometimes one more visit, in front of what may be a jump.
  void alsoVisit(std::vector<Stmt> &Body, const Place &At) {
    if (Left == 0 || At.Bodies >= DeepestBody || !Rng.percent(45))
      return;
    --Left;
    std::vector<Stmt> First;
    visit(First, At);
    Body.insert(Body.begin(), First.begin(), First.end());
  }

  void branch(std::vector<Stmt> &Out, const Place &At) {
    Stmt S = make(Stmt::If);
    S.Values = {condition(At, 1)};
    Place Inner = At.inner();
    list(S.Body, Inner, 1 + Rng.below(3));
    alsoVisit(S.Body, Inner);
    if (Rng.percent(55)) {
      list(S.Else, Inner, 1 + Rng.below(3));
      alsoVisit(S.Else, Inner);
    }
    Out.push_back(std::move(S));
  }

  void loop(std::vector<Stmt> &Out, const Place &At) {
    static const Stmt::Kind Kinds[] = {Stmt::While, Stmt::DoWhile, Stmt::For};
    Stmt S = make(Kinds[Rng.below(3)]);
    Place Inner = At.inner();
    bool IsFor = S.K == Stmt::For;
    if (!IsFor)
      S.Values = {value(At, 2)};
    S.Var = newVar(Written::Long);
    size_t Before = Scope.size();
    // That of a for counts up: it would never end.
    Scope.push_back({S.Var, InKernel && P.Flat, true, !IsFor});
    if (IsFor)
      S.Values = {value(Inner, 2)};
    else if (Rng.percent(40))
      S.Values.push_back(condition(Inner, 1));
    Inner.MayBreak = Inner.MayContinue = true;
    list(S.Body, Inner, 1 + Rng.below(4));
    alsoVisit(S.Body, Inner);
    Scope.resize(Before);
    Out.push_back(std::move(S));
  }

  void choose(std::vector<Stmt> &Out, const Place &At) {
    Stmt S = make(Stmt::Switch);
    S.Values = {value(At, 2)};
    Place Inner = At.inner();
    Inner.MayBreak = true;
    unsigned Cases = 2 + Rng.below(3);
    unsigned Default = Rng.below(Cases + 1);
    for (unsigned I = 0; I < Cases; ++I) {
      Stmt Case = make(Stmt::Block);
      Case.FallsThrough = Rng.percent(30);
      Case.IsDefault = I == Default;
      list(Case.Body, Inner, 1 + Rng.below(2));
      S.Body.push_back(std::move(Case));
    }
    Out.push_back(std::move(S));
  }

  void store(std::vector<Stmt> &Out, const Place &At) {
    Stmt S = make(Stmt::StoreOwn);
    S.Number = Rng.below(OwnWords);
    if (At.InBody && At.Converged && Rng.percent(40)) {
      // The same from all, where nobody is between two barriers with it.
      S.K = Stmt::StoreWarp;
      S.Number = Rng.below(WarpWords);
      S.Values = {uniform(At)};
      Out.push_back(make(Stmt::Barrier));
      Out.push_back(S);
      Out.push_back(make(Stmt::Barrier));
      return;
    }
    S.Values = {value(At, 3)};
    Out.push_back(S);
  }

  /// The same in all lanes of a body.
  Expr uniform(const Place &At) {
    static const Expr::Kind Kinds[] = {Expr::Ballot, Expr::ReduceAdd,
                                       Expr::ReduceMin, Expr::ReduceMax,
                                       Expr::Broadcast};
    Expr E = make(Kinds[Rng.below(5)]);
    E.Args = {value(At, 1)};
    if (E.K == Expr::Broadcast)
      E.Args.push_back(number(Rng.below(P.WarpSize)));
    return binary(Op::Xor, E, number(Rng.below(100)));
  }

  void count(std::vector<Stmt> &Out, const Place &At) {
    Stmt S = make(Stmt::CountShared);
    S.Number = Rng.below(SharedCounters);
    unsigned Which = Rng.below(3);
    if (Which == 1 && writable() >= 0) {
      S.K = Stmt::CountOwn;
      S.Var = writable();
      assigned(S.Var, At);
    } else if (Which == 2) {
      S.K = Stmt::CountWarp;
      S.Number = Rng.below(WarpCounters);
    }
    Out.push_back(S);
  }

  /// Reads what other lanes stored, or all of them.
  void readOther(std::vector<Stmt> &Out, const Place &At) {
    int Var = writable();
    if (Var < 0 || !At.Converged)
      return;
    static const Expr::Kind Kinds[] = {Expr::OtherWord, Expr::OtherWord,
                                       Expr::WarpWord, Expr::WarpCounter};
    Expr E = make(Kinds[Rng.below(4)]);
    E.Number = Rng.below(E.K == Expr::OtherWord ? OwnWords : 2);
    if (E.K == Expr::OtherWord)
      E.Args = {value(At, 1)};
    Out.push_back(make(Stmt::Barrier));
    Out.push_back(assign(Var, E));
    Out.push_back(make(Stmt::Barrier));
    assigned(Var, At);
  }

  void call(std::vector<Stmt> &Out, const Place &At) {
    int Var = writable();
    if (Var < 0)
      return;
    Stmt S = make(Stmt::Call);
    S.Var = Var;
    S.Callee = Rng.below(Index);
    for (unsigned I = 0; I < P.Functions[S.Callee].Params; ++I)
      S.Values.push_back(value(At, 2));
    Out.push_back(std::move(S));
    assigned(Var, At);
  }

  Program &P;
  const size_t Index;
  simd::Function &F;
  Random &Rng;
  const bool InKernel;
  unsigned Left; ///< Statements.
  std::vector<Name> Scope;
  bool Returns = false;
};

void shape(Program &P, Random &Rng) {
  unsigned Warps = 1 + Rng.below(3);
  unsigned Items = Warps * P.WarpSize;
  if (Rng.percent(50))
    Items -= Rng.below(P.WarpSize);
  P.Local[0] = Items;
  P.Local[1] = 1;
  for (unsigned Rows : {2u, 3u})
    if (Items % Rows == 0 && Rng.percent(15)) {
      P.Local[0] = Items / Rows;
      P.Local[1] = Rows;
      break;
    }
  P.Groups = 1 + Rng.below(2);
  P.Required = Rng.percent(50);
  P.Flat = Rng.percent(50);
  P.TopVars = 2 + Rng.below(4);
  unsigned Helpers = Rng.percent(40) ? 1 + Rng.below(2) : 0;
  P.Functions.resize(Helpers + 1);
  for (unsigned I = 0; I < Helpers; ++I) {
    P.Functions[I].Params = Rng.below(3);
    P.Functions[I].Vars.resize(P.Functions[I].Params);
  }
}

} // namespace

Program generate(uint64_t Seed, unsigned WarpSize, Outcome &Expected,
                 Coverage &C) {
  // Most tries do; the others read what nobody assigned, or race.
  for (unsigned Try = 0; Try < 10000; ++Try) {
    Random Rng(Seed * 1000003 + Try);
    Program P;
    P.Seed = Seed;
    P.WarpSize = WarpSize;
    shape(P, Rng);
    for (size_t I = 0; I < P.Functions.size(); ++I)
      Builder(P, I, Rng).run();
    if (!followsRules(P))
      throw std::logic_error("the generator breaks its rules with seed " +
                             std::to_string(Seed));
    Expected = interpret(P, &C);
    if (Expected.Invalid.empty() && C.Partial > 0)
      return P;
  }
  throw std::logic_error("no valid program for seed " + std::to_string(Seed));
}

} // namespace tasklet::simd
