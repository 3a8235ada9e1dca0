//===- HabitsOfC.cpp - What C programmers write by habit ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Forms of C that are no Kite. Each gets a message that says what to write, and
/// is skipped or read as what was meant. All of these are recognised only where
/// Kite has nothing of the form, or nothing that does anything: `int * p;` would
/// multiply variables of these names.
///
//===----------------------------------------------------------------------===//
#include "compat/Strings.h"
#include "syntax/ParserState.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace tasklet::kite {

/// Kite has no such words, and needs none.
static bool isQualifier(StringRef Word) {
  static const StringRef Words[] = {
      "const",    "volatile", "static",     "extern",     "inline",
      "register", "restrict", "__global",   "__local",    "__constant",
      "global",   "local",    "__private",  "private",    "constant",
      "__kernel", "kernel",   "__restrict", "__constant", "constexpr"};
  return is_contained(Words, Word);
}

/// The name of Kite for a type of C; as it is if it has none.
static StringRef typeInKite(StringRef OfC) {
  return StringSwitch<StringRef>(OfC)
      .Cases("unsigned", "unsigned int", "uint32_t", "uint")
      .Cases("signed", "signed int", "int32_t", "long int", "int")
      .Cases("unsigned char", "uint8_t", "uchar")
      .Cases("signed char", "int8_t", "char")
      .Cases("unsigned short", "uint16_t", "ushort")
      .Cases("short int", "int16_t", "short")
      .Cases("unsigned long", "unsigned long long", "uint64_t", "size_t",
             "uintptr_t", "ulong")
      .Cases("long long", "int64_t", "ptrdiff_t", "intptr_t", "ssize_t", "long")
      .Case("_Bool", "bool")
      .Case("void", "()")
      .Cases("auto", "let", "var", "val", "mut", "")
      .Default(OfC);
}

static bool isSizeWord(StringRef Word) {
  return Word == "unsigned" || Word == "signed" || Word == "long" ||
         Word == "short";
}

std::optional<FileParser::DeclarationOfC>
FileParser::scanDeclarationOfC() const {
  DeclarationOfC D;
  size_t I = 0;
  auto SkipQualifiers = [&] {
    while (peek(I).is(TokenKind::Identifier) && isQualifier(peek(I).Text) &&
           (peek(I + 1).is(TokenKind::Identifier) ||
            peek(I + 1).is(TokenKind::Star) ||
            peek(I + 1).is(TokenKind::KeywordStruct)))
      D.IsKernel |= endsWith(peek(I++).Text, "kernel");
  };
  SkipQualifiers();
  bool HasTag = peek(I).is(TokenKind::KeywordStruct) ||
                peek(I).is(TokenKind::KeywordUnion);
  I += HasTag;
  if (!peek(I).is(TokenKind::Identifier))
    return std::nullopt;
  std::string Type = peek(I).Text.str();
  bool IsSize = isSizeWord(peek(I++).Text);
  // `unsigned long long int`
  while (IsSize && peek(I).is(TokenKind::Identifier) &&
         (isSizeWord(peek(I).Text) || isBuiltinTypeName(peek(I).Text))) {
    if (peek(I).Text != "int" || Type == "unsigned")
      Type += (" " + peek(I).Text).str();
    ++I;
  }
  D.Type = typeInKite(Type).str();
  bool IsKnown = IsSize || HasTag || D.Type != Type || isBuiltinTypeName(Type);
  SkipQualifiers();
  while (peek(I).is(TokenKind::Star)) {
    D.IsPointer = true;
    ++I;
    SkipQualifiers();
  }
  if (!peek(I).is(TokenKind::Identifier))
    return std::nullopt;
  D.Name = Position + I;
  ++I;
  // `a * b;` multiplies, for what little that is good.
  switch (peek(I).Kind) {
  case TokenKind::Equal:
    break;
  case TokenKind::Semicolon:
  case TokenKind::Comma:
  case TokenKind::RightParen:
  case TokenKind::RightBrace:
  case TokenKind::LeftBracket:
  case TokenKind::LeftParen:
    if (D.IsPointer && !IsKnown)
      return std::nullopt;
    break;
  default:
    return std::nullopt;
  }
  if (D.IsPointer)
    D.Type = "array(" + (D.Type == "()" ? "uchar" : D.Type) + ")";
  return D;
}

StringRef FileParser::textOf(size_t First, size_t Last) const {
  return StringRef(Tokens[First].Text.begin(),
                   Tokens[Last].Text.end() - Tokens[First].Text.begin());
}

/// `x int`, without the colon.
bool FileParser::isColonMissing(const DeclarationOfC &D) const {
  return D.Name == Position + 1 && isKnownType(Tokens[D.Name].Text) &&
         !isKnownType(peek().Text);
}

/// `int x = 5, y;`, `float *p;`, `int a[10];`
void FileParser::skipVariableOfC(const DeclarationOfC &D) {
  SMRange Range(peek().start(), Tokens[D.Name].end());
  std::string Name = Tokens[D.Name].Text.str();
  bool IsColonMissing = isColonMissing(D);
  Position = D.Name + 1;
  std::string Instead = D.Type.empty() ? Name : Name + ": " + D.Type;
  if (at(TokenKind::LeftBracket)) {
    size_t Behind = behindMatch(0);
    std::string Size =
        Behind > 2 ? textOf(Position + 1, Position + Behind - 2).str() : "n";
    Position += Behind;
    Range.End = previous().end();
    Instead = Name + " = new(" + D.Type + ")(" + Size + ")";
    errorAt(Range, "arrays are made by 'new': write '" + Instead + "'",
            SMFixIt(Range, Instead));
  } else if (D.IsPointer) {
    errorAt(Range,
            "Kite has no pointers; arrays are references: write '" + Instead +
                "'",
            SMFixIt(Range, Instead));
  } else if (IsColonMissing) {
    SMLoc Place = Tokens[D.Name - 1].end();
    errorAt({Place, Place}, "expected ':' before the type",
            SMFixIt(Place, ":"));
  } else if (D.Type.empty()) {
    errorAt(Range, "a declaration is '" + Name + " = ...' in Kite",
            SMFixIt(Range, Instead));
  } else {
    errorAt(Range,
            "a declaration begins with the name: write '" + Instead + "'",
            SMFixIt(Range, Instead));
  }
  // The values may have mistakes of their own.
  while (true) {
    if (accept(TokenKind::Equal)) {
      if (at(TokenKind::LeftBrace))
        Position += behindMatch(0);
      else if (!parseExpr())
        return skipStatement();
    }
    if (!accept(TokenKind::Comma))
      break;
    while (accept(TokenKind::Star)) {
    }
    if (!accept(TokenKind::Identifier))
      return skipStatement();
    if (at(TokenKind::LeftBracket))
      Position += behindMatch(0);
  }
  expectSemicolon("behind the declaration");
}

/// `int f(int a) { ... }`; Position is behind it afterwards.
void FileParser::skipFunctionOfC(const DeclarationOfC &D) {
  SMRange Range(peek().start(), Tokens[D.Name].end());
  std::string Result = D.Type == "()" || D.Type.empty() ? "" : ": " + D.Type;
  std::string Instead =
      (D.IsKernel ? "export task " : "task ") + Tokens[D.Name].Text.str() + "(";
  Position = D.Name + 1;
  Token Opening = take();
  bool IsFirst = true;
  // `(void)` is `()`.
  if (peek().Text == "void" && peek(1).is(TokenKind::RightParen))
    take();
  while (at(TokenKind::Identifier) || at(TokenKind::KeywordStruct)) {
    Instead += IsFirst ? "" : ", ";
    IsFirst = false;
    if (auto Parameter = scanDeclarationOfC()) {
      Position = Parameter->Name + 1;
      bool IsArray = at(TokenKind::LeftBracket);
      if (IsArray)
        Position += behindMatch(0);
      Instead += Tokens[Parameter->Name].Text;
      Instead +=
          IsArray ? ": array(" + Parameter->Type + ")" : ": " + Parameter->Type;
    } else {
      size_t First = Position;
      while (!at(TokenKind::Comma) && !at(TokenKind::RightParen) &&
             !at(TokenKind::End))
        Position += std::max<size_t>(behindMatch(0), 1);
      Instead += textOf(First, Position - 1);
    }
    if (!accept(TokenKind::Comma))
      break;
  }
  Instead += ")" + Result;
  if (Opening.Match > Position)
    Position = Opening.Match;
  if (accept(TokenKind::RightParen))
    Range.End = previous().end();
  if (at(TokenKind::Semicolon)) {
    errorAt(Range, "tasks are declared once, with their body; they may be used "
                   "before that");
    take();
    return;
  }
  errorAt(Range, "functions are tasks in Kite: write '" + Instead + "'",
          SMFixIt(Range, Instead));
  if (accept(TokenKind::Colon))
    parseType();
  if (at(TokenKind::LeftBrace))
    parseBlock();
  else
    skipStatement();
}

bool FileParser::handleDeclarationOfC() {
  auto D = scanDeclarationOfC();
  // `return` and so on are no identifiers, so two names are no statement.
  if (!D || D->Name == Position)
    return false;
  if (!Tokens[D->Name + 1].is(TokenKind::LeftParen)) {
    skipVariableOfC(*D);
    return true;
  }
  StringRef Word = peek().Text;
  if (Word == "fn" || Word == "func" || Word == "function" || Word == "def" ||
      Word == "fun") {
    error("a task begins with 'task'", SMFixIt(peek().range(), "task"));
    Tokens[Position].Kind = TokenKind::KeywordTask;
    return false;
  }
  skipFunctionOfC(*D);
  return true;
}

/// Words that begin a statement in C and other languages.
bool FileParser::handleStatementOfC() {
  if (!at(TokenKind::Identifier))
    return at(TokenKind::KeywordStruct, TokenKind::Identifier) &&
           handleDeclarationOfC();
  StringRef Word = peek().Text;
  auto Ends = [&](size_t Ahead) {
    return peek(Ahead).is(TokenKind::Semicolon) ||
           peek(Ahead).is(TokenKind::RightBrace);
  };
  if ((Word == "break" || Word == "continue") && Ends(1)) {
    error("Kite has no '" + Word +
          "'; put what follows into an 'if', or use 'while' with a condition");
    skipStatement();
    return true;
  }
  if (Word == "goto" && peek(1).is(TokenKind::Identifier) && Ends(2)) {
    error("Kite has no 'goto'");
    skipStatement();
    return true;
  }
  if ((Word == "switch" || Word == "match") &&
      peek(1).is(TokenKind::LeftParen) &&
      peek(behindMatch(1)).is(TokenKind::LeftBrace)) {
    error("Kite has no '" + Word +
          "'; write 'case' for unions, and 'if' and "
          "'else if' for numbers");
    Position += behindMatch(1);
    Position += std::max<size_t>(behindMatch(0), 1);
    return true;
  }
  if ((Word == "elif" || Word == "elsif" || Word == "elseif") &&
      peek(1).is(TokenKind::LeftParen) &&
      peek(behindMatch(1)).is(TokenKind::LeftBrace)) {
    error("write 'else if'", SMFixIt(peek().range(), "else if"));
    Position += behindMatch(1);
    Position += std::max<size_t>(behindMatch(0), 1);
    return true;
  }
  if (Word == "do" && peek(1).is(TokenKind::LeftBrace)) {
    error("Kite has no 'do'; write 'while (c) { ... }'");
    take();
    if (!parseBlock())
      skipStatement();
    else if (accept(TokenKind::KeywordWhile) && parseCondition("while"))
      accept(TokenKind::Semicolon);
    return true;
  }
  if ((Word == "typedef" || Word == "enum") && !peek(1).is(TokenKind::Colon) &&
      !peek(1).is(TokenKind::Equal)) {
    if (!peek(1).is(TokenKind::Identifier) &&
        !peek(1).is(TokenKind::LeftBrace) &&
        !peek(1).is(TokenKind::KeywordStruct) &&
        !peek(1).is(TokenKind::KeywordUnion))
      return false;
    error(Word == "enum"
              ? "Kite has no 'enum'; write a union whose branches have no "
                "data: 'union colour { red: (), green: () }'"
              : "Kite has no 'typedef'; structures and unions are used by "
                "their names");
    while (!at(TokenKind::Semicolon) && !at(TokenKind::End) &&
           !at(TokenKind::RightBrace))
      Position += std::max<size_t>(behindMatch(0), 1);
    accept(TokenKind::Semicolon);
    return true;
  }
  if (handleDeclarationOfC())
    return true;
  // `f(x: int): int {`: only the word is missing.
  if (!peek(1).is(TokenKind::LeftParen) || !peek(2).is(TokenKind::Identifier) ||
      !peek(3).is(TokenKind::Colon))
    return false;
  return handleMissingTask();
}

/// At `f(` that may be the declaration of a task without `task`.
bool FileParser::handleMissingTask() {
  size_t Behind = behindMatch(1);
  if (Behind == 1)
    return false;
  if (peek(Behind).is(TokenKind::LeftParen))
    Behind = behindMatch(Behind);
  if (!peek(Behind).is(TokenKind::Colon) &&
      !peek(Behind).is(TokenKind::LeftBrace) &&
      !peek(Behind).is(TokenKind::Arrow))
    return false;
  error("expected 'task' before '" + peek().Text + "'",
        SMFixIt(peek().start(), "task "));
  // parseTask() is behind the word.
  parseTask(false, /*HasKeyword=*/false);
  return true;
}

bool FileParser::handleTopLevelOfC() {
  if (handleStatementOfC())
    return true;
  return at(TokenKind::Identifier, TokenKind::LeftParen) && handleMissingTask();
}

/// `int a` or `float *a` in parameters and fields; true if it was taken.
bool FileParser::handleTypeBeforeName(SMRange &NameRange, StringRef Behind) {
  auto D = scanDeclarationOfC();
  if (!D || Tokens[D->Name + 1].is(TokenKind::LeftParen))
    return false;
  if (isColonMissing(*D)) {
    SMLoc Place = peek().end();
    errorAt({Place, Place}, "expected ':' before the type",
            SMFixIt(Place, ":"));
    NameRange = take().range();
    return parseType();
  }
  SMRange Range(peek().start(), Tokens[D->Name].end());
  std::string Type = D->Type;
  NameRange = Tokens[D->Name].range();
  Position = D->Name + 1;
  if (at(TokenKind::LeftBracket)) {
    Position += std::max<size_t>(behindMatch(0), 1);
    Range.End = previous().end();
    Type = "array(" + Type + ")";
  }
  std::string Instead =
      Tokens[D->Name].Text.str() + ": " + (Type.empty() ? "int" : Type);
  errorAt(Range,
          Twine(D->IsPointer ? "Kite has no pointers; arrays are references"
                             : "the name is before the type") +
              ": write '" + Instead + Behind + "'",
          SMFixIt(Range, Instead));
  return true;
}

/// Behind `(` of a loop: three parts with semicolons, or `x : v`, or `x in v`.
/// True if it was told of; Position is then behind the parentheses.
bool FileParser::handleLoopOfC(const Token &Opening) {
  if (!Opening.Match || Opening.Match < Position)
    return false;
  std::vector<size_t> Semicolons;
  size_t Between = 0;
  for (size_t I = Position; I < Opening.Match; ++I) {
    if (Tokens[I].is(TokenKind::Semicolon))
      Semicolons.push_back(I);
    else if (Tokens[I].is(TokenKind::Colon) || Tokens[I].Text == "in")
      Between = Between ? Between : I;
    else if (Tokens[I].Match > I)
      I = Tokens[I].Match;
  }
  size_t First = Position, Last = Opening.Match - 1;
  SMRange Inside(Tokens[First].start(), Tokens[Last].end());
  bool IsEach = Between > First && Between < Last &&
                Tokens[Between - 1].is(TokenKind::Identifier) &&
                Between - First <= 3;
  if (Semicolons.empty() && !IsEach)
    return false;
  Position = Opening.Match + 1;
  if (IsEach && Semicolons.empty()) {
    std::string Instead =
        (Tokens[Between - 1].Text + " = " + textOf(Between + 1, Last)).str();
    errorAt(Inside, "a loop is written '" + Instead + "'",
            SMFixIt(Inside, Instead));
    return true;
  }
  // `int i = a; i < b; i++` counts.
  std::string Text = "a loop goes over the elements of an array or a range";
  size_t Equal = First;
  while (Equal < Semicolons[0] && !Tokens[Equal].is(TokenKind::Equal) &&
         !Tokens[Equal].is(TokenKind::Assign))
    ++Equal;
  size_t Limit = Semicolons[0] + 3;
  if (Semicolons.size() != 2 || Equal == First || Equal + 1 >= Semicolons[0] ||
      Limit >= Semicolons[1] || Semicolons[1] >= Last) {
    errorAt(Inside, Text + ": write 'for (x = v[i])', or 'for (i = [0..9])' to "
                           "count");
    return true;
  }
  TokenKind Compare = Tokens[Limit - 1].Kind;
  std::string To = textOf(Limit, Semicolons[1] - 1).str();
  if (Compare == TokenKind::Less)
    To += " - 1";
  else if (Compare == TokenKind::Greater)
    To += " + 1";
  std::string Instead = (Tokens[Equal - 1].Text + " = [" +
                         textOf(Equal + 1, Semicolons[0] - 1) + ".." + To + "]")
                            .str();
  errorAt(Inside, Text + "; to count, write '" + Instead + "'",
          SMFixIt(Inside, Instead));
  return true;
}

/// `x++`, `--x` where an expression is expected or has ended. True if it was
/// told of and taken.
bool FileParser::handleIncrement(const Expr *Target) {
  if (!at(TokenKind::PlusPlus) && !at(TokenKind::MinusMinus))
    return false;
  Token Op = take();
  std::string Sign = Op.Text.take_front().str();
  std::string Name = "x";
  SMRange Range = Op.range();
  if (Target) {
    Name = StringRef(Target->Range.Start.getPointer(),
                     Target->Range.End.getPointer() -
                         Target->Range.Start.getPointer())
               .str();
    Range.Start = Target->Range.Start;
  } else if (at(TokenKind::Identifier)) {
    Name = peek().Text.str();
    Range.End = peek().end();
  }
  SmallVector<SMFixIt, 1> Mend;
  if (Name != "x")
    Mend.push_back(SMFixIt(Range, Name + " " + Sign + "= 1"));
  errorAt(Op.range(),
          "Kite has no '" + Op.Text + "'; write '" + Name + " " + Sign +
              "= 1;' as a statement",
          Mend);
  return true;
}

/// Behind `(t)`: true if a value follows, as in a cast of C.
bool FileParser::atCastOperand(StringRef Type) const {
  switch (peek().Kind) {
  case TokenKind::LeftParen:
    // Of other names it is a call.
    return isBuiltinTypeName(Type);
  case TokenKind::Identifier:
    return peek().Text != "and" && peek().Text != "or";
  case TokenKind::Integer:
  case TokenKind::Floating:
  case TokenKind::Character:
  case TokenKind::LeftBrace:
  case TokenKind::Exclaim:
  case TokenKind::Tilde:
  case TokenKind::KeywordTrue:
  case TokenKind::KeywordFalse:
  case TokenKind::KeywordNew:
    return true;
  default:
    return false;
  }
}

Expr *FileParser::parseCastOfC(StringRef Type, const Token &Opening) {
  Token Closing = previous();
  if (at(TokenKind::LeftBrace)) {
    errorAt({Opening.start(), Closing.end()},
            "a structure is written '" + Type +
                "{x = 1}', with the names of all fields",
            SMFixIt({Opening.start(), Closing.end()}, Type));
    Position += std::max<size_t>(behindMatch(0), 1);
    return placeholder(since(Opening.start()));
  }
  Expr *Operand = parseUnary();
  if (!Operand)
    return nullptr;
  SMFixIt Mend[] = {
      SMFixIt({Opening.start(), Closing.end()}, (Type + "(").str()),
      SMFixIt(SMLoc(Operand->Range.End), ")")};
  errorAt({Opening.start(), Closing.end()},
          "a conversion is written '" + Type + "(x)'", Mend);
  return Operand;
}

} // namespace tasklet::kite
