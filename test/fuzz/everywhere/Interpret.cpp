//===- Interpret.cpp - What a program with everywhere computes ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Interpret.h"
#include "Evaluate.h"

#include <algorithm>

namespace tasklet::simd {
namespace {

class Warp : Evaluator {
public:
  Warp(const Program &P, const Layout &L, unsigned Number, Outcome &Out,
       Coverage &C)
      : Evaluator(P, L, Number, Out, C) {}

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
    case Stmt::StoreAt: {
      Values To = evaluate(F, S.Values[0], Active),
             Index = evaluate(F, S.Values[1], Active);
      forEach(Active, [&](unsigned Lane) {
        access(Lane, wordAt(defined(Index[Lane])), Access::Write,
               defined(To[Lane]));
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
    case Stmt::Sweep:
      return sweep(F, S, Active);
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

  Set sweep(Frame &F, const Stmt &S, Set Active) {
    Values At = evaluate(F, S.Values[0], Active),
           Bound = evaluate(F, S.Values[1], Active);
    forEach(Active, [&](unsigned Lane) {
      At[Lane].V = defined(At[Lane]) % MostStart + Lane;
      Bound[Lane].V = defined(Bound[Lane]) % (Lanes * OwnWords + 1);
    });
    assign(F, S.Var, At, Active);
    const unsigned Steps[] = {Lanes, P.WarpSize, 2 * Lanes};
    Set After = 0;
    while (Active) {
      Set In = 0;
      forEach(Active, [&](unsigned Lane) {
        if (defined(F.Vars[S.Var][Lane]) < Bound[Lane].V)
          In |= Set(1) << Lane;
      });
      After |= Active & ~In;
      F.Left.push_back({Leaving::Loop});
      Active = In ? execute(F, S.Body, In) : 0;
      Active |= F.Left.back().Continued;
      After |= F.Left.back().Broke;
      F.Left.pop_back();
      forEach(Active,
              [&](unsigned Lane) { F.Vars[S.Var][Lane].V += Steps[S.Number]; });
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
