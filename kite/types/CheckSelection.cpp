//===- CheckSelection.cpp - Fields, components, elements ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "types/CheckerState.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tasklet::kite;

// Where a wrong field or branch could come from: one with a similar name, or the
// declaration.
Note Checker::similarField(const TypeDecl *Declaration, StringRef Name) {
  Note Result{Declaration->NameRange,
              "'" + Declaration->Name + "' is declared here"};
  unsigned Best = Name.size() / 3 + 1;
  for (const FieldDecl &Field : Declaration->Fields) {
    unsigned Distance = StringRef(Field.Name).edit_distance(Name, true, Best);
    if (Distance >= Best)
      continue;
    Best = Distance;
    Result = {Field.NameRange, "did you mean '" + Field.Name + "'?"};
  }
  return Result;
}

Expr *Checker::checkField(FieldExpr *E) {
  E->Base = value(E->Base, nullptr);
  if (!E->Base->Ty)
    return E;
  if (auto *Vector = dyn_cast<BaseType>(E->Base->Ty))
    if (Vector->isVector()) {
      checkComponents(E, Vector);
      return E;
    }
  auto *Named = dyn_cast<NamedType>(E->Base->Ty);
  if (!Named) {
    std::string Text =
        "'" + E->Base->Ty->str() + "' has no field '" + E->Name + "'";
    if (isa<ArrayType>(E->Base->Ty) && E->Name == "length")
      Text += "; write 'length(...)'";
    error(E->NameRange, Text);
    return E;
  }
  Note Declared{Named->Declaration->NameRange,
                "'" + Named->Declaration->Name + "' is declared here"};
  if (Named->isUnion()) {
    error(E->NameRange,
          "'" + Named->str() + "' is a union; 'case' takes it apart",
          {Declared});
    return E;
  }
  for (size_t I = 0; I != Named->Fields.size(); ++I)
    if (Named->Fields[I].Name == E->Name) {
      E->Number = I;
      E->Ty = Named->Fields[I].Ty;
      return E;
    }
  std::vector<Note> Notes = {similarField(Named->Declaration, E->Name)};
  error(E->NameRange, "'" + Named->str() + "' has no field '" + E->Name + "'",
        Notes);
  return E;
}

void Checker::checkComponents(FieldExpr *E, const BaseType *Vector) {
  StringRef Name = E->Name;
  unsigned Width = Vector->Width;
  bool IsGood = true;
  std::vector<unsigned> Picked;
  if (Name == "lo" || Name == "hi" || Name == "even" || Name == "odd") {
    // Of three components the fourth is not defined.
    unsigned Half = (Width + 1) / 2;
    for (unsigned I = 0; I != Half; ++I)
      Picked.push_back(Name == "lo"     ? I
                       : Name == "hi"   ? I + Half
                       : Name == "even" ? 2 * I
                                        : 2 * I + 1);
  } else if (Name.size() > 1 && (Name[0] == 's' || Name[0] == 'S')) {
    for (char C : Name.drop_front()) {
      unsigned Digit = hexDigitValue(C);
      IsGood &= Digit != ~0U;
      Picked.push_back(Digit);
    }
  } else {
    StringRef Letters =
        Name.find_first_of("rgba") != StringRef::npos ? "rgba" : "xyzw";
    for (char C : Name) {
      size_t Place = Letters.find(C);
      IsGood &= Place != StringRef::npos;
      Picked.push_back(Place);
    }
  }
  for (unsigned Number : Picked)
    IsGood &= Number < Width;
  size_t N = Picked.size();
  IsGood &= N == 1 || N == 2 || N == 3 || N == 4 || N == 8 || N == 16;
  if (!IsGood) {
    error(E->NameRange, "'" + Vector->str() + "' has no components '" + Name +
                            "'; they are 'x', 'y', 'z', 'w', or 's0' to 'sf', "
                            "1, 2, 3, 4, 8 or 16 of them");
    return;
  }
  E->Components = Picked;
  E->Ty = Types.base(Vector->B, N);
}

Expr *Checker::checkTupleField(TupleFieldExpr *E) {
  E->Base = value(E->Base, nullptr);
  if (!E->Base->Ty)
    return E;
  auto *Tuple = dyn_cast<TupleType>(E->Base->Ty);
  if (!Tuple)
    error(E->Range, "'." + Twine(E->Number) + "' is of tuples, found '" +
                        E->Base->Ty->str() + "'");
  else if (E->Number >= Tuple->Elements.size())
    error(E->Range, "'" + Tuple->str() + "' has no element " +
                        Twine(E->Number) + "; it has " +
                        Twine(Tuple->Elements.size()) +
                        ", and the first is '.0'");
  else
    E->Ty = Tuple->Elements[E->Number];
  return E;
}

Expr *Checker::checkIndex(IndexExpr *E) {
  E->Base = value(E->Base, nullptr);
  E->Index = integer(E->Index, "an index");
  if (!E->Base->Ty)
    return E;
  const Type *Element = nullptr;
  if (auto *Array = dyn_cast<ArrayType>(E->Base->Ty))
    Element = Array->Element;
  else if (auto *Range = dyn_cast<RangeType>(E->Base->Ty))
    Element = Range->Element;
  else
    error(E->Base->Range,
          "only arrays and ranges have elements '[...]', found '" +
              E->Base->Ty->str() + "'");
  if (E->Index->Ty)
    E->Ty = Element;
  return E;
}
