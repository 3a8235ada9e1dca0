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
};

/// A task with a result, which changes nothing.
struct PureTask {
  std::string Name;
  /// The first is the depth of recursion.
  std::vector<const Ty *> Parameters;
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
  /// How often the place is reached in one call, at most.
  double Turns = 1;
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
  std::string literal(const Ty *T);
  std::string boolExpr(unsigned Depth);
  std::string integerExpr(const Ty *T, unsigned Depth);
  std::string floatingExpr(const Ty *T, unsigned Depth);
  std::string vectorExpr(const Ty *T, unsigned Depth);
  std::string compound(const Ty *T, unsigned Depth);
  std::string anonymousTask(const Ty *T, unsigned Depth);
  std::string conversion(const Ty *To, unsigned Depth);
  /// Empty if there is none.
  std::string read(const Ty *T);
  std::string readPart(const Ty *T);
  std::string call(const Ty *T, unsigned Depth);
  std::string index(const Variable &Array, unsigned Depth);
  /// A number that depends on all of \p Value, of type `int`.
  std::string checksum(const std::string &Value, const Ty *T, unsigned Depth);

  // GenerateStmt.cpp
  void block(Place P, unsigned Count);
  void statement(Place P);
  void declaration(Place P);
  void arrayDeclaration(Place P);
  void assignment(Place P);
  void ifStatement(Place P);
  void caseStatement(Place P);
  void whileStatement(Place P);
  void forStatement(Place P);
  void returnStatement(Place P);
  void thenStatement(Place P);
  void nestedTask(Place P);
  void innerBlock(Place P);
  /// Empty if there is nothing to assign; with its type.
  std::string target(const Ty *&T);

  // GenerateParallel.cpp
  void mapStatement(Place P);
  void writerStatement(Place P);
  void atomicStatement(Place P);
  void criticalStatement(Place P);
  void futureStatement(Place P);

  /// One line, indented.
  void line(const std::string &Text);
  std::string fresh(const char *Prefix);
  std::vector<const Variable *> variables(const Ty *T, bool Assigned) const;
  std::vector<const Variable *> arrays(bool Assigned) const;
  /// Steps that are done \p Turns times.
  bool afford(double Steps, double Turns);
  template <class T> const T &pick(const std::vector<T> &From) {
    return From[Rng.below(static_cast<unsigned>(From.size()))];
  }

  Random Rng;
  std::deque<Ty> Types;
  std::vector<const Ty *> Named;
  const Ty *Bool = nullptr, *Int = nullptr, *Uint = nullptr;
  std::vector<const Ty *> Numbers;
  std::vector<const Ty *> Vectors;
  std::vector<PureTask> Pure;
  std::vector<Writer> Writers;
  /// All that can be named, inner ones last.
  std::vector<Variable> Scope;
  /// The task that is made now may apply itself so often.
  const PureTask *Self = nullptr;
  unsigned SelfCalls = 0;
  /// In an anonymous task or a constant: no applications.
  bool OnlySimple = false;
  double Cost = 0;
  double Turns = 1;
  unsigned Names = 0;
  unsigned Indent = 0;
  std::string Text;
};

} // namespace tasklet::kite::fuzz

#endif
