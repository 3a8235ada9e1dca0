//===- Generate.cpp - Make up a program -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Generate.h"
#include "Builder.h"

namespace tasklet::fuzz {
namespace {

constexpr uint64_t MaxBuffer = 1 << 15;

int addType(Program &P, Type T) {
  auto Append = [&](int Ty) {
    const Type &Part = P.Types[Ty];
    T.Leaves.insert(T.Leaves.end(), Part.Leaves.begin(), Part.Leaves.end());
  };
  switch (T.K) {
  case Type::Number:
    T.Leaves = {T.Element};
    break;
  case Type::Vector:
    T.Leaves.assign(T.Count, T.Element);
    break;
  case Type::Array:
    for (unsigned I = 0; I < T.Count; ++I)
      Append(T.ElementType);
    break;
  case Type::Struct:
    for (int Field : T.Fields)
      Append(Field);
    break;
  }
  // Flow has one bit for each.
  if (T.Leaves.size() > 48)
    return -1;
  P.Types.push_back(T);
  return P.Types.size() - 1;
}

void makeTypes(Program &P, Random &Rng) {
  for (unsigned I = 0; I < 10; ++I) {
    Type T;
    T.Element = static_cast<Scalar>(I);
    addType(P, T);
  }
  for (unsigned I = 0; I < 2; ++I) {
    static const unsigned Widths[] = {2, 3, 4, 8, 16};
    static const Scalar Elements[] = {Scalar::UChar, Scalar::UShort,
                                      Scalar::UInt, Scalar::UInt,
                                      Scalar::ULong};
    Type T;
    T.K = Type::Vector;
    T.Count = Widths[Rng.below(5)];
    T.Element = Elements[Rng.below(5)];
    addType(P, T);
  }
  Type Array;
  Array.K = Type::Array;
  Array.Count = 2 + Rng.below(6);
  Array.ElementType = typeOf(Scalar::UInt);
  addType(P, Array);
  for (unsigned I = 0, Count = 1 + Rng.below(3); I < Count; ++I) {
    Type T;
    T.K = Type::Struct;
    T.Packed = Rng.percent(20);
    for (unsigned J = 0, Fields = 1 + Rng.below(4); J < Fields; ++J)
      T.Fields.push_back(Rng.percent(60) ? Rng.below(10)
                                         : Rng.below(P.Types.size()));
    addType(P, T);
  }
  for (unsigned I = 0, Count = 1 + Rng.below(3); I < Count; ++I) {
    Type T;
    T.K = Type::Array;
    T.Count = 2 + Rng.below(4);
    T.ElementType = Rng.below(P.Types.size());
    addType(P, T);
  }
}

/// A type that is passed by value.
int valueType(const Program &P, Random &Rng) {
  for (;;) {
    int Ty = Rng.percent(50) ? typeOf(Scalar::UInt) : Rng.below(P.Types.size());
    if (P.Types[Ty].K != Type::Array)
      return Ty;
  }
}

void makeSignatures(Program &P, Random &Rng) {
  for (unsigned I = 0, Count = Rng.below(3); I < Count; ++I) {
    Function F;
    F.K = Function::Helper;
    F.Wide = Rng.percent(30);
    F.Params = 1 + Rng.below(3);
    for (unsigned J = 0; J < F.Params; ++J)
      F.Vars.push_back(Rng.below(typeOf(Scalar::ULong) + 1));
    P.Functions.push_back(F);
  }
  for (unsigned I = 0, Count = Rng.below(3); I < Count; ++I) {
    Function F;
    F.K = Function::Mutator;
    F.Params = 1;
    F.Vars = {typeOf(Scalar::UInt)};
    F.ArrayLength = 2 + Rng.below(3);
    P.Functions.push_back(F);
  }
  for (unsigned I = 0, Count = 1 + Rng.below(3); I < Count; ++I) {
    Function F;
    F.K = Function::Task;
    F.Memory = Rng.percent(40);
    F.Chain = !F.Memory && Rng.percent(25);
    F.ShortKeyword = Rng.percent(20);
    F.Result = Rng.percent(20) ? -1 : valueType(P, Rng);
    F.Params = Rng.below(4);
    for (unsigned J = 0; J < F.Params; ++J)
      F.Vars.push_back(valueType(P, Rng));
    F.HeaderAt = Rng.below(F.Params + 1);
    P.Functions.push_back(F);
  }
  Function Kernel;
  Kernel.K = Function::Kernel;
  Kernel.Params = Rng.below(3);
  for (unsigned J = 0; J < Kernel.Params; ++J) {
    Kernel.Vars.push_back(typeOf(Scalar::UInt));
    P.KernelArgs.push_back(Rng.percent(50) ? Rng.below(10) : Rng.bits());
  }
  P.Functions.push_back(Kernel);
}

void makeRange(Program &P, Random &Rng) {
  if (!P.Alone) {
    P.Local[0] = 1 + Rng.below(3);
    P.Global[0] = P.Local[0] * (1 + Rng.below(3));
    if (Rng.percent(30)) {
      P.Local[1] = 1 + Rng.below(2);
      P.Global[1] = P.Local[1] * (1 + Rng.below(2));
    }
    if (Rng.percent(25))
      P.Offset = 1 + Rng.below(5);
  }
  P.KernelFuel = 2 + Rng.below(4);
}

} // namespace

Program generate(uint64_t Seed, Outcome &Expected, bool Alone) {
  for (uint64_t Try = 0;; ++Try) {
    Random Rng(Seed * 0x9E3779B97F4A7C15 + Try);
    Program P;
    P.Seed = Seed;
    P.Alone = Alone;
    makeTypes(P, Rng);
    makeSignatures(P, Rng);
    makeRange(P, Rng);
    for (unsigned I = 0; I < 8; ++I)
      P.Table.push_back(Rng.bits());
    for (size_t I = 0; I < P.Functions.size(); ++I)
      Builder(P, I, Rng).run();
    while (P.KernelFuel > 1 && P.bufferWords() > MaxBuffer)
      --P.KernelFuel;
    for (; P.KernelFuel > 0; --P.KernelFuel) {
      Expected = interpret(P);
      if (Expected.Invalid.empty() && Expected.Tasks > 0 && followsRules(P))
        return P;
    }
  }
}

} // namespace tasklet::fuzz
