//===- CheckTypes.cpp - Types as they are written ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "types/CheckerState.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace tasklet::kite;

const BaseType *tasklet::kite::baseTypeNamed(StringRef Name,
                                             TypeContext &Types) {
  StringRef Letters = Name.rtrim("0123456789");
  StringRef Digits = Name.drop_front(Letters.size());
  auto B = StringSwitch<std::optional<Base>>(Letters)
               .Case("bool", Base::Bool)
               .Case("char", Base::Char)
               .Case("uchar", Base::Uchar)
               .Case("short", Base::Short)
               .Case("ushort", Base::Ushort)
               .Case("int", Base::Int)
               .Case("uint", Base::Uint)
               .Case("long", Base::Long)
               .Case("ulong", Base::Ulong)
               .Case("half", Base::Half)
               .Case("float", Base::Float)
               .Case("double", Base::Double)
               .Default(std::nullopt);
  if (!B)
    return nullptr;
  unsigned Width = StringSwitch<unsigned>(Digits)
                       .Case("", 1)
                       .Case("2", 2)
                       .Case("3", 3)
                       .Case("4", 4)
                       .Case("8", 8)
                       .Case("16", 16)
                       .Default(0);
  // OpenCL C has no vectors of bool.
  if (!Width || (*B == Base::Bool && Width != 1))
    return nullptr;
  return Types.base(*B, Width);
}

const Type *Checker::resolve(TypeExpr *Written) {
  const Type *Result = nullptr;
  switch (Written->K) {
  case TypeExpr::Kind::Named:
    Result = resolveNamed(cast<NamedTypeExpr>(Written));
    break;
  case TypeExpr::Kind::Tuple: {
    std::vector<const Type *> Elements;
    for (TypeExpr *Element : cast<TupleTypeExpr>(Written)->Elements)
      Elements.push_back(resolve(Element));
    if (Elements.size() == 1)
      Result = Elements.front();
    else if (!is_contained(Elements, nullptr))
      Result = Types.tuple(Elements);
    break;
  }
  case TypeExpr::Kind::Task: {
    auto *Task = cast<TaskTypeExpr>(Written);
    std::vector<const Type *> Parameters;
    for (TypeExpr *Parameter : Task->Parameters)
      Parameters.push_back(resolve(Parameter));
    const Type *Returned = Task->Result ? resolve(Task->Result) : Types.unit();
    if (Returned && !is_contained(Parameters, nullptr))
      Result = Types.task(Parameters, Returned);
    break;
  }
  }
  Written->Meaning = Result;
  return Result;
}

static std::string countOf(size_t Number, StringRef Word) {
  if (Number == 0)
    return ("no type " + Word + "s").str();
  return (Twine(Number) + " type " + Word + (Number == 1 ? "" : "s")).str();
}

const Type *Checker::resolveNamed(NamedTypeExpr *Written) {
  std::vector<const Type *> Arguments;
  for (TypeExpr *Argument : Written->Arguments)
    Arguments.push_back(resolve(Argument));
  bool IsBad = is_contained(Arguments, nullptr);
  StringRef Name = Written->Name;

  if (Scope::TypeName *Found = findType(Name)) {
    if (Found->Ty) {
      if (!Arguments.empty()) {
        error(Written->Range,
              "'" + Name + "' is a type parameter and takes no arguments");
        return nullptr;
      }
      return Found->Ty;
    }
    TypeDecl *Declaration = Found->D;
    size_t Needed = Declaration->TypeParameters.size();
    if (Arguments.size() != Needed) {
      error(
          Written->Range,
          "'" + Name + "' takes " + countOf(Needed, "argument") + ", found " +
              Twine(Arguments.size()),
          {{Declaration->NameRange, "'" + Name.str() + "' is declared here"}});
      return nullptr;
    }
    if (IsBad)
      return nullptr;
    return named(Declaration, Arguments);
  }

  bool IsArray = Name == "array", IsRange = Name == "range";
  if (IsArray || IsRange) {
    if (Arguments.size() != 1) {
      error(Written->Range, "'" + Name + "' takes one type argument, found " +
                                Twine(Arguments.size()) + ": write '" + Name +
                                "(int)'");
      return nullptr;
    }
    if (IsBad)
      return nullptr;
    if (IsArray)
      return Types.array(Arguments[0]);
    auto *Element = dyn_cast<BaseType>(Arguments[0]);
    if (!Element || !Element->isInteger() || Element->isVector()) {
      error(Written->Arguments[0]->Range,
            "a range is of an integer type, found '" + Arguments[0]->str() +
                "'");
      return nullptr;
    }
    return Types.range(Element);
  }

  if (const BaseType *T = baseTypeNamed(Name, Types)) {
    if (Arguments.empty())
      return T;
    error(Written->Range, "'" + Name + "' takes no type arguments");
    return nullptr;
  }
  if (Name == "future") {
    error(Written->Range, "futures have no written type; 'x = task f();' makes "
                          "a variable of one");
    return nullptr;
  }
  std::vector<Note> Notes;
  suggest(Name, Notes, true);
  if (Notes.size() == 1 && !Notes[0].Range.isValid())
    Notes[0].Range = Written->Range;
  error(Written->Range, "no type here has the name '" + Name + "'", Notes);
  return nullptr;
}

void Checker::declareType(TypeDecl *Declaration) {
  auto Place = Here->Types.find(Declaration->Name);
  const Decl *Before = nullptr;
  if (Place != Here->Types.end())
    Before = Place->second.D;
  auto Value = Here->Values.find(Declaration->Name);
  if (!Before && Value != Here->Values.end() &&
      Value->second.D->K == Decl::Kind::Task)
    Before = Value->second.D;
  if (Before) {
    error(
        Declaration->NameRange,
        "'" + Declaration->Name + "' is declared already",
        {{Before->NameRange, "'" + Declaration->Name + "' is declared here"}});
    return;
  }
  Here->Types[Declaration->Name] = {Declaration, nullptr,
                                    Declaration->NameRange, NextOrder++};
}

NamedType *Checker::selfType(TypeDecl *Declaration) {
  NamedType *&Self = Selves[Declaration];
  if (Self)
    return Self;
  std::vector<const Type *> Arguments;
  for (size_t I = 0; I != Declaration->TypeParameters.size(); ++I)
    Arguments.push_back(
        Types.parameter(Declaration->TypeParameters[I].Name, Declaration, I));
  Self = Types.named(Declaration, Arguments);
  if (isRigid())
    RigidTypes.insert(Self);
  return Self;
}

// The fields with the type parameters that the declaration names. Instances
// take theirs from it.
void Checker::checkTypeDecl(TypeDecl *Declaration) {
  NamedType *Self = selfType(Declaration);
  push(In);
  for (size_t I = 0; I != Declaration->TypeParameters.size(); ++I) {
    const TypeParameter &Parameter = Declaration->TypeParameters[I];
    if (Here->Types.count(Parameter.Name))
      error(Parameter.Range,
            "'" + Parameter.Name + "' is declared already as a type parameter");
    Here->Types[Parameter.Name] = {nullptr, Self->Arguments[I], Parameter.Range,
                                   0};
  }
  StringMap<SMRange> Seen;
  for (FieldDecl &Field : Declaration->Fields) {
    auto Inserted = Seen.try_emplace(Field.Name, Field.NameRange);
    if (!Inserted.second)
      error(Field.NameRange,
            "'" + Declaration->Name + "' has two " +
                (Declaration->IsUnion ? "branches" : "fields") +
                " with the name '" + Field.Name + "'",
            {{Inserted.first->second, "the other one is here"}});
    // The unit type stands for what could not be resolved, so that the numbers
    // of the other fields stay right.
    const Type *Ty = Field.Written ? resolve(Field.Written) : Types.unit();
    Self->Fields.push_back({Field.Name, Ty});
  }
  if (Declaration->IsUnion && Declaration->Fields.empty())
    error(Declaration->NameRange,
          "union '" + Declaration->Name + "' has no branches; it needs one");
  pop();
  if (IsFilled.insert(Self).second)
    Filled.push_back(Self);
}

const NamedType *Checker::named(const TypeDecl *Declaration,
                                ArrayRef<const Type *> Arguments) {
  NamedType *T = Types.named(Declaration, Arguments);
  if (T != Selves.lookup(Declaration))
    fill(T);
  return T;
}

void Checker::fill(NamedType *T) {
  NamedType *Self = Selves.lookup(T->Declaration);
  // Before the fields of all declarations are known; checkTypeDecl's callers
  // fill again.
  if (!Self || !IsFilled.count(Self)) {
    if (T != Self && IsFilled.insert(T).second)
      Filled.push_back(T);
    return;
  }
  if (T == Self || !T->Fields.empty() || GrowingTypes.count(T->Declaration))
    return;
  if (IsFilled.insert(T).second)
    Filled.push_back(T);
  if (isTooLarge(T)) {
    if (GrowingTypes.insert(T->Declaration).second)
      error(T->Declaration->NameRange,
            "'" + T->Declaration->Name +
                "' is needed with ever larger type arguments");
    return;
  }
  if (RigidTypes.count(Self))
    RigidTypes.insert(T);
  // First all names: a field may need this type again.
  for (const FieldType &Field : Self->Fields)
    T->Fields.push_back({Field.Name, nullptr});
  for (size_t I = 0; I != Self->Fields.size(); ++I)
    if (Self->Fields[I].Ty)
      T->Fields[I].Ty =
          substitute(Self->Fields[I].Ty, T->Declaration, T->Arguments);
}

// A value that could be written down in a finite program.
static bool isFinite(const Type *T, DenseSet<const Type *> &Active) {
  if (!T)
    return true;
  if (auto *Tuple = dyn_cast<TupleType>(T))
    return all_of(Tuple->Elements,
                  [&](const Type *E) { return isFinite(E, Active); });
  auto *Named = dyn_cast<NamedType>(T);
  if (!Named || Named->Fields.empty())
    return true;
  if (!Active.insert(T).second)
    return false;
  auto Field = [&](const FieldType &F) { return isFinite(F.Ty, Active); };
  bool Result = Named->isUnion() ? any_of(Named->Fields, Field)
                                 : all_of(Named->Fields, Field);
  Active.erase(T);
  return Result;
}

void Checker::checkFinite(TypeDecl *Declaration) {
  NamedType *Self = selfType(Declaration);
  DenseSet<const Type *> Active;
  if (isFinite(Self, Active))
    return;
  for (size_t I = 0; I != Declaration->Fields.size(); ++I) {
    DenseSet<const Type *> Again;
    Again.insert(Self);
    if (isFinite(Self->Fields[I].Ty, Again))
      continue;
    const FieldDecl &Field = Declaration->Fields[I];
    error(Declaration->NameRange,
          "no value of '" + Declaration->Name +
              "' can ever be made: it contains itself without end",
          {{Field.NameRange,
            "by '" + Field.Name +
                "'; a union with a branch that ends, or an array, would do"}});
    return;
  }
}

static bool hasZeroIn(const Type *T, DenseSet<const Type *> &Active) {
  if (!T)
    return true;
  if (auto *Tuple = dyn_cast<TupleType>(T))
    return all_of(Tuple->Elements,
                  [&](const Type *E) { return hasZeroIn(E, Active); });
  auto *Named = dyn_cast<NamedType>(T);
  if (!Named || Named->Fields.empty())
    return true;
  if (!Active.insert(T).second)
    return false;
  bool Result;
  if (Named->isUnion())
    Result = hasZeroIn(Named->Fields.front().Ty, Active);
  else
    Result = all_of(Named->Fields, [&](const FieldType &F) {
      return hasZeroIn(F.Ty, Active);
    });
  Active.erase(T);
  return Result;
}

bool Checker::hasZero(const Type *T) {
  DenseSet<const Type *> Active;
  return hasZeroIn(T, Active);
}

void Checker::requireZero(const Type *T, SMRange Where) {
  if (!T || hasZero(T))
    return;
  std::vector<Note> Notes;
  if (auto *Named = dyn_cast<NamedType>(T))
    Notes.push_back({Named->Declaration->NameRange,
                     "a zeroed union is its first branch; put one first that "
                     "does not contain '" +
                         Named->Declaration->Name + "'"});
  error(Where,
        "'" + T->str() +
            "' has no zero: it would contain itself "
            "without end; give a value",
        Notes);
}
