//===- Evaluate.h - Expressions of random programs --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_TASKS_EVALUATE_H
#define TASKLET_TEST_FUZZ_TASKS_EVALUATE_H

#include "Ast.h"

#include <set>
#include <stdexcept>

namespace tasklet::fuzz {

/// What a number of that type holds after \p Bits was stored into it. Signed
/// ones are kept with their sign extended.
uint64_t convert(Scalar To, uint64_t Bits);

/// As the printer writes it: through ushort.
uint64_t store(Scalar To, uint64_t Bits);

using Value = std::vector<uint64_t>;

struct Invalid : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Cell {
  uint64_t Bits = 0;
  bool Set = false;     ///< Has a value.
  bool Pending = false; ///< A spawn's result may still arrive.
};

/// One running function.
struct Frame {
  const Function *F = nullptr;
  std::vector<std::vector<Cell>> Vars;
  std::vector<uint64_t> *Mutated = nullptr;
  uint64_t Base = 0, ParentBase = 0, Fuel = 0;
  unsigned Item[2] = {0, 0};   ///< Of a kernel.
  std::set<uint64_t> Arriving; ///< Own words that a spawn may still store.
  Value Result;
};

class Evaluator {
public:
  explicit Evaluator(const Program &P)
      : P(P), Words(P.bufferWords(), Untouched) {}

protected:
  /// The leaves of a variable that an expression names.
  struct Place {
    std::vector<Cell> *Cells;
    size_t First, Count;
  };

  ~Evaluator() = default;

  /// Runs a function that is no kernel.
  virtual Value call(Frame &New) = 0;

  Frame makeFrame(const Function &F) const;
  void setAll(Frame &In, int Var, const Value &Values);

  Place place(Frame &In, const Expr &E);
  Value load(Frame &In, const Expr &E);
  uint64_t number(Frame &In, const Expr &E);
  /// A value of type \p Ty.
  Value value(Frame &In, int Ty, const Expr &E);

  void assign(Frame &In, const Expr &To, const Value &Values);
  /// For operators modulo a power of two, so that the width in which C computes
  /// does not matter.
  void update(Frame &In, const Expr &Target, Op Operator, uint64_t Operand);
  uint32_t &word(uint64_t Index);

  const Program &P;
  std::vector<uint32_t> Words; ///< The buffer.

private:
  uint64_t workItem(const Frame &In, unsigned Which) const;
};

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_TASKS_EVALUATE_H
