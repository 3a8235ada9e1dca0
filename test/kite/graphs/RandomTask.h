//===- RandomTask.h - Random tasks in Kite ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes a task `test` whose result and prints do not depend on what order is
/// left open: tasks that it calls have no effects, what it prints counts without
/// its order, and no array is used by two names at a time.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_KITE_GRAPHS_RANDOMTASK_H
#define TASKLET_TEST_KITE_GRAPHS_RANDOMTASK_H

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace tasklet::kite {

class RandomTask {
public:
  explicit RandomTask(unsigned Seed) : Random(Seed) {}

  std::string text() {
    Text = "union tree { leaf: int, row: array(int) }\n"
           "task f(n: int): int { return n; }\n"
           "task p(n: int): bool { return n < 3; }\n"
           "task s(v: array(int)): int { return v[0]; }\n"
           "task test(a: int, b: int, q: bool, v: array(int), w: array(int), "
           "t: tree): int {\n";
    Numbers = {"a", "b"};
    Places = {"a", "b"};
    Arrays = {"v", "w"};
    list(3 + pick(5), 0);
    line("return " + number(2) + ";");
    return Text + "}\n";
  }

private:
  using Names = std::vector<std::string>;

  unsigned pick(unsigned Count) { return Random() % Count; }
  bool chance(unsigned Percent) { return pick(100) < Percent; }
  const std::string &of(const Names &List) { return List[pick(List.size())]; }
  std::string fresh(const char *Base) {
    return Base + std::to_string(++Declared);
  }
  void line(const std::string &Line) {
    Text += std::string(2 * Depth + 2, ' ') + Line + "\n";
  }

  std::string number(unsigned Deep) {
    switch (pick(Deep == 0 ? 2 : 8)) {
    case 0:
      return std::to_string(pick(5));
    case 1:
    case 2:
      return of(Numbers);
    case 3:
      if (!Arrays.empty())
        return of(Arrays) + "[" + number(0) + " & 3]";
      return of(Numbers);
    case 4:
      if (!Arrays.empty() && chance(30))
        return "s(" + of(Arrays) + ")";
      return "f(" + number(Deep - 1) + ")";
    case 5:
      return "(" + condition(Deep - 1) + " ? " + number(Deep - 1) + " : " +
             number(Deep - 1) + ")";
    default:
      return "(" + number(Deep - 1) + (chance(50) ? " + " : " * ") +
             number(Deep - 1) + ")";
    }
  }

  std::string condition(unsigned Deep) {
    switch (pick(Deep == 0 ? 2 : 5)) {
    case 0:
      return "q";
    case 1:
      return number(0) + " < " + number(0);
    case 2:
      return "p(" + number(Deep - 1) + ")";
    default:
      return "(" + condition(Deep - 1) + (chance(50) ? " && " : " || ") +
             condition(Deep - 1) + ")";
    }
  }

  void list(unsigned Count, unsigned Level) {
    Names OldNumbers = Numbers, OldPlaces = Places;
    for (unsigned I = 0; I < Count; ++I)
      statement(Level);
    Numbers = OldNumbers;
    Places = OldPlaces;
  }

  void block(const std::string &Head, unsigned Level) {
    line(Head + " {");
    ++Depth;
    list(1 + pick(3), Level + 1);
    --Depth;
  }

  void statement(unsigned Level) {
    unsigned Kind = pick(Level < 3 ? 22 : 11);
    bool CanReturn = !InMap && Level > 0;
    if (Kind < 3 && !Places.empty())
      return line(of(Places) + " <- " + number(2) + ";");
    if (Kind == 3 && !Places.empty())
      return line(of(Places) + " += " + number(1) + ";");
    if (Kind == 4 && !Arrays.empty() && !InMap)
      return line(of(Arrays) + "[" + number(1) + " & 3] <- " + number(2) + ";");
    if (Kind == 5 && !InMap)
      return line(chance(50) ? "q <- " + condition(2) + ";"
                             : "t <- tree{leaf = " + number(1) + "};");
    if (Kind == 6 && CanReturn && chance(40))
      return line("return " + number(1) + ";");
    if (Kind < 9) {
      std::string Name = fresh("x");
      line(Name + (chance(80) ? " = " + number(2) : ": int") + ";");
      Numbers.push_back(Name);
      Places.push_back(Name);
      return;
    }
    if (Kind < 11 || Level >= 3)
      return line("print(" + number(2) + ", \" \");");
    if (Kind < 16) {
      block("if (" + condition(2) + ")", Level);
      if (chance(50))
        block("} else", Level);
      return line("}");
    }
    if (Kind == 16)
      return loop("for", Level);
    if (Kind == 17)
      return loop("map", Level);
    if (Kind == 18) {
      std::string Name = fresh("k");
      line(Name + " = 0;");
      line("while (" + Name + " < 3 && " + condition(1) + ") {");
      ++Depth;
      line(Name + " += 1;");
      list(1 + pick(3), Level + 1);
      --Depth;
      return line("}");
    }
    if (Kind == 19)
      return unionCase(Level);
    if (Kind == 20) {
      block("", Level);
      block("} then", Level);
      return line("}");
    }
    if (!Arrays.empty() && !InMap) {
      block("critical (" + of(Arrays) + ")", Level);
      return line("}");
    }
    line("print(" + number(1) + ", \" \");");
  }

  /// The array has two names in it: so its own is not used.
  void loop(const std::string &Word, unsigned Level) {
    if (Arrays.empty())
      return line("print(7, \" \");");
    Names OldArrays = Arrays, OldNumbers = Numbers, OldPlaces = Places;
    bool OldInMap = InMap;
    std::string Array = of(Arrays), Element = fresh("e"), Index = fresh("i");
    Arrays.erase(std::find(Arrays.begin(), Arrays.end(), Array));
    if (Word == "map") {
      InMap = true;
      Places.clear();
    }
    Numbers.push_back(Element);
    Numbers.push_back(Index);
    // Tasks of a map around it would race for the elements of this one.
    if (!OldInMap)
      Places.push_back(Element);
    block(Word + " (" + Element + " = " + Array + "[" + Index + "])", Level);
    line("}");
    Arrays = OldArrays;
    Numbers = OldNumbers;
    Places = OldPlaces;
    InMap = OldInMap;
  }

  void unionCase(unsigned Level) {
    Names OldArrays = Arrays, OldNumbers = Numbers;
    std::string Leaf = fresh("d"), Row = fresh("r");
    line("case (t) {");
    Numbers.push_back(Leaf);
    block("leaf " + Leaf + ": ", Level);
    line("}");
    Numbers = OldNumbers;
    Arrays.push_back(Row);
    block("row " + Row + ": ", Level);
    line("}");
    Arrays = OldArrays;
    line("}");
  }

  std::mt19937 Random;
  std::string Text;
  unsigned Depth = 0;
  unsigned Declared = 0;
  bool InMap = false;
  /// What may be read, assigned, and indexed here.
  Names Numbers, Places, Arrays;
};

} // namespace tasklet::kite

#endif
