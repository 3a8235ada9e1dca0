//===- Generate.cpp - Make up a program with everywhere -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Generate.h"
#include "Random.h"
#include "Rules.h"

#include <algorithm>
#include <set>
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
        Left(InKernel || Rng.percent(40) ? 5 + Rng.below(10)
                                         : 2 + Rng.below(4)) {}

  void run() {
    Place At;
    At.Converged = InKernel;
    At.InBody = F.OfBodies;
    for (unsigned I = 0; I < F.Params; ++I)
      Scope.push_back({static_cast<int>(I)});
    if (InKernel) {
      for (unsigned I = 0; I < P.TopVars; ++I)
        declareAs(Rng.percent(70) ? Written::Long : Written::UInt, F.Body, At);
    } else {
      for (unsigned I = Rng.below(3); I > 0; --I)
        declare(F.Body, At);
    }
    if (!InKernel && Rng.percent(30))
      block(F.Body, At);
    list(F.Body, At, 2 + Rng.below(5));
    if (!InKernel)
      F.Body.push_back(leave(At));
    else
      callAll(At);
  }

private:
  struct Name {
    int Var;
    bool Everyone = false; ///< Each lane of the warp has a value in it.
    bool Fixed = false;    ///< Counts a loop, or is a mask: not assigned.
    bool Halves = false;   ///< ... but may become less.
    bool Open = false;     ///< Declared, and without a value.
    unsigned Depth = 0;    ///< Where it is declared.
  };
  struct Place {
    /// All lanes of the warp are here: at the start of the kernel and in
    /// bodies, outside of what could make them differ.
    bool Converged = false;
    bool InBody = false;
    bool MayBreak = false, MayContinue = false, MayReturn = true;
    bool MayHide = false;         ///< No outer variable is of this scope.
    std::vector<uint64_t> Labels; ///< Of the blocks around it.
    unsigned Depth = 0;           ///< Of control structure,
    unsigned Bodies = 0;          ///< ... of everywhere bodies.
    Place inner(bool Diverged = true) const {
      Place P = *this;
      P.Converged &= !Diverged;
      P.MayHide = true;
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

  template <typename Fn> int anyName(Fn Is) {
    std::vector<int> From;
    for (const Name &N : Scope)
      if (Is(N))
        From.push_back(N.Var);
    return From.empty() ? -1 : From[Rng.below(From.size())];
  }
  bool isNumber(int Var) const { return isValue(F.Vars[Var]); }
  /// A variable of this place; in bodies often one that all lanes have set.
  int readable(const Place &At) {
    bool Set = At.InBody && Rng.percent(40);
    return anyName([&](const Name &N) {
      return isNumber(N.Var) && !N.Open && (N.Everyone || !Set);
    });
  }
  int writable() {
    return anyName([&](const Name &N) { return isNumber(N.Var) && !N.Fixed; });
  }
  int mask() {
    return anyName([&](const Name &N) { return isMask(F.Vars[N.Var]); });
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
        Of.Var = readable(At);
        E.Args = {Of.Var < 0 ? make(Expr::Lane) : Of};
        return E;
      }
      E = make(Expr::FirstActive);
      return E;
    }
    bool IsShuffle = E.K == Expr::Shuffle || E.K == Expr::Broadcast;
    E.Args.push_back(IsShuffle ? operand(At, Depth) : value(At, Depth));
    if (E.K == Expr::Shuffle) {
      E.Args.push_back(Rng.percent(70)   ? value(At, Depth)
                       : Rng.percent(50) ? number(Rng.below(P.WarpSize))
                                         : make(Expr::FirstActive));
      E.Number = Rng.percent(20);
    }
    if (E.K == Expr::Broadcast)
      E.Args.push_back(Rng.percent(60) ? number(Rng.below(P.WarpSize))
                                       : make(Expr::FirstActive));
    return E;
  }

  /// What is shuffled: the language tells variables from all else.
  Expr operand(const Place &At, unsigned Depth) {
    int Var = anyName([&](const Name &N) {
      return isNumber(N.Var) && !N.Open && !isMask(F.Vars[N.Var]);
    });
    if (Var >= 0 && Rng.percent(55)) {
      Expr E = make(Expr::Read);
      E.Var = Var;
      return E;
    }
    return value(At, Depth + 1);
  }

  Expr value(const Place &At, unsigned Depth) {
    if (Depth == 0 || Rng.percent(25))
      return leaf(At);
    if (At.InBody && Rng.percent(16))
      return exchange(At, Depth - 1);
    if (Rng.percent(6)) {
      Expr E = make(Expr::Same);
      E.Number = Rng.below(2);
      E.Args = {value(At, Depth - 1)};
      return E;
    }
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
    int Var = F.Vars.size();
    F.Vars.push_back(W);
    F.Vars.resize(F.Vars.size() + membersOf(W), Written::Member);
    return Var;
  }
  void assigned(int Var, const Place &At) {
    for (Name &N : Scope)
      if (N.Var == Var) {
        N.Everyone |= At.Converged;
        N.Open &= N.Depth != At.Depth;
      }
  }
  /// At the end of a scope.
  void giveBack(std::vector<Name> Before) {
    for (Name &Old : Before)
      for (const Name &N : Scope)
        if (N.Var == Old.Var)
          Old = N;
    Scope = std::move(Before);
  }

  void list(std::vector<Stmt> &Out, Place At, unsigned Count,
            bool IsBody = false) {
    std::vector<Name> Before = Scope;
    if (At.Depth > 0 && Rng.percent(55)) {
      declare(Out, At);
      if (Rng.percent(25))
        declare(Out, At);
      // What loops and functions often begin with.
      if (Rng.percent(At.MayContinue ? 40 : 15) && guard(Out, At) &&
          At.InBody && Rng.percent(50))
        Out.push_back(show(At));
    }
    for (unsigned I = 0; I < Count && Left > 0; ++I) {
      if (Rng.percent(8) && leaves(Out, At))
        break;
      statement(Out, At);
      // From here on lanes may be missing, in the kernel by a return.
      if (!At.InBody && At.Converged && Returns)
        At.Converged = false;
    }
    // What waits at the end of the scope comes along.
    if (At.Depth > 0 && Left > 0 && At.Bodies < DeepestBody &&
        Rng.percent(isGuarded(Out) ? 55 : 15) && !endsByJump(Out)) {
      --Left;
      visit(Out, At);
    }
    if (IsBody && (Out.empty() || Rng.percent(60)))
      Out.push_back(show(At));
    giveBack(std::move(Before));
  }
  static bool isGuarded(const std::vector<Stmt> &List) {
    for (const Stmt &S : List)
      if (S.K == Stmt::If && (endsByJump(S.Body) || endsByJump(S.Else)))
        return true;
    return false;
  }
  static bool endsByJump(const std::vector<Stmt> &List) {
    if (List.empty())
      return false;
    Stmt::Kind K = List.back().K;
    return K == Stmt::Break || K == Stmt::Continue || K == Stmt::Return ||
           K == Stmt::Goto;
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
    if (At.Depth == 0 || At.Converged)
      return false;
    std::vector<Stmt::Kind> Ways;
    if (At.MayBreak)
      Ways.push_back(Stmt::Break);
    if (At.MayContinue)
      Ways.insert(Ways.end(), 2, Stmt::Continue);
    if (!At.Labels.empty())
      Ways.insert(Ways.end(), 2, Stmt::Goto);
    // Not as often as possible: lanes that have returned do no more.
    // A function's caller goes on with them.
    if (At.MayReturn && Rng.percent(!Ways.empty() ? 50 : InKernel ? 25 : 70))
      Ways.push_back(Stmt::Return);
    if (Ways.empty())
      return false;
    Stmt S = make(Ways[Rng.below(Ways.size())]);
    if (S.K == Stmt::Return)
      S = leave(At);
    if (S.K == Stmt::Goto)
      S.Number = At.Labels[Rng.below(At.Labels.size())];
    Out.push_back(std::move(S));
    return true;
  }

  /// Some lanes leave.
  bool guard(std::vector<Stmt> &Out, const Place &At) {
    Stmt S = make(Stmt::If);
    Place Inner = At.inner();
    S.Values = {condition(At, 1)};
    std::vector<Name> Before = Scope;
    if (Rng.percent(30))
      declare(S.Body, Inner);
    if (Rng.percent(30))
      S.Body.push_back(show(Inner));
    bool Leaves = leaves(S.Body, Inner);
    if (Rng.percent(30))
      std::swap(S.Body, S.Else);
    Scope = std::move(Before);
    if (Leaves)
      Out.push_back(std::move(S));
    return Leaves;
  }

  void declare(std::vector<Stmt> &Out, const Place &At) {
    static const Written Kinds[] = {Written::Long,        Written::Long,
                                    Written::Long,        Written::Long,
                                    Written::UInt,        Written::UInt,
                                    Written::LongVector2, Written::UIntVector4,
                                    Written::Structure,   Written::Array};
    declareAs(Kinds[Rng.below(10)], Out, At);
  }

  /// Maybe the name of one that is not needed until the end of this scope.
  int hidden(const Place &At) {
    if (!At.MayHide || (InKernel && P.Flat) || !Rng.percent(25))
      return 0;
    return std::max(0, anyName([&](const Name &N) {
                      int Called = F.nameOf(N.Var);
                      return F.Vars[N.Var] != Written::Member &&
                             !isMask(F.Vars[N.Var]) && N.Depth < At.Depth &&
                             (!InKernel ||
                              Called >= static_cast<int>(P.TopVars));
                    }));
  }
  void hide(int Var, int Outer) {
    int Called = F.nameOf(Outer);
    F.Hides.resize(Var + 1);
    F.Hides[Var] = Called;
    Scope.erase(std::remove_if(Scope.begin(), Scope.end(),
                               [&](const Name &N) {
                                 return F.nameOf(F.wholeOf(N.Var)) == Called;
                               }),
                Scope.end());
  }

  void declareAs(Written W, std::vector<Stmt> &Out, const Place &At) {
    Stmt S = make(Stmt::Declare);
    int Outer = hidden(At);
    S.Var = newVar(W);
    unsigned Members = membersOf(W);
    int From = W == Written::Array || Outer ? -1 : anyName([&](const Name &N) {
      return Members && F.Vars[N.Var] == W && !N.Open;
    });
    if (Outer)
      hide(S.Var, Outer);
    bool Copied = From >= 0 && Rng.percent(50);
    bool Open = !Copied && At.Depth > 0 && Rng.percent(15);
    if (!Copied && !Open)
      for (unsigned I = 0; I < std::max(Members, 1u); ++I)
        S.Values.push_back(value(At, Members ? 1 : 2));
    Out.push_back(S);
    if (Copied) {
      Stmt Copy = make(Stmt::Copy);
      Copy.Var = S.Var;
      Copy.Number = From;
      Out.push_back(Copy);
    }
    Name N = {S.Var};
    // In the kernel, before the first return, and in bodies.
    N.Everyone = At.Converged || (InKernel && P.Flat);
    N.Open = Open && !(InKernel && P.Flat);
    N.Depth = At.Depth;
    for (unsigned I = 0; I <= Members; ++I, ++N.Var)
      Scope.push_back(N);
  }

  void statement(std::vector<Stmt> &Out, Place &At) {
    --Left;
    unsigned Kind = Rng.below(100);
    bool Deep = At.Depth >= 6;
    if (At.Depth > 0 && Rng.percent(18) && guard(Out, At))
      return;
    if (Kind < 20 && At.Bodies < DeepestBody && At.Depth < 8)
      return visit(Out, At);
    if (Kind < 33 && !Deep)
      return branch(Out, At);
    if (Kind < 49 && !Deep)
      return loop(Out, At);
    if (Kind < 55 && !Deep)
      return choose(Out, At);
    if (Kind < 60 && !Deep)
      return block(Out, At);
    if (Kind < 62)
      return store(Out, At);
    if (Kind < 66)
      return count(Out, At);
    if (Kind < 70)
      return declare(Out, At);
    if (Kind < 75 && Index > 0)
      return call(Out, At, Rng.below(Index));
    if (Kind < 78 && At.InBody)
      return Out.push_back(make(Stmt::Barrier));
    if (Kind < 80 && InKernel && At.Converged && At.MayReturn)
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
      Scope.push_back({S.Var, true, true});
    }
    Place Inner = At.inner();
    Inner.Converged = Inner.InBody = true;
    Inner.MayBreak = Inner.MayContinue = Inner.MayReturn = false;
    Inner.Labels.clear();
    ++Inner.Bodies;
    if (Left > 0 && Rng.percent(30)) {
      --Left;
      loop(S.Body, Inner);
    }
    list(S.Body, Inner, 1 + Rng.below(4), true);
    Scope = std::move(Before);
    Out.push_back(std::move(S));
  }

  /// Leaves what tells who was in a body, and after which others.
  Stmt show(const Place &At) {
    std::vector<int> From;
    for (const Name &N : Scope)
      if (N.Everyone && !N.Fixed && !N.Open && isNumber(N.Var))
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

  void block(std::vector<Stmt> &Out, const Place &At) {
    Stmt S = make(Stmt::Block);
    bool Labelled = Rng.percent(75);
    Place Inner = At.inner(Labelled);
    if (Labelled)
      Inner.Labels.push_back(S.Number = ++Labels);
    if (Labelled && Rng.percent(50))
      Rng.percent(70) ? loop(S.Body, Inner) : choose(S.Body, Inner);
    list(S.Body, Inner, 1 + Rng.below(3));
    Out.push_back(std::move(S));
  }

  void loop(std::vector<Stmt> &Out, const Place &At) {
    static const Stmt::Kind Kinds[] = {Stmt::While, Stmt::DoWhile, Stmt::For};
    Stmt S = make(Kinds[Rng.below(3)]);
    Place Inner = At.inner();
    bool IsFor = S.K == Stmt::For;
    int Outer = hidden(Inner);
    S.Var = newVar(Written::Long);
    std::vector<Name> Before = Scope;
    if (Outer)
      hide(S.Var, Outer);
    if (!IsFor)
      S.Values = {value(At, 2)};
    // That of a for counts up: it would never end.
    Scope.push_back({S.Var, InKernel && P.Flat, true, !IsFor});
    Scope.back().Depth = At.Depth;
    if (IsFor)
      S.Values = {value(Inner, 2)};
    else if (Rng.percent(40))
      S.Values.push_back(condition(Inner, 1));
    Inner.MayBreak = Inner.MayContinue = true;
    list(S.Body, Inner, 1 + Rng.below(4));
    alsoVisit(S.Body, Inner);
    giveBack(std::move(Before));
    Out.push_back(std::move(S));
  }

  void choose(std::vector<Stmt> &Out, const Place &At) {
    Stmt S = make(Stmt::Switch);
    S.Values = {value(At, 2)};
    Place Inner = At.inner();
    Inner.MayBreak = true;
    std::vector<Name> Before = Scope;
    if (Rng.percent(20)) {
      Name N = {newVar(Written::Long)};
      N.Depth = Inner.Depth;
      Scope.push_back(N);
      S.Else = {make(Stmt::Declare)};
      S.Else[0].Var = N.Var;
    }
    S.Number = Rng.percent(30);
    Inner.MayHide = S.Number == 0;
    unsigned Cases = 2 + Rng.below(3);
    unsigned Default = Rng.below(Cases + 1);
    for (unsigned I = 0; I < Cases; ++I) {
      Stmt Case = make(Stmt::Block);
      Case.FallsThrough = Rng.percent(30);
      Case.IsDefault = I == Default;
      // What another case has assigned need not be there.
      if (!S.Else.empty())
        for (Name &N : Scope)
          N.Open |= N.Var == S.Else[0].Var;
      list(Case.Body, Inner, 1 + Rng.below(2));
      S.Body.push_back(std::move(Case));
    }
    Scope = std::move(Before);
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

  /// A function that nobody calls is not tested.
  void callAll(Place At) {
    At.Converged &= !Returns;
    for (unsigned I = 0; I < Index; ++I) {
      if (Callees.count(I))
        continue;
      if (!P.Functions[I].OfBodies) {
        call(F.Body, At, I);
        continue;
      }
      Stmt S = make(Stmt::Everywhere);
      Place Inner = At.inner(false);
      Inner.Converged = Inner.InBody = true;
      call(S.Body, Inner, I);
      F.Body.push_back(std::move(S));
    }
  }

  void call(std::vector<Stmt> &Out, const Place &At, unsigned Callee) {
    int Var = writable();
    if (Var < 0)
      return;
    Stmt S = make(Stmt::Call);
    S.Var = Var;
    S.Callee = Callee;
    if (P.Functions[S.Callee].OfBodies && !At.InBody)
      return;
    for (unsigned I = 0; I < P.Functions[S.Callee].Params; ++I)
      S.Values.push_back(value(At, 2));
    Callees.insert(Callee);
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
  uint64_t Labels = 0;
  std::set<unsigned> Callees; ///< ... that it has so far.
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
  P.Flat = Rng.percent(20);
  P.TopVars = 2 + Rng.below(4);
  unsigned Helpers = Rng.percent(40) ? 1 + Rng.below(2) : 0;
  P.Functions.resize(Helpers + 1);
  for (unsigned I = 0; I < Helpers; ++I) {
    P.Functions[I].OfBodies = Rng.percent(35);
    P.Functions[I].Params = Rng.below(3);
    P.Functions[I].Vars.resize(P.Functions[I].Params);
  }
}

/// What takes the driver its time: visits and sub-group functions, in all
/// calls.
unsigned costOf(const Program &P, const Expr &E) {
  unsigned Cost = isCollective(E.K);
  for (const Expr &Arg : E.Args)
    Cost += costOf(P, Arg);
  return Cost;
}
unsigned costOf(const Program &P, const std::vector<Stmt> &List) {
  unsigned Cost = 0;
  for (const Stmt &S : List) {
    Cost += S.K == Stmt::Everywhere;
    for (const Expr &E : S.Values)
      Cost += costOf(P, E);
    if (S.K == Stmt::Call)
      Cost += costOf(P, P.Functions[S.Callee].Body);
    Cost += costOf(P, S.Body) + costOf(P, S.Else);
  }
  return Cost;
}
constexpr unsigned MostCost = 14;

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
    if (costOf(P, P.kernel().Body) > MostCost)
      continue;
    Expected = interpret(P, &C);
    bool Enough = C.Partial > 0 || (WarpSize == 1 && C.Visits > 0);
    if (Expected.Invalid.empty() && Enough)
      return P;
  }
  throw std::logic_error("no valid program for seed " + std::to_string(Seed));
}

} // namespace tasklet::simd
