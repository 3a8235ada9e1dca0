//===- Generate.cpp - Correct programs, as far as the parser knows --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mutate.h"

#include <algorithm>

namespace tasklet::kite {

namespace {

/// Writes text by the grammar, with parentheses, semicolons and blanks where
/// they may be left out, or not.
class Writer {
public:
  explicit Writer(Random &Source) : Source(Source) {}
  std::string program();

private:
  size_t chance(size_t Count) { return pick(Source, Count); }
  std::string name() {
    static const char *const Names[] = {
        "x",    "y", "n",     "leaf", "nil",    "f",  "print",
        "node", "p", "int4x", "tree", "length", "a1", "_"};
    return Names[chance(14)];
  }
  template <class Make> std::string list(size_t Least, Make One) {
    std::string Result;
    size_t Count = Least + chance(3);
    for (size_t I = 0; I < Count; ++I)
      Result += (I ? ", " : "") + One();
    return Result;
  }
  std::string type(unsigned Depth);
  std::string expr(unsigned Depth);
  std::string primary(unsigned Depth);
  std::string number();
  std::string block(unsigned Depth);
  std::string statement(unsigned Depth);
  std::string simple(unsigned Depth);
  std::string signature(unsigned Depth);
  std::string declaration(unsigned Depth);

  Random &Source;
};

} // namespace

std::string Writer::type(unsigned Depth) {
  switch (Depth ? chance(8) : 0) {
  case 1:
    return "array(" + type(Depth - 1) + ")";
  case 2:
    return "(" + list(2, [&] { return type(Depth - 1); }) + ")";
  case 3:
    return "task<" + list(1, [&] { return type(Depth - 1); }) + ">";
  case 4:
    return "()";
  case 5:
    return "tree(" + list(1, [&] { return type(Depth - 1); }) + ")";
  case 6:
    return "(" + type(Depth - 1) + ")";
  default:
    return chance(2) ? "int" : "tree";
  }
}

std::string Writer::number() {
  static const char *const Numbers[] = {"0",
                                        "7",
                                        "0x1F",
                                        "0b101",
                                        "18446744073709551615",
                                        "1.5",
                                        "1e3",
                                        "2.5e-7",
                                        "1. ",
                                        "'a'",
                                        "'\\n'",
                                        "'\\x80'",
                                        "true",
                                        "\"a\\tb\"",
                                        "\"\\001\\\"2\"",
                                        "\"\xC3\xBC\"",
                                        "0.1",
                                        "'\\''"};
  return Numbers[chance(18)];
}

std::string Writer::primary(unsigned Depth) {
  auto Deeper = [&] { return expr(Depth - 1); };
  switch (Depth ? chance(18) : chance(2)) {
  case 0:
    return number();
  case 2:
  case 16:
  case 17:
    return "(" + Deeper() + ")";
  case 3:
    return "(" + list(2, Deeper) + ")";
  case 4:
    return "()";
  case 5:
    return "[" + list(0, Deeper) + "]";
  case 6:
    return "[" + Deeper() + ".." + Deeper() + "]";
  case 7:
    return "[" + Deeper() + ", " + Deeper() + ".." + Deeper() + "]";
  case 8:
    return "new(" + type(2) + ")(" + list(1, Deeper) + ")";
  case 9: {
    std::string Field =
        list(0, [&] { return name() + " = " + expr(Depth - 1); });
    return name() + (chance(3) ? "" : "(" + type(2) + ")") + "{" + Field + "}";
  }
  case 10:
    return "task " + signature(Depth - 1);
  case 11:
    return name() + "(" + list(0, Deeper) + ")";
  case 12:
    return primary(Depth - 1) + "(" + list(0, Deeper) + ")";
  case 13:
    return "(" + Deeper() + ")." + (chance(2) ? name() : "0.1");
  case 14:
    return name() + "[" + Deeper() + "]";
  default:
    return name();
  }
}

std::string Writer::expr(unsigned Depth) {
  static const char *const Binary[] = {"*", "/",  "%",  "+",  "-",  "<<", ">>",
                                       "<", "<=", ">",  ">=", "==", "!=", "&",
                                       "^", "|",  "&&", "||", "+",  "*"};
  static const char *const Unary[] = {"-", "+", "!", "~"};
  switch (Depth ? chance(7) : 0) {
  case 1:
  case 2:
  case 3: {
    // `a<-b` within an expression compares, `a--b` is no expression.
    std::string Op = Binary[chance(20)];
    return expr(Depth - 1) + " " + Op + (Op == "<" && chance(2) ? "" : " ") +
           expr(Depth - 1);
  }
  case 4:
    return std::string(Unary[chance(4)]) + " " + primary(Depth - 1);
  case 5:
    // In parentheses, so that it is no operand that stands alone.
    return "(" + expr(Depth - 1) + " ? " + expr(Depth - 1) + " : " +
           expr(Depth - 1) + ")";
  case 6:
    return "(task (" + primary(Depth - 1) + ",1))";
  default:
    return primary(Depth);
  }
}

std::string Writer::signature(unsigned Depth) {
  return "(" + list(0, [&] { return name() + ": " + type(2); }) + ")" +
         (chance(4) ? ": " + type(2) : "") + " " + block(Depth);
}

std::string Writer::block(unsigned Depth) {
  std::string Result = "{ ";
  for (size_t Count = chance(4); Count; --Count)
    Result += statement(Depth) + (chance(2) ? "\n" : " ");
  // The last semicolon may be left out.
  if (chance(4) == 0 && Result.size() > 3 && Result[Result.size() - 2] == ';')
    Result.erase(Result.size() - 2, 1);
  return Result + "}";
}

std::string Writer::simple(unsigned Depth) {
  // Deep enough for parentheses that matter.
  Depth = std::max(Depth, 3u);
  switch (chance(9)) {
  case 0:
    return name() + " = " + expr(Depth) + ";";
  case 1:
    return name() + ": " + type(2) + (chance(2) ? " = " + expr(Depth) : "") +
           ";";
  case 2:
    return "x, y: " + type(2) + ";";
  case 3:
    return name() + "[" + expr(Depth) + "].x <- " + expr(Depth) + ";";
  case 4: {
    static const char *const Ops[] = {
        "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "^=", "|="};
    return name() + " " + Ops[chance(10)] + " " + expr(Depth) + ";";
  }
  case 5:
    return "return" + (chance(3) ? " " + expr(Depth) : "") + ";";
  case 6:
    return "task " + name() + "(1);";
  default:
    return "(" + expr(Depth) + ");";
  }
}

std::string Writer::statement(unsigned Depth) {
  if (Depth == 0)
    return simple(1);
  auto Condition = [&] { return "(" + expr(Depth - 1) + ") "; };
  switch (chance(14)) {
  case 0:
    return block(Depth - 1);
  case 1:
    return "if " + Condition() + block(Depth - 1);
  case 2:
    return "if " + Condition() + block(Depth - 1) + " else " + block(Depth - 1);
  case 3:
    return "if " + Condition() + block(Depth - 1) + " else if " + Condition() +
           block(Depth - 1);
  case 4: {
    std::string Result = "case " + Condition() + "{ ";
    for (size_t Count = chance(3); Count; --Count) {
      Result += (chance(2) ? "leaf q: " : "node: ");
      for (size_t Body = chance(3); Body; --Body)
        Result += "f(" + expr(Depth - 1) + "); " + simple(Depth - 1) + "\n";
    }
    return Result + "}";
  }
  case 5:
    return "for (x = " + name() + "[i]) " + block(Depth - 1);
  case 6:
    return "map (x = " + expr(Depth - 1) + ") " + block(Depth - 1);
  case 7:
    return "while " + Condition() + block(Depth - 1);
  case 8:
    return "critical " + Condition() + block(Depth - 1);
  case 9:
    return statement(Depth - 1) + " then " + statement(Depth - 1);
  case 10:
    return declaration(Depth - 1);
  default:
    return simple(Depth);
  }
}

std::string Writer::declaration(unsigned Depth) {
  switch (chance(4)) {
  case 0:
    return "struct tree" + std::string(chance(2) ? "" : "(b)") + " { " +
           list(0, [&] { return name() + ": " + type(3); }) + " }";
  case 1:
    return "union p { " + list(1, [&] { return name() + ": " + type(3); }) +
           " };";
  default:
    return "task f" + std::string(chance(3) ? "" : "(b, c)") + signature(Depth);
  }
}

std::string Writer::program() {
  // In the body of a `case`, types are known by their declarations.
  std::string Result = chance(8) ? "struct tree(b) { }\n" : "";
  if (Result.empty())
    return Result;
  for (size_t Count = chance(5); Count; --Count) {
    if (chance(6) == 0)
      Result +=
          "n" + std::string(chance(2) ? ": int" : "") + " = " + expr(2) + ";\n";
    else
      Result += (chance(3) ? "" : "export task g" + signature(3)) + "\n" +
                declaration(4) + "\n";
  }
  return Result;
}

std::string generate(Random &Source) { return Writer(Source).program(); }

} // namespace tasklet::kite
