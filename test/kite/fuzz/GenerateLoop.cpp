//===- GenerateLoop.cpp - Loops, and tasks that run at once ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Generator.h"

using namespace tasklet::kite::fuzz;

std::string Generator::collection(unsigned &Count, Variable &Element,
                                  std::string &Array) {
  Element.Name = fresh("e");
  std::vector<Variable> Arrays = arrays(false);
  if (!Arrays.empty() && Rng.percent(65)) {
    Variable V = pick(Arrays);
    Array = V.Name;
    Count = V.Size;
    Element.Type = V.Type->Parts[0];
    Element.IsAssigned = V.IsAssigned;
    return V.Name;
  }
  Element.Type = Int;
  Element.IsAssigned = false;
  Count = 4;
  switch (Rng.below(4)) {
  case 0:
    return "[0..3]";
  case 1:
    return "[1, 4..12]";
  case 2:
    return "[3..0]";
  default:
    Count = 8;
    return "[" + literal(Int) + " & 3..7]";
  }
}

void Generator::forStatement(const Place &P) {
  std::vector<Variable> Outside = Scope;
  double Before = Turns;
  Place Inner = P;
  --Inner.Depth;
  unsigned Count = 0;
  Variable Element, Index;
  std::string Array;
  std::string Collection = collection(Count, Element, Array);
  Index.Name = fresh("i");
  Index.Type = Int;
  Index.IsAssigned = false;
  bool HasIndex = Rng.percent(60);
  line("for (" + Element.Name + " = " + Collection +
       (HasIndex ? "[" + Index.Name + "]" : "") + ") {");
  hide(Array);
  Turns *= Count;
  Scope.push_back(Element);
  if (HasIndex)
    Scope.push_back(Index);
  if (Element.IsAssigned && Rng.percent(60)) {
    ++Indent;
    line(Element.Name + " <- " + expected(Element.Type, 2) + ";");
    --Indent;
  }
  block(Inner, 1 + Rng.below(2));
  line("}");
  Turns = Before;
  Scope = Outside;
}

bool Generator::changeSlowly(const std::string &Cell) {
  std::vector<const PureTask *> Found;
  if (!OnlySimple && Rng.percent(50))
    for (const PureTask &Task : Pure)
      if (Task.Result == Int && afford(Task.Cost, Turns))
        Found.push_back(&Task);
  if (Found.empty())
    return false;
  std::string Old = fresh("k");
  line(Old + " = " + Cell + ";");
  line(Cell + " <- " + Old + " + " + callPure(*pick(Found), 1) + ";");
  return true;
}

void Generator::mapStatement(const Place &P) {
  std::vector<Variable> Outside = Scope;
  double Before = Turns;
  Place Inner = P;
  --Inner.Depth;
  Inner.Result = nullptr;
  unsigned Count = 0;
  Variable Element, Index;
  std::string Array;
  std::string Collection = collection(Count, Element, Array);
  Index.Name = fresh("i");
  Index.Type = Int;
  Index.IsAssigned = false;
  // A number that all elements change, and an array that they exclude others
  // with.
  std::vector<Variable> Sums = variables(Int, true);
  std::string Sum, Lock;
  if (!Sums.empty() && Rng.percent(40)) {
    Sum = pick(Sums).Name;
    Lock = fresh("k");
    line(Lock + " = new(int)(1);");
  }
  line("map (" + Element.Name + " = " + Collection + "[" + Index.Name + "]) {");
  hide(Array);
  hide(Sum);
  freeze();
  Turns *= Count;
  Scope.push_back(Element);
  Scope.push_back(Index);
  ++Indent;
  if (Element.IsAssigned)
    line(Element.Name + " <- " + expected(Element.Type, 3) + ";");
  // Before the block, which may hide names.
  if (!Sum.empty()) {
    line("critical (" + Lock + ") {");
    ++Indent;
    if (!changeSlowly(Sum))
      line(Sum + (Rng.percent(50) ? " += " : " ^= ") + expr(Int, 2) + ";");
    --Indent;
    line("}");
  }
  --Indent;
  block(Inner, Rng.below(3));
  line("}");
  Turns = Before;
  Scope = Outside;
}

void Generator::writerStatement(const Place &P) {
  if (Writers.empty() || OnlySimple)
    return declaration(P);
  const Writer &Chosen = pick(Writers);
  if (!afford(40, Turns))
    return declaration(P);
  std::vector<Variable> Outside = Scope;
  Place Inner = P;
  --Inner.Depth;
  Variable Array;
  Array.Name = fresh("v");
  Array.Type = array(Chosen.Element);
  Array.Size = 8;
  line("{");
  ++Indent;
  line(Array.Name + " = new(" + Chosen.Element->Name + ")(8);");
  if (Rng.percent(50)) {
    std::string Element = fresh("e");
    line("for (" + Element + " = " + Array.Name + ") { " + Element + " <- " +
         expected(Chosen.Element, 1) + "; }");
  }
  std::string Start = Chosen.Name + "(" + Array.Name + ", ";
  switch (Rng.below(3)) {
  case 0:
    line(Start + "0, 8, " + expr(Int, 2) + ");");
    line("then {");
    break;
  case 1:
    line("{");
    line("  " + Start + "0, 4, " + expr(Int, 2) + ");");
    line("  " + Start + "4, 8, " + expr(Int, 1) + ");");
    line("} then {");
    break;
  default:
    line(Start + "2, 8, " + expr(Int, 1) + ") then " + Start + "0, 5, " +
         expr(Int, 1) + ");");
    line("then {");
  }
  Scope.push_back(Array);
  if (!variables(Int, true).empty()) {
    std::string Sum = pick(variables(Int, true)).Name;
    std::string Element = fresh("e");
    line("  for (" + Element + " = " + Array.Name + ") { " + Sum + " <- " +
         Sum + " * 31 + " + checksum(Element, Chosen.Element) + "; }");
  }
  block(Inner, 1 + Rng.below(2));
  line("}");
  --Indent;
  line("}");
  Scope = Outside;
}

void Generator::atomicStatement(const Place &P) {
  std::vector<Variable> Sums = variables(Int, true);
  if (Sums.empty() || OnlySimple)
    return assignment(P);
  std::vector<Variable> Outside = Scope;
  double Before = Turns;
  static const char *const Functions[] = {"add", "sub", "xor", "or",
                                          "and", "min", "max", "inc"};
  const char *Function = Functions[Rng.below(8)];
  bool IsCount = std::string(Function) == "inc";
  std::string Sum = pick(Sums).Name;
  std::string Cells = fresh("c"), Element = fresh("e");
  line("{");
  ++Indent;
  line(Cells + " = new(int)(4);");
  line("{");
  ++Indent;
  Variable Inner;
  Inner.Name = Element;
  Inner.Type = Int;
  Inner.IsAssigned = false;
  freeze();
  Scope.push_back(Inner);
  Turns *= 8;
  std::string Place = Cells + "[" + expr(Int, 1) + " & 3]";
  line("map (" + Element + " = [0..7]) { atomic_" + Function + "(" + Place +
       (IsCount ? "" : ", " + expr(Int, 2)) + "); }");
  Turns = Before;
  Scope = Outside;
  --Indent;
  line("} then {");
  line("  " + Sum + " <- " + Sum + " ^ " + Cells + "[0] + 3 * " + Cells +
       "[1] + 5 * " + Cells + "[2] + 7 * " + Cells + "[3];");
  line("}");
  --Indent;
  line("}");
}

void Generator::criticalStatement(const Place &P) {
  std::vector<Variable> Sums = variables(Int, true);
  if (Sums.empty() || OnlySimple)
    return assignment(P);
  std::vector<Variable> Outside = Scope;
  double Before = Turns;
  std::string Sum = pick(Sums).Name;
  std::string Cells = fresh("c"), Element = fresh("e");
  line("{");
  ++Indent;
  line(Cells + ": array(int) = [" + literal(Int) + ", " + literal(Int) + "];");
  Variable Inner;
  Inner.Name = Element;
  Inner.Type = Int;
  Inner.IsAssigned = false;
  freeze();
  Scope.push_back(Inner);
  Turns *= 4;
  line("{ map (" + Element + " = [5, 10..20]) {");
  ++Indent;
  line("critical (" + Cells + ") {");
  ++Indent;
  if (!changeSlowly(Cells + "[0]"))
    line(Cells + "[0] += " + expr(Int, 2) + ";");
  line(Cells + "[1] ^= " + expr(Int, 2) + ";");
  --Indent;
  line("}");
  --Indent;
  Turns = Before;
  Scope = Outside;
  line("} } then " + Sum + " += " + Cells + "[0] * 3 + " + Cells + "[1];");
  --Indent;
  line("}");
}

void Generator::futureStatement(const Place &P) {
  std::vector<const PureTask *> Found;
  for (const PureTask &Task : Pure)
    if (Task.Result == Int && afford(Task.Cost, Turns))
      Found.push_back(&Task);
  if (Found.empty() || OnlySimple)
    return declaration(P);
  std::string First = fresh("h");
  line(First + " = task " + callPure(*pick(Found), 2) + ";");
  Variable New;
  New.Name = fresh("x");
  New.Type = Int;
  line(New.Name + ": int = " + First + " * 3 + 1;");
  Scope.push_back(New);
}
