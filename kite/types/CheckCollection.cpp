//===- CheckCollection.cpp - Tuples, arrays, ranges --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "types/CheckerState.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tasklet::kite;

Expr *Checker::checkTuple(TupleExpr *E, const Type *Hint) {
  auto *Wanted = dyn_cast_or_null<TupleType>(Hint);
  if (Wanted && Wanted->Elements.size() != E->Elements.size())
    Wanted = nullptr;
  std::vector<const Type *> Elements;
  for (size_t I = 0; I != E->Elements.size(); ++I) {
    E->Elements[I] =
        value(E->Elements[I], Wanted ? Wanted->Elements[I] : nullptr);
    Elements.push_back(E->Elements[I]->Ty);
  }
  if (is_contained(Elements, nullptr))
    return E;
  const Type *T = Elements.size() == 1 ? Elements[0] : Types.tuple(Elements);
  if (isTooLarge(T))
    error(E->Range, "the type of this tuple is too large",
          {{E->Range, "tuples around tuples make ever larger types; recursion "
                      "that does so has no end for the compiler"}});
  else
    E->Ty = T;
  return E;
}

Expr *Checker::checkArray(ArrayExpr *E, const Type *Hint) {
  auto *Wanted = dyn_cast_or_null<ArrayType>(Hint);
  const Type *Element = Wanted ? Wanted->Element : nullptr;
  if (E->Elements.empty() && !Element) {
    error(E->Range, "the type of '[]' is not known here; write "
                    "'new(int)(0)' for an array of int without elements");
    return E;
  }
  // The first that has a type of its own decides; literals follow.
  std::vector<bool> Done(E->Elements.size());
  bool IsGood = true;
  const BaseType *Widest = nullptr;
  const Type *First = nullptr;
  for (int Round = 0; Round != 2; ++Round)
    for (size_t I = 0; I != E->Elements.size(); ++I) {
      Expr *&Part = E->Elements[I];
      if (Done[I] || (Round == 0 && takesHint(Part)))
        continue;
      Done[I] = true;
      Part = value(Part, First ? First : Element);
      IsGood &= Part->Ty != nullptr;
      if (!Part->Ty)
        continue;
      auto *T = dyn_cast<BaseType>(Part->Ty);
      if (!First)
        First = Part->Ty;
      if (T && (!Widest || losesNothing(Widest, T)))
        Widest = T;
    }
  if (!IsGood)
    return E;
  if (Widest && First && isa<BaseType>(First))
    First = Widest;
  if (!First)
    First = Element;
  for (Expr *&Part : E->Elements) {
    Part = convert(
        Part, First,
        {E->Elements[0]->Range, "the elements of an array have one type"});
    IsGood &= Part->Ty != nullptr;
  }
  if (IsGood)
    E->Ty = Types.array(First);
  return E;
}

Expr *Checker::checkNew(NewExpr *E) {
  const Type *T = resolve(E->Element);
  requireZero(T, E->Element->Range);
  bool IsGood = T != nullptr;
  for (Expr *&Size : E->Sizes) {
    Size = integer(Size, "the size of an array");
    IsGood &= Size->Ty != nullptr;
    std::optional<WrittenInteger> Literal = writtenInteger(Size);
    if (Literal && Literal->IsNegative && Literal->Magnitude)
      error(Size->Range, "the size of an array is not negative");
  }
  if (E->Sizes.empty()) {
    error(E->Range, "'new' needs a size: 'new(int)(10)'");
    return E;
  }
  if (!IsGood)
    return E;
  for (size_t I = 0; I != E->Sizes.size(); ++I)
    T = Types.array(T);
  E->Ty = T;
  return E;
}

Expr *Checker::checkRange(RangeExpr *E, const Type *Hint) {
  auto *Wanted = dyn_cast_or_null<RangeType>(Hint);
  const Type *Element = Wanted ? Wanted->Element : nullptr;
  Expr **Parts[] = {&E->First, &E->Second, &E->Last};
  const BaseType *Widest = nullptr;
  bool IsGood = true, Done[3] = {};
  for (int Round = 0; Round != 2; ++Round)
    for (int I = 0; I != 3; ++I) {
      Expr *&Part = *Parts[I];
      if (!Part || Done[I] || (Round == 0 && takesHint(Part)))
        continue;
      Done[I] = true;
      Part = value(Part, Widest ? Widest : Element);
      if (!Part->Ty) {
        IsGood = false;
        continue;
      }
      auto *T = dyn_cast<BaseType>(Part->Ty);
      if (!T || !T->isInteger() || T->isVector()) {
        error(Part->Range, "the parts of a range are integers, found '" +
                               Part->Ty->str() + "'");
        IsGood = false;
      } else if (!Widest || losesNothing(Widest, T)) {
        Widest = T;
      }
    }
  if (!IsGood)
    return E;
  for (Expr **Part : Parts)
    if (*Part) {
      *Part = convert(*Part, Widest,
                      {E->Range, "the parts of a range have one type"});
      IsGood &= (*Part)->Ty != nullptr;
    }
  if (IsGood)
    E->Ty = Types.range(Widest);
  return E;
}
