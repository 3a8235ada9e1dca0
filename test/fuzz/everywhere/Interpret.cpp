//===- Interpret.cpp - What a program with everywhere computes ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Interpret.h"
#include "Races.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>

namespace tasklet::simd {
namespace {

using Set = uint64_t; ///< Of lanes.

/// Of one lane. Undefined: C does not say what it is.
struct Value {
  int64_t V = 0;
  bool Undefined = true;
};
using Values = std::array<Value, MaxWarp>; ///< By lane.

struct Invalid {
  std::string Why;
};

/// Lanes that have left a loop, a switch or a block with a label, or what is
/// left of its body.
struct Leaving {
  enum { Loop, Switch, Labelled } Of = Loop;
  uint64_t Label = 0;
  Set Broke = 0, Continued = 0;
};

/// A function at one place where it is called. It stays, for the lanes that
/// come along the next time.
struct Frame {
  const Function &F;
  std::vector<Values> Vars;
  Set Returned = 0;
  Values Result;
  std::vector<Leaving> Left;
  std::map<const Stmt *, std::unique_ptr<Frame>> Calls;

  explicit Frame(const Function &F) : F(F), Vars(F.Vars.size()) {
    for (Values &Each : Vars)
      Each.fill({0, false});
  }
};

int64_t fold(int64_t Mask) {
  auto Bits = static_cast<uint64_t>(Mask);
  return (Bits ^ Bits >> 32) & MaxValue;
}

int64_t apply(Op O, int64_t A, int64_t B) {
  switch (O) {
  case Op::Add:
    return (A + B) & MaxValue;
  case Op::Sub:
    return (A - B) & MaxValue;
  case Op::Mul:
    return (A & 0xFFFF) * (B & 0xFFFF);
  case Op::Div:
    return A / (B | 1);
  case Op::Rem:
    return A % (B | 1);
  case Op::Min:
    return std::min(A, B);
  case Op::Max:
    return std::max(A, B);
  case Op::And:
    return A & B;
  case Op::Or:
    return A | B;
  case Op::Xor:
    return A ^ B;
  case Op::Shl:
    return (A << (B & 7)) & MaxValue;
  case Op::Shr:
    return A >> (B & 31);
  case Op::Eq:
    return A == B;
  case Op::Ne:
    return A != B;
  case Op::Lt:
    return A < B;
  case Op::Le:
    return A <= B;
  case Op::Gt:
    return A > B;
  case Op::Ge:
    return A >= B;
  case Op::LogicalAnd:
    return A && B;
  case Op::LogicalOr:
    return A || B;
  }
  return 0;
}

class Warp {
public:
  Warp(const Program &P, const Layout &L, unsigned Number, Outcome &Out,
       Coverage &C)
      : P(P), L(L), Number(Number), Lanes(P.lanesOf(Number)),
        Everyone(Lanes == 64 ? ~Set(0) : (Set(1) << Lanes) - 1), Out(Out),
        C(C) {}

  void run() {
    Frame Kernel(P.kernel());
    execute(Kernel, Kernel.F.Body, Everyone);
    for (unsigned I = 0; I < L.Shown.size(); ++I)
      forEach(Everyone, [&](unsigned Lane) {
        Out.Shown[L.shownValue(Number, Lane, I)] =
            defined(Kernel.Vars[L.Shown[I]][Lane]);
      });
  }

  /// The barriers of the work-group that it met, in their order.
  std::vector<const Stmt *> GroupBarriers;

private:
  template <typename F> void forEach(Set Active, F Do) const {
    for (unsigned Lane = 0; Lane < Lanes; ++Lane)
      if (Active >> Lane & 1)
        Do(Lane);
  }

  static int64_t defined(const Value &V) {
    if (V.Undefined)
      throw Invalid{"a value is used that C leaves open"};
    return V.V;
  }
  Set where(const Values &Of, Set Active) const {
    Set Result = 0;
    forEach(Active, [&](unsigned Lane) {
      if (defined(Of[Lane]))
        Result |= Set(1) << Lane;
    });
    return Result;
  }

  // Memory: words first, then counters.

  int64_t &at(size_t Place) {
    return Place < Out.Words.size() ? Out.Words[Place]
                                    : Out.Counters[Place - Out.Words.size()];
  }
  size_t counter(size_t Index) const { return Out.Words.size() + Index; }
  int64_t access(unsigned Lane, size_t Place, Access A, int64_t Stored = 0) {
    if (!Met.add(Lane, Place, A, Stored))
      throw Invalid{"lanes access one place without an order"};
    if (A == Access::Write)
      at(Place) = Stored;
    if (A == Access::Count)
      ++at(Place);
    return at(Place);
  }

  // Expressions.

  Values evaluate(Frame &F, const Expr &E, Set Active) {
    Values R;
    auto Each = [&](auto Of) {
      forEach(Active, [&](unsigned Lane) { R[Lane] = {Of(Lane), false}; });
    };
    switch (E.K) {
    case Expr::Const:
      Each([&](unsigned) { return static_cast<int64_t>(E.Number); });
      return R;
    case Expr::Read:
      R = F.Vars[E.Var];
      if (isMask(F.F.Vars[E.Var]))
        for (Value &V : R)
          V.V = fold(V.V);
      return R;
    case Expr::Lane:
      Each([&](unsigned Lane) { return Lane; });
      return R;
    case Expr::Warp:
      Each([&](unsigned) { return Number; });
      return R;
    case Expr::Size:
      Each([&](unsigned) { return Lanes; });
      return R;
    case Expr::Binary:
      return evaluateBinary(F, E, Active);
    case Expr::Choose: {
      Set Then = where(evaluate(F, E.Args[0], Active), Active);
      return merge(F, E.Args[1], Then, E.Args[2], Active & ~Then);
    }
    case Expr::OwnWord:
      Each([&](unsigned Lane) {
        return access(Lane, L.ownWord(Number, Lane, E.Number), Access::Read);
      });
      return R;
    case Expr::Same:
      return evaluate(F, E.Args[0], Active);
    case Expr::OwnCounter:
      Each([&](unsigned Lane) {
        return access(Lane, counter(L.ownCounter(Number, Lane)), Access::Read);
      });
      return R;
    case Expr::WarpWord:
      Each([&](unsigned Lane) {
        return access(Lane, L.warpWord(Number, E.Number), Access::Read);
      });
      return R;
    case Expr::WarpCounter:
      Each([&](unsigned Lane) {
        return access(Lane, counter(L.warpCounter(Number, E.Number)),
                      Access::Read);
      });
      return R;
    case Expr::OtherWord: {
      Values From = evaluate(F, E.Args[0], Active);
      Each([&](unsigned Lane) {
        return access(Lane,
                      L.ownWord(Number, defined(From[Lane]) % Lanes, E.Number),
                      Access::Read);
      });
      return R;
    }
    case Expr::Reached: {
      const Values &Mask = F.Vars[E.Var];
      Each([&](unsigned Lane) { return defined(Mask[Lane]) >> E.Number & 1; });
      return R;
    }
    default:
      ++C.Exchanges;
      C.Diverged += Active != Everyone;
      return exchange(F, E, Active);
    }
  }

  Values merge(Frame &F, const Expr &Then, Set InThen, const Expr &Else,
               Set InElse) {
    Values T, R;
    if (InThen)
      T = evaluate(F, Then, InThen);
    if (InElse)
      R = evaluate(F, Else, InElse);
    forEach(InThen, [&](unsigned Lane) { R[Lane] = T[Lane]; });
    return R;
  }

  Values evaluateBinary(Frame &F, const Expr &E, Set Active) {
    Values A = evaluate(F, E.Args[0], Active);
    bool And = E.Operator == Op::LogicalAnd;
    if (And || E.Operator == Op::LogicalOr) {
      Set True = where(A, Active);
      Set Asked = And ? True : Active & ~True;
      Values B;
      if (Asked)
        B = evaluate(F, E.Args[1], Asked);
      forEach(Active, [&](unsigned Lane) {
        bool IsAsked = Asked >> Lane & 1;
        A[Lane].V = IsAsked ? defined(B[Lane]) != 0 : !And;
      });
      return A;
    }
    Values B = evaluate(F, E.Args[1], Active);
    forEach(Active, [&](unsigned Lane) {
      A[Lane].V = apply(E.Operator, A[Lane].V, B[Lane].V);
      A[Lane].Undefined |= B[Lane].Undefined;
    });
    return A;
  }

  static unsigned first(Set Lanes) {
    if (!Lanes)
      throw Invalid{"the first of no lanes"};
    return __builtin_ctzll(Lanes);
  }

  Values exchange(Frame &F, const Expr &E, Set Active) {
    Values R;
    auto Same = [&](Value V) {
      forEach(Active, [&](unsigned Lane) { R[Lane] = V; });
    };
    if (E.K == Expr::FirstActive) {
      Same({first(Active), false});
      return R;
    }
    Values A = evaluate(F, E.Args[0], Active);
    if (E.K == Expr::OfReached) {
      unsigned From = first(defined(F.Vars[E.Var][first(Active)]));
      if (!(Active >> From & 1))
        throw Invalid{"a shuffle from a lane that is not active"};
      Same(A[From]);
      return R;
    }
    if (E.K == Expr::Shuffle || E.K == Expr::Broadcast) {
      Values From = evaluate(F, E.Args[1], Active);
      forEach(Active, [&](unsigned Lane) {
        unsigned Source = sourceOf(E, defined(From[Lane]), Lane, Lanes);
        if (E.K == Expr::Broadcast &&
            Source != sourceOf(E, defined(From[first(Active)]), Lane, Lanes))
          throw Invalid{"a broadcast from several lanes"};
        R[Lane] = A[Source];
        if (Active >> Source & 1)
          return;
        ++C.Absent;
        if (!F.F.isVariable(E.Args[0]))
          R[Lane] = {0, false};
      });
      return R;
    }
    Set True = where(A, Active);
    switch (E.K) {
    case Expr::Ballot:
      Same({fold(True), false});
      return R;
    case Expr::Any:
      Same({True != 0, false});
      return R;
    case Expr::All:
      Same({True == Active, false});
      return R;
    default:
      break;
    }
    int64_t Sum = 0, Least = MaxValue, Most = 0;
    forEach(Active, [&](unsigned Lane) {
      if (E.K == Expr::ScanExclusive)
        R[Lane] = {Sum, false};
      Sum = (Sum + A[Lane].V) & MaxValue;
      if (E.K == Expr::ScanInclusive)
        R[Lane] = {Sum, false};
      Least = std::min(Least, A[Lane].V);
      Most = std::max(Most, A[Lane].V);
    });
    if (E.K == Expr::ReduceAdd)
      Same({Sum, false});
    if (E.K == Expr::ReduceMin)
      Same({Least, false});
    if (E.K == Expr::ReduceMax)
      Same({Most, false});
    return R;
  }

  // Statements.

  Set execute(Frame &F, const std::vector<Stmt> &List, Set Active) {
    for (const Stmt &S : List) {
      if (!Active)
        break;
      Active = execute(F, S, Active);
    }
    return Active;
  }

  void assign(Frame &F, int Var, const Values &To, Set Active) {
    forEach(Active, [&](unsigned Lane) {
      F.Vars[Var][Lane] = {defined(To[Lane]), false};
    });
  }
  void declare(Frame &F, const Stmt &S, Set Active) {
    // A variable of the start of the kernel is left as it is.
    if (S.Values.empty() && (!P.Flat || &F.F != &P.kernel()))
      for (int Var = S.Var, Last = S.Var + membersOf(F.F.Vars[S.Var]);
           Var <= Last; ++Var)
        forEach(Active, [&](unsigned Lane) { F.Vars[Var][Lane] = {}; });
    std::vector<Values> To;
    for (const Expr &E : S.Values)
      To.push_back(evaluate(F, E, Active));
    for (size_t I = 0; I < To.size(); ++I)
      assign(F, S.Var + I + !isValue(F.F.Vars[S.Var]), To[I], Active);
  }
  /// Of a member that has no value, neither has the copy.
  void copy(Frame &F, int To, int From, Set Active) {
    for (unsigned I = membersOf(F.F.Vars[To]); I > 0; --I)
      forEach(Active, [&](unsigned Lane) {
        F.Vars[To + I][Lane] = F.Vars[From + I][Lane];
      });
  }
  template <typename Fn> void change(Frame &F, int Var, Set Active, Fn Change) {
    forEach(Active, [&](unsigned Lane) {
      F.Vars[Var][Lane].V = Change(defined(F.Vars[Var][Lane]));
    });
  }
  Values mapped(Values Of, Set Active, int64_t (*Map)(int64_t)) const {
    forEach(Active,
            [&](unsigned Lane) { Of[Lane].V = Map(defined(Of[Lane])); });
    return Of;
  }

  template <typename Fn> static Leaving &innermost(Frame &F, Fn Is) {
    size_t I = F.Left.size();
    while (!Is(F.Left[--I]))
      ;
    return F.Left[I];
  }

  Set execute(Frame &F, const Stmt &S, Set Active) {
    if (++Steps > 3000)
      throw Invalid{"it takes too long"};
    switch (S.K) {
    case Stmt::Declare:
      declare(F, S, Active);
      return Active;
    case Stmt::Copy:
      copy(F, S.Var, S.Number, Active);
      return Active;
    case Stmt::Assign:
      assign(F, S.Var, evaluate(F, S.Values[0], Active), Active);
      return Active;
    case Stmt::Halve:
      change(F, S.Var, Active, [](int64_t V) { return V >> 1; });
      return Active;
    case Stmt::StoreOwn:
    case Stmt::StoreWarp: {
      Values To = evaluate(F, S.Values[0], Active);
      forEach(Active, [&](unsigned Lane) {
        access(Lane,
               S.K == Stmt::StoreOwn ? L.ownWord(Number, Lane, S.Number)
                                     : L.warpWord(Number, S.Number),
               Access::Write, defined(To[Lane]));
      });
      return Active;
    }
    case Stmt::CountOwn:
      forEach(Active, [&](unsigned Lane) {
        F.Vars[S.Var][Lane] = {
            access(Lane, counter(L.ownCounter(Number, Lane)), Access::Count),
            false};
      });
      return Active;
    case Stmt::CountWarp:
      forEach(Active, [&](unsigned Lane) {
        access(Lane, counter(L.warpCounter(Number, S.Number)), Access::Count);
      });
      return Active;
    case Stmt::CountShared:
      Out.Counters[L.sharedCounter(S.Number)] += __builtin_popcountll(Active);
      return Active;
    case Stmt::If: {
      Set Then = where(evaluate(F, S.Values[0], Active), Active);
      Set Else = Active & ~Then;
      if (Then)
        Then = execute(F, S.Body, Then);
      if (Else)
        Else = execute(F, S.Else, Else);
      return Then | Else;
    }
    case Stmt::While:
    case Stmt::DoWhile:
    case Stmt::For:
      return loop(F, S, Active);
    case Stmt::Switch:
      return choose(F, S, Active);
    case Stmt::Block:
      if (!S.Number)
        return execute(F, S.Body, Active);
      F.Left.push_back({Leaving::Labelled, S.Number});
      Active = execute(F, S.Body, Active) | F.Left.back().Broke;
      F.Left.pop_back();
      return Active;
    case Stmt::Goto:
      innermost(F, [&](const Leaving &L) {
        return L.Label == S.Number;
      }).Broke |= Active;
      return 0;
    case Stmt::Break:
      innermost(F, [](const Leaving &L) {
        return L.Of != Leaving::Labelled;
      }).Broke |= Active;
      return 0;
    case Stmt::Continue:
      innermost(F, [](const Leaving &L) {
        return L.Of == Leaving::Loop;
      }).Continued |= Active;
      return 0;
    case Stmt::Return:
      if (!S.Values.empty()) {
        Values Result = evaluate(F, S.Values[0], Active);
        forEach(Active, [&](unsigned Lane) { F.Result[Lane] = Result[Lane]; });
      }
      F.Returned |= Active;
      return 0;
    case Stmt::Everywhere:
      visit(F, S, Active);
      return Active;
    case Stmt::Call: {
      std::unique_ptr<Frame> &Place = F.Calls[&S];
      if (!Place)
        Place = std::make_unique<Frame>(P.Functions[S.Callee]);
      Frame &Callee = *Place;
      Callee.Returned = 0;
      for (size_t I = 0; I < S.Values.size(); ++I)
        assign(Callee, I, evaluate(F, S.Values[I], Active), Active);
      execute(Callee, Callee.F.Body, Active);
      if (Callee.Returned != Active)
        throw Invalid{"a function ends without return"};
      assign(F, S.Var, Callee.Result, Active);
      return Active;
    }
    case Stmt::Barrier:
      Met.meet(Active);
      return Active;
    case Stmt::GroupBarrier:
      if (Active != Everyone)
        throw Invalid{"a barrier that not all work-items reach"};
      GroupBarriers.push_back(&S);
      Met.meet(Active);
      return Active;
    }
    return Active;
  }

  /// Lanes that are still in the loop, of those that are at its condition.
  Set stay(Frame &F, const Stmt &S, Set Active) {
    if (!Active)
      return 0;
    if (S.K == Stmt::For) {
      Values Bound = evaluate(F, S.Values[0], Active);
      Set In = 0;
      forEach(Active, [&](unsigned Lane) {
        if (defined(F.Vars[S.Var][Lane]) < defined(Bound[Lane]) % 4)
          In |= Set(1) << Lane;
      });
      return In;
    }
    Set In = where(F.Vars[S.Var], Active);
    if (In && S.Values.size() > 1)
      In = where(evaluate(F, S.Values[1], In), In);
    return In;
  }

  Set loop(Frame &F, const Stmt &S, Set Active) {
    Values Start;
    if (S.K == Stmt::For)
      Start.fill({0, false});
    else
      Start = mapped(
          evaluate(F, S.Values[0], Active), Active,
          S.K == Stmt::While ? [](int64_t V) { return V % 4; }
                             : [](int64_t V) { return V % 3 + 1; });
    assign(F, S.Var, Start, Active);
    Set After = 0;
    auto Test = [&] {
      Set In = stay(F, S, Active);
      After |= Active & ~In;
      Active = In;
    };
    if (S.K != Stmt::DoWhile)
      Test();
    while (Active) {
      if (++Steps > 3000)
        throw Invalid{"it takes too long"};
      if (S.K != Stmt::For)
        change(F, S.Var, Active,
               [](int64_t V) { return std::max<int64_t>(V, 1) - 1; });
      F.Left.push_back({Leaving::Loop});
      Active = execute(F, S.Body, Active);
      Active |= F.Left.back().Continued;
      After |= F.Left.back().Broke;
      F.Left.pop_back();
      if (S.K == Stmt::For)
        change(F, S.Var, Active, [](int64_t V) { return V + 1; });
      Test();
    }
    return After;
  }

  Set choose(Frame &F, const Stmt &S, Set Active) {
    Values Which = evaluate(F, S.Values[0], Active);
    std::vector<Set> At(S.Body.size());
    forEach(Active, [&](unsigned Lane) {
      At[defined(Which[Lane]) % S.Body.size()] |= Set(1) << Lane;
    });
    execute(F, S.Else, Active); // Only declares.
    F.Left.push_back({Leaving::Switch});
    Set Running = 0, After = 0;
    for (size_t I = 0; I < S.Body.size(); ++I) {
      Running |= At[I];
      if (Running)
        Running = execute(F, S.Body[I].Body, Running);
      if (!S.Body[I].FallsThrough) {
        After |= Running;
        Running = 0;
      }
    }
    After |= Running | F.Left.back().Broke;
    F.Left.pop_back();
    return After;
  }

  void visit(Frame &F, const Stmt &S, Set Active) {
    ++C.Visits;
    C.Partial += Active != Everyone;
    C.Nested += Depth > 0;
    C.Deepest = std::max<uint64_t>(C.Deepest, ++Depth);
    Met.meet(Everyone);
    if (S.Var >= 0)
      F.Vars[S.Var].fill({static_cast<int64_t>(Active), false});
    if (execute(F, S.Body, Everyone) != Everyone)
      throw Invalid{"the body of an everywhere is left"};
    --Depth;
  }

  const Program &P;
  const Layout &L;
  const unsigned Number, Lanes;
  const Set Everyone;
  Outcome &Out;
  Coverage &C;
  Races Met;
  unsigned Depth = 0;
  uint64_t Steps = 0;
};

} // namespace

Outcome interpret(const Program &P, Coverage *C) {
  Layout L(P);
  Outcome Out(L);
  Coverage Own;
  std::vector<const Stmt *> Barriers;
  try {
    for (unsigned W = 0; W < P.warps(); ++W) {
      Warp Each(P, L, W, Out, Own);
      Each.run();
      if (W % P.warpsOfGroup() == 0)
        Barriers = Each.GroupBarriers;
      if (Barriers != Each.GroupBarriers)
        throw Invalid{"a barrier that not all work-items reach"};
    }
  } catch (const Invalid &E) {
    Out.Invalid = E.Why;
  }
  if (C)
    *C = Own;
  return Out;
}

} // namespace tasklet::simd
