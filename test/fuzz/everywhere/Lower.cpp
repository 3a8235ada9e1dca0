//===- Lower.cpp - Programs with everywhere for the machine ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Lower.h"

#include <functional>
#include <map>

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

class Lowering {
public:
  Lowering(const Program &P, unsigned Lanes)
      : P(P), Memory(Lanes), Lanes(Lanes) {}

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
  /// One call of a function, or the kernel.
  struct Function {
    const simd::Function *F = nullptr;
    std::vector<std::string> Vars;
    std::string Returned, Result;
    /// The flags that say that a lane does not go on in this list: of the
    /// loops and switches here, and of the function. Empty at the start of an
    /// everywhere body, which nobody leaves.
    std::vector<std::string> Left;
    std::string Break, Continue;          ///< Those that such a statement sets.
    std::map<uint64_t, std::string> Gone; ///< That of goto, by label.
    int Mask = -1; ///< The variable of the innermost body; -1: it has none.
    bool InBody = false;
    bool Diverged = false; ///< Some lanes of the body may not be here.
  };

  // Text.

  std::string variable(const std::string &Name) {
    Variables.push_back(Name);
    return Name;
  }
  std::string fresh(const std::string &Role) {
    return variable(Role + "_" + std::to_string(Next++));
  }
  std::string label() { return "l" + std::to_string(Next++); }
  void place(const std::string &Label) { Text += Label + ":\n"; }
  void instruction(const std::string &Name,
                   const std::vector<std::string> &Operands = {}) {
    Text += "  " + Name;
    const char *Separator = " ";
    for (const std::string &Each : Operands) {
      Text += Separator + Each;
      Separator = ", ";
    }
    Text += "\n";
  }
  static std::string number(int64_t N) { return std::to_string(N); }

  std::string compute(const char *Name, const std::string &A,
                      const std::string &B) {
    std::string R = fresh("t");
    instruction(Name, {R, A, B});
    return R;
  }
  /// Sets a variable to what may be a constant.
  void set(const std::string &To, const std::string &Operand) {
    bool IsNumber = isdigit(static_cast<unsigned char>(Operand[0]));
    instruction(IsNumber ? "const" : "copy", {To, Operand});
  }
  std::string inVariable(const std::string &Operand) {
    std::string R = fresh("t");
    set(R, Operand);
    return R;
  }

  /// What is for those lanes only where the operand is zero, or is not.
  void unless(const std::string &Operand, const std::function<void()> &Do) {
    guarded("bnz", Operand, Do);
  }
  void when(const std::string &Operand, const std::function<void()> &Do) {
    guarded("bz", Operand, Do);
  }
  void guarded(const char *Branch, const std::string &Operand,
               const std::function<void()> &Do) {
    std::string End = label();
    instruction(Branch, {Operand, End});
    Do();
    place(End);
    instruction("sync");
  }
  void choose(const std::string &Operand, const std::function<void()> &Then,
              const std::function<void()> &Else) {
    std::string Other = label(), End = label();
    instruction("bz", {Operand, Other});
    Then();
    instruction("jump", {End});
    place(Other);
    Else();
    place(End);
    instruction("sync");
  }

  /// Whether any of the flags is set.
  std::string anyOf(const std::vector<std::string> &Flags) {
    std::string R = inVariable(Flags[0]);
    for (size_t I = 1; I < Flags.size(); ++I)
      instruction("or", {R, R, Flags[I]});
    return R;
  }

  // Expressions. What they give is a variable or a number.

  std::string fold(const std::string &Mask) {
    // Shifts are arithmetic, but both halves are cut off.
    return compute("and",
                   compute("xor", Mask, compute("shr", Mask, number(32))),
                   number(MaxValue));
  }

  std::string binary(const Function &F, const Expr &E) {
    std::string A = value(F, E.Args[0]);
    if (E.Operator == Op::LogicalAnd || E.Operator == Op::LogicalOr) {
      std::string R = compute("ne", A, number(0));
      auto Other = [&] {
        set(R, compute("ne", value(diverged(F), E.Args[1]), number(0)));
      };
      if (E.Operator == Op::LogicalAnd)
        when(R, Other);
      else
        unless(R, Other);
      return R;
    }
    std::string B = value(F, E.Args[1]);
    switch (E.Operator) {
    case Op::Add:
      return compute("and", compute("add", A, B), number(MaxValue));
    case Op::Sub:
      return compute("and", compute("sub", A, B), number(MaxValue));
    case Op::Mul:
      return compute("mul", compute("and", A, number(0xFFFF)),
                     compute("and", B, number(0xFFFF)));
    case Op::Div:
      return compute("div", A, compute("or", B, number(1)));
    case Op::Rem:
      return compute("mod", A, compute("or", B, number(1)));
    case Op::Min:
      return compute("min", A, B);
    case Op::Max:
      return compute("max", A, B);
    case Op::And:
      return compute("and", A, B);
    case Op::Or:
      return compute("or", A, B);
    case Op::Xor:
      return compute("xor", A, B);
    case Op::Shl:
      return compute("and", compute("shl", A, compute("and", B, number(7))),
                     number(MaxValue));
    case Op::Shr:
      return compute("shr", A, compute("and", B, number(31)));
    case Op::Eq:
      return compute("eq", A, B);
    case Op::Ne:
      return compute("ne", A, B);
    case Op::Lt:
      return compute("lt", A, B);
    case Op::Le:
      return compute("le", A, B);
    case Op::Gt:
      return compute("gt", A, B);
    default:
      return compute("ge", A, B);
    }
  }

  std::string load(const std::string &Address) {
    std::string R = fresh("t");
    instruction("load", {R, inVariable(Address)});
    return R;
  }
  std::string ownWord(const std::string &Lane, unsigned K) {
    return compute("add", compute("mul", Lane, number(OwnWords)),
                   number(Memory.ownWord(0, K)));
  }
  std::string ownCounter() {
    return compute("add", "tid", number(Memory.ownCounter(0)));
  }

  /// Whether the lane reached the body: by the rule of branch_mask where that
  /// is about this body, else from the variable.
  std::string reached(const Function &F, const Expr &E) {
    if (E.Number >= Lanes)
      return number(0);
    if (E.Var != F.Mask)
      return compute("and", compute("shr", F.Vars[E.Var], number(E.Number)),
                     number(1));
    std::string R = inVariable(number(1)), End = label();
    instruction("branch_mask", {number(E.Number), End});
    set(R, number(0));
    place(End);
    return R;
  }

  /// Lets all lanes do something for each of the lanes that are active here.
  void forEachActive(const std::function<void()> &Before,
                     const std::function<void(unsigned)> &Do) {
    instruction("everywhere");
    Before();
    for (unsigned Lane = 0; Lane < Lanes; ++Lane) {
      std::string Is = label(), IsNot = label();
      instruction("branch_mask", {number(Lane), Is});
      instruction("jump", {IsNot});
      place(Is);
      Do(Lane);
      place(IsNot);
    }
    instruction("end_everywhere");
  }
  /// The set of the lanes that are active here.
  void activeLanes(const std::string &R) {
    instruction("everywhere");
    maskOf(R);
    instruction("end_everywhere");
  }
  /// The set of the lanes that reached the innermost everywhere.
  void maskOf(const std::string &R) {
    set(R, number(0));
    for (unsigned Lane = 0; Lane < Lanes; ++Lane) {
      std::string Is = label(), IsNot = label();
      instruction("branch_mask", {number(Lane), Is});
      instruction("jump", {IsNot});
      place(Is);
      instruction("or", {R, R, number(static_cast<int64_t>(1ull << Lane))});
      place(IsNot);
    }
  }
  /// \p T becomes, in all lanes, that of a lane that has reached this body.
  void take(const std::string &T, const std::string &Value, unsigned Lane) {
    set(T, Value);
    instruction("shfl", {T, inVariable(number(Lane))});
  }

  std::string exchange(const Function &F, const Expr &E) {
    std::string R = fresh("r"), T = fresh("t");
    if (E.K == Expr::FirstActive) {
      forEachActive([&] { set(R, number(Lanes)); },
                    [&](unsigned Lane) {
                      instruction("min", {R, R, number(Lane)});
                    });
      return R;
    }
    std::string A = value(F, E.Args[0]);
    switch (E.K) {
    case Expr::OfReached: {
      // Of the lowest bit that is set.
      const std::string &Mask = F.Vars[E.Var];
      std::string First = inVariable(number(0));
      for (unsigned Lane = Lanes; Lane-- > 0;) {
        std::string Bit =
            compute("and", compute("shr", Mask, number(Lane)), number(1));
        when(Bit, [&] { set(First, number(Lane)); });
      }
      return shuffle(F, A, First, "");
    }
    case Expr::Shuffle:
    case Expr::Broadcast:
      return shuffle(F, A, source(F, E),
                     F.F->isVariable(E.Args[0]) ? F.Vars[E.Args[0].Var] : "");
    case Expr::Ballot: {
      std::string Is = compute("ne", A, number(0));
      std::string Active = fresh("r");
      // A branch first: those that take it are the lanes of the ballot.
      set(Active, number(0));
      when(Is, [&] { activeLanes(Active); });
      return fold(Active);
    }
    case Expr::Any:
    case Expr::All: {
      bool Any = E.K == Expr::Any;
      std::string Is = compute("ne", A, number(0));
      forEachActive([&] { set(R, number(!Any)); },
                    [&](unsigned Lane) {
                      take(T, Is, Lane);
                      instruction(Any ? "or" : "and", {R, R, T});
                    });
      return R;
    }
    case Expr::ReduceMin:
      forEachActive([&] { set(R, number(MaxValue)); },
                    [&](unsigned Lane) {
                      take(T, A, Lane);
                      instruction("min", {R, R, T});
                    });
      return R;
    case Expr::ReduceMax:
      forEachActive([&] { set(R, number(0)); },
                    [&](unsigned Lane) {
                      take(T, A, Lane);
                      instruction("max", {R, R, T});
                    });
      return R;
    default:
      forEachActive([&] { set(R, number(0)); },
                    [&](unsigned Lane) {
                      take(T, A, Lane);
                      if (E.K != Expr::ReduceAdd)
                        instruction(
                            "mul",
                            {T, T,
                             compute(E.K == Expr::ScanInclusive ? "ge" : "gt",
                                     "tid", number(Lane))});
                      instruction("add", {R, R, T});
                    });
      return compute("and", R, number(MaxValue));
    }
  }

  std::string source(const Function &F, const Expr &E) {
    std::string Lane = value(F, E.Args[1]);
    if (E.Number == 0)
      return compute("mod", Lane, number(Lanes));
    std::string R = compute("and", Lane, number(63));
    when(compute("ge", R, number(Lanes)), [&] { set(R, "tid"); });
    return R;
  }

  /// Where all lanes of a body are here, shfl does it, although it may read
  /// from lanes that did not reach the body; the paper leaves that open (rule
  /// Si), the language does not. Elsewhere all lanes hold \p Variable out to
  /// those that are here; what is none is 0 in lanes that are not.
  std::string shuffle(const Function &F, const std::string &A,
                      const std::string &From, const std::string &Variable) {
    std::string R = fresh("r");
    if (F.InBody && !F.Diverged) {
      set(R, A);
      instruction("shfl", {R, inVariable(From)});
      return R;
    }
    std::string T = fresh("t");
    if (!Variable.empty()) {
      instruction("everywhere");
      set(T, Variable);
      instruction("shfl", {T, From});
      instruction("end_everywhere");
      set(R, T);
      return R;
    }
    forEachActive(
        [&] { set(R, number(0)); },
        [&](unsigned Lane) {
          take(T, A, Lane);
          instruction("mul", {T, T, compute("eq", From, number(Lane))});
          instruction("add", {R, R, T});
        });
    return R;
  }

  static Function diverged(Function F) {
    F.Diverged = true;
    return F;
  }

  std::string value(const Function &F, const Expr &E) {
    switch (E.K) {
    case Expr::Const:
      return number(E.Number);
    case Expr::Read:
      // A copy: an operand keeps its value.
      return isMask(F.F->Vars[E.Var]) ? fold(F.Vars[E.Var])
                                      : inVariable(F.Vars[E.Var]);
    case Expr::Lane:
      return "tid";
    case Expr::Warp:
      return load(number(Memory.warpNumber()));
    case Expr::Size:
      return number(Lanes);
    case Expr::Binary:
      return binary(F, E);
    case Expr::Choose: {
      std::string R = fresh("t");
      choose(
          inVariable(value(F, E.Args[0])),
          [&] { set(R, value(diverged(F), E.Args[1])); },
          [&] { set(R, value(diverged(F), E.Args[2])); });
      return R;
    }
    case Expr::OwnWord:
      return load(ownWord("tid", E.Number));
    case Expr::OtherWord:
      return load(ownWord(compute("mod", value(F, E.Args[0]), number(Lanes)),
                          E.Number));
    case Expr::Same:
      return value(F, E.Args[0]);
    case Expr::OwnCounter:
      return load(ownCounter());
    case Expr::WarpWord:
      return load(number(Memory.warpWord(E.Number)));
    case Expr::WarpCounter:
      return load(number(Memory.warpCounter(E.Number)));
    case Expr::Reached:
      return reached(F, E);
    default:
      return exchange(F, E);
    }
  }

  // Statements.

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

    if (S.K == Stmt::For)
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
        if (S.K == Stmt::For) {
          std::string Bound =
              compute("mod", value(Body, S.Values[0]), number(4));
          instruction("ge", {Leave, Var, Bound});
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
    if (S.K != Stmt::For) {
      instruction("max", {Var, Var, number(1)});
      instruction("sub", {Var, Var, number(1)});
    }
    set(Body.Continue, number(0));
    list(Body, S.Body, 0);
    if (S.K == Stmt::DoWhile)
      Test();
    if (S.K == Stmt::For)
      unless(anyOf(Out), [&] { instruction("add", {Var, Var, number(1)}); });
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
  const MachineMemory Memory;
  const unsigned Lanes;
  std::vector<std::string> Variables;
  std::string Text;
  unsigned Next = 0;
};

} // namespace

std::string lower(const Program &P, unsigned Lanes) {
  return Lowering(P, Lanes).run();
}

} // namespace tasklet::simd
