//===- GenerateTypes.cpp - Types of programs that are made up -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Generator.h"

using namespace tasklet::kite::fuzz;

static std::string join(const std::vector<const Ty *> &Parts) {
  std::string Text;
  for (const Ty *Part : Parts)
    Text += (Text.empty() ? "" : ", ") + Part->Name;
  return Text;
}

/// Types with one name are one object.
const Ty *Generator::add(Ty New) {
  for (const Ty &Old : Types)
    if (Old.Name == New.Name)
      return &Old;
  Types.push_back(std::move(New));
  return &Types.back();
}

const Ty *Generator::tuple(std::vector<const Ty *> Parts) {
  Ty New;
  New.K = Ty::Tuple;
  New.Name = "(" + join(Parts) + ")";
  New.Parts = std::move(Parts);
  return add(New);
}

const Ty *Generator::list(const Ty *Element) {
  Ty New;
  New.K = Ty::List;
  New.Name = "list(" + Element->Name + ")";
  New.Parts = {Element};
  return add(New);
}

const Ty *Generator::array(const Ty *Element) {
  Ty New;
  New.K = Ty::Array;
  New.Name = "array(" + Element->Name + ")";
  New.Parts = {Element};
  return add(New);
}

const Ty *Generator::task(std::vector<const Ty *> Parts) {
  Ty New;
  New.K = Ty::Task;
  New.Name = "task<" + join(Parts) + ">";
  New.Parts = std::move(Parts);
  return add(New);
}

const Ty *Generator::number() { return Rng.percent(45) ? Int : pick(Numbers); }

const Ty *Generator::plain() {
  unsigned Choice = Rng.below(100);
  if (Choice < 8)
    return Bool;
  if (Choice < 18)
    return pick(Vectors);
  if (Choice < 30)
    return tuple({number(), Rng.percent(25) ? Bool : number()});
  if (Choice < 48 && !Named.empty())
    return pick(Named);
  return number();
}

const Ty *Generator::any() {
  unsigned Choice = Rng.below(100);
  if (Choice < 8)
    return IntList;
  if (Choice < 12)
    return list(plain());
  if (Choice < 17)
    return Tree;
  if (Choice < 22)
    return tuple({plain(), plain(), number()});
  return plain();
}

void Generator::makeTypes() {
  auto Base = [&](Ty::Kind K, const char *Name) {
    Ty New;
    New.K = K;
    New.Name = Name;
    return add(New);
  };
  Bool = Base(Ty::Bool, "bool");
  Int = Base(Ty::Integer, "int");
  for (const char *Name :
       {"char", "uchar", "short", "ushort", "uint", "long", "ulong"})
    Numbers.push_back(Base(Ty::Integer, Name));
  for (const char *Name : {"float", "double"})
    Numbers.push_back(Base(Ty::Floating, Name));
  for (unsigned Width : {2u, 3u, 4u})
    for (const Ty *Element : {Int, pick(Numbers)}) {
      Ty New;
      New.K = Ty::Vector;
      New.Name = Element->Name + std::to_string(Width);
      New.Parts = {Element};
      New.Width = Width;
      Vectors.push_back(add(New));
    }
  IntList = list(Int);
  IntTask = task({Int, Int});
  Ty New;
  New.K = Ty::Union;
  New.Name = "tree";
  Tree = add(New);
  auto &Recursive = const_cast<Ty &>(*Tree);
  Recursive.Parts = {Int, tuple({Tree, Tree})};
  Recursive.Fields = {"leaf", "node"};
  line("union list(a) { nil: (), cons: (a, list(a)) }");
  line("union tree { leaf: int, node: (tree, tree) }");
  unsigned Count = 1 + Rng.below(4);
  for (unsigned I = 0; I < Count; ++I) {
    Ty Declared;
    Declared.K = Rng.percent(50) ? Ty::Struct : Ty::Union;
    bool IsUnion = Declared.K == Ty::Union;
    Declared.Name = fresh(IsUnion ? "u" : "s");
    std::string Body;
    unsigned Parts = 1 + IsUnion + Rng.below(3);
    for (unsigned Part = 0; Part < Parts; ++Part) {
      Declared.Parts.push_back(Rng.percent(10) ? IntList : plain());
      Declared.Fields.push_back(fresh("f"));
      Body += (Part ? ", " : " ") + Declared.Fields.back() + ": " +
              Declared.Parts.back()->Name;
    }
    line((IsUnion ? "union " : "struct ") + Declared.Name + " {" + Body + " }");
    Named.push_back(add(Declared));
  }
}
