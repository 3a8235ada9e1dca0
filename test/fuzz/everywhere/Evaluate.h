//===- Evaluate.h - What expressions of a warp are --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The half of the interpreter that computes: the values that an expression
/// has in the lanes that evaluate it, memory, and what sub-group functions
/// exchange. Throws Invalid where C or the language leave a value open.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EVERYWHERE_EVALUATE_H
#define TASKLET_TEST_FUZZ_EVERYWHERE_EVALUATE_H

#include "Interpret.h"
#include "Races.h"

#include <array>
#include <map>
#include <memory>

namespace tasklet::simd {

using Set = uint64_t; ///< Of lanes.

/// Of one lane. Undefined: C does not say what it is.
struct Value {
  int64_t V = 0;
  bool Undefined = true;
};
using Values = std::array<Value, MaxWarp>; ///< By lane.

struct Invalid {
  std::string Why;
};

/// Lanes that have left a loop, a switch or a block with a label, or the rest
/// of its body.
struct Leaving {
  enum { Loop, Switch, Labelled } Of = Loop;
  uint64_t Label = 0;
  Set Broke = 0, Continued = 0;
};

/// A function at one place of call. It stays, for lanes that come along the
/// next time.
struct Frame {
  const Function &F;
  std::vector<Values> Vars;
  Set Returned = 0;
  Values Result;
  std::vector<Leaving> Left;
  std::map<const Stmt *, std::unique_ptr<Frame>> Calls;

  explicit Frame(const Function &F) : F(F), Vars(F.Vars.size()) {
    for (Values &Each : Vars)
      Each.fill({0, false});
  }
};

/// A warp, as far as expressions need it.
class Evaluator {
protected:
  Evaluator(const Program &P, const Layout &L, unsigned Number, Outcome &Out,
            Coverage &C)
      : P(P), L(L), Number(Number), Lanes(P.lanesOf(Number)),
        Everyone(Lanes == 64 ? ~Set(0) : (Set(1) << Lanes) - 1), Out(Out),
        C(C) {}

  template <typename F> void forEach(Set Active, F Do) const {
    for (unsigned Lane = 0; Lane < Lanes; ++Lane)
      if (Active >> Lane & 1)
        Do(Lane);
  }

  static int64_t defined(const Value &V) {
    if (V.Undefined)
      throw Invalid{"a value is used that C leaves open"};
    return V.V;
  }
  /// The lanes where \p Of is not 0.
  Set where(const Values &Of, Set Active) const;

  // Memory: words first, then counters.
  size_t counter(size_t Index) const { return Out.Words.size() + Index; }
  size_t wordAt(int64_t Index) const {
    if (Index >= int64_t(Lanes * OwnWords))
      throw Invalid{"a word that no lane has"};
    return L.ownWord(Number, 0, 0) + static_cast<size_t>(Index);
  }
  int64_t access(unsigned Lane, size_t Place, Access A, int64_t Stored = 0);

  /// Lanes that are not active have no value of \p E.
  Values evaluate(Frame &F, const Expr &E, Set Active);

  const Program &P;
  const Layout &L;
  const unsigned Number, Lanes;
  const Set Everyone;
  Outcome &Out;
  Coverage &C;
  Races Met;

private:
  int64_t &at(size_t Place);
  Values merge(Frame &F, const Expr &Then, Set InThen, const Expr &Else,
               Set InElse);
  Values evaluateBinary(Frame &F, const Expr &E, Set Active);
  Values exchange(Frame &F, const Expr &E, Set Active);
};

} // namespace tasklet::simd

#endif // TASKLET_TEST_FUZZ_EVERYWHERE_EVALUATE_H
