//===- Generate.cpp - Make up a program of Kite ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Generate.h"
#include "Generator.h"

using namespace tasklet::kite::fuzz;

/// Applications of tasks in one run, roughly: a device is to do it in an
/// instant.
static constexpr double MaxCost = 3000;

std::string tasklet::kite::generateProgram(uint64_t Seed) {
  return Generator(Seed).run();
}

void Generator::line(const std::string &New) {
  Text += std::string(2 * Indent, ' ') + New + "\n";
}

std::string Generator::fresh(const char *Prefix) {
  return Prefix + std::to_string(Names++);
}

std::vector<Variable> Generator::variables(const Ty *T, bool Assigned) const {
  std::vector<Variable> Found;
  for (const Variable &V : Scope)
    if (V.Type == T && (V.IsAssigned || !Assigned))
      Found.push_back(V);
  return Found;
}

std::vector<Variable> Generator::arrays(bool Assigned) const {
  std::vector<Variable> Found;
  for (const Variable &V : Scope)
    if (V.Type->K == Ty::Array && (V.IsAssigned || !Assigned))
      Found.push_back(V);
  return Found;
}

void Generator::hide(const std::string &Name) {
  for (size_t I = 0; I < Scope.size(); ++I)
    if (Scope[I].Name == Name) {
      Scope.erase(Scope.begin() + static_cast<long>(I));
      return;
    }
}

void Generator::freeze() {
  for (Variable &V : Scope)
    V.IsAssigned = false;
}

void Generator::capture() {
  std::vector<Variable> Captured;
  for (Variable V : Scope)
    if (V.Type->K != Ty::Array && V.Type->K != Ty::Task) {
      V.IsAssigned = false;
      Captured.push_back(V);
    }
  Scope = Captured;
}

bool Generator::afford(double Steps, double Times) {
  if (Cost + Steps * Times > MaxCost / 4)
    return false;
  Cost += Steps * Times;
  return true;
}

void Generator::makeLibrary() {
  auto Add = [&](const char *Name, std::vector<const Ty *> Parameters,
                 const Ty *Result, double Steps) {
    PureTask New;
    New.Name = Name;
    New.Parameters = std::move(Parameters);
    New.Result = Result;
    New.HasDepth = false;
    New.Cost = Steps;
    Pure.push_back(New);
  };
  line("task count(a)(l: list(a)): int {");
  line("  case (l) { nil: return 0; cons c: return 1 + count(c.1); }");
  line("}");
  line("task changed(a, b)(l: list(a), f: task<a, b>): list(b) {");
  line("  case (l) {");
  line("    nil: return list(b){nil = ()};");
  line("    cons c: return list(b){cons = (f(c.0), changed(c.1, f))};");
  line("  }");
  line("}");
  line("task folded(a, b)(l: list(a), z: b, f: task<b, a, b>): b {");
  line("  case (l) {");
  line("    nil: return z;");
  line("    cons c: return f(folded(c.1, z, f), c.0);");
  line("  }");
  line("}");
  line("task numbers(n: int, s: int): list(int) {");
  line("  if (n <= 0 || n > 6) { return list(int){nil = ()}; }");
  line("  return list(int){cons = (s * n ^ " + number(Int) +
       ", numbers(n - 1, s))};");
  line("}");
  line("task grown(n: int, s: int): tree {");
  line("  if (n <= 0 || n > 4) { return tree{leaf = s}; }");
  line("  return tree{node = (grown(n - 1, s * 3), grown(n - " +
       std::string(Rng.percent(50) ? "1" : "2") + ", s + " + number(Int) +
       "))};");
  line("}");
  line("task weigh(t: tree): int {");
  line("  case (t) {");
  line("    leaf n: return n;");
  line("    node p: return weigh(p.0) " +
       std::string(Rng.percent(50) ? "+" : "^") + " 3 * weigh(p.1);");
  line("  }");
  line("}");
  line("task twice(f: task<int, int>, x: int): int { return f(f(x)); }");
  line("task composed(f: task<int, int>, g: task<int, int>): task<int, int> {");
  line("  return task (x: int): int { return f(g(x)); };");
  line("}");
  Add("count", {IntList}, Int, 10);
  Add("changed", {IntList, IntTask}, IntList, 20);
  Add("folded", {IntList, Int, task({Int, Int, Int})}, Int, 20);
  Add("numbers", {Int, Int}, IntList, 7);
  Add("grown", {Int, Int}, Tree, 31);
  Add("weigh", {Tree}, Int, 31);
  Add("twice", {IntTask, Int}, Int, 10);
}

void Generator::makePureTask() {
  PureTask New;
  New.Name = fresh("t");
  New.Result = Rng.percent(55) ? Int : any();
  unsigned Count = Rng.below(4);
  Scope.clear();
  Variable Depth;
  Depth.Name = "d";
  Depth.Type = Int;
  Depth.IsAssigned = false;
  Scope.push_back(Depth);
  std::string Parameters = "d: int";
  for (unsigned I = 0; I < Count; ++I) {
    Variable Parameter;
    Parameter.Name = fresh("q");
    unsigned Choice = Rng.below(100);
    // Arrays of parameters have four elements at least, and are only read.
    Parameter.Type = Choice < 8    ? IntTask
                     : Choice < 20 ? array(number())
                                   : any();
    Parameter.IsAssigned = Choice >= 20;
    Parameter.Size = 4;
    Parameter.Cost = 6;
    New.Parameters.push_back(Parameter.Type);
    Parameters += ", " + Parameter.Name + ": " + Parameter.Type->Name;
    Scope.push_back(Parameter);
  }
  line("task " + New.Name + "(" + Parameters + "): " + New.Result->Name + " {");
  ++Indent;
  Cost = 1;
  Turns = 1;
  Place P;
  P.Result = New.Result;
  P.Depth = 2;
  line("if (d <= 0) {");
  ++Indent;
  returnStatement(P);
  --Indent;
  line("}");
  Self = &New;
  unsigned Calls = 1 + Rng.below(2);
  SelfCalls = Calls;
  unsigned Statements = 2 + Rng.below(5);
  for (unsigned I = 0; I < Statements; ++I)
    statement(P);
  std::string Before = Rng.percent(25) ? call(Int, 2) : std::string();
  if (!Before.empty())
    line(Before + (Rng.percent(50) ? "; then" : " then"));
  returnStatement(P);
  Self = nullptr;
  Calls -= SelfCalls;
  SelfCalls = 0;
  --Indent;
  line("}");
  // The depth is at most 3.
  New.Cost = Cost * (Calls == 2 ? 15 : Calls == 1 ? 4 : 1);
  Pure.push_back(New);
}

void Generator::makeWriter() {
  Writer New;
  New.Name = fresh("m");
  New.Element = Rng.percent(60) ? number() : plain();
  Variable Number;
  Number.Name = "k";
  Number.Type = Int;
  Number.IsAssigned = false;
  Variable Element = Number;
  Scope = {Number};
  std::string Head = "task " + New.Name + "(v: array(" + New.Element->Name +
                     "), from: int, to: int, k: int): () {";
  line(Head);
  ++Indent;
  bool WasSimple = OnlySimple;
  OnlySimple = true;
  if (Rng.percent(50)) {
    Element.Name = "i";
    Scope.push_back(Element);
    Element.Name = "v[i]";
    Element.Type = New.Element;
    Scope.push_back(Element);
    line("if (to - from <= 2) {");
    line("  for (i = [from..to - 1]) { v[i] <- " + expected(New.Element, 3) +
         "; }");
    line("} else {");
    Scope = {Number};
    line("  middle = (from + to) / 2;");
    line("  " + New.Name + "(v, from, middle, " + expr(Int, 2) + ");");
    line("  " + New.Name + "(v, middle, to, " + expr(Int, 2) + ");");
    line("}");
  } else {
    Element.Name = "i";
    Scope.push_back(Element);
    Element.Name = "x";
    Element.Type = New.Element;
    Scope.push_back(Element);
    line("map (x = v[i]) {");
    line("  if (i >= from && i < to) { x <- " + expected(New.Element, 3) +
         "; }");
    line("}");
  }
  OnlySimple = WasSimple;
  --Indent;
  line("}");
  Writers.push_back(New);
}

void Generator::makeMain() {
  Scope.clear();
  Cost = 0;
  Turns = 1;
  line("task main() {");
  ++Indent;
  Place P;
  P.Depth = 3;
  Variable Sum;
  Sum.Name = "sum";
  Sum.Type = Int;
  line("sum: int = 1;");
  Scope.push_back(Sum);
  std::vector<Variable> Results = {Sum};
  for (const PureTask &Task : Pure) {
    if (!Rng.percent(70))
      continue;
    Cost = 0;
    Variable New;
    New.Name = fresh("r");
    New.Type = Task.Result;
    line(New.Name + " = " + callPure(Task, 2) + ";");
    Scope.push_back(New);
    Results.push_back(New);
  }
  Cost = 0;
  unsigned Statements = 2 + Rng.below(6);
  for (unsigned I = 0; I < Statements; ++I)
    statement(P);
  for (const Variable &V : Scope)
    if (V.Name[0] == 'x' || V.Name[0] == 'v')
      if (V.Type->K != Ty::Task)
        Results.push_back(V);
  std::string Prints;
  for (const Variable &V : Results) {
    if (!Prints.empty())
      Prints += Rng.percent(20) ? ");\n  then print(" : ", \" \", ";
    // Not as characters, some of which nobody can read.
    Prints += V.Type->Name == "char" ? "int(" + V.Name + ")" : V.Name;
  }
  line("print(" + Prints + ", \"\\n\");");
  --Indent;
  line("}");
}

std::string Generator::run() {
  makeTypes();
  makeLibrary();
  unsigned Tasks = 1 + Rng.below(5), WriterCount = Rng.below(3);
  for (unsigned I = 0; I < WriterCount; ++I)
    makeWriter();
  for (unsigned I = 0; I < Tasks; ++I)
    makePureTask();
  makeMain();
  return Text;
}
