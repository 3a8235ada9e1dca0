//===- CheckBuiltin.cpp - Calls of functions of OpenCL C ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "compat/Strings.h"
#include "types/Builtins.h"
#include "types/CheckerState.h"

using namespace llvm;
using namespace tasklet::kite;

static const char *wordsFor(char Class) {
  switch (Class) {
  case 'f':
    return "floating numbers";
  case 'i':
    return "integers";
  case 's':
    return "signed integers";
  case 'm':
    return "int and uint";
  default:
    return "numbers";
  }
}

static bool isOfClass(const BaseType *T, char Class) {
  switch (Class) {
  case 'f':
    return T->isFloating();
  case 'i':
    return T->isInteger();
  case 's':
    return T->isSigned();
  case 'm':
    return T->B == Base::Int || T->B == Base::Uint;
  default:
    return T->B != Base::Bool;
  }
}

static Base unsignedOf(Base B) {
  switch (B) {
  case Base::Char:
    return Base::Uchar;
  case Base::Short:
    return Base::Ushort;
  case Base::Int:
    return Base::Uint;
  case Base::Long:
    return Base::Ulong;
  default:
    return B;
  }
}

Expr *Checker::checkBuiltin(CallExpr *E, const BuiltinFunction &Function,
                            const Type *Hint) {
  E->Call = CallKind::Builtin;
  StringRef Signature = Function.Signature;
  char Class = Signature[0], Result = Signature[2];
  StringRef Parameters = Signature.drop_front(3);
  std::string Called = std::string("'") + Function.Name + "'";
  if (!countArguments(E, Parameters.size(), Called))
    return E;

  // T comes from the arguments with a type of their own, else from what is
  // expected, else from the literals.
  const BaseType *T = nullptr;
  bool IsGood = true;
  auto Consider = [&](Expr *&Argument) {
    if (!Argument->Ty) {
      IsGood = false;
      return;
    }
    auto *Found = dyn_cast<BaseType>(Argument->Ty);
    if (!Found || !isOfClass(Found, Class)) {
      std::string Text = Called + " is for " + wordsFor(Class) + ", found '" +
                         Argument->Ty->str() + "'";
      std::vector<SMFixIt> FixIts;
      if (Found && Class == 'f' && Found->isInteger() && !Found->isVector()) {
        Text += "; write 'float(...)'";
        FixIts.emplace_back(
            SMRange(Argument->Range.Start, Argument->Range.Start), "float(");
        FixIts.emplace_back(SMRange(Argument->Range.End, Argument->Range.End),
                            ")");
      }
      error(Argument->Range, Text, {}, FixIts);
      IsGood = false;
      return;
    }
    // Towards vectors, more bits and floating.
    bool IsVector = T && Found->isVector() && !T->isVector();
    bool IsFloating = T && Found->isFloating() && !T->isFloating() &&
                      Found->isVector() == T->isVector();
    if (!T || IsVector || IsFloating || losesNothing(T, Found))
      T = Found;
  };
  std::vector<bool> Done(Parameters.size());
  for (size_t I = 0; I != Parameters.size(); ++I)
    if ((Parameters[I] == 'T' || Parameters[I] == 't') &&
        !takesHint(E->Arguments[I])) {
      Done[I] = true;
      E->Arguments[I] = value(E->Arguments[I], nullptr);
      Consider(E->Arguments[I]);
    }
  const Type *Next = T ? Types.base(T->B) : nullptr;
  if (!T) {
    auto *Wanted = dyn_cast_or_null<BaseType>(Hint);
    if (Wanted && !Wanted->isVector() && isOfClass(Wanted, Class) &&
        Result == 'T')
      Next = Wanted;
    else if (Class == 'f')
      Next = Types.base(Base::Double);
  }
  for (size_t I = 0; I != Parameters.size(); ++I)
    if ((Parameters[I] == 'T' || Parameters[I] == 't') && !Done[I]) {
      E->Arguments[I] = value(E->Arguments[I], Next);
      Consider(E->Arguments[I]);
    }
  for (size_t I = 0; I != Parameters.size(); ++I)
    if (StringRef("ikC").contains(Parameters[I])) {
      const Type *Wanted = Types.base(Base::Int);
      if (Parameters[I] == 'C')
        Wanted = T ? truthType(T) : nullptr;
      E->Arguments[I] = value(E->Arguments[I], Wanted);
      IsGood &= E->Arguments[I]->Ty != nullptr;
    }
  if (!IsGood || !T)
    return E;

  for (size_t I = 0; I != Parameters.size(); ++I) {
    Expr *&Argument = E->Arguments[I];
    auto *Found = dyn_cast<BaseType>(Argument->Ty);
    const BaseType *To = T;
    switch (Parameters[I]) {
    case 't':
      if (Found && !Found->isVector())
        To = Types.base(T->B);
      break;
    case 'i':
      To = Types.base(Base::Int, T->Width);
      break;
    case 'k':
      To = Types.base(Base::Int, Found && Found->isVector() ? T->Width : 1);
      break;
    case 'C':
      To = truthType(T);
      // Unsigned integers select as well.
      if (Found && Found->isInteger() && Found->Width == T->Width &&
          Found->bits() == T->bits())
        To = Found;
      break;
    }
    Argument = convert(Argument, To, {});
    IsGood &= Argument->Ty != nullptr;
  }
  StringRef Name = Function.Name;
  bool IsGeometric = Name == "cross" || Name == "dot" ||
                     endsWith(Name, "distance") ||
                     endsWith(Name, "normalize") || Name == "fast_length";
  if (IsGood && IsGeometric &&
      (T->Width > 4 || (Name == "cross" && T->Width < 3))) {
    error(E->Range, Called + " is for vectors of " +
                        (Name == "cross" ? "3 or 4" : "at most 4") +
                        " components, found '" + T->str() + "'");
    return E;
  }
  if (!IsGood)
    return E;
  switch (Result) {
  case 'S':
    E->Ty = Types.base(T->B);
    break;
  case 'U':
    E->Ty = Types.base(unsignedOf(T->B), T->Width);
    break;
  case 'i':
    E->Ty = Types.base(Base::Int, T->Width);
    break;
  case 'B':
    E->Ty = truthType(T);
    break;
  case 'b':
    E->Ty = Types.base(Base::Bool);
    break;
  default:
    E->Ty = T;
  }
  return E;
}

Expr *Checker::checkReinterpret(CallExpr *E, const BaseType *To) {
  E->Call = CallKind::Builtin;
  std::string Called = "'as_" + To->str() + "'";
  if (!countArguments(E, 1, Called))
    return E;
  E->Arguments[0] = value(E->Arguments[0], nullptr);
  if (!E->Arguments[0]->Ty)
    return E;
  auto *From = dyn_cast<BaseType>(E->Arguments[0]->Ty);
  if (!From || From->B == Base::Bool || To->B == Base::Bool ||
      From->bits() * From->Width != To->bits() * To->Width) {
    error(E->Arguments[0]->Range,
          Called + " needs a number of the same size, found '" +
              E->Arguments[0]->Ty->str() + "'");
    return E;
  }
  E->Ty = To;
  return E;
}

Expr *Checker::checkAtomic(CallExpr *E, StringRef Name) {
  E->Call = CallKind::Atomic;
  size_t Number = 2;
  if (Name == "atomic_inc" || Name == "atomic_dec")
    Number = 1;
  if (Name == "atomic_cmpxchg")
    Number = 3;
  std::string Called = ("'" + Name + "'").str();
  if (!countArguments(E, Number, Called))
    return E;
  Expr *&Place = E->Arguments[0];
  Place = value(Place, nullptr);
  if (!Place->Ty) {
    checkArguments(E);
    return E;
  }
  auto *T = dyn_cast<BaseType>(Place->Ty);
  bool IsShared = isa<IndexExpr>(Place) || isa<FieldExpr>(Place) ||
                  isa<TupleFieldExpr>(Place);
  if (auto *Variable = dyn_cast<NameExpr>(Place))
    if (auto *D = dyn_cast_or_null<VarDecl>(Variable->Target))
      IsShared = D->Role == VarRole::Element;
  if (!IsShared) {
    error(Place->Range, "the first argument of " + Called +
                            " is an element or a field; other tasks do not "
                            "see anything else");
    checkArguments(E);
    return E;
  }
  if (!isTarget(Place, "change")) {
    checkArguments(E);
    return E;
  }
  bool IsGood = T && !T->isVector() && T->isInteger() && T->bits() >= 32;
  if (T && Name == "atomic_xchg" && T->B == Base::Float && !T->isVector())
    IsGood = true;
  if (!IsGood) {
    error(Place->Range, Called + " is for int, uint, long and ulong" +
                            (Name == "atomic_xchg" ? ", and float" : "") +
                            ", found '" + Place->Ty->str() + "'");
    checkArguments(E);
    return E;
  }
  for (size_t I = 1; I != Number; ++I) {
    E->Arguments[I] = expect(E->Arguments[I], T);
    IsGood &= E->Arguments[I]->Ty != nullptr;
  }
  if (IsGood)
    E->Ty = T;
  return E;
}
