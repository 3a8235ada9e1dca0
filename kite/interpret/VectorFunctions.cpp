//===- VectorFunctions.cpp - Functions over all components ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compat/Strings.h"
#include "interpret/Arithmetic.h"
#include "interpret/Builtins.h"
#include "interpret/Memory.h"

#include <cmath>

using namespace tasklet::kite;

using Values = llvm::ArrayRef<Value>;
using BaseTypes = llvm::ArrayRef<const BaseType *>;

static double dot(const Value &Left, const Value &Right, const BaseType &Type) {
  double Sum = 0;
  for (unsigned I = 0; I < Type.Width; ++I)
    Sum += component(Left, Type, I).floating() *
           component(Right, Type, I).floating();
  return Sum;
}

template <class Function>
static Value makeVector(const BaseType &Type, Function Component) {
  if (!Type.isVector())
    return Component(0);
  Value Made = Value::ofParts(Type.Width);
  for (unsigned I = 0; I < Type.Width; ++I)
    Made.shared(I) = Component(I);
  return Made;
}

static Value difference(Values A, const BaseType &Type) {
  return makeVector(Type, [&](unsigned I) {
    return Value::ofFloating(component(A[0], Type, I).floating() -
                             component(A[1], Type, I).floating());
  });
}

static Value normalize(const Value &V, const BaseType &Type) {
  double Length = std::sqrt(dot(V, V, Type));
  return makeVector(Type, [&](unsigned I) {
    double Number = component(V, Type, I).floating();
    return Value::ofFloating(
        roundTo(Length == 0 ? Number : Number / Length, Type.B));
  });
}

static Value cross(Values A, const BaseType &Type) {
  Value Made = Value::ofParts(Type.Width);
  for (unsigned I = 0; I < 3; ++I) {
    unsigned Next = (I + 1) % 3, Last = (I + 2) % 3;
    double Number = A[0].part(Next).floating() * A[1].part(Last).floating() -
                    A[0].part(Last).floating() * A[1].part(Next).floating();
    Made.shared(I) = Value::ofFloating(roundTo(Number, Type.B));
  }
  return Made;
}

/// `as_int(x)`: the same bytes.
static Value reinterpret(const Value &From, const BaseType &FromType,
                         const BaseType &To) {
  // 16 components of 8 bytes.
  unsigned char Bytes[128] = {};
  size_t Size = bitsOf(FromType.B) / 8;
  for (unsigned I = 0; I < FromType.Width; ++I) {
    uint64_t Bits = toMemory(component(From, FromType, I), FromType.B);
    for (size_t Byte = 0; Byte < Size; ++Byte)
      Bytes[I * Size + Byte] = static_cast<unsigned char>(Bits >> 8 * Byte);
  }
  Size = bitsOf(To.B) / 8;
  return makeVector(To, [&](unsigned I) {
    uint64_t Bits = 0;
    for (size_t Byte = 0; Byte < Size; ++Byte)
      Bits |= static_cast<uint64_t>(Bytes[I * Size + Byte]) << 8 * Byte;
    return fromMemory(Bits, To.B);
  });
}

/// Whether `any`, `all` and `select` take \p V for true: of vectors, the sign.
static bool isChosen(const Value &V, const BaseType &Type, unsigned I) {
  return Type.isVector() ? V.part(I).bits() >> (bitsOf(Type.B) - 1) & 1
                         : V.isTrue();
}

static Value anyOrAll(bool IsAll, const Value &V, const BaseType &Type) {
  bool Result = IsAll;
  for (unsigned I = 0; I < Type.Width; ++I) {
    // Also of scalars it is the sign, unless they are bool.
    bool IsTrue =
        Type.B == Base::Bool
            ? V.isTrue()
            : component(V, Type, I).bits() >> (bitsOf(Type.B) - 1) & 1;
    Result = IsAll ? Result && IsTrue : Result || IsTrue;
  }
  return Value::ofBool(Result);
}

static Value bitselect(Values A, const BaseType &Type) {
  return makeVector(Type, [&](unsigned I) {
    uint64_t Bits[3];
    for (unsigned Which = 0; Which < 3; ++Which)
      Bits[Which] = toMemory(component(A[Which], Type, I), Type.B);
    return fromMemory((Bits[0] & ~Bits[2]) | (Bits[1] & Bits[2]), Type.B);
  });
}

std::optional<Value> tasklet::kite::callVectorFunction(llvm::StringRef Name,
                                                       Values A,
                                                       BaseTypes Types,
                                                       const BaseType &Result) {
  if (startsWith(Name, "as_"))
    return reinterpret(A[0], *Types[0], Result);
  if (Name == "select")
    return makeVector(Result, [&](unsigned I) {
      const Value &From = A[isChosen(A[2], *Types[2], I) ? 1 : 0];
      return component(From, Result, I);
    });
  if (Name == "bitselect")
    return bitselect(A, Result);
  if (Name == "any" || Name == "all")
    return anyOrAll(Name == "all", A[0], *Types[0]);
  Name.consume_front("fast_");
  auto Rounded = [&](double Number) {
    return Value::ofFloating(roundTo(Number, Result.B));
  };
  if (Name == "dot")
    return Rounded(dot(A[0], A[1], *Types[0]));
  if (Name == "length")
    return Rounded(std::sqrt(dot(A[0], A[0], *Types[0])));
  if (Name == "distance") {
    Value Between = difference(A, *Types[0]);
    return Rounded(std::sqrt(dot(Between, Between, *Types[0])));
  }
  if (Name == "normalize")
    return normalize(A[0], Result);
  if (Name == "cross")
    return cross(A, Result);
  return std::nullopt;
}
