//===- ParseValue.cpp - Values from the command line ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "interpret/ParseValue.h"
#include "compat/Strings.h"
#include "interpret/Arithmetic.h"
#include "interpret/NpyFile.h"
#include "interpret/Ranges.h"
#include "syntax/Decl.h"
#include "syntax/Parser.h"

#include <cmath>

using namespace tasklet;
using namespace tasklet::kite;
using llvm::cast;
using llvm::dyn_cast;
using llvm::Twine;

namespace {

/// Walks over the literal and the type at once. The first mistake of each part
/// is told; values after it do not matter.
class LiteralReader {
public:
  explicit LiteralReader(Diagnostics &Diags) : Diags(Diags) {}
  Value read(const Expr &E, const Type &Ty);

private:
  Value expected(const Expr &E, const Twine &What);
  Value readScalar(const Expr &E, const BaseType &Ty);
  Value readInteger(const Expr &E, const BaseType &Ty);
  Value readFloating(const Expr &E, const BaseType &Ty);
  Value readVector(const Expr &E, const BaseType &Ty);
  Value readTuple(const Expr &E, const TupleType &Ty);
  Value readArray(const Expr &E, const ArrayType &Ty);
  Value readRange(const Expr &E, const RangeType &Ty);
  Value readNamed(const Expr &E, const NamedType &Ty);
  Value readUnion(const LiteralExpr &E, const NamedType &Ty);
  Value readStructure(const LiteralExpr &E, const NamedType &Ty);
  const FieldType *findField(const FieldValue &Field, const NamedType &Ty,
                             size_t &Number);

  Diagnostics &Diags;
};

/// A number, with the signs before it.
struct Signed {
  bool IsNegative = false;
  const Expr *Number = nullptr;
};

} // namespace

static Signed takeSigns(const Expr &E) {
  Signed Result;
  Result.Number = &E;
  while (auto *Unary = dyn_cast<UnaryExpr>(Result.Number)) {
    if (Unary->Op != UnaryOp::Plus && Unary->Op != UnaryOp::Minus)
      break;
    Result.IsNegative ^= Unary->Op == UnaryOp::Minus;
    Result.Number = Unary->Operand;
  }
  return Result;
}

Value LiteralReader::expected(const Expr &E, const Twine &What) {
  Diags.error(E.Range, "expected " + What);
  return Value();
}

Value LiteralReader::readInteger(const Expr &E, const BaseType &Ty) {
  Signed S = takeSigns(E);
  auto *Literal = dyn_cast<IntegerExpr>(S.Number);
  if (!Literal || (Literal->IsCharacter && Ty.B != Base::Char))
    return expected(E, "a number of type '" + Ty.str() + "'");
  uint64_t Size = Literal->Value;
  uint64_t Bits = S.IsNegative ? -Size : Size;
  // A character is what its bits are.
  if (Literal->IsCharacter && !S.IsNegative)
    return Value::ofInteger(wrap(Bits, Ty.B));
  auto Number =
      S.IsNegative ? -static_cast<__int128>(Size) : static_cast<__int128>(Size);
  unsigned Width = bitsOf(Ty.B);
  __int128 Most = (__int128(1) << (Ty.isSigned() ? Width - 1 : Width)) - 1;
  __int128 Least = Ty.isSigned() ? -Most - 1 : 0;
  if (Number >= Least && Number <= Most)
    return Value::ofInteger(Bits);
  Diags.error(E.Range, "a number of type '" + Ty.str() + "' is from " +
                           Twine(static_cast<int64_t>(Least)) + " to " +
                           Twine(static_cast<uint64_t>(Most)));
  return Value();
}

Value LiteralReader::readFloating(const Expr &E, const BaseType &Ty) {
  Signed S = takeSigns(E);
  double Number = 0;
  bool IsFinite = true;
  auto *Integer = dyn_cast<IntegerExpr>(S.Number);
  if (auto *Floating = dyn_cast<FloatingExpr>(S.Number)) {
    Number = Floating->Value;
  } else if (Integer && !Integer->IsCharacter) {
    Number = convertScalar(Value::ofInteger(Integer->Value), Base::Ulong, Ty.B)
                 .floating();
  } else {
    auto *Name = dyn_cast<NameExpr>(S.Number);
    IsFinite = false;
    if (Name && Name->Name == "inf")
      Number = INFINITY;
    else if (Name && Name->Name == "nan")
      Number = NAN;
    else
      return expected(E, "a number of type '" + Ty.str() + "'");
  }
  double Rounded = roundTo(S.IsNegative ? -Number : Number, Ty.B);
  if (IsFinite && std::isinf(Rounded))
    Diags.error(E.Range, "the number is too large for '" + Ty.str() + "'");
  return Value::ofFloating(Rounded);
}

Value LiteralReader::readScalar(const Expr &E, const BaseType &Ty) {
  // `uchar(7)`
  if (auto *Call = dyn_cast<CallExpr>(&E)) {
    auto *Name = dyn_cast<NameExpr>(Call->Callee);
    if (Name && Name->Name == Ty.str() && Call->Arguments.size() == 1)
      return readScalar(*Call->Arguments[0], Ty);
  }
  if (isFloating(Ty.B))
    return readFloating(E, Ty);
  if (Ty.B != Base::Bool)
    return readInteger(E, Ty);
  if (auto *Literal = dyn_cast<BooleanExpr>(&E))
    return Value::ofBool(Literal->Value);
  return expected(E, "'true' or 'false'");
}

Value LiteralReader::readVector(const Expr &E, const BaseType &Ty) {
  auto *Call = dyn_cast<CallExpr>(&E);
  auto *Name = Call ? dyn_cast<NameExpr>(Call->Callee) : nullptr;
  if (!Name || Name->Name != Ty.str() ||
      (Call->Arguments.size() != Ty.Width && Call->Arguments.size() != 1))
    return expected(E, "'" + Ty.str() + "(...)' with " + Twine(Ty.Width) +
                           " numbers or one");
  BaseType Component(Ty.B, 1);
  Value Made = Value::ofParts(Ty.Width);
  for (unsigned I = 0; I < Ty.Width; ++I)
    Made.shared(I) = readScalar(
        *Call->Arguments[Call->Arguments.size() == 1 ? 0 : I], Component);
  return Made;
}

Value LiteralReader::readTuple(const Expr &E, const TupleType &Ty) {
  auto *Tuple = dyn_cast<TupleExpr>(&E);
  if (!Tuple || Tuple->Elements.size() != Ty.Elements.size())
    return expected(E, "a tuple '" + Ty.str() + "'");
  Value Made = Value::ofParts(Ty.Elements.size());
  for (size_t I = 0; I < Ty.Elements.size(); ++I)
    Made.shared(I) = read(*Tuple->Elements[I], *Ty.Elements[I]);
  return Made;
}

Value LiteralReader::readArray(const Expr &E, const ArrayType &Ty) {
  auto *Array = dyn_cast<ArrayExpr>(&E);
  if (!Array)
    return expected(E, "an array '" + Ty.str() +
                           "': '[...]' with its elements, or '@file.npy'");
  Value Made = Value::ofParts(Array->Elements.size());
  for (size_t I = 0; I < Array->Elements.size(); ++I)
    Made.shared(I) = read(*Array->Elements[I], *Ty.Element);
  return Made;
}

Value LiteralReader::readRange(const Expr &E, const RangeType &Ty) {
  auto *Range = dyn_cast<RangeExpr>(&E);
  if (!Range)
    return expected(E, "a range '[first..last]'");
  std::optional<Value> Second;
  Value First = readInteger(*Range->First, *Ty.Element);
  if (Range->Second)
    Second = readInteger(*Range->Second, *Ty.Element);
  Value Last = readInteger(*Range->Last, *Ty.Element);
  std::optional<Value> Made = makeRange(First, Second, Last, Ty.Element->B);
  if (!Made)
    Diags.error(E.Range, "a range with a step of 0");
  return Made ? *Made : Value();
}

const FieldType *LiteralReader::findField(const FieldValue &Field,
                                          const NamedType &Ty, size_t &Number) {
  for (Number = 0; Number < Ty.Fields.size(); ++Number)
    if (Ty.Fields[Number].Name == Field.Name)
      return &Ty.Fields[Number];
  Diags.error(Field.NameRange, "'" + Ty.str() + "' has no " +
                                   (Ty.isUnion() ? "branch" : "field") + " '" +
                                   Field.Name + "'");
  return nullptr;
}

Value LiteralReader::readUnion(const LiteralExpr &E, const NamedType &Ty) {
  if (E.Fields.size() != 1)
    return expected(E, "one branch of '" + Ty.str() + "'");
  size_t Number = 0;
  const FieldType *Branch = findField(E.Fields[0], Ty, Number);
  if (!Branch)
    return Value();
  Value Made = Value::ofParts(1, Number);
  Made.shared(0) = read(*E.Fields[0].Value, *Branch->Ty);
  return Made;
}

Value LiteralReader::readStructure(const LiteralExpr &E, const NamedType &Ty) {
  Value Made = Value::ofParts(Ty.Fields.size());
  std::vector<bool> Seen(Ty.Fields.size());
  for (const FieldValue &Field : E.Fields) {
    size_t Number = 0;
    const FieldType *Known = findField(Field, Ty, Number);
    if (!Known)
      continue;
    if (Seen[Number])
      Diags.error(Field.NameRange, "'" + Field.Name + "' has a value already");
    Seen[Number] = true;
    Made.shared(Number) = read(*Field.Value, *Known->Ty);
  }
  for (size_t I = 0; I < Seen.size(); ++I)
    if (!Seen[I])
      Diags.error(E.Range, "'" + Ty.Fields[I].Name + "' has no value");
  return Made;
}

static std::string withoutBlanks(llvm::StringRef Text) {
  std::string Result;
  for (char C : Text)
    if (!isspace(static_cast<unsigned char>(C)))
      Result += C;
  return Result;
}

Value LiteralReader::readNamed(const Expr &E, const NamedType &Ty) {
  auto *Literal = dyn_cast<LiteralExpr>(&E);
  bool IsRight = Literal && Literal->Of->Name == Ty.Declaration->Name;
  if (IsRight && !Literal->Of->Arguments.empty()) {
    llvm::SMRange Written = Literal->Of->Range;
    llvm::StringRef Text(Written.Start.getPointer(),
                         Written.End.getPointer() - Written.Start.getPointer());
    IsRight = withoutBlanks(Text) == withoutBlanks(Ty.str());
  }
  if (!IsRight)
    return expected(E, "'" + Ty.str() + "{...}'");
  return Ty.isUnion() ? readUnion(*Literal, Ty) : readStructure(*Literal, Ty);
}

Value LiteralReader::read(const Expr &E, const Type &Ty) {
  switch (Ty.K) {
  case Type::Kind::Base: {
    auto &Base = cast<BaseType>(Ty);
    return Base.isVector() ? readVector(E, Base) : readScalar(E, Base);
  }
  case Type::Kind::Tuple:
    return readTuple(E, cast<TupleType>(Ty));
  case Type::Kind::Array:
    return readArray(E, cast<ArrayType>(Ty));
  case Type::Kind::Range:
    return readRange(E, cast<RangeType>(Ty));
  case Type::Kind::Named:
    return readNamed(E, cast<NamedType>(Ty));
  default:
    Diags.error(E.Range, "'" + Ty.str() + "' cannot be written as a literal");
    return Value();
  }
}

std::optional<Value> kite::parseValue(llvm::StringRef Text,
                                      llvm::StringRef Name, const Type &Ty,
                                      Diagnostics &Diags) {
  unsigned Before = Diags.errorCount();
  auto Buffer = llvm::MemoryBuffer::getMemBufferCopy(Text, Name);
  if (startsWith(Text, "@")) {
    std::string Error;
    std::optional<Value> FromFile = readNpy(Text.drop_front(), Ty, Error);
    if (!FromFile) {
      auto Start = llvm::SMLoc::getFromPointer(Buffer->getBufferStart());
      auto End = llvm::SMLoc::getFromPointer(Buffer->getBufferEnd());
      Diags.sources().AddNewSourceBuffer(std::move(Buffer), llvm::SMLoc());
      Diags.error({Start, End}, Error);
    }
    return FromFile;
  }
  AstContext Ast;
  const Expr *E = parseExpression(std::move(Buffer), Ast, Diags);
  if (!E || Diags.errorCount() != Before)
    return std::nullopt;
  Value Result = LiteralReader(Diags).read(*E, Ty);
  if (Diags.errorCount() != Before)
    return std::nullopt;
  return Result;
}
