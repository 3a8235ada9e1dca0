//===- Interpret.cpp - What a random program computes ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Interpret.h"
#include "Evaluate.h"

#include <set>
#include <stdexcept>

namespace tasklet::fuzz {
namespace {

using Value = std::vector<uint64_t>;

constexpr uint64_t MaxTasks = 1500;
constexpr uint64_t MaxSteps = 150000;

struct Invalid : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Cell {
  uint64_t Bits = 0;
  bool Set = false;     ///< Has a value.
  bool Pending = false; ///< A spawn's result may still arrive.
};

/// One running function.
struct Frame {
  const Function *F = nullptr;
  std::vector<std::vector<Cell>> Vars;
  std::vector<uint64_t> *Mutated = nullptr;
  uint64_t Base = 0, ParentBase = 0, Fuel = 0;
  unsigned Item[2] = {0, 0};   ///< Of a kernel.
  std::set<uint64_t> Arriving; ///< Own words that a spawn may still store.
  Value Result;
};

enum class Next { Statement, Break, Continue, Return };

class Interpreter {
public:
  explicit Interpreter(const Program &P) : P(P) {
    Result.Words.assign(P.bufferWords(), Untouched);
  }

  Outcome run() {
    try {
      for (unsigned Y = 0; Y < P.Global[1]; ++Y)
        for (unsigned X = 0; X < P.Global[0]; ++X)
          runWorkItem(X, Y);
    } catch (const Invalid &Why) {
      Result.Invalid = Why.what();
    }
    return std::move(Result);
  }

private:
  Frame makeFrame(const Function &F) const {
    Frame New;
    New.F = &F;
    New.Vars.resize(F.Vars.size());
    for (size_t I = 0; I < F.Vars.size(); ++I)
      New.Vars[I].resize(P.Types[F.Vars[I]].Leaves.size());
    return New;
  }

  void setAll(Frame &In, int Var, const Value &Values) {
    for (size_t I = 0; I < Values.size(); ++I)
      In.Vars[Var][I] = {Values[I], true, false};
  }

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

  Value call(Frame &New) {
    if (New.F->K == Function::Task && ++Result.Tasks > MaxTasks)
      throw Invalid("too many tasks");
    Next Then = run(New, New.F->Body);
    bool Void = New.F->K == Function::Mutator ||
                (New.F->K == Function::Task && New.F->Result < 0);
    if (!Void && Then != Next::Return)
      throw Invalid("a function ends without a result");
    return std::move(New.Result);
  }

  /// The leaves of a variable that an expression names.
  struct Place {
    std::vector<Cell> *Cells;
    size_t First, Count;
  };
  Place place(Frame &In, const Expr &E) {
    size_t First = 0;
    int Ty = In.F->Vars[E.Var];
    for (const Step &S : E.Steps) {
      const Type &T = P.Types[Ty];
      switch (S.K) {
      case Step::Member:
        for (unsigned I = 0; I < S.Number; ++I)
          First += P.Types[T.Fields[I]].Leaves.size();
        Ty = T.Fields[S.Number];
        break;
      case Step::Component:
        First += S.Number;
        Ty = typeOf(T.Element);
        break;
      case Step::Element:
        Ty = T.ElementType;
        First += number(In, S.Index[0]) % T.Count * P.Types[Ty].Leaves.size();
        break;
      }
    }
    return {&In.Vars[E.Var], First, P.Types[Ty].Leaves.size()};
  }

  Value load(Frame &In, const Expr &E) {
    if (E.Var == MutatedArray)
      return {
          (*In.Mutated)[number(In, E.Steps[0].Index[0]) % In.F->ArrayLength]};
    Place From = place(In, E);
    Value Values;
    for (size_t I = From.First; I < From.First + From.Count; ++I) {
      const Cell &C = (*From.Cells)[I];
      if (!C.Set || C.Pending)
        throw Invalid("a variable is read before it has a value");
      Values.push_back(C.Bits);
    }
    return Values;
  }

  void assign(Frame &In, const Expr &To, const Value &Values) {
    if (To.K == Expr::OwnWord) {
      word(In.Base + To.Number) = Values[0];
      return;
    }
    if (To.Var == MutatedArray) {
      (*In.Mutated)[number(In, To.Steps[0].Index[0]) % In.F->ArrayLength] =
          static_cast<uint32_t>(Values[0]);
      return;
    }
    Place At = place(In, To);
    for (size_t I = 0; I < At.Count; ++I) {
      Cell &C = (*At.Cells)[At.First + I];
      if (C.Pending)
        throw Invalid("a future is written");
      C = {Values[I], true, false};
    }
  }

  uint32_t &word(uint64_t Index) {
    if (Index >= Result.Words.size())
      throw Invalid("the buffer is too short");
    return Result.Words[Index];
  }

  uint64_t workItem(const Frame &In, unsigned Which) const {
    switch (Which) {
    case 0:
      return In.Item[0] + P.Offset;
    case 1:
      return In.Item[1];
    case 2:
    case 3:
      return In.Item[Which - 2] % P.Local[Which - 2];
    case 4:
      return In.Item[0] / P.Local[0];
    case 5:
      return P.Global[0];
    case 6:
      return P.Local[0];
    case 7:
      return P.Global[0] / P.Local[0];
    case 8:
      return P.Offset;
    case 9:
      return In.Item[1] / P.Local[1];
    case 10:
      return P.Local[1];
    default:
      return 2;
    }
  }

  uint64_t number(Frame &In, const Expr &E) {
    auto Arg = [&](unsigned I) { return number(In, E.Args[I]); };
    uint64_t Bits = 0;
    switch (E.K) {
    case Expr::Const:
      Bits = E.Number;
      break;
    case Expr::Load:
      Bits = load(In, E)[0];
      break;
    case Expr::Unary:
      Bits = compute(E.Operator, E.Wide, narrow(E.Wide, Arg(0)), 0);
      break;
    case Expr::Binary:
      // The operands have no effect, so && and || need no order.
      Bits = compute(E.Operator, E.Wide, narrow(E.Wide, Arg(0)),
                     narrow(E.Wide, Arg(1)));
      break;
    case Expr::Choose:
      Bits = Arg(0) ? Arg(1) : Arg(2);
      break;
    case Expr::CallHelper: {
      const Function &F = P.Functions[E.Callee];
      Frame New = makeFrame(F);
      for (size_t I = 0; I < E.Args.size(); ++I)
        setAll(New, I, {store(P.Types[F.Vars[I]].Element, Arg(I))});
      Bits = narrow(F.Wide, call(New)[0]);
      break;
    }
    case Expr::WorkItem:
      Bits = workItem(In, E.Number);
      break;
    case Expr::OwnWord:
      if (In.Arriving.count(E.Number))
        throw Invalid("a word is read before its result has arrived");
      Bits = word(In.Base + E.Number);
      break;
    case Expr::ParentWord:
      Bits = word(In.ParentBase + E.Number);
      break;
    case Expr::ChildWord:
      Bits = In.Fuel == 0
                 ? 0
                 : word(In.Base + OwnWords +
                        E.Ordinal * P.regionWords(In.Fuel - 1) + E.Number);
      break;
    case Expr::FuelLeft:
      Bits = In.Fuel;
      break;
    case Expr::Table:
      Bits = P.Table[Arg(0) % P.Table.size()];
      break;
    case Expr::Make:
    case Expr::Vector:
      throw Invalid("not a number");
    }
    return narrow(E.Wide, Bits);
  }

  /// A value of type \p Ty.
  Value value(Frame &In, int Ty, const Expr &E) {
    const Type &T = P.Types[Ty];
    if (T.isNumber())
      return {store(T.Element, number(In, E))};
    switch (E.K) {
    case Expr::Make: {
      Value Values;
      for (size_t I = 0; I < E.Args.size(); ++I)
        Values.push_back(store(T.Leaves[I], number(In, E.Args[I])));
      return Values;
    }
    case Expr::Vector: {
      Value A = value(In, Ty, E.Args[0]), B = value(In, Ty, E.Args[1]);
      for (size_t I = 0; I < A.size(); ++I)
        A[I] = convert(T.Element, compute(E.Operator, true, A[I], B[I]));
      return A;
    }
    default:
      return load(In, E);
    }
  }

  Next run(Frame &In, const std::vector<Stmt> &Body) {
    for (const Stmt &S : Body)
      if (Next Then = run(In, S); Then != Next::Statement)
        return Then;
    return Next::Statement;
  }

  /// For operators modulo a power of two, so that the width in which C computes
  /// does not matter.
  void update(Frame &In, const Expr &Target, Op Operator, uint64_t Operand) {
    if (Target.K == Expr::OwnWord) {
      uint32_t &W = word(In.Base + Target.Number);
      W = compute(Operator, true, W, Operand);
      return;
    }
    Scalar To =
        Target.Var == MutatedArray ? Scalar::UInt : P.Types[Target.Ty].Element;
    assign(
        In, Target,
        {convert(To, compute(Operator, true, load(In, Target)[0], Operand))});
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
      join(In, S.Names);
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

  const Program &P;
  Outcome Result;
  uint64_t Steps = 0;
};

} // namespace

Outcome interpret(const Program &P) { return Interpreter(P).run(); }

} // namespace tasklet::fuzz
