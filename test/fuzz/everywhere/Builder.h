//===- Builder.h - Make up one function -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Grows the body of a function statement by statement. It knows which
/// variables have a value, and in which lanes. Expressions are in
/// BuildExpr.cpp, variables and their scopes in BuildScope.cpp, bodies,
/// branches, loops and jumps in BuildControl.cpp, loops over the words of all
/// lanes in BuildSweep.cpp, the other statements in BuildStmt.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EVERYWHERE_BUILDER_H
#define TASKLET_TEST_FUZZ_EVERYWHERE_BUILDER_H

#include "Ast.h"
#include "Random.h"

#include <set>
#include <utility>
#include <vector>

namespace tasklet::simd {

class Builder {
public:
  Builder(Program &P, size_t Index, fuzz::Random &Rng);

  /// Fills in the body. The functions before this one are complete.
  void run();

private:
  struct Name {
    int Var;
    bool Everyone = false; ///< Each lane of the warp has a value in it.
    bool Fixed = false;    ///< Counts a loop, or is a mask: not assigned.
    bool Halves = false;   ///< ... but may become less.
    bool Open = false;     ///< Declared, and without a value.
    unsigned Depth = 0;    ///< Where it is declared.
  };
  struct Place {
    /// All lanes of the warp are here: at the start of the kernel and in
    /// bodies, outside of what could make them differ.
    bool Converged = false;
    bool InBody = false;
    bool MayBreak = false, MayContinue = false, MayReturn = true;
    bool MayHide = false;         ///< No outer variable is of this scope.
    std::vector<uint64_t> Labels; ///< Of the blocks around it.
    unsigned Depth = 0;           ///< Of control structure,
    unsigned Bodies = 0;          ///< ... of everywhere bodies.
    Place inner(bool Diverged = true) const {
      Place P = *this;
      P.Converged &= !Diverged;
      P.MayHide = true;
      ++P.Depth;
      return P;
    }
  };

  static constexpr unsigned DeepestBody = 4;

  // Expressions.
  static Expr make(Expr::Kind K) {
    Expr E;
    E.K = K;
    return E;
  }
  static Expr number(uint64_t N) {
    Expr E = make(Expr::Const);
    E.Number = N;
    return E;
  }
  static Expr binary(Op O, Expr A, Expr B) {
    Expr E = make(Expr::Binary);
    E.Operator = O;
    E.Args = {std::move(A), std::move(B)};
    return E;
  }
  Expr leaf(const Place &At);
  /// May exchange values with other lanes.
  Expr exchange(const Place &At, unsigned Depth);
  /// What is shuffled: the language tells variables from all else.
  Expr operand(const Place &At, unsigned Depth);
  Expr value(const Place &At, unsigned Depth);
  /// True in some lanes and false in others, more often than not.
  Expr condition(const Place &At, unsigned Depth);

  // Variables.
  template <typename Fn> int anyName(Fn Is) {
    std::vector<int> From;
    for (const Name &N : Scope)
      if (Is(N))
        From.push_back(N.Var);
    return From.empty() ? -1 : From[Rng.below(From.size())];
  }
  bool isNumber(int Var) const { return isValue(F.Vars[Var]); }
  /// A variable of this place; in bodies often one that all lanes have set.
  int readable(const Place &At) {
    bool Set = At.InBody && Rng.percent(40);
    return anyName([&](const Name &N) {
      return isNumber(N.Var) && !N.Open && (N.Everyone || !Set);
    });
  }
  int writable() {
    return anyName([&](const Name &N) { return isNumber(N.Var) && !N.Fixed; });
  }
  int mask() {
    return anyName([&](const Name &N) { return isMask(F.Vars[N.Var]); });
  }
  int newVar(Written W);
  void assigned(int Var, const Place &At);
  /// At the end of a scope.
  void giveBack(std::vector<Name> Before);
  void declare(std::vector<Stmt> &Out, const Place &At);
  /// Maybe the name of one that is not needed until the end of this scope.
  int hidden(const Place &At);
  void hide(int Var, int Outer);
  void declareAs(Written W, std::vector<Stmt> &Out, const Place &At);

  // Control flow.
  Stmt leave(const Place &At);
  /// Sometimes, all lanes that are here leave; whether they do.
  bool leaves(std::vector<Stmt> &Out, const Place &At);
  /// Some lanes leave.
  bool guard(std::vector<Stmt> &Out, const Place &At);
  void visit(std::vector<Stmt> &Out, const Place &At);
  /// Leaves what tells who was in a body, and after which others.
  Stmt show(const Place &At);
  /// Sometimes one more visit, in front of what may be a jump.
  void alsoVisit(std::vector<Stmt> &Body, const Place &At);
  void branch(std::vector<Stmt> &Out, const Place &At);
  void block(std::vector<Stmt> &Out, const Place &At);
  void loop(std::vector<Stmt> &Out, const Place &At);
  void choose(std::vector<Stmt> &Out, const Place &At);
  /// The usual loop of a body: neighbouring lanes take neighbouring words.
  void sweep(std::vector<Stmt> &Out, const Place &At);

  // Statements.
  static Stmt make(Stmt::Kind K) {
    Stmt S;
    S.K = K;
    return S;
  }
  static Stmt assign(int Var, Expr To) {
    Stmt S = make(Stmt::Assign);
    S.Var = Var;
    S.Values = {std::move(To)};
    return S;
  }
  void list(std::vector<Stmt> &Out, Place At, unsigned Count,
            bool IsBody = false);
  static bool isGuarded(const std::vector<Stmt> &List);
  static bool endsByJump(const std::vector<Stmt> &List);
  void statement(std::vector<Stmt> &Out, Place &At);
  bool halve(std::vector<Stmt> &Out, const Place &At);
  void store(std::vector<Stmt> &Out, const Place &At);
  /// The same in all lanes of a body.
  Expr uniform(const Place &At);
  void count(std::vector<Stmt> &Out, const Place &At);
  /// In a sweep by the variable \p Index, what needs no other lane and reads
  /// no word that another one may write. \p Half: bounds end at the middle.
  Expr alone(int Index, bool Half, const Place &At, unsigned Depth);
  void aloneStatement(std::vector<Stmt> &Out, int Index, bool Half,
                      const Place &At);
  /// Reads what other lanes stored, or all of them.
  void readOther(std::vector<Stmt> &Out, const Place &At);
  /// A function that nobody calls is not tested.
  void callAll(Place At);
  void call(std::vector<Stmt> &Out, const Place &At, unsigned Callee);

  Program &P;
  const size_t Index;
  simd::Function &F;
  fuzz::Random &Rng;
  const bool InKernel;
  unsigned Left; ///< Statements.
  std::vector<Name> Scope;
  bool Returns = false;
  uint64_t Labels = 0;
  std::set<unsigned> Callees; ///< ... that it has so far.
};

} // namespace tasklet::simd

#endif // TASKLET_TEST_FUZZ_EVERYWHERE_BUILDER_H
