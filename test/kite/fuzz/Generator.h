//===- Generator.h - The state while a program is made up -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_KITE_FUZZ_GENERATOR_H
#define TASKLET_TEST_KITE_FUZZ_GENERATOR_H

#include "Random.h"

#include <deque>
#include <string>
#include <vector>

namespace tasklet::kite::fuzz {

using tasklet::fuzz::Random;

/// A type of the program.
struct Ty {
  enum Kind {
    Bool,
    Integer,
    Floating,
    Vector,
    Tuple,
    Struct,
    Union,
    /// `list(t)`, which no other union is generated like.
    List,
    Array,
    /// `task<int, int>` and the like.
    Task,
  };
  Kind K = Integer;
  std::string Name;
  /// Of a tuple, a structure, the branches of a union; a list's, a vector's or
  /// an array's element; of a task the parameters and the result.
  std::vector<const Ty *> Parts;
  /// Of structures and unions.
  std::vector<std::string> Fields;
  /// Components of a vector.
  unsigned Width = 0;
};

struct Variable {
  std::string Name;
  const Ty *Type = nullptr;
  bool IsAssigned = true;
  /// Of an array: how many elements, a power of two.
  unsigned Size = 0;
  /// Steps of one application of a task.
  double Cost = 0;
};

/// A task with a result, which changes nothing.
struct PureTask {
  std::string Name;
  /// Without the first, the depth of recursion, where there is one.
  std::vector<const Ty *> Parameters;
  bool HasDepth = true;
  const Ty *Result = nullptr;
  /// Steps with the largest depth, roughly.
  double Cost = 0;
};

/// A task that changes the elements of an array: `w(v, from, to, k)`.
struct Writer {
  std::string Name;
  const Ty *Element = nullptr;
};

/// What a statement may do here.
struct Place {
  /// Of the task around; null where `return` is an error.
  const Ty *Result = nullptr;
  unsigned Depth = 0;
};

class Generator {
public:
  explicit Generator(uint64_t Seed) : Rng(Seed) {}
  std::string run();

private:
  // Generate.cpp
  void makeTypes();
  void makeLibrary();
  void makePureTask();
  void makeWriter();
  void makeMain();

  // GenerateTypes.cpp
  const Ty *add(Ty New);
  const Ty *number();
  /// Without arrays, lists and tasks.
  const Ty *plain();
  /// For variables, parameters and results.
  const Ty *any();
  const Ty *tuple(std::vector<const Ty *> Parts);
  const Ty *list(const Ty *Element);
  const Ty *array(const Ty *Element);
  const Ty *task(std::vector<const Ty *> Parts);
  static bool isNumber(const Ty *T) {
    return T->K == Ty::Integer || T->K == Ty::Floating;
  }

  // GenerateExpr.cpp
  std::string expr(const Ty *T, unsigned Depth);
  /// Where the type is expected: also a literal that follows it.
  std::string expected(const Ty *T, unsigned Depth);
  std::string number(const Ty *T);
  std::string converted(const Ty *T, unsigned Depth);
  std::string literal(const Ty *T);
  std::string boolExpr(unsigned Depth);
  std::string integerExpr(const Ty *T, unsigned Depth);
  std::string divided(const Ty *T, unsigned Depth);
  std::string integerFunction(const Ty *T, unsigned Depth);
  std::string floatingExpr(const Ty *T, unsigned Depth);
  std::string vectorExpr(const Ty *T, unsigned Depth);

  // GenerateCompound.cpp
  std::string compound(const Ty *T, unsigned Depth);
  std::string anonymousTask(const Ty *T, unsigned Depth);
  /// Empty if there is none.
  std::string read(const Ty *T);
  std::string call(const Ty *T, unsigned Depth);
  std::string callPure(const PureTask &Task, unsigned Depth);
  std::string index(const Variable &Array);
  /// A number of type `int` that depends on what is in \p Value.
  std::string checksum(const std::string &Value, const Ty *T);

  // GenerateStmt.cpp
  /// With a `return` at its end if \p Returns.
  void block(const Place &P, unsigned Count, bool Returns = false);
  void statement(const Place &P);
  void declaration(const Place &P);
  void arrayDeclaration(const Place &P);
  void assignment(const Place &P);
  void ifStatement(const Place &P);
  void caseStatement(const Place &P);
  void whileStatement(const Place &P);
  void thenStatement(const Place &P);
  void nestedTask(const Place &P);
  void returnStatement(const Place &P);
  /// Empty if there is nothing to assign; with its type.
  std::string target(const Ty *&T);

  // GenerateLoop.cpp
  void forStatement(const Place &P);
  void mapStatement(const Place &P);
  void writerStatement(const Place &P);
  void atomicStatement(const Place &P);
  void criticalStatement(const Place &P);
  void futureStatement(const Place &P);
  /// In a critical section: between the load of \p Cell and the store of a larger
  /// number there is a wait, so others would meet it if nothing excluded them.
  /// False if it is not done.
  bool changeSlowly(const std::string &Cell);
  /// The collection of a loop, with the name of its element declared.
  std::string collection(unsigned &Count, Variable &Element,
                         std::string &Array);

  /// One line, indented.
  void line(const std::string &Text);
  std::string fresh(const char *Prefix);
  /// A variable with value.
  void declare(const Variable &New, const std::string &Value);
  std::vector<Variable> variables(const Ty *T, bool Assigned) const;
  std::vector<Variable> arrays(bool Assigned) const;
  void hide(const std::string &Name);
  /// As inside of `map`: what is outside is not assigned.
  void freeze();
  /// As inside of an anonymous task: no arrays.
  void capture();
  /// Steps that are done \p Turns times.
  bool afford(double Steps, double Turns);
  template <class T> const T &pick(const std::vector<T> &From) {
    return From[Rng.below(static_cast<unsigned>(From.size()))];
  }

  Random Rng;
  std::deque<Ty> Types;
  std::vector<const Ty *> Named;
  const Ty *Bool = nullptr, *Int = nullptr;
  const Ty *Tree = nullptr, *IntTask = nullptr, *IntList = nullptr;
  std::vector<const Ty *> Numbers;
  std::vector<const Ty *> Vectors;
  std::vector<PureTask> Pure;
  std::vector<Writer> Writers;
  /// All that can be named, inner ones last.
  std::vector<Variable> Scope;
  /// Names of blocks around that a declaration may hide.
  std::vector<std::string> Hideable;
  /// The task that is made now may apply itself so often.
  const PureTask *Self = nullptr;
  unsigned SelfCalls = 0;
  unsigned Indexes = 0; ///< in each other
  /// In an anonymous task: no applications.
  bool OnlySimple = false;
  bool IsConverted = false;
  double Cost = 0;
  /// How often what is made now is done in one call.
  double Turns = 1;
  unsigned Names = 0;
  unsigned Indent = 0;
  std::string Text;
};

} // namespace tasklet::kite::fuzz

#endif
