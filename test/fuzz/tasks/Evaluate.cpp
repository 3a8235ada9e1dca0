//===- Evaluate.cpp - Expressions of random programs ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Evaluate.h"

namespace tasklet::fuzz {

uint64_t convert(Scalar To, uint64_t Bits) {
  switch (To) {
  case Scalar::Bool:
    return Bits != 0;
  case Scalar::Char:
    return static_cast<int64_t>(static_cast<int8_t>(Bits));
  case Scalar::UChar:
    return static_cast<uint8_t>(Bits);
  case Scalar::Short:
    return static_cast<int64_t>(static_cast<int16_t>(Bits));
  case Scalar::UShort:
    return static_cast<uint16_t>(Bits);
  case Scalar::Int:
    return static_cast<int64_t>(static_cast<int32_t>(Bits));
  case Scalar::UInt:
    return static_cast<uint32_t>(Bits);
  case Scalar::Long:
  case Scalar::ULong:
  case Scalar::Float: // The caller has seen to it that it fits.
    return Bits;
  }
  return Bits;
}

uint64_t store(Scalar To, uint64_t Bits) {
  return To == Scalar::Float ? static_cast<uint16_t>(Bits) : convert(To, Bits);
}

static uint64_t narrow(bool Wide, uint64_t Bits) {
  return Wide ? Bits : static_cast<uint32_t>(Bits);
}

static uint64_t compute(Op Operator, bool Wide, uint64_t A, uint64_t B) {
  unsigned Width = Wide ? 64 : 32;
  switch (Operator) {
  case Op::Add:
    return A + B;
  case Op::Sub:
    return A - B;
  case Op::Mul:
    return A * B;
  case Op::And:
    return A & B;
  case Op::Or:
    return A | B;
  case Op::Xor:
    return A ^ B;
  case Op::Shl:
    return A << (B & (Width - 1));
  case Op::Shr:
    return A >> (B & (Width - 1));
  case Op::Div:
    return A / (B | 1);
  case Op::Rem:
    return A % (B | 1);
  case Op::Less:
    return A < B;
  case Op::Equal:
    return A == B;
  case Op::NotEqual:
    return A != B;
  case Op::LogicalAnd:
    return A && B;
  case Op::LogicalOr:
    return A || B;
  case Op::Min:
    return A < B ? A : B;
  case Op::Max:
    return A < B ? B : A;
  case Op::Rotate: {
    unsigned By = B % Width;
    return By == 0 ? A : A << By | A >> (Width - By);
  }
  case Op::Neg:
    return 0 - A;
  case Op::Not:
    return ~A;
  case Op::LogicalNot:
    return !A;
  case Op::PopCount:
    return __builtin_popcountll(A);
  }
  return 0;
}

Frame Evaluator::makeFrame(const Function &F) const {
  Frame New;
  New.F = &F;
  New.Vars.resize(F.Vars.size());
  for (size_t I = 0; I < F.Vars.size(); ++I)
    New.Vars[I].resize(P.Types[F.Vars[I]].Leaves.size());
  return New;
}

void Evaluator::setAll(Frame &In, int Var, const Value &Values) {
  for (size_t I = 0; I < Values.size(); ++I)
    In.Vars[Var][I] = {Values[I], true, false};
}

Evaluator::Place Evaluator::place(Frame &In, const Expr &E) {
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

Value Evaluator::load(Frame &In, const Expr &E) {
  if (E.Var == MutatedArray)
    return {(*In.Mutated)[number(In, E.Steps[0].Index[0]) % In.F->ArrayLength]};
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

void Evaluator::assign(Frame &In, const Expr &To, const Value &Values) {
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

uint32_t &Evaluator::word(uint64_t Index) {
  if (Index >= Words.size())
    throw Invalid("the buffer is too short");
  return Words[Index];
}

uint64_t Evaluator::workItem(const Frame &In, unsigned Which) const {
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

uint64_t Evaluator::number(Frame &In, const Expr &E) {
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

Value Evaluator::value(Frame &In, int Ty, const Expr &E) {
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

void Evaluator::update(Frame &In, const Expr &Target, Op Operator,
                       uint64_t Operand) {
  if (Target.K == Expr::OwnWord) {
    uint32_t &W = word(In.Base + Target.Number);
    W = compute(Operator, true, W, Operand);
    return;
  }
  Scalar To =
      Target.Var == MutatedArray ? Scalar::UInt : P.Types[Target.Ty].Element;
  assign(In, Target,
         {convert(To, compute(Operator, true, load(In, Target)[0], Operand))});
}

} // namespace tasklet::fuzz
