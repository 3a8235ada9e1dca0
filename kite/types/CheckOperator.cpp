//===- CheckOperator.cpp - Operators -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "syntax/Operators.h"
#include "types/CheckerState.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tasklet::kite;

static bool isComparison(BinaryOp Op) {
  return Op >= BinaryOp::Less && Op <= BinaryOp::NotEqual;
}

const BaseType *Checker::truthType(const BaseType *T) {
  if (!T->isVector())
    return Types.base(Base::Bool);
  unsigned Bits = T->bits();
  Base B = Bits == 8    ? Base::Char
           : Bits == 16 ? Base::Short
           : Bits == 32 ? Base::Int
                        : Base::Long;
  return Types.base(B, T->Width);
}

Expr *Checker::checkUnary(UnaryExpr *E, const Type *Hint) {
  if (E->Op == UnaryOp::Not) {
    E->Operand = value(E->Operand, Types.base(Base::Bool));
    auto *T = dyn_cast_or_null<BaseType>(E->Operand->Ty);
    if (T && T->isVector())
      E->Ty = truthType(T);
    else if ((E->Operand = condition(E->Operand, "the operand of '!'"))->Ty)
      E->Ty = Types.base(Base::Bool);
    return E;
  }
  // `-128` is one number: its range counts, not that of 128.
  auto *Integer = dyn_cast<IntegerExpr>(E->Operand);
  if (Integer && E->Op == UnaryOp::Minus)
    E->Operand = checkInteger(Integer, Hint, true);
  else
    E->Operand = value(E->Operand, Hint);
  if (!E->Operand->Ty)
    return E;
  auto *T = dyn_cast<BaseType>(E->Operand->Ty);
  bool IsGood = T && (T->isInteger() ||
                      (T->isFloating() && E->Op != UnaryOp::Complement));
  if (IsGood) {
    E->Ty = T;
    return E;
  }
  const char *Name = E->Op == UnaryOp::Plus    ? "+"
                     : E->Op == UnaryOp::Minus ? "-"
                                               : "~";
  error(E->Range, Twine("'") + Name + "' is for " +
                      (E->Op == UnaryOp::Complement ? "integers" : "numbers") +
                      ", found '" + E->Operand->Ty->str() + "'");
  return E;
}

static const Type *component(const Type *T, TypeContext &Types) {
  auto *Vector = dyn_cast_or_null<BaseType>(T);
  return Vector && Vector->isVector() ? Types.base(Vector->B) : T;
}

// What has a type of its own first, literals after it.
void Checker::checkOperands(Expr *&Left, Expr *&Right, const Type *Hint) {
  bool LeftFollows = takesHint(Left), RightFollows = takesHint(Right);
  if (LeftFollows && !RightFollows) {
    Right = value(Right, Hint);
    Left = value(Left, component(Right->Ty, Types));
    return;
  }
  Left = value(Left, Hint);
  const Type *Next = Hint;
  if (RightFollows && !LeftFollows)
    Next = component(Left->Ty, Types);
  Right = value(Right, Next);
}

const BaseType *Checker::common(Expr *&Left, Expr *&Right, SMRange Where,
                                StringRef What) {
  auto *L = dyn_cast<BaseType>(Left->Ty);
  auto *R = dyn_cast<BaseType>(Right->Ty);
  if (L && R) {
    if (L == R)
      return L;
    if (losesNothing(L, R)) {
      Left = widen(Left, R);
      return R;
    }
    if (losesNothing(R, L)) {
      Right = widen(Right, L);
      return L;
    }
    // A vector and a number, which stands for all components.
    if (L->isVector() && !R->isVector() && losesNothing(R, Types.base(L->B))) {
      Right = widen(Right, Types.base(L->B));
      return L;
    }
    if (R->isVector() && !L->isVector() && losesNothing(L, Types.base(R->B))) {
      Left = widen(Left, Types.base(R->B));
      return R;
    }
  }
  std::string Text =
      (What + " of '" + Left->Ty->str() + "' and '" + Right->Ty->str() + "'")
          .str();
  std::vector<SMFixIt> FixIts;
  if (L && R && !L->isVector() && !R->isVector() && L->B != Base::Bool &&
      R->B != Base::Bool) {
    // Towards floating, else towards more bits.
    bool ToLeft = L->isFloating() != R->isFloating() ? L->isFloating()
                                                     : L->bits() >= R->bits();
    const BaseType *To = ToLeft ? L : R;
    Expr *Converted = ToLeft ? Right : Left;
    Text += " loses something; write '" + To->str() + "(...)' to convert one";
    FixIts.emplace_back(SMRange(Converted->Range.Start, Converted->Range.Start),
                        To->str() + "(");
    FixIts.emplace_back(SMRange(Converted->Range.End, Converted->Range.End),
                        ")");
  } else {
    Text += " is not possible: the types differ";
  }
  std::vector<Note> Notes;
  for (Expr *Side : {Left, Right})
    if (auto *Name = dyn_cast<NameExpr>(Side))
      if (Name->Target && Name->Target->NameRange.isValid())
        Notes.push_back(
            {Name->Target->NameRange, "'" + Name->Name + "' is declared here"});
  error(Where, Text, Notes, FixIts);
  return nullptr;
}

const Type *Checker::arithmetic(BinaryOp Op, Expr *&Left, Expr *&Right,
                                SMRange Where) {
  auto *L = dyn_cast<BaseType>(Left->Ty);
  auto *R = dyn_cast<BaseType>(Right->Ty);
  std::string Name = ("'" + spelling(Op) + "'").str();
  bool IsBitwise =
      Op == BinaryOp::BitAnd || Op == BinaryOp::BitOr || Op == BinaryOp::BitXor;
  bool IsShift = Op == BinaryOp::ShiftLeft || Op == BinaryOp::ShiftRight;
  bool ForIntegers = IsBitwise || IsShift || Op == BinaryOp::Remainder;
  for (Expr *Side : {Left, Right}) {
    auto *T = dyn_cast<BaseType>(Side->Ty);
    bool IsBool = T && T->B == Base::Bool;
    bool IsGood = T && (!IsBool || IsBitwise) &&
                  (!ForIntegers || T->isInteger() || IsBool);
    if (IsGood)
      continue;
    std::string Text = Name + " is for " +
                       (IsBitwise ? "integers and bools"
                                  : (ForIntegers ? "integers" : "numbers")) +
                       ", found '" + Side->Ty->str() + "'";
    if (Op == BinaryOp::Remainder && T && T->isFloating())
      Text += "; write 'fmod(...)'";
    std::vector<Note> Notes;
    if (isa<ParameterType>(Side->Ty))
      Text += ", which may be any type";
    if (auto *N = dyn_cast<NameExpr>(Side))
      if (N->Target && N->Target->NameRange.isValid())
        Notes.push_back(
            {N->Target->NameRange, "'" + N->Name + "' is declared here"});
    error(Side->Range, Text, Notes);
    return nullptr;
  }
  if (IsShift) {
    // Modulo the width: each side keeps its type.
    if (!R->isVector() || R->Width == L->Width)
      return L;
    error(Where, Name + " of '" + L->str() + "' by '" + R->str() +
                     "' is not possible: the numbers of components differ");
    return nullptr;
  }
  const BaseType *T = common(Left, Right, Where, Name);
  if (T && (Op == BinaryOp::Divide || Op == BinaryOp::Remainder) &&
      T->isInteger()) {
    std::optional<WrittenInteger> Divisor = writtenInteger(Right);
    // In a constant it is an error.
    if (Divisor && Divisor->Magnitude == 0 && In)
      Messages.warning(Where, "division by zero; the command will fail here");
  }
  return T;
}

bool Checker::isComparable(const Type *T) {
  // Of a type parameter the instances decide.
  if (isa<BaseType>(T) || isa<ParameterType>(T))
    return true;
  if (auto *Tuple = dyn_cast<TupleType>(T))
    return all_of(Tuple->Elements,
                  [&](const Type *Part) { return isComparable(Part); });
  auto *Named = dyn_cast<NamedType>(T);
  return Named && !Named->isUnion() &&
         all_of(Named->Fields, [&](const FieldType &Field) {
           return !Field.Ty || isComparable(Field.Ty);
         });
}

const Type *Checker::comparison(BinaryOp Op, Expr *&Left, Expr *&Right,
                                SMRange Where) {
  std::string Name = ("'" + spelling(Op) + "'").str();
  bool IsEquality = Op == BinaryOp::Equal || Op == BinaryOp::NotEqual;
  auto *L = dyn_cast<BaseType>(Left->Ty);
  auto *R = dyn_cast<BaseType>(Right->Ty);
  if (L && R) {
    if (!IsEquality)
      for (Expr *Side : {Left, Right})
        if (cast<BaseType>(Side->Ty)->B == Base::Bool) {
          error(Side->Range, Name + " is for numbers, found 'bool'");
          return nullptr;
        }
    const BaseType *T = common(Left, Right, Where, Name);
    return T ? truthType(T) : nullptr;
  }
  if (!IsEquality) {
    Expr *Wrong = L ? Right : Left;
    error(Wrong->Range,
          Name + " is for numbers, found '" + Wrong->Ty->str() + "'");
    return nullptr;
  }
  if (Left->Ty != Right->Ty) {
    error(Where, Name + " of '" + Left->Ty->str() + "' and '" +
                     Right->Ty->str() + "' is not possible: the types differ");
    return nullptr;
  }
  if (isComparable(Left->Ty))
    return Types.base(Base::Bool);
  error(Where, Name +
                   " is for base types, and tuples and structures of them, "
                   "found '" +
                   Left->Ty->str() + "'");
  return nullptr;
}

Expr *Checker::checkBinary(BinaryExpr *E, const Type *Hint) {
  SMRange Where = E->OpRange.isValid() ? E->OpRange : E->Range;
  if (E->Op == BinaryOp::And || E->Op == BinaryOp::Or) {
    const char *Of =
        E->Op == BinaryOp::And ? "an operand of '&&'" : "an operand of '||'";
    E->Left = condition(E->Left, Of);
    E->Right = condition(E->Right, Of);
    if (E->Left->Ty && E->Right->Ty)
      E->Ty = Types.base(Base::Bool);
    return E;
  }
  if (E->Op == BinaryOp::ShiftLeft || E->Op == BinaryOp::ShiftRight) {
    E->Left = value(E->Left, Hint);
    E->Right = value(E->Right, nullptr);
  } else {
    checkOperands(E->Left, E->Right, isComparison(E->Op) ? nullptr : Hint);
  }
  if (!E->Left->Ty || !E->Right->Ty)
    return E;
  E->Ty = isComparison(E->Op) ? comparison(E->Op, E->Left, E->Right, Where)
                              : arithmetic(E->Op, E->Left, E->Right, Where);
  return E;
}
