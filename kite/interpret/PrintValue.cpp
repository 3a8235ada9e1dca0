//===- PrintValue.cpp - Values as text ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "interpret/PrintValue.h"
#include "interpret/Arithmetic.h"
#include "interpret/Half.h"
#include "interpret/LargeStack.h"
#include "interpret/Ranges.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

#include <charconv>
#include <cmath>

using namespace tasklet;
using namespace tasklet::kite;

/// The number with the fewest digits that is read as this half: the C++ library
/// knows no halves.
static double shortestOfHalf(double Number) {
  char Text[64];
  double Back = Number;
  for (int Places = 0; Places < 5; ++Places) {
    char *End = std::to_chars(Text, Text + sizeof(Text), Number,
                              std::chars_format::scientific, Places)
                    .ptr;
    std::from_chars(Text, End, Back);
    if (toHalf(Back) == toHalf(Number))
      break;
  }
  return Back;
}

std::string kite::formatFloating(double Number, Base B) {
  if (std::isnan(Number))
    return "nan";
  if (std::isinf(Number))
    return Number < 0 ? "-inf" : "inf";
  char Buffer[64];
  char *Last = Buffer + sizeof(Buffer);
  if (B == Base::Half)
    Number = shortestOfHalf(Number);
  char *End = B == Base::Float
                  ? std::to_chars(Buffer, Last, static_cast<float>(Number)).ptr
                  : std::to_chars(Buffer, Last, Number).ptr;
  std::string Text(Buffer, End);
  if (Text.find_first_of(".e") == std::string::npos)
    Text += ".0";
  return Text;
}

namespace {

class Printer {
public:
  explicit Printer(llvm::raw_ostream &Stream) : Stream(Stream) {}
  void print(const Value &V, const Type &Ty);

  std::string Problem;

private:
  void printScalar(const Value &V, Base B);
  void printBase(const Value &V, const BaseType &Ty);
  void printArray(const Value &V, const ArrayType &Ty);
  void printRange(const Value &V, const RangeType &Ty);
  void printNamed(const Value &V, const NamedType &Ty);
  /// Of one part a comma is not needed: there are no tuples with one.
  void printTuple(const Value &V, const TupleType &Ty);

  llvm::raw_ostream &Stream;
  /// The named types around, in a zeroed value that has no parts.
  std::vector<const Type *> Zeroed;
  /// The arrays around.
  llvm::DenseSet<const Cell *> Arrays;
};

} // namespace

static void printCharacter(char C, llvm::raw_ostream &Stream) {
  Stream << '\'';
  switch (C) {
  case '\n':
    Stream << "\\n";
    break;
  case '\t':
    Stream << "\\t";
    break;
  case '\r':
    Stream << "\\r";
    break;
  case '\0':
    Stream << "\\0";
    break;
  case '\'':
  case '\\':
    Stream << '\\' << C;
    break;
  default:
    if (C >= ' ' && C <= '~')
      Stream << C;
    else
      Stream << "\\x" << llvm::hexdigit(C >> 4 & 15, true)
             << llvm::hexdigit(C & 15, true);
  }
  Stream << '\'';
}

void Printer::printScalar(const Value &V, Base B) {
  if (B == Base::Bool)
    Stream << (V.isTrue() ? "true" : "false");
  else if (B == Base::Char)
    printCharacter(static_cast<char>(V.bits()), Stream);
  else if (isFloating(B))
    Stream << formatFloating(V.floating(), B);
  else if (isSignedInteger(B))
    Stream << V.integer();
  else
    Stream << V.bits();
}

void Printer::printBase(const Value &V, const BaseType &Ty) {
  if (!Ty.isVector())
    return printScalar(V, Ty.B);
  Stream << Ty.str() << '(';
  for (unsigned I = 0; I < Ty.Width; ++I) {
    if (I)
      Stream << ", ";
    printScalar(V.part(I), Ty.B);
  }
  Stream << ')';
}

void Printer::printTuple(const Value &V, const TupleType &Ty) {
  Stream << '(';
  for (size_t I = 0; I < Ty.Elements.size(); ++I) {
    if (I)
      Stream << ", ";
    print(V.part(I), *Ty.Elements[I]);
  }
  Stream << ')';
}

void Printer::printArray(const Value &V, const ArrayType &Ty) {
  Stream << '[';
  bool IsNew = !V.hasParts() || Arrays.insert(V.elements()).second;
  if (!IsNew)
    Problem = "the value contains itself: it cannot be printed";
  for (uint64_t I = 0; I < V.size() && Problem.empty(); ++I) {
    if (I)
      Stream << ", ";
    print(V.part(I), *Ty.Element);
  }
  if (IsNew)
    Arrays.erase(V.elements());
  Stream << ']';
}

void Printer::printRange(const Value &V, const RangeType &Ty) {
  Base B = Ty.Element->B;
  uint64_t Count = sizeOfRange(V);
  if (Count == 0) {
    Stream << "[1..0]";
    return;
  }
  uint64_t First = V.part(0).bits(), Step = V.part(1).bits();
  uint64_t Last = wrap(First + (Count - 1) * Step, B);
  Stream << '[';
  printScalar(Value::ofInteger(First), B);
  if (Count > 1 && Step != 1) {
    Stream << ", ";
    printScalar(Value::ofInteger(wrap(First + Step, B)), B);
  }
  Stream << "..";
  printScalar(Value::ofInteger(Last), B);
  Stream << ']';
}

void Printer::printNamed(const Value &V, const NamedType &Ty) {
  bool IsZeroed = !V.hasParts();
  if (IsZeroed && llvm::is_contained(Zeroed, &Ty)) {
    Problem = "the zeroed value of '" + Ty.str() +
              "' contains another one without end: it cannot be printed";
    return;
  }
  if (IsZeroed)
    Zeroed.push_back(&Ty);
  Stream << Ty.str() << '{';
  if (Ty.isUnion()) {
    const FieldType &Branch = Ty.Fields[V.branch()];
    Stream << Branch.Name << " = ";
    print(V.part(0), *Branch.Ty);
  } else {
    for (size_t I = 0; I < Ty.Fields.size() && Problem.empty(); ++I) {
      if (I)
        Stream << ", ";
      Stream << Ty.Fields[I].Name << " = ";
      print(V.part(I), *Ty.Fields[I].Ty);
    }
  }
  Stream << '}';
  if (IsZeroed)
    Zeroed.pop_back();
}

void Printer::print(const Value &V, const Type &Ty) {
  if (isStackShort())
    Problem = "the value is nested too deep to be printed";
  if (!Problem.empty())
    return;
  switch (Ty.K) {
  case Type::Kind::Base:
    return printBase(V, llvm::cast<BaseType>(Ty));
  case Type::Kind::Tuple:
    return printTuple(V, llvm::cast<TupleType>(Ty));
  case Type::Kind::Array:
    return printArray(V, llvm::cast<ArrayType>(Ty));
  case Type::Kind::Range:
    return printRange(V, llvm::cast<RangeType>(Ty));
  case Type::Kind::Named:
    return printNamed(V, llvm::cast<NamedType>(Ty));
  case Type::Kind::Future:
    return print(V, *llvm::cast<FutureType>(Ty).Result);
  case Type::Kind::Task:
  case Type::Kind::Parameter:
    Stream << "task";
    return;
  }
}

std::string kite::printValue(const Value &V, const Type &Ty,
                             llvm::raw_ostream &Stream) {
  auto *Base = llvm::dyn_cast<BaseType>(&Ty);
  if (Base && Base->B == Base::Char && !Base->isVector()) {
    Stream << static_cast<char>(V.bits());
    return std::string();
  }
  Printer P(Stream);
  P.print(V, Ty);
  return P.Problem;
}
