//===- GenerateExpr.cpp - Expressions of base types -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Generator.h"

using namespace tasklet::kite::fuzz;

static bool isUnsigned(const Ty *T) { return T->Name[0] == 'u'; }

/// Types whose numbers are all numbers of \p T.
static bool widens(const std::string &From, const std::string &To) {
  static const std::vector<std::pair<std::string, std::string>> Pairs = {
      {"uchar", "int"},   {"short", "int"},    {"ushort", "int"},
      {"int", "long"},    {"uint", "long"},    {"short", "long"},
      {"uint", "ulong"},  {"ushort", "ulong"}, {"uchar", "short"},
      {"uchar", "uint"},  {"ushort", "uint"},  {"int", "double"},
      {"uint", "double"}, {"float", "double"}, {"short", "float"},
      {"uchar", "float"}};
  for (const auto &Pair : Pairs)
    if (Pair.first == From && Pair.second == To)
      return true;
  return false;
}

/// The argument of a conversion: literals in it do not follow its type.
std::string Generator::converted(const Ty *T, unsigned Depth) {
  bool Before = IsConverted;
  IsConverted = true;
  std::string Text = expr(T, Depth);
  IsConverted = Before;
  return Text;
}

/// As it is written where \p T is expected.
std::string Generator::number(const Ty *T) {
  if (T->K == Ty::Floating) {
    static const char *const Numbers[] = {"0.0", "0.5", "1.0",  "2.25",
                                          "3.0", "7.5", "12.0", "0.25"};
    return (Rng.percent(20) ? "-" : "") + std::string(Numbers[Rng.below(8)]);
  }
  bool IsSmall = T->Name == "char" || T->Name == "uchar";
  unsigned Choice = Rng.below(20);
  if (Choice == 0 && T == Int)
    return Rng.percent(50) ? "2147483647" : "-2147483647";
  if (Choice == 1 && !IsSmall)
    return "0x7f3b";
  if (Choice == 2 && T->Name == "char")
    return "'" + std::string(1, static_cast<char>('a' + Rng.below(26))) + "'";
  std::string Digits = std::to_string(Rng.below(IsSmall ? 100 : 1000));
  if (Choice < 12)
    Digits = std::to_string(Rng.below(10));
  return (!isUnsigned(T) && Rng.percent(20) ? "-" : "") + Digits;
}

/// With its type wherever it stands.
std::string Generator::literal(const Ty *T) {
  if (T == Bool)
    return Rng.percent(50) ? "true" : "false";
  std::string Number = number(T);
  if ((T == Int && !IsConverted) || T->Name == "double" || Number[0] == '\'')
    return Number[0] == '-' ? "(" + Number + ")" : Number;
  return T->Name + "(" + Number + ")";
}

std::string Generator::expected(const Ty *T, unsigned Depth) {
  if (isNumber(T) && Rng.percent(15))
    return number(T);
  return expr(T, Depth);
}

std::string Generator::expr(const Ty *T, unsigned Depth) {
  if (Rng.percent(Depth == 0 ? 75 : 30)) {
    std::string Read = read(T);
    if (!Read.empty())
      return Read;
  }
  if (Depth > 0 && Rng.percent(22)) {
    std::string Call = call(T, Depth - 1);
    if (!Call.empty())
      return Call;
  }
  if (Depth > 0 && T->K != Ty::Task && Rng.percent(7))
    return "(" + boolExpr(Depth - 1) + " ? " + expr(T, Depth - 1) + " : " +
           expr(T, Depth - 1) + ")";
  switch (T->K) {
  case Ty::Bool:
    return boolExpr(Depth);
  case Ty::Integer:
    return integerExpr(T, Depth);
  case Ty::Floating:
    return floatingExpr(T, Depth);
  case Ty::Vector:
    return vectorExpr(T, Depth);
  case Ty::Task:
    return anonymousTask(T, Depth);
  default:
    return compound(T, Depth);
  }
}

/// `==` is for base types, and for tuples and structures of them.
static bool isComparable(const Ty *T) {
  if (T->K == Ty::Tuple || T->K == Ty::Struct) {
    for (const Ty *Part : T->Parts)
      if (!isComparable(Part))
        return false;
    return true;
  }
  return T->K == Ty::Bool || T->K == Ty::Integer || T->K == Ty::Floating;
}

std::string Generator::boolExpr(unsigned Depth) {
  static const char *const Orders[] = {" < ", " <= ", " > ", " >= "};
  if (Depth == 0)
    return literal(Bool);
  unsigned Choice = Rng.below(10);
  if (Choice < 2)
    return "(" + boolExpr(Depth - 1) + (Rng.percent(50) ? " && " : " || ") +
           boolExpr(Depth - 1) + ")";
  if (Choice < 3)
    return "!" + boolExpr(Depth - 1);
  const Ty *T = Choice < 5 ? plain() : number();
  if (isNumber(T) && Rng.percent(70))
    return "(" + expr(T, Depth - 1) + Orders[Rng.below(4)] +
           expr(T, Depth - 1) + ")";
  if (!isComparable(T))
    T = Int;
  return "(" + expr(T, Depth - 1) + (Rng.percent(50) ? " == " : " != ") +
         expr(T, Depth - 1) + ")";
}

std::string Generator::divided(const Ty *T, unsigned Depth) {
  // Odd, so never zero; -1 is possible.
  return "(" + expr(T, Depth - 1) + (Rng.percent(50) ? " / (" : " % (") +
         expr(T, Depth - 1) + " | 1))";
}

std::string Generator::integerFunction(const Ty *T, unsigned Depth) {
  static const char *const Functions[] = {"min",  "max",   "add_sat", "sub_sat",
                                          "hadd", "rhadd", "mul_hi",  "rotate"};
  if (Rng.percent(30))
    return (Rng.percent(50) ? "popcount(" : "clz(") + expr(T, Depth - 1) + ")";
  return std::string(Functions[Rng.below(8)]) + "(" + expr(T, Depth - 1) +
         ", " + expr(T, Depth - 1) + ")";
}

std::string Generator::integerExpr(const Ty *T, unsigned Depth) {
  static const char *const Operators[] = {" + ", " - ", " * ",
                                          " & ", " | ", " ^ "};
  if (Depth == 0)
    return literal(T);
  unsigned Choice = Rng.below(20);
  if (Choice < 9) {
    std::string Left = expr(T, Depth - 1);
    const Ty *Other = pick(Numbers);
    std::string Right =
        Rng.percent(25) && !IsConverted ? number(T) : expr(T, Depth - 1);
    if (Rng.percent(10) && Other->K == Ty::Integer &&
        widens(Other->Name, T->Name)) {
      // A literal on the left would take the type on the right.
      Left = T->Name + "(" + Left + ")";
      Right = expr(Other, Depth - 1);
    }
    return "(" + Left + Operators[Rng.below(6)] + Right + ")";
  }
  if (Choice < 11)
    return "(" + expr(T, Depth - 1) + (Rng.percent(50) ? " << " : " >> ") +
           expr(Int, Depth - 1) + ")";
  if (Choice < 13)
    return divided(T, Depth);
  if (Choice < 15)
    return T->Name + "(" + converted(number(), Depth - 1) + ")";
  if (Choice < 16)
    return (Rng.percent(50) ? "(-" : "(~") + expr(T, Depth - 1) + ")";
  if (Choice < 18)
    return integerFunction(T, Depth);
  if (Choice < 19 && T == Int)
    return checksum(expr(Vectors[0], Depth - 1), Vectors[0]);
  return literal(T);
}

std::string Generator::floatingExpr(const Ty *T, unsigned Depth) {
  if (Depth == 0)
    return literal(T);
  unsigned Choice = Rng.below(10);
  if (Choice < 4)
    return "(" + expr(T, Depth - 1) + (Rng.percent(50) ? " + " : " - ") +
           expr(T, Depth - 1) + ")";
  std::string Small =
      T->Name + "(int(" + converted(Int, Depth - 1) + ") & 255)";
  if (Choice < 6)
    return "(" + Small + " * " + number(T) + ")";
  if (Choice < 7)
    return std::string(Rng.percent(50) ? "fmin(" : "fmax(") +
           expr(T, Depth - 1) + ", " + expr(T, Depth - 1) + ")";
  if (Choice < 8)
    return std::string(Rng.percent(50) ? "fabs(" : "floor(") +
           expr(T, Depth - 1) + ")";
  return Small;
}

std::string Generator::vectorExpr(const Ty *T, unsigned Depth) {
  const Ty *Element = T->Parts[0];
  if (Depth > 0 && Rng.percent(40)) {
    bool IsInteger = Element->K == Ty::Integer;
    const char *Operator = Rng.percent(50)                ? " + "
                           : IsInteger && Rng.percent(50) ? " * "
                                                          : " - ";
    std::string Right = Rng.percent(25) ? expr(Element, 0) : expr(T, Depth - 1);
    return "(" + expr(T, Depth - 1) + Operator + Right + ")";
  }
  if (Depth > 0 && Rng.percent(20)) {
    std::string Text = expr(T, Depth - 1) + ".";
    for (unsigned I = 0; I < T->Width; ++I)
      Text += "xyzw"[Rng.below(T->Width)];
    return Text;
  }
  std::string Text = T->Name + "(";
  unsigned Count = Rng.percent(20) ? 1 : T->Width;
  for (unsigned I = 0; I < Count; ++I)
    Text += (I ? ", " : "") + expr(Element, Depth ? Depth - 1 : 0);
  return Text + ")";
}
