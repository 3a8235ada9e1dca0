//===- LowerExpr.cpp - Expressions for the machine ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "LowerExpr.h"

namespace tasklet::simd {

// Text.

void ExprLowering::instruction(const std::string &Name,
                               const std::vector<std::string> &Operands) {
  Text += "  " + Name;
  const char *Separator = " ";
  for (const std::string &Each : Operands) {
    Text += Separator + Each;
    Separator = ", ";
  }
  Text += "\n";
}

std::string ExprLowering::compute(const char *Name, const std::string &A,
                                  const std::string &B) {
  std::string R = fresh("t");
  instruction(Name, {R, A, B});
  return R;
}

void ExprLowering::set(const std::string &To, const std::string &Operand) {
  bool IsNumber = isdigit(static_cast<unsigned char>(Operand[0]));
  instruction(IsNumber ? "const" : "copy", {To, Operand});
}

std::string ExprLowering::inVariable(const std::string &Operand) {
  std::string R = fresh("t");
  set(R, Operand);
  return R;
}

void ExprLowering::unless(const std::string &Operand,
                          const std::function<void()> &Do) {
  guarded("bnz", Operand, Do);
}

void ExprLowering::when(const std::string &Operand,
                        const std::function<void()> &Do) {
  guarded("bz", Operand, Do);
}

void ExprLowering::guarded(const char *Branch, const std::string &Operand,
                           const std::function<void()> &Do) {
  std::string End = label();
  instruction(Branch, {Operand, End});
  Do();
  place(End);
  instruction("sync");
}

void ExprLowering::choose(const std::string &Operand,
                          const std::function<void()> &Then,
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

std::string ExprLowering::anyOf(const std::vector<std::string> &Flags) {
  std::string R = inVariable(Flags[0]);
  for (size_t I = 1; I < Flags.size(); ++I)
    instruction("or", {R, R, Flags[I]});
  return R;
}

// Expressions.

std::string ExprLowering::fold(const std::string &Mask) {
  // Shifts are arithmetic, but both halves are cut off.
  return compute("and", compute("xor", Mask, compute("shr", Mask, number(32))),
                 number(MaxValue));
}

std::string ExprLowering::binary(const Function &F, const Expr &E) {
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

std::string ExprLowering::load(const std::string &Address) {
  std::string R = fresh("t");
  instruction("load", {R, inVariable(Address)});
  return R;
}

std::string ExprLowering::ownWord(const std::string &Lane, unsigned K) {
  return compute("add", compute("mul", Lane, number(OwnWords)),
                 number(Memory.ownWord(0, K)));
}

std::string ExprLowering::wordAt(const std::string &Index) {
  return compute("add", Index, number(Memory.ownWord(0, 0)));
}

std::string ExprLowering::ownCounter() {
  return compute("add", "tid", number(Memory.ownCounter(0)));
}

std::string ExprLowering::reached(const Function &F, const Expr &E) {
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

void ExprLowering::forEachActive(const std::function<void()> &Before,
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

void ExprLowering::activeLanes(const std::string &R) {
  instruction("everywhere");
  maskOf(R);
  instruction("end_everywhere");
}

void ExprLowering::maskOf(const std::string &R) {
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

void ExprLowering::take(const std::string &T, const std::string &Value,
                        unsigned Lane) {
  set(T, Value);
  instruction("shfl", {T, inVariable(number(Lane))});
}

std::string ExprLowering::exchange(const Function &F, const Expr &E) {
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

std::string ExprLowering::source(const Function &F, const Expr &E) {
  std::string Lane = value(F, E.Args[1]);
  if (E.Number == 0)
    return compute("mod", Lane, number(Lanes));
  std::string R = compute("and", Lane, number(63));
  when(compute("ge", R, number(Lanes)), [&] { set(R, "tid"); });
  return R;
}

std::string ExprLowering::shuffle(const Function &F, const std::string &A,
                                  const std::string &From,
                                  const std::string &Variable) {
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
  forEachActive([&] { set(R, number(0)); },
                [&](unsigned Lane) {
                  take(T, A, Lane);
                  instruction("mul", {T, T, compute("eq", From, number(Lane))});
                  instruction("add", {R, R, T});
                });
  return R;
}

std::string ExprLowering::value(const Function &F, const Expr &E) {
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
    return load(
        ownWord(compute("mod", value(F, E.Args[0]), number(Lanes)), E.Number));
  case Expr::WordAt:
    return load(wordAt(value(F, E.Args[0])));
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

} // namespace tasklet::simd
