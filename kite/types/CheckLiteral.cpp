//===- CheckLiteral.cpp - Numbers, structures and unions ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "types/CheckerState.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace llvm;
using namespace tasklet::kite;

// Bits of the numbers that a type holds without loss, without the sign.
static unsigned precision(const BaseType *T) {
  switch (T->B) {
  case Base::Half:
    return 11;
  case Base::Float:
    return 24;
  case Base::Double:
    return 53;
  default:
    return T->bits() - (T->isSigned() ? 1 : 0);
  }
}

bool tasklet::kite::losesNothing(const BaseType *From, const BaseType *To) {
  if (From == To)
    return true;
  if (From->isVector() || To->isVector() || From->B == Base::Bool ||
      To->B == Base::Bool)
    return false;
  if (From->isFloating() && !To->isFloating())
    return false;
  if (From->isSigned() && To->isInteger() && !To->isSigned())
    return false;
  return precision(From) <= precision(To);
}

std::optional<WrittenInteger> tasklet::kite::writtenInteger(const Expr *E) {
  bool IsNegative = false;
  if (auto *Unary = dyn_cast<UnaryExpr>(E))
    if (Unary->Op == UnaryOp::Minus || Unary->Op == UnaryOp::Plus) {
      IsNegative = Unary->Op == UnaryOp::Minus;
      E = Unary->Operand;
    }
  if (auto *Integer = dyn_cast<IntegerExpr>(E))
    return WrittenInteger{IsNegative, Integer->Value};
  return std::nullopt;
}

bool tasklet::kite::fits(WrittenInteger Value, const BaseType *T) {
  if (T->isVector() || T->B == Base::Bool)
    return false;
  unsigned Bits = precision(T);
  uint64_t Largest = Bits == 64 ? ~uint64_t(0) : (uint64_t(1) << Bits) - 1;
  if (T->isFloating()) {
    // Exactly: trailing zeroes cost nothing.
    uint64_t Odd = Value.Magnitude;
    while (Odd && !(Odd & 1))
      Odd >>= 1;
    return Odd <= Largest && (T->B != Base::Half || Value.Magnitude <= 65504);
  }
  if (!Value.IsNegative)
    return Value.Magnitude <= Largest;
  if (!T->isSigned())
    return Value.Magnitude == 0;
  return Value.Magnitude <= Largest + 1;
}

// The literal of a floating type that an integer stands for.
static Expr *floating(IntegerExpr *E, const BaseType *T, AstContext &Nodes) {
  auto *Result = Nodes.make<FloatingExpr>();
  Result->Range = E->Range;
  Result->Value = static_cast<double>(E->Value);
  Result->Ty = T;
  return Result;
}

Expr *Checker::checkInteger(IntegerExpr *E, const Type *Hint, bool IsNegative) {
  WrittenInteger Value{IsNegative, E->Value};
  if (auto *Future = dyn_cast_or_null<FutureType>(Hint))
    Hint = Future->Result;
  auto *Wanted = dyn_cast_or_null<BaseType>(Hint);
  if (Wanted && fits(Value, Wanted) &&
      !(E->IsCharacter && Wanted->isFloating())) {
    if (Wanted->isFloating())
      return floating(E, Wanted, Nodes);
    E->Ty = Wanted;
    return E;
  }
  if (E->IsCharacter) {
    E->Ty = Types.base(Base::Char);
    return E;
  }
  for (Base B : {Base::Int, Base::Long})
    if (fits(Value, Types.base(B))) {
      E->Ty = Types.base(B);
      return E;
    }
  error(E->Range,
        Twine(E->Value) + " does not fit in 'long'; 'ulong(...)' holds it");
  return E;
}

Expr *Checker::checkFloating(FloatingExpr *E, const Type *Hint) {
  if (auto *Future = dyn_cast_or_null<FutureType>(Hint))
    Hint = Future->Result;
  auto *Wanted = dyn_cast_or_null<BaseType>(Hint);
  if (!Wanted || !Wanted->isFloating() || Wanted->isVector()) {
    E->Ty = Types.base(Base::Double);
    return E;
  }
  // What rounds to infinity.
  double Limit = Wanted->B == Base::Half    ? 65520.0
                 : Wanted->B == Base::Float ? 3.4028235677973366e38
                                            : HUGE_VAL;
  if (E->Value >= Limit && !std::isinf(E->Value)) {
    error(E->Range, "the number does not fit in '" + Wanted->str() + "'");
    return E;
  }
  E->Ty = Wanted;
  return E;
}

Expr *Checker::widen(Expr *E, const BaseType *To) {
  if (E->Ty == To)
    return E;
  // Literals take the type.
  if (auto *Integer = dyn_cast<IntegerExpr>(E)) {
    if (To->isFloating() && !Integer->IsCharacter)
      return floating(Integer, To, Nodes);
    if (To->isInteger()) {
      E->Ty = To;
      return E;
    }
  }
  if (auto *Floating = dyn_cast<FloatingExpr>(E)) {
    Floating->Ty = To;
    return E;
  }
  if (auto *Unary = dyn_cast<UnaryExpr>(E))
    if ((isa<IntegerExpr>(Unary->Operand) ||
         isa<FloatingExpr>(Unary->Operand)) &&
        (Unary->Op == UnaryOp::Plus || Unary->Op == UnaryOp::Minus)) {
      Unary->Operand = widen(Unary->Operand, To);
      Unary->Ty = To;
      return E;
    }
  auto *Wider = Nodes.make<WidenExpr>();
  Wider->Range = E->Range;
  Wider->Operand = E;
  Wider->Ty = To;
  return Wider;
}

// Which field each value is for. False if an error makes the types useless.
bool Checker::nameFields(LiteralExpr *E, const TypeDecl *Declaration) {
  const char *Word = Declaration->IsUnion ? "branch" : "field";
  std::vector<const FieldValue *> Given(Declaration->Fields.size(), nullptr);
  bool IsGood = true;
  for (FieldValue &Value : E->Fields) {
    const FieldDecl *Field = nullptr;
    for (const FieldDecl &Each : Declaration->Fields)
      if (Each.Name == Value.Name && !Field)
        Field = &Each;
    if (!Field) {
      error(Value.NameRange,
            "'" + Declaration->Name + "' has no " + Word + " '" + Value.Name +
                "'",
            {similarField(Declaration, Value.Name)});
      IsGood = false;
      continue;
    }
    Value.Number = Field - Declaration->Fields.data();
    if (Given[Value.Number]) {
      error(Value.NameRange, "'" + Value.Name + "' is given twice",
            {{Given[Value.Number]->NameRange, "the other one is here"}});
      IsGood = false;
    }
    Given[Value.Number] = &Value;
  }
  if (!IsGood)
    return false;
  if (Declaration->IsUnion) {
    if (E->Fields.size() == 1)
      return true;
    error(E->Range,
          "a value of a union has exactly one branch, found " +
              Twine(E->Fields.size()),
          {{Declaration->NameRange,
            "'" + Declaration->Name + "' is declared here"}});
    return false;
  }
  std::string Missing;
  std::vector<Note> Notes;
  for (size_t I = 0; I != Given.size(); ++I)
    if (!Given[I]) {
      Missing +=
          (Missing.empty() ? "'" : ", '") + Declaration->Fields[I].Name + "'";
      Notes.push_back(
          {Declaration->Fields[I].NameRange,
           "'" + Declaration->Fields[I].Name + "' is declared here"});
    }
  if (Missing.empty())
    return true;
  error(E->Range, "no value for " + Missing + " of '" + Declaration->Name + "'",
        Notes);
  return false;
}

const NamedType *Checker::inferLiteral(LiteralExpr *E, TypeDecl *Declaration,
                                       const Type *Hint) {
  NamedType *Self = selfType(Declaration);
  Bindings Bound(Declaration->TypeParameters.size(), nullptr);
  auto *Wanted = dyn_cast_or_null<NamedType>(Hint);
  if (Wanted && Wanted->Declaration == Declaration)
    return Wanted;
  // Values with types of their own first; the others follow what they find.
  std::vector<bool> Done(E->Fields.size());
  for (int Round = 0; Round != 2; ++Round)
    for (size_t I = 0; I != E->Fields.size(); ++I) {
      FieldValue &Value = E->Fields[I];
      if (Done[I] || (Round == 0 && takesHint(Value.Value)))
        continue;
      Done[I] = true;
      const Type *Pattern = Self->Fields[Value.Number].Ty;
      const Type *Inner =
          Pattern ? substitute(Pattern, Declaration, Bound) : nullptr;
      // `list{cons = (1, l)}`: l tells what the literal 1 is.
      auto *Tuple = dyn_cast<TupleExpr>(Value.Value);
      auto *Parts = dyn_cast_or_null<TupleType>(Pattern);
      if (!Inner && Tuple && Parts &&
          Tuple->Elements.size() == Parts->Elements.size()) {
        std::vector<const Type *> Types(Tuple->Elements.size());
        for (int Turn = 0; Turn != 2; ++Turn)
          for (size_t J = 0; J != Types.size(); ++J) {
            if (Types[J] || (Turn == 0 && takesHint(Tuple->Elements[J])))
              continue;
            Tuple->Elements[J] =
                value(Tuple->Elements[J],
                      substitute(Parts->Elements[J], Declaration, Bound));
            Types[J] = Tuple->Elements[J]->Ty;
            if (!Types[J])
              return nullptr;
            match(Parts->Elements[J], Types[J], Declaration, Bound);
          }
        Tuple->Ty = this->Types.tuple(Types);
        continue;
      }
      Value.Value = value(Value.Value, Inner);
      if (!Value.Value->Ty)
        return nullptr;
      match(Pattern, Value.Value->Ty, Declaration, Bound);
    }
  for (size_t I = 0; I != Bound.size(); ++I)
    if (!Bound[I]) {
      error(E->Range,
            "the type '" + Declaration->TypeParameters[I].Name + "' of '" +
                Declaration->Name + "' is not known here; write '" +
                Declaration->Name + "(int){...}'",
            {{Declaration->NameRange,
              "'" + Declaration->Name + "' is declared here"}});
      return nullptr;
    }
  return cast<NamedType>(named(Declaration, Bound));
}

Expr *Checker::checkLiteral(LiteralExpr *E, const Type *Hint) {
  if (auto *Future = dyn_cast_or_null<FutureType>(Hint))
    Hint = Future->Result;
  Scope::TypeName *Name = findType(E->Of->Name);
  const NamedType *T = nullptr;
  if (Name && Name->D && E->Of->Arguments.empty() &&
      !Name->D->TypeParameters.empty()) {
    if (!nameFields(E, Name->D))
      return E;
    T = inferLiteral(E, Name->D, Hint);
    E->Of->Meaning = T;
    if (!T)
      return E;
  } else {
    const Type *Written = resolve(E->Of);
    if (!Written) {
      for (FieldValue &Value : E->Fields)
        Value.Value = value(Value.Value, nullptr);
      return E;
    }
    T = dyn_cast<NamedType>(Written);
    if (!T) {
      error(E->Of->Range,
            "'" + Written->str() + "' is neither a structure nor a union");
      return E;
    }
    if (!nameFields(E, T->Declaration))
      return E;
  }
  bool IsGood = true;
  for (FieldValue &Value : E->Fields) {
    if (Value.Number >= T->Fields.size())
      return E;
    const FieldDecl &Field = T->Declaration->Fields[Value.Number];
    const Type *To = T->Fields[Value.Number].Ty;
    Reason Why{Field.NameRange, "'" + Field.Name + "' is declared here"};
    // What inferLiteral has checked is not checked again.
    if (Value.Value->Ty && !isa<TupleExpr>(Value.Value))
      Value.Value = convert(Value.Value, To, Why);
    else if (Value.Value->Ty) {
      auto *Tuple = cast<TupleExpr>(Value.Value);
      auto *Parts = dyn_cast_or_null<TupleType>(To);
      if (Parts && Parts->Elements.size() == Tuple->Elements.size()) {
        for (size_t I = 0; I != Parts->Elements.size(); ++I) {
          Tuple->Elements[I] =
              convert(Tuple->Elements[I], Parts->Elements[I], Why);
          IsGood &= Tuple->Elements[I]->Ty != nullptr;
        }
        Tuple->Ty = To;
      } else {
        Value.Value = convert(Value.Value, To, Why);
      }
    } else {
      Value.Value = expect(Value.Value, To, Why);
    }
    IsGood &= Value.Value->Ty != nullptr;
  }
  if (IsGood)
    E->Ty = T;
  return E;
}
