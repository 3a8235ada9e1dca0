//===- Literals.cpp - Numbers, characters and strings ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "syntax/Literals.h"
#include "compat/Strings.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Unicode.h"

using namespace llvm;

namespace tasklet::kite {

namespace {
/// Digits of a base, with the prefix taken off.
struct Digits {
  StringRef Text;
  unsigned Base;
};
} // namespace

static Digits splitBase(StringRef Text) {
  if (startsWithInsensitive(Text, "0x"))
    return {Text.drop_front(2), 16};
  if (startsWithInsensitive(Text, "0b"))
    return {Text.drop_front(2), 2};
  return {Text, 10};
}

/// Of `1.5f`, `10UL`.
static bool isSuffixOfC(StringRef Text) {
  return Text.size() <= 3 &&
         Text.find_first_not_of("uUlLfFhH") == StringRef::npos;
}

static APFloat parseFloating(StringRef Text, bool &TooLarge, bool &TooSmall) {
  APFloat Value(APFloat::IEEEdouble());
  Expected<APFloat::opStatus> Status =
      Value.convertFromString(Text, APFloat::rmNearestTiesToEven);
  if (!Status) {
    consumeError(Status.takeError());
    TooLarge = true;
    return Value;
  }
  TooLarge = *Status & APFloat::opOverflow;
  TooSmall = (*Status & APFloat::opUnderflow) && Value.isZero();
  return Value;
}

NumberScan scanNumber(StringRef Text, bool Selects) {
  NumberScan Scan;
  auto Digit = [&](unsigned Base) {
    return [Base](char C) { return hexDigitValue(C) < Base; };
  };
  auto Skip = [&](unsigned Base) {
    Scan.Length += Text.drop_front(Scan.Length).take_while(Digit(Base)).size();
  };
  unsigned Base = Selects ? 10 : splitBase(Text).Base;
  if (Base != 10)
    Scan.Length = 2;
  Skip(Base);
  size_t Whole = Scan.Length;
  if (Base == 10 && !Selects) {
    StringRef Rest = Text.drop_front(Scan.Length);
    // Neither a range, `1..3`, nor a member, `1.x`.
    if (startsWith(Rest, ".") && !startsWith(Rest, "..") &&
        (Rest.size() < 2 || !isNamePart(Rest[1]) || isDigit(Rest[1]) ||
         isSuffixOfC(Rest.drop_front().take_while(isNamePart)))) {
      Scan.IsFloating = true;
      ++Scan.Length;
      Skip(10);
      Rest = Text.drop_front(Scan.Length);
    }
    if (startsWithInsensitive(Rest, "e")) {
      size_t Sign = Rest.size() > 1 && (Rest[1] == '+' || Rest[1] == '-');
      if (Rest.size() > 1 + Sign && isDigit(Rest[1 + Sign])) {
        Scan.IsFloating = true;
        Scan.Length += 1 + Sign;
        Skip(10);
      }
    }
  }
  StringRef Number = Text.take_front(Scan.Length);
  StringRef Behind = Text.drop_front(Scan.Length).take_while(isNamePart);
  if (!Behind.empty() || (Base != 10 && Number.size() == 2)) {
    Scan.ErrorStart = Scan.Length;
    Scan.Length += Behind.size();
    if (isSuffixOfC(Behind) && !Behind.empty() && Number.size() > 0) {
      Scan.Error = ("numbers have no suffix such as '" + Behind +
                    "'; they take the type that is expected")
                       .str();
      Scan.Mend = "";
      if (!Scan.IsFloating && Base == 10 && Behind.lower() == "f")
        Scan.Mend = ".0";
    } else if (Base == 10 && !Scan.IsFloating && Behind.lower() == "e") {
      Scan.Error = "an exponent has digits, such as 'e3'";
    } else {
      Scan.ErrorStart = 0;
      Scan.Error = ("'" + Text.take_front(Scan.Length) +
                    "' is neither a number nor a name")
                       .str();
      if (Base == 16)
        Scan.Error += "; hexadecimal digits are 0 to 9 and a to f";
      else if (Base == 2)
        Scan.Error += "; binary digits are 0 and 1";
      else
        Scan.Error += "; names begin with a letter or '_'";
    }
    return Scan;
  }
  if (Scan.IsFloating) {
    bool TooLarge = false, TooSmall = false;
    parseFloating(Number, TooLarge, TooSmall);
    if (TooLarge)
      Scan.Error = ("'" + Number + "' is too large for 'double'").str();
    else if (TooSmall)
      Scan.Error =
          ("'" + Number + "' is too small for 'double'; write 0.0").str();
    return Scan;
  }
  uint64_t Value;
  Digits Parts = Selects ? Digits{Number, 10} : splitBase(Number);
  if (Parts.Text.getAsInteger(Parts.Base, Value)) {
    Scan.Error = ("'" + Number +
                  "' does not fit into any integer type; the largest "
                  "value is 18446744073709551615")
                     .str();
    return Scan;
  }
  if (Base == 10 && Whole > 1 && Number[0] == '0') {
    uint64_t Octal;
    std::string Decimal = Number.ltrim('0').str();
    if (Decimal.empty())
      Decimal = "0";
    Scan.Error = "numbers do not begin with '0'";
    if (!Selects && !Number.getAsInteger(8, Octal) && utostr(Octal) != Decimal)
      Scan.Error += "; write '" + Decimal + "', or '" + utostr(Octal) +
                    "' if octal digits are meant";
    else
      Scan.Mend = Decimal;
  }
  return Scan;
}

EscapeScan scanEscape(StringRef Text) {
  EscapeScan Scan;
  if (Text.size() < 2 || Text[1] == '\n' || Text[1] == '\r') {
    Scan.Error = "nothing follows the '\\'";
    return Scan;
  }
  Scan.Length = 2;
  static const StringRef Letters = "abfnrtv\\'\"?";
  static const char Values[] = "\a\b\f\n\r\t\v\\'\"?";
  size_t Known = Letters.find(Text[1]);
  if (Known != StringRef::npos) {
    Scan.Value = Values[Known];
    return Scan;
  }
  unsigned Base = Text[1] == 'x' ? 16 : 8;
  StringRef Digits =
      Text.drop_front(Base == 16 ? 2 : 1).take_while([&](char C) {
        return hexDigitValue(C) < Base;
      });
  if (Base == 8)
    Digits = Digits.take_front(3);
  unsigned Value;
  if (Digits.empty()) {
    Scan.Error = Base == 16
                     ? "hexadecimal digits follow '\\x'"
                     : "there is no such escape; write '\\\\' for a backslash";
    // All bytes of a character.
    while (Scan.Length < Text.size() && (Text[Scan.Length] & 0xC0) == 0x80)
      ++Scan.Length;
    return Scan;
  }
  Scan.Length = Digits.end() - Text.begin();
  if (Digits.getAsInteger(Base, Value) || Value > 255) {
    Scan.Error = "a character is at most '\\xFF'";
    return Scan;
  }
  Scan.Value = Value;
  return Scan;
}

ForeignScan scanForeign(StringRef Text) {
  static const struct {
    UTF32 Code;
    const char *Instead;
  } Likely[] = {
      {0x2018, "'"},  {0x2019, "'"},  {0x201C, "\""}, {0x201D, "\""},
      {0x2212, "-"},  {0x2013, "-"},  {0x2014, "-"},  {0xD7, "*"},
      {0xB7, "*"},    {0xF7, "/"},    {0x2264, "<="}, {0x2265, ">="},
      {0x2260, "!="}, {0x2190, "<-"}, {0xA0, " "},    {0x202F, " "},
      {0x2026, ".."}, {0xFF1B, ";"},  {0xFF0C, ","},  {0xFF08, "("},
      {0xFF09, ")"},  {0xFEFF, ""},   {0x200B, ""},   {0xFF1A, ":"},
      {0x2007, " "},  {0x3000, " "},
  };
  ForeignScan Scan;
  const UTF8 *From = reinterpret_cast<const UTF8 *>(Text.begin());
  UTF32 Code = 0;
  if (convertUTF8Sequence(&From, reinterpret_cast<const UTF8 *>(Text.end()),
                          &Code, strictConversion) != conversionOK) {
    while (Scan.Length < Text.size() && (Text[Scan.Length] & 0xC0) == 0x80)
      ++Scan.Length;
    Scan.Error = "a byte that is not UTF-8; the file has another encoding";
    // In that it is a letter, most likely.
    Scan.IsLetter = true;
    return Scan;
  }
  Scan.Length = reinterpret_cast<const char *>(From) - Text.begin();
  std::string Name = "U+" + utohexstr(Code, false, 4);
  std::string Shown =
      Code != 0xA0 && sys::unicode::isPrintable(Code)
          ? ("'" + Text.take_front(Scan.Length) + "' (" + Name + ")").str()
          : "the character " + Name;
  for (const auto &Each : Likely)
    if (Each.Code == Code) {
      Scan.Instead = Each.Instead;
      Scan.Error = Shown + " has no meaning in Kite; ";
      Scan.Error += Scan.Instead.empty() || Scan.Instead == " "
                        ? "remove it"
                        : "write '" + Scan.Instead + "'";
      return Scan;
    }
  Scan.IsLetter =
      sys::unicode::isPrintable(Code) && Code >= 0xC0 && Code < 0x2000;
  Scan.Error = Scan.IsLetter
                   ? Shown + ": names have letters from a to z, digits and '_' "
                             "only"
                   : Shown + " has no meaning in Kite";
  return Scan;
}

uint64_t integerValue(StringRef Text) {
  uint64_t Value = 0;
  Digits Parts = splitBase(Text);
  Parts.Text.getAsInteger(Parts.Base, Value);
  return Value;
}

double floatingValue(StringRef Text) {
  bool TooLarge = false, TooSmall = false;
  return parseFloating(Text, TooLarge, TooSmall).convertToDouble();
}

std::string stringValue(StringRef Text) {
  std::string Value;
  Text = Text.drop_front().drop_back();
  while (!Text.empty()) {
    if (Text[0] != '\\') {
      Value += Text[0];
      Text = Text.drop_front();
      continue;
    }
    EscapeScan Scan = scanEscape(Text);
    Value += Scan.Value;
    Text = Text.drop_front(Scan.Length);
  }
  return Value;
}

uint64_t characterValue(StringRef Text) {
  std::string Value = stringValue(Text);
  return Value.empty()
             ? 0
             : static_cast<int64_t>(static_cast<signed char>(Value.front()));
}

} // namespace tasklet::kite
