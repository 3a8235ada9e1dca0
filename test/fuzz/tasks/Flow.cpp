//===- Flow.cpp - The rules about futures ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Flow.h"

#include <set>

namespace tasklet::fuzz {

static uint64_t bits(uint64_t First, uint64_t Count) {
  return (Count >= 64 ? ~uint64_t(0) : (uint64_t(1) << Count) - 1) << First;
}

uint64_t leavesOf(const Program &P, const Function &F, const Expr &Load) {
  int Ty = F.Vars[Load.Var];
  uint64_t First = 0;
  for (const Step &S : Load.Steps) {
    const Type &T = P.Types[Ty];
    if (S.K == Step::Component)
      return bits(First + S.Number, 1);
    if (S.K == Step::Member) {
      for (unsigned I = 0; I < S.Number; ++I)
        First += P.Types[T.Fields[I]].Leaves.size();
      Ty = T.Fields[S.Number];
      continue;
    }
    if (S.Index[0].K != Expr::Const)
      break;
    Ty = T.ElementType;
    First += S.Index[0].Number % T.Count * P.Types[Ty].Leaves.size();
  }
  return bits(First, P.Types[Ty].Leaves.size());
}

namespace {

class Checker {
public:
  Checker(const Program &P, const Function &F) : P(P), F(F) {}

  bool run() {
    findNames(F.Body);
    for (unsigned I = 0; I < F.Params; ++I)
      Scope.insert(I);
    Flow End;
    check(F.Body, End);
    return Good && (!End.Alive || mayEnd());
  }

private:
  bool mayEnd() const {
    return F.K == Function::Kernel || F.K == Function::Mutator ||
           (F.K == Function::Task && F.Result < 0);
  }

  void findNames(const std::vector<Stmt> &Body) {
    for (const Stmt &S : Body) {
      Forced.insert(S.Names.begin(), S.Names.end());
      for (const Expr &Part : S.Parts)
        Forced.insert(Part.Var);
      for (auto *Places : {&S.Target, &S.Other})
        for (const Expr &Place : *Places)
          Changed.insert(Place.Var);
      if (S.K != Stmt::Declare && S.Var >= 0)
        Changed.insert(S.Var);
      if (S.K == Stmt::Declare && S.Values.size() != 1)
        Changed.insert(S.Var);
      if (S.K == Stmt::Spawn && !S.Target.empty())
        SpawnedInto.insert(S.Target[0].Var);
      findNames(S.Body);
      findNames(S.Else);
    }
  }

  /// As in Flow::OnlyIf, if it is a variable that keeps its value; or 0.
  int conditionOf(const Expr &E) const {
    if (E.K == Expr::Unary && E.Operator == Op::LogicalNot)
      return -conditionOf(E.Args[0]);
    bool Is = E.K == Expr::Load && E.Steps.empty() &&
              P.Types[F.Vars[E.Var]].isNumber() &&
              P.Types[F.Vars[E.Var]].Element != Scalar::Float &&
              !Changed.count(E.Var);
    return Is ? E.Var + 1 : 0;
  }

  void require(bool Condition) { Good &= Condition; }

  void use(const Expr &E, const Flow &At) {
    if (E.Var >= 0 && E.K == Expr::Load)
      require(Scope.count(E.Var) && At.mayRead(E.Var, leavesOf(P, F, E)));
    if (E.K == Expr::ChildWord ||
        (E.K == Expr::OwnWord && E.Number >= SharedWords))
      require(!At.Children);
    useParts(E, At);
  }
  void useParts(const Expr &E, const Flow &At) {
    for (const Step &S : E.Steps)
      for (const Expr &Index : S.Index)
        use(Index, At);
    for (const Expr &Arg : E.Args)
      use(Arg, At);
  }
  /// A destination that is written now.
  void write(const Expr &E, const Flow &At) {
    use(E, At);
    if (E.K == Expr::OwnWord)
      require(!At.Children);
  }

  void spawn(const Stmt &S, Flow &At) {
    const Function &Callee = P.Functions[S.Callee];
    bool Named = !S.Target.empty() && S.Target[0].K == Expr::Load;
    if (Callee.Memory || (!S.Target.empty() && !Named)) {
      At.Children = true;
      At.Unnamed |= !Named;
    }
    if (!Named)
      return;
    const Expr &To = S.Target[0];
    require(Scope.count(To.Var));
    useParts(To, At);
    uint64_t Leaves = leavesOf(P, F, To);
    Type::Kind K = P.Types[F.Vars[To.Var]].K;
    if (To.Steps.empty() || K == Type::Number || K == Type::Vector)
      require(!At.isPending(To.Var));
    At.spawnInto(To.Var, Leaves);
  }

  void check(const std::vector<Stmt> &Body, Flow &At) {
    std::set<int> Outer = Scope;
    for (const Stmt &S : Body)
      check(S, At);
    Scope = Outer;
  }

  void loop(const Stmt &S, Flow &At) {
    Flow Start = At;
    std::vector<Flow> OuterBreaks, OuterContinues;
    OuterBreaks.swap(Breaks);
    OuterContinues.swap(Continues);
    Scope.insert(S.Var);
    ++LoopDepth;
    for (;;) {
      Breaks.clear();
      Continues.clear();
      Flow Body = Start;
      if (S.K == Stmt::For)
        for (const Expr &E : S.Values)
          use(E, Body);
      check(S.Body, Body);
      Flow Again = Start;
      Again.join(Body);
      for (const Flow &From : Continues)
        Again.join(From);
      if (Again == Start)
        break;
      Start = Again;
    }
    --LoopDepth;
    Scope.erase(S.Var);
    At = Start;
    for (const Flow &From : Breaks)
      At.join(From);
    Breaks.swap(OuterBreaks);
    Continues.swap(OuterContinues);
  }

  void check(const Stmt &S, Flow &At) {
    // Code that is never reached is for the compiler to accept, too.
    if (S.K != Stmt::For) // Its condition is for each round.
      for (const Expr &E : S.Values)
        use(E, At);
    switch (S.K) {
    case Stmt::Declare:
      require(!At.isPending(S.Var) || !Forced.count(S.Var));
      At.arrived(S.Var);
      At.forget(S.Var + 1);
      Scope.insert(S.Var);
      break;
    case Stmt::Assign:
    case Stmt::Update:
    case Stmt::Alias:
      write(S.Target[0], At);
      for (const Expr &E : S.Other)
        write(E, At);
      break;
    case Stmt::If: {
      Flow Else = At;
      int Condition = conditionOf(S.Values[0]);
      if (Condition != 0) {
        At.assume(Condition);
        Else.assume(-Condition);
      }
      check(S.Body, At);
      check(S.Else, Else);
      if (Condition != 0) {
        At.conclude(Condition);
        Else.conclude(-Condition);
      }
      At.join(Else);
      break;
    }
    case Stmt::For:
    case Stmt::While:
      loop(S, At);
      break;
    case Stmt::Switch: {
      Flow Entry = At, Before, After;
      Before.Alive = After.Alive = false;
      for (size_t I = 0; I < S.Body.size(); ++I) {
        Flow Case = Entry;
        Case.join(Before);
        check(S.Body[I].Body, Case);
        bool Falls = S.Body[I].FallsThrough && I + 1 < S.Body.size();
        Before = Case;
        Before.Alive &= Falls;
        if (!Falls)
          After.join(Case);
      }
      At = After;
      break;
    }
    case Stmt::Block:
      check(S.Body, At);
      break;
    case Stmt::Break:
    case Stmt::Continue:
      require(LoopDepth > 0);
      if (At.Alive)
        (S.K == Stmt::Break ? Breaks : Continues).push_back(At);
      At.Alive = false;
      break;
    case Stmt::Return:
      At.Alive = false;
      break;
    case Stmt::Spawn:
      spawn(S, At);
      break;
    case Stmt::Force: {
      for (int Name : S.Names)
        require(Scope.count(Name));
      Flow Body = At.forced(S.Names);
      unsigned Outer = LoopDepth;
      LoopDepth = 0;
      check(S.Body, Body);
      LoopDepth = Outer;
      require(!Body.Alive || !At.Alive || mayEnd());
      At.Alive = false;
      break;
    }
    case Stmt::Wait:
      for (int Name : S.Names)
        require(Scope.count(Name) && SpawnedInto.count(Name));
      for (const Expr &Part : S.Parts)
        require(Scope.count(Part.Var) && SpawnedInto.count(Part.Var));
      if (!S.Names.empty() || S.Parts.empty())
        At = At.forced(S.Names);
      for (const Expr &Part : S.Parts)
        At.arrived(Part.Var, leavesOf(P, F, Part));
      break;
    case Stmt::Mutate:
      if (S.Var >= 0)
        require(Scope.count(S.Var) && !At.isPending(S.Var));
      break;
    }
  }

  const Program &P;
  const Function &F;
  std::set<int> Scope, Forced, SpawnedInto;
  /// Variables that get other values than that of their declaration.
  std::set<int> Changed;
  std::vector<Flow> Breaks, Continues;
  unsigned LoopDepth = 0;
  bool Good = true;
};

} // namespace

bool followsRules(const Program &P) {
  for (const Function &F : P.Functions)
    if (!Checker(P, F).run())
      return false;
  return true;
}

} // namespace tasklet::fuzz
