//===- Lower.cpp - Programs with everywhere for the machine ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Lower.h"
#include "LowerExpr.h"

namespace tasklet::simd {
namespace {

/// Whether control may leave the statement but at its end.
bool mayLeave(const std::vector<Stmt> &List);
bool mayLeave(const Stmt &S) {
  // A switch keeps only its own break; to guard once more costs little.
  return S.K == Stmt::Break || S.K == Stmt::Continue || S.K == Stmt::Return ||
         S.K == Stmt::Goto ||
         (S.K != Stmt::Everywhere && (mayLeave(S.Body) || mayLeave(S.Else)));
}
bool mayLeave(const std::vector<Stmt> &List) {
  for (const Stmt &S : List)
    if (mayLeave(S))
      return true;
  return false;
}

class Lowering : ExprLowering {
public:
  Lowering(const Program &P, unsigned Lanes) : ExprLowering(Lanes), P(P) {}

  std::string run() {
    Function Scope;
    Scope.F = &P.kernel();
    for (unsigned I = 0; I < Scope.F->Vars.size(); ++I)
      Scope.Vars.push_back(variable("v" + std::to_string(I)));
    Scope.Left = {Scope.Returned = fresh("returned")};
    list(Scope, Scope.F->Body, 0);
    instruction("stop");
    // All have a value in every lane, so that lanes which compute what nobody
    // will use do not read anything that has none.
    std::string Start;
    for (const std::string &Each : Variables)
      Start += "  const " + Each + ", 0\n";
    return Start + Text;
  }

private:
  void list(const Function &F, const std::vector<Stmt> &Body, size_t From) {
    for (size_t I = From; I < Body.size(); ++I) {
      statement(F, Body[I]);
      if (I + 1 == Body.size() || F.Left.empty() || !mayLeave(Body[I]))
        continue;
      unless(anyOf(F.Left), [&] { list(diverged(F), Body, I + 1); });
      return;
    }
  }

  void count(const std::string &Result, const std::string &Address) {
    instruction("atomic", {Result, inVariable(Address)});
  }

  void statement(const Function &F, const Stmt &S) {
    switch (S.K) {
    case Stmt::Declare: {
      std::vector<std::string> To;
      for (const Expr &E : S.Values)
        To.push_back(value(F, E));
      for (size_t I = 0; I < To.size(); ++I)
        set(F.Vars[S.Var + I + (membersOf(F.F->Vars[S.Var]) > 0)], To[I]);
      return;
    }
    case Stmt::Assign:
      set(F.Vars[S.Var], value(F, S.Values[0]));
      return;
    case Stmt::Copy:
      for (unsigned I = membersOf(F.F->Vars[S.Var]); I > 0; --I)
        set(F.Vars[S.Var + I], F.Vars[S.Number + I]);
      return;
    case Stmt::Halve:
      instruction("shr", {F.Vars[S.Var], F.Vars[S.Var], number(1)});
      return;
    case Stmt::StoreOwn:
    case Stmt::StoreWarp: {
      std::string To = inVariable(value(F, S.Values[0]));
      instruction("store", {inVariable(S.K == Stmt::StoreOwn
                                           ? ownWord("tid", S.Number)
                                           : number(Memory.warpWord(S.Number))),
                            To});
      return;
    }
    case Stmt::StoreAt: {
      std::string To = inVariable(value(F, S.Values[0]));
      instruction("store", {inVariable(wordAt(value(F, S.Values[1]))), To});
      return;
    }
    case Stmt::CountOwn:
      count(F.Vars[S.Var], ownCounter());
      return;
    case Stmt::CountWarp:
      count(fresh("t"), number(Memory.warpCounter(S.Number)));
      return;
    case Stmt::CountShared:
      count(fresh("t"), number(Memory.sharedCounter(S.Number)));
      return;
    case Stmt::If: {
      std::string Which = inVariable(value(F, S.Values[0]));
      choose(
          Which, [&] { list(diverged(F), S.Body, 0); },
          [&] { list(diverged(F), S.Else, 0); });
      return;
    }
    case Stmt::While:
    case Stmt::DoWhile:
    case Stmt::Sweep:
    case Stmt::For:
      loop(F, S);
      return;
    case Stmt::Switch:
      cases(F, S);
      return;
    case Stmt::Block:
      if (S.Number) {
        Function Body = F;
        Body.Left.push_back(Body.Gone[S.Number] = fresh("gone"));
        set(Body.Left.back(), number(0));
        list(Body, S.Body, 0);
        return;
      }
      list(F, S.Body, 0);
      return;
    case Stmt::Goto:
      set(F.Gone.at(S.Number), number(1));
      return;
    case Stmt::Break:
      set(F.Break, number(1));
      return;
    case Stmt::Continue:
      set(F.Continue, number(1));
      return;
    case Stmt::Return:
      if (!S.Values.empty())
        set(F.Result, value(F, S.Values[0]));
      set(F.Returned, number(1));
      return;
    case Stmt::Everywhere: {
      Function Body = F;
      Body.InBody = true;
      Body.Diverged = false;
      Body.Left.clear();
      Body.Mask = S.Var;
      instruction("everywhere");
      if (S.Var >= 0)
        maskOf(F.Vars[S.Var]);
      list(Body, S.Body, 0);
      instruction("end_everywhere");
      return;
    }
    case Stmt::Call:
      call(F, S);
      return;
    case Stmt::Barrier:
    case Stmt::GroupBarrier:
      return; // Lanes are in step, warps have nothing in common here.
    }
  }

  void loop(const Function &F, const Stmt &S) {
    const std::string &Var = F.Vars[S.Var];
    Function Body = diverged(F);
    Body.Break = fresh("broke");
    Body.Continue = fresh("continued");
    std::vector<std::string> Out = F.Left;
    Out.push_back(Body.Break);
    Body.Left = Out;
    Body.Left.push_back(Body.Continue);

    const unsigned Steps[] = {Lanes, P.WarpSize, 2 * Lanes};
    std::string Bound, Step = number(1);
    bool CountsUp = S.K == Stmt::For || S.K == Stmt::Sweep;
    if (S.K == Stmt::Sweep) {
      std::string Start = value(F, S.Values[0]);
      Bound =
          compute("mod", value(F, S.Values[1]), number(Lanes * OwnWords + 1));
      Step = number(Steps[S.Number]);
      set(Var, compute("add", compute("mod", Start, number(MostStart)), "tid"));
    } else if (S.K == Stmt::For)
      set(Var, number(0));
    else if (S.K == Stmt::While)
      set(Var, compute("mod", value(F, S.Values[0]), number(4)));
    else
      set(Var, compute("add", compute("mod", value(F, S.Values[0]), number(3)),
                       number(1)));
    set(Body.Break, number(0));
    std::string Again = label(), End = label(), Leave = fresh("leave");
    auto Test = [&] {
      set(Leave, anyOf(Out));
      unless(Leave, [&] {
        if (CountsUp) {
          instruction("ge", {Leave, Var,
                             S.K == Stmt::Sweep
                                 ? Bound
                                 : compute("mod", value(Body, S.Values[0]),
                                           number(4))});
          return;
        }
        instruction("eq", {Leave, Var, number(0)});
        if (S.Values.size() > 1)
          unless(Leave, [&] {
            instruction("eq", {Leave, value(Body, S.Values[1]), number(0)});
          });
      });
      instruction("bnz", {Leave, End});
    };
    place(Again);
    if (S.K != Stmt::DoWhile)
      Test();
    if (!CountsUp) {
      instruction("max", {Var, Var, number(1)});
      instruction("sub", {Var, Var, number(1)});
    }
    set(Body.Continue, number(0));
    list(Body, S.Body, 0);
    if (S.K == Stmt::DoWhile)
      Test();
    if (CountsUp)
      unless(anyOf(Out), [&] { instruction("add", {Var, Var, Step}); });
    instruction("jump", {Again});
    place(End);
    instruction("sync");
  }

  void cases(const Function &F, const Stmt &S) {
    Function Body = diverged(F);
    Body.Break = fresh("broke");
    Body.Left.push_back(Body.Break);
    std::string Which =
        compute("mod", value(F, S.Values[0]), number(S.Body.size()));
    std::string Running = inVariable(number(0));
    set(Body.Break, number(0));
    for (size_t I = 0; I < S.Body.size(); ++I) {
      instruction("or", {Running, Running, compute("eq", Which, number(I))});
      std::string Here = compute("gt", Running, anyOf(Body.Left));
      when(Here, [&] {
        list(Body, S.Body[I].Body, 0);
        if (!S.Body[I].FallsThrough)
          set(Body.Break, number(1));
      });
    }
  }

  void call(const Function &F, const Stmt &S) {
    Function Callee;
    Callee.F = &P.Functions[S.Callee];
    Callee.InBody = F.InBody;
    Callee.Diverged = F.Diverged;
    for (unsigned I = 0; I < Callee.F->Vars.size(); ++I)
      Callee.Vars.push_back(fresh("p"));
    Callee.Returned = fresh("returned");
    Callee.Result = fresh("result");
    Callee.Left = {Callee.Returned};
    for (size_t I = 0; I < S.Values.size(); ++I)
      set(Callee.Vars[I], value(F, S.Values[I]));
    set(Callee.Returned, number(0));
    list(Callee, Callee.F->Body, 0);
    set(F.Vars[S.Var], Callee.Result);
  }

  const Program &P;
};

} // namespace

std::string lower(const Program &P, unsigned Lanes) {
  return Lowering(P, Lanes).run();
}

} // namespace tasklet::simd
