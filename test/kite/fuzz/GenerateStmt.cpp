//===- GenerateStmt.cpp - Statements of one task --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Generator.h"

using namespace tasklet::kite::fuzz;

void Generator::block(const Place &P, unsigned Count, bool Returns) {
  std::vector<Variable> Outside = Scope;
  std::vector<std::string> HiddenOutside = Hideable;
  // Variables and parameters; names of loops belong to their bodies.
  Hideable.clear();
  for (const Variable &V : Scope)
    if (std::string("xrqs").find(V.Name[0]) != std::string::npos)
      Hideable.push_back(V.Name);
  ++Indent;
  for (unsigned I = 0; I < Count; ++I)
    statement(P);
  if (Returns)
    returnStatement(P);
  --Indent;
  Scope = Outside;
  Hideable = HiddenOutside;
}

void Generator::statement(const Place &P) {
  unsigned Choice = Rng.below(100);
  if (P.Depth == 0 && Choice >= 38)
    Choice = Rng.below(38);
  if (Choice < 10)
    return declaration(P);
  if (Choice < 32)
    return assignment(P);
  if (Choice < 36)
    return arrayDeclaration(P);
  if (Choice < 38)
    return nestedTask(P);
  if (Choice < 50)
    return ifStatement(P);
  if (Choice < 56)
    return caseStatement(P);
  if (Choice < 62)
    return whileStatement(P);
  if (Choice < 70)
    return forStatement(P);
  if (Choice < 77)
    return mapStatement(P);
  if (Choice < 83)
    return writerStatement(P);
  if (Choice < 87)
    return atomicStatement(P);
  if (Choice < 91)
    return criticalStatement(P);
  if (Choice < 95)
    return thenStatement(P);
  futureStatement(P);
}

void Generator::declare(const Variable &New, const std::string &Value) {
  // A literal alone would have another type.
  bool IsTyped = Rng.percent(50) || New.Type->K != Ty::Integer;
  line(New.Name + (IsTyped ? ": " + New.Type->Name : "") + " = " + Value + ";");
  Scope.push_back(New);
}

void Generator::declaration(const Place &) {
  Variable New;
  New.Type = Rng.percent(6) ? IntTask : any();
  if (!Hideable.empty() && Rng.percent(12)) {
    size_t Which = Rng.below(static_cast<unsigned>(Hideable.size()));
    New.Name = Hideable[Which];
    Hideable.erase(Hideable.begin() + static_cast<long>(Which));
    hide(New.Name);
  } else {
    New.Name = fresh("x");
  }
  if (New.Type == IntTask) {
    New.IsAssigned = false;
    New.Cost = 20;
    std::string Value = expr(New.Type, 2);
    if (!OnlySimple && Rng.percent(30))
      Value = "composed(" + Value + ", " + expr(New.Type, 2) + ")";
    return declare(New, Value);
  }
  if (Rng.percent(12)) {
    line(New.Name + ": " + New.Type->Name + ";");
    Scope.push_back(New);
    return;
  }
  if (Rng.percent(30)) {
    line(New.Name + ": " + New.Type->Name + " = " + expected(New.Type, 3) +
         ";");
    Scope.push_back(New);
    return;
  }
  declare(New, expr(New.Type, 3));
}

void Generator::arrayDeclaration(const Place &) {
  Variable New;
  New.Name = fresh("v");
  const Ty *Element = Rng.percent(60) ? number() : plain();
  New.Type = array(Element);
  New.Size = 1u << (1 + Rng.below(3));
  if (Rng.percent(30)) {
    New.Size = New.Size > 4 ? 4 : New.Size;
    std::string Text;
    for (unsigned I = 0; I < New.Size; ++I)
      Text += (I ? ", " : "") + expr(Element, 1);
    declare(New, "[" + Text + "]");
    return;
  }
  declare(New, "new(" + Element->Name + ")(" + std::to_string(New.Size) + ")");
}

std::string Generator::target(const Ty *&T) {
  std::vector<std::pair<std::string, const Ty *>> Found;
  // A copy: an index may have a task with variables of its own.
  for (const Variable &V : std::vector<Variable>(Scope)) {
    if (!V.IsAssigned)
      continue;
    if (V.Type->K == Ty::Array) {
      std::string Element = index(Variable(V));
      Found.push_back({Element, V.Type->Parts[0]});
      continue;
    }
    Found.push_back({V.Name, V.Type});
    if (V.Type->K == Ty::Tuple || V.Type->K == Ty::Struct)
      for (size_t I = 0; I < V.Type->Parts.size(); ++I)
        Found.push_back({V.Name + "." +
                             (V.Type->K == Ty::Tuple ? std::to_string(I)
                                                     : V.Type->Fields[I]),
                         V.Type->Parts[I]});
    if (V.Type->K == Ty::Vector)
      Found.push_back(
          {V.Name + "." + "xyzw"[Rng.below(V.Type->Width)], V.Type->Parts[0]});
  }
  if (Found.empty())
    return std::string();
  auto Chosen = pick(Found);
  T = Chosen.second;
  return Chosen.first;
}

void Generator::assignment(const Place &P) {
  const Ty *T = nullptr;
  std::string Target = target(T);
  if (Target.empty())
    return declaration(P);
  if (T->K == Ty::Integer && Rng.percent(45)) {
    static const char *const Operators[] = {
        " += ", " -= ", " *= ", " ^= ", " |= ", " &= "};
    line(Target + Operators[Rng.below(6)] + expected(T, 2) + ";");
    return;
  }
  if (T->K == Ty::Floating && Rng.percent(40)) {
    line(Target + (Rng.percent(50) ? " += " : " -= ") + expected(T, 2) + ";");
    return;
  }
  line(Target + " <- " + expected(T, 3) + ";");
}

void Generator::returnStatement(const Place &P) {
  std::string Value = expected(P.Result, 3);
  // What was computed is to be seen in the result.
  for (const Variable &V : std::vector<Variable>(Scope)) {
    if (P.Result != Int || V.Type->K == Ty::Task || Rng.percent(40))
      continue;
    Value += Rng.percent(50) ? " ^ " : " + ";
    Value += V.Type->K == Ty::Array ? checksum(index(V), V.Type->Parts[0])
                                    : checksum(V.Name, V.Type);
  }
  line("return " + Value + ";");
}

void Generator::ifStatement(const Place &P) {
  Place Inner = P;
  --Inner.Depth;
  line("if (" + boolExpr(2) + ") {");
  bool Returns = P.Result && Rng.percent(25);
  block(Inner, 1 + Rng.below(3), Returns);
  if (Returns)
    return line("}");
  unsigned Others = Rng.below(3);
  for (unsigned I = 0; I < Others; ++I) {
    bool IsLast = I + 1 == Others && Rng.percent(60);
    line(IsLast ? "} else {" : "} else if (" + boolExpr(2) + ") {");
    block(Inner, 1 + Rng.below(2));
    if (IsLast)
      break;
  }
  line("}");
}

void Generator::caseStatement(const Place &P) {
  Place Inner = P;
  --Inner.Depth;
  std::vector<const Ty *> Unions = {Tree, IntList};
  for (const Ty *T : Named)
    if (T->K == Ty::Union)
      Unions.push_back(T);
  const Ty *T = pick(Unions);
  std::vector<std::string> Branches = T->Fields;
  std::vector<const Ty *> Parts = T->Parts;
  if (T->K == Ty::List) {
    Branches = {"nil", "cons"};
    Parts = {nullptr, tuple({T->Parts[0], T})};
  }
  line("case (" + expr(T, 2) + ") {");
  ++Indent;
  for (size_t I = 0; I < Branches.size(); ++I) {
    size_t Outside = Scope.size();
    Variable Payload;
    Payload.Name = fresh("p");
    Payload.Type = Parts[I];
    Payload.IsAssigned = false;
    bool IsNamed = Parts[I] && Rng.percent(85);
    line(Branches[I] + (IsNamed ? " " + Payload.Name : "") + ":");
    if (IsNamed)
      Scope.push_back(Payload);
    bool Returns = P.Result && Rng.percent(15);
    block(Inner, 1 + Rng.below(2), Returns);
    Scope.resize(Outside);
  }
  --Indent;
  line("}");
}

void Generator::whileStatement(const Place &P) {
  Place Inner = P;
  --Inner.Depth;
  Variable Counter;
  Counter.Name = fresh("w");
  Counter.Type = Int;
  Counter.IsAssigned = false;
  unsigned Bound = 1 + Rng.below(4);
  line(Counter.Name + ": int = 0;");
  Scope.push_back(Counter);
  double Before = Turns;
  Turns *= Bound;
  line("while (" + Counter.Name + " < " + std::to_string(Bound) +
       (Rng.percent(40) ? " && " + boolExpr(1) : "") + ") {");
  ++Indent;
  line(Counter.Name + " += 1;");
  --Indent;
  block(Inner, 1 + Rng.below(3));
  line("}");
  Turns = Before;
}

void Generator::thenStatement(const Place &P) {
  Place Inner = P;
  --Inner.Depth;
  unsigned Choice = Rng.below(3);
  if (Choice == 0) {
    const Ty *T = nullptr;
    std::string Target = target(T);
    if (!Target.empty()) {
      line(Target + " <- " + expr(T, 3) + ";");
      line("then {");
      block(Inner, 1 + Rng.below(2));
      line("}");
      return;
    }
  }
  line("{");
  block(Inner, 1 + Rng.below(2));
  line("} then {");
  block(Inner, 1 + Rng.below(2));
  line("}");
}

void Generator::nestedTask(const Place &) {
  std::vector<Variable> Outside = Scope;
  bool WasSimple = OnlySimple;
  OnlySimple = true;
  capture();
  Variable New, Parameter;
  New.Name = fresh("n");
  New.Type = IntTask;
  New.IsAssigned = false;
  Parameter.Name = fresh("a");
  Parameter.Type = Int;
  Scope.push_back(Parameter);
  line("task " + New.Name + "(" + Parameter.Name + ": int): int {");
  ++Indent;
  if (Rng.percent(50)) {
    New.Cost = 6;
    line("if (" + Parameter.Name + " <= 0 || " + Parameter.Name + " > 5) {");
    line("  return " + expected(Int, 2) + ";");
    line("}");
    line("return " + New.Name + "(" + Parameter.Name + " - 1) ^ " +
         expr(Int, 2) + ";");
  } else {
    New.Cost = 1;
    Place Body;
    Body.Result = Int;
    assignment(Body);
    returnStatement(Body);
  }
  --Indent;
  line("}");
  Scope = Outside;
  OnlySimple = WasSimple;
  Scope.push_back(New);
}
