//===- GenerateCompound.cpp - Values of several parts, and applications ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Generator.h"

using namespace tasklet::kite::fuzz;

std::string Generator::compound(const Ty *T, unsigned Depth) {
  unsigned Next = Depth ? Depth - 1 : 0;
  std::string Text;
  switch (T->K) {
  case Ty::Tuple:
    for (const Ty *Part : T->Parts)
      Text += (Text.empty() ? "" : ", ") + expr(Part, Next);
    return "(" + Text + ")";
  case Ty::Struct:
    for (size_t I = 0; I < T->Parts.size(); ++I)
      Text +=
          (I ? ", " : "") + T->Fields[I] + " = " + expected(T->Parts[I], Next);
    return T->Name + "{" + Text + "}";
  case Ty::List:
    if (Depth == 0 || Rng.percent(30))
      return T->Name + "{nil = ()}";
    return T->Name + "{cons = (" + expr(T->Parts[0], Next) + ", " +
           expr(T, Next) + ")}";
  case Ty::Union: {
    // One large side: trees that double in a loop take forever.
    if (T == Tree && Depth > 0 && Rng.percent(60))
      return "tree{node = (" + expr(T, Next) +
             ", tree{leaf = " + expr(Int, Next) + "})}";
    size_t Branch =
        T == Tree ? 0 : Rng.below(static_cast<unsigned>(T->Parts.size()));
    return T->Name + "{" + T->Fields[Branch] + " = " +
           expected(T->Parts[Branch], Next) + "}";
  }
  case Ty::Array:
    // Four elements: no task indexes beyond.
    for (unsigned I = 0; I < 4; ++I)
      Text += (I ? ", " : "") + expr(T->Parts[0], Next ? 1 : 0);
    return "[" + Text + "]";
  default:
    return "0";
  }
}

std::string Generator::anonymousTask(const Ty *T, unsigned Depth) {
  std::vector<Variable> Outside = Scope;
  bool WasSimple = OnlySimple;
  OnlySimple = true;
  capture();
  std::string Text = "task (";
  for (size_t I = 0; I + 1 < T->Parts.size(); ++I) {
    Variable Parameter;
    Parameter.Name = fresh("a");
    Parameter.Type = T->Parts[I];
    Text += (I ? ", " : "") + Parameter.Name + ": " + Parameter.Type->Name;
    Scope.push_back(Parameter);
  }
  const Ty *Result = T->Parts.back();
  Text += "): " + Result->Name + " { return " +
          expected(Result, Depth > 2 ? 2 : Depth) + "; }";
  Scope = Outside;
  OnlySimple = WasSimple;
  return Text;
}

std::string Generator::index(const Variable &Array) {
  // Where arrays are nearly all that there is, indexes read arrays without end.
  constexpr unsigned MostIndexes = 8;
  if (Indexes == MostIndexes)
    return Array.Name + "[" + std::to_string(Rng.below(Array.Size)) + "]";
  ++Indexes;
  std::string Text = Array.Name + "[" + expr(Int, 1) + " & " +
                     std::to_string(Array.Size - 1) + "]";
  --Indexes;
  return Text;
}

std::string Generator::read(const Ty *T) {
  std::vector<std::string> Found;
  for (const Variable &V : Scope) {
    if (V.Type == T && (T->K != Ty::Array || V.Size == 4))
      Found.push_back(V.Name);
    if (V.Type->K == Ty::Array && V.Type->Parts[0] == T && !OnlySimple)
      Found.push_back(V.Name + "[");
    if (V.Type->K == Ty::Tuple || V.Type->K == Ty::Struct)
      for (size_t I = 0; I < V.Type->Parts.size(); ++I)
        if (V.Type->Parts[I] == T)
          Found.push_back(
              V.Name + "." +
              (V.Type->K == Ty::Tuple ? std::to_string(I) : V.Type->Fields[I]));
    if (V.Type->K == Ty::Vector && V.Type->Parts[0] == T)
      Found.push_back(V.Name + "." + "xyzw"[Rng.below(V.Type->Width)]);
  }
  if (Found.empty())
    return std::string();
  std::string Name = pick(Found);
  if (Name.back() != '[')
    return Name;
  Name.pop_back();
  for (const Variable &V : Scope)
    if (V.Name == Name)
      return index(Variable(V));
  return std::string();
}

std::string Generator::callPure(const PureTask &Task, unsigned Depth) {
  std::string Text = Task.Name + "(";
  if (Task.HasDepth)
    Text += &Task == Self
                ? "d - 1"
                : std::to_string(Rng.percent(10) ? 0 : 1 + Rng.below(3));
  for (size_t I = 0; I < Task.Parameters.size(); ++I)
    Text +=
        (I || Task.HasDepth ? ", " : "") + expected(Task.Parameters[I], Depth);
  return Text + ")";
}

std::string Generator::call(const Ty *T, unsigned Depth) {
  if (OnlySimple)
    return std::string();
  if (Self && Self->Result == T && SelfCalls > 0 && Turns == 1) {
    --SelfCalls;
    return callPure(*Self, Depth);
  }
  std::vector<const PureTask *> Found;
  for (const PureTask &Task : Pure)
    if (&Task != Self && Task.Result == T)
      Found.push_back(&Task);
  std::vector<Variable> Tasks;
  for (const Variable &V : Scope)
    if (V.Type->K == Ty::Task && V.Type->Parts.back() == T)
      Tasks.push_back(V);
  if (!Tasks.empty() && (Found.empty() || Rng.percent(50))) {
    Variable V = pick(Tasks);
    if (!afford(V.Cost, Turns))
      return std::string();
    std::string Text = V.Name + "(";
    for (size_t I = 0; I + 1 < V.Type->Parts.size(); ++I)
      Text += (I ? ", " : "") + expected(V.Type->Parts[I], Depth);
    return Text + ")";
  }
  if (Found.empty())
    return std::string();
  const PureTask &Task = *pick(Found);
  return afford(Task.Cost, Turns) ? callPure(Task, Depth) : std::string();
}

std::string Generator::checksum(const std::string &Value, const Ty *T) {
  std::string Text;
  switch (T->K) {
  case Ty::Bool:
    return "(" + Value + " ? 3 : 5)";
  case Ty::Integer:
  case Ty::Floating:
    return T == Int ? Value : "int(" + Value + ")";
  case Ty::Vector:
    // Of one expression there is one value: only names are named again.
    for (unsigned I = 0; I < T->Width; ++I) {
      bool IsName = Value.find_first_of("( ") == std::string::npos;
      if (I == 0 || IsName)
        Text += (I ? " ^ " : "") +
                checksum(Value + "." + "xyzw"[IsName ? I : Rng.below(T->Width)],
                         T -> Parts[0]);
    }
    return "(" + Text + ")";
  case Ty::Tuple:
  case Ty::Struct:
    for (size_t I = 0; I < T->Parts.size(); ++I)
      Text +=
          (I ? " + 7 * " : "") +
          checksum(Value + "." +
                       (T->K == Ty::Tuple ? std::to_string(I) : T->Fields[I]),
                   T->Parts[I]);
    return "(" + Text + ")";
  case Ty::Union:
    return T == Tree && !OnlySimple && afford(40, Turns)
               ? "weigh(" + Value + ")"
               : "1";
  case Ty::List:
    return !OnlySimple && afford(40, Turns) ? "count(" + Value + ")" : "1";
  default:
    return "1";
  }
}
