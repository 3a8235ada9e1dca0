//===- Machine.h - Executes tasks in several orders -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Executes what RandomTask.h writes: statement by statement in the order of the
/// source; a graph in a random topological order; or a graph as Waits.h says, with
/// results that come as late as they may. The tasks that it calls are built in.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_KITE_GRAPHS_MACHINE_H
#define TASKLET_TEST_KITE_GRAPHS_MACHINE_H

#include "graphs/Graph.h"

#include <map>
#include <memory>
#include <optional>
#include <random>

namespace tasklet::kite {

struct Value {
  int Number = 0;
  /// An array, also that of a union.
  std::shared_ptr<std::vector<int>> Array;
  /// Of a union: the branch.
  unsigned Branch = 0;
};

class Machine {
public:
  enum class How { AnyOrder, LateResults };

  Machine(unsigned Seed, How H) : Random(Seed), H(H) {}

  /// False if a return ended it.
  bool run(Stmt &S);
  void run(const Graph &G);

  void set(const VarDecl *Var, const Value &To) {
    Slots[Var] = {To, nullptr, 0};
  }
  std::optional<int> result() const { return Result; }
  /// In no order.
  std::vector<int> prints() const;

private:
  /// An element is the place of another value.
  struct Slot {
    Value V;
    std::shared_ptr<std::vector<int>> Of;
    size_t At = 0;
  };

  Value eval(const Expr *E);
  Value call(const CallExpr &Call);
  void assign(const Expr *Target, const Value &To);
  void bind(const CaseStmt &S, unsigned Branch, const Value &To);
  bool runList(llvm::ArrayRef<Stmt *> List);
  /// The node's own statement; its graphs in the order of this machine.
  void runNode(const GraphNode &Node);
  bool holds(const GraphNode &Node);
  void runLoop(const LoopStmt &S, llvm::function_ref<bool()> Body);
  void runAnyOrder(const Graph &G);
  void runLateResults(const Graph &G);

  std::mt19937 Random;
  How H;
  std::map<const Decl *, Slot> Slots;
  std::optional<int> Result;
  std::vector<int> Prints;
};

} // namespace tasklet::kite

#endif
