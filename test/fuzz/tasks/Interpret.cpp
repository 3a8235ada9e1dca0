//===- Interpret.cpp - What a random program computes ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Interpret.h"
#include "Evaluate.h"
#include "Flow.h"

namespace tasklet::fuzz {
namespace {

constexpr uint64_t MaxTasks = 1500;
constexpr uint64_t MaxSteps = 150000;

enum class Next { Statement, Break, Continue, Return };

class Interpreter : Evaluator {
public:
  using Evaluator::Evaluator;

  Outcome run() {
    try {
      for (unsigned Y = 0; Y < P.Global[1]; ++Y)
        for (unsigned X = 0; X < P.Global[0]; ++X)
          runWorkItem(X, Y);
    } catch (const Invalid &Why) {
      Result.Invalid = Why.what();
    }
    Result.Words = std::move(Words);
    return std::move(Result);
  }

private:
  void runWorkItem(unsigned X, unsigned Y) {
    Frame New = makeFrame(P.kernel());
    New.Item[0] = X;
    New.Item[1] = Y;
    New.Fuel = P.KernelFuel;
    New.Base = (X + P.Global[0] * Y) * P.regionWords(P.KernelFuel);
    for (size_t I = 0; I < P.KernelArgs.size(); ++I)
      setAll(New, I, {P.KernelArgs[I]});
    run(New, P.kernel().Body);
  }

  Value call(Frame &New) override {
    if (New.F->K == Function::Task && ++Result.Tasks > MaxTasks)
      throw Invalid("too many tasks");
    Next Then = run(New, New.F->Body);
    bool Void = New.F->K == Function::Mutator ||
                (New.F->K == Function::Task && New.F->Result < 0);
    if (!Void && Then != Next::Return)
      throw Invalid("a function ends without a result");
    return std::move(New.Result);
  }

  Next run(Frame &In, const std::vector<Stmt> &Body) {
    for (const Stmt &S : Body)
      if (Next Then = run(In, S); Then != Next::Statement)
        return Then;
    return Next::Statement;
  }

  Next run(Frame &In, const Stmt &S) {
    if (++Steps > MaxSteps)
      throw Invalid("too many steps");
    switch (S.K) {
    case Stmt::Declare: {
      int Ty = In.F->Vars[S.Var];
      const Type &T = P.Types[Ty];
      if (S.Values.size() > 1) {
        for (size_t I = 0; I < S.Values.size(); ++I)
          In.Vars[S.Var][I] = {store(T.Leaves[I], number(In, S.Values[I])),
                               true, false};
      } else if (!S.Values.empty()) {
        setAll(In, S.Var, value(In, Ty, S.Values[0]));
      } else {
        In.Vars[S.Var].assign(T.Leaves.size(), Cell());
      }
      return Next::Statement;
    }
    case Stmt::Assign:
      if (S.Target[0].K == Expr::OwnWord || S.Target[0].Var == MutatedArray)
        assign(In, S.Target[0], {number(In, S.Values[0])});
      else
        assign(In, S.Target[0], value(In, S.Target[0].Ty, S.Values[0]));
      return Next::Statement;
    case Stmt::Update:
      update(In, S.Target[0], S.Operator, number(In, S.Values[0]));
      return Next::Statement;
    case Stmt::If:
      return run(In, number(In, S.Values[0]) ? S.Body : S.Else);
    case Stmt::For:
      for (unsigned I = 0; I < S.Count; ++I) {
        In.Vars[S.Var][0] = {I, true, false};
        if (!S.Values.empty() && !(S.Do && I == 0) &&
            number(In, S.Values[0]) == 0)
          break;
        Next Then = run(In, S.Body);
        if (Then == Next::Return)
          return Then;
        if (Then == Next::Break)
          break;
      }
      return Next::Statement;
    case Stmt::While:
      for (uint64_t I =
               static_cast<uint32_t>(number(In, S.Values[0])) % S.Count;
           I-- != 0;) {
        In.Vars[S.Var][0] = {I, true, false};
        Next Then = run(In, S.Body);
        if (Then == Next::Return)
          return Then;
        if (Then == Next::Break)
          break;
      }
      return Next::Statement;
    case Stmt::Switch: {
      size_t Case =
          static_cast<uint32_t>(number(In, S.Values[0])) % S.Body.size();
      for (; Case < S.Body.size(); ++Case) {
        if (Next Then = run(In, S.Body[Case].Body); Then != Next::Statement)
          return Then;
        if (!S.Body[Case].FallsThrough)
          break;
      }
      return Next::Statement;
    }
    case Stmt::Block:
      return run(In, S.Body);
    case Stmt::Break:
      return Next::Break;
    case Stmt::Continue:
      return Next::Continue;
    case Stmt::Return:
      if (!S.Values.empty())
        In.Result = In.F->K == Function::Helper
                        ? Value{number(In, S.Values[0])}
                        : value(In, In.F->Result, S.Values[0]);
      return Next::Return;
    case Stmt::Spawn:
      spawn(In, S);
      return Next::Statement;
    case Stmt::Force:
      ++Result.Forces;
      join(In, S.Names);
      run(In, S.Body);
      return Next::Return;
    case Stmt::Wait:
      ++Result.Waits;
      if (!S.Names.empty() || S.Parts.empty())
        join(In, S.Names);
      for (const Expr &Part : S.Parts)
        join(In, Part);
      return Next::Statement;
    case Stmt::Mutate: {
      const Function &F = P.Functions[S.Callee];
      Frame New = makeFrame(F);
      setAll(New, 0, {number(In, S.Values[0])});
      if (S.Var < 0) {
        New.Mutated = In.Mutated;
        call(New);
        return Next::Statement;
      }
      Value Array;
      for (const Cell &C : In.Vars[S.Var]) {
        if (!C.Set || C.Pending)
          throw Invalid("an array without a value is passed on");
        Array.push_back(C.Bits);
      }
      New.Mutated = &Array;
      call(New);
      setAll(In, S.Var, Array);
      return Next::Statement;
    }
    case Stmt::Alias: {
      bool ToOther = !S.Other.empty() && number(In, S.Values[1]) != 0;
      update(In, ToOther ? S.Other[0] : S.Target[0], S.Operator,
             number(In, S.Values[0]));
      return Next::Statement;
    }
    }
    return Next::Statement;
  }

  void join(Frame &In, const std::vector<int> &Names) {
    for (int Name : Names)
      for (Cell &C : In.Vars[Name])
        C.Pending = false;
    if (Names.empty())
      In.Arriving.clear();
  }

  void join(Frame &In, const Expr &Part) {
    uint64_t Leaves = leavesOf(P, *In.F, Part);
    std::vector<Cell> &Cells = In.Vars[Part.Var];
    for (size_t I = 0; I < Cells.size(); ++I)
      if (Leaves >> I & 1)
        Cells[I].Pending = false;
  }

  void spawn(Frame &In, const Stmt &S) {
    const Function &F = P.Functions[S.Callee];
    if (In.Fuel == 0)
      throw Invalid("a spawn without fuel");
    Frame New = makeFrame(F);
    for (size_t I = 0; I < S.Values.size(); ++I)
      setAll(New, I, value(In, F.Vars[I], S.Values[I]));
    New.Fuel = S.FuelMode == Fuel::OneLess     ? In.Fuel - 1
               : S.FuelMode == Fuel::AtMostOne ? (In.Fuel > 1 ? 1 : 0)
                                               : (In.Fuel - 1) * 13;
    if (F.Memory) {
      uint64_t Ordinal = S.Ordinal;
      if (S.OrdinalLoop >= 0)
        Ordinal += In.Vars[S.OrdinalLoop][0].Bits;
      New.Base = In.Base + OwnWords + Ordinal * P.regionWords(In.Fuel - 1);
      New.ParentBase = In.Base;
    }
    // The destination's own index is evaluated now, too.
    Place To{};
    if (!S.Target.empty() && S.Target[0].K == Expr::Load)
      To = place(In, S.Target[0]);
    Value Returned = call(New);
    if (S.Target.empty())
      return;
    if (S.Target[0].K == Expr::OwnWord) {
      if (!In.Arriving.insert(S.Target[0].Number).second)
        throw Invalid("two results for one word");
      word(In.Base + S.Target[0].Number) = Returned[0];
      return;
    }
    for (size_t I = 0; I < To.Count; ++I) {
      Cell &C = (*To.Cells)[To.First + I];
      if (C.Pending)
        throw Invalid("a second spawn into a future");
      Scalar Kind = P.Types[S.Target[0].Ty].Leaves[I];
      C = {convert(Kind, Returned[I]), true, true};
    }
  }

  Outcome Result;
  uint64_t Steps = 0;
};

} // namespace

Outcome interpret(const Program &P) { return Interpreter(P).run(); }

} // namespace tasklet::fuzz
