//===- Machine.h - Runs programs, rule by rule ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The machine of figures 4 to 8. A step applies one rule of figure 7. For an
/// instruction that IT evaluates, every active thread applies the same rule of
/// figure 8 (or one of the two for shfl).
///
/// Where the rules define nothing, the machine does what README.md says, and
/// records the first time. With Strict it stops instead, in the state before
/// the instruction. Where nothing sensible can be done, it always stops.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_USIMD_MACHINE_H
#define TASKLET_USIMD_MACHINE_H

#include "Program.h"
#include "State.h"

namespace tasklet::usimd {

/// The paper calls two rules SP: here they are SP-stop and SP-sync. It has no
/// rules for bnz; here BT, BF and BD apply to it as well.
enum class Rule : uint8_t {
  SPstop,
  BT,
  BF,
  BD,
  BA,
  BI,
  SS,
  SPsync,
  JP,
  EB,
  EE,
  CT,
  AS,
  LD,
  ST,
  AT,
  BP,
  Sv,
  Si,
};
/// The name of the rule in traces. Rules of figure 8 are under IT.
const char *nameOf(Rule R);
bool isThreadRule(Rule R);

struct Options {
  size_t Threads = 8; ///< 1 to MaxThreads
  std::vector<int64_t> Memory;
  bool Strict = false;
  uint64_t MaxSteps = 10000000;
};

/// A place that the paper does not define, or the reason why the machine cannot
/// go on.
struct Trouble {
  size_t Pc = 0;
  /// The rule applied; none if no rule of any name would apply.
  std::optional<Rule> Applied;
  std::string Text;
};

/// One completed step.
struct Step {
  size_t Pc = 0;
  Rule Applied = Rule::SPstop;
  ThreadSet Active; ///< before the step
  /// For shfl: the threads that applied Si; all others applied Sv.
  ThreadSet OutsideMask;
  /// For load, store and atomic: the addresses, by active thread.
  std::vector<int64_t> Addresses;
};

/// Receives each step. Both stacks are those before the step.
class Observer {
public:
  virtual ~Observer() = default;
  virtual void applied(const Step &Taken, const SyncStack &Sync,
                       const ContextStack &Contexts) = 0;
};

enum class Outcome {
  Running,
  Stopped,   ///< by stop
  Undefined, ///< Strict, and the paper does not define what comes next
  Stuck,     ///< no rule applies
  Limit,     ///< MaxSteps
};

class Machine {
public:
  /// \p P must live longer than the machine.
  Machine(const Program &P, const Options &Wanted);

  /// Does nothing unless the machine is running.
  void step();
  /// Runs until the machine is no longer running.
  Outcome run(const std::vector<Observer *> &Observers = {});

  Outcome outcome() const { return How; }
  const State &state() const { return Now; }
  uint64_t steps() const { return Steps; }
  const Step &lastStep() const { return Last; }
  /// Why the machine is Undefined, Stuck or at its Limit.
  const Trouble &reason() const { return Why; }
  /// Each place and rule with something undefined, once.
  const std::vector<Trouble> &decided() const { return Decided; }

private:
  const Program &P;
  Options Wanted;
  State Now;
  Outcome How = Outcome::Running;
  uint64_t Steps = 0;
  Step Last;
  Trouble Why;
  std::vector<Trouble> Decided;

  /// The machine can do no more. Always false.
  bool stuck(std::optional<Rule> R, const std::string &Text);
  /// The paper does not say what \p R does here. Returns false if that ends the
  /// run.
  [[nodiscard]] bool undefined(Rule R, const std::string &Text);

  // Each returns false if the run has ended. Then it has changed nothing except
  // how the run ended.
  bool applyControl(const Instruction &I);
  bool applyBranch(const Instruction &I);
  bool applyBranchMask(const Instruction &I);
  bool applySync();
  bool applyEnd();
  bool applyThreads(const Instruction &I);
  bool shuffle(const Instruction &I, size_t Thread, Value &Result);
  bool access(const Instruction &I, size_t Thread,
              std::map<int64_t, int64_t> &Written, Value &Result);
  [[nodiscard]] bool readLocal(Rule R, size_t Thread, const Operand &O,
                               int64_t &Result);
  [[nodiscard]] bool readShared(Rule R, int64_t Address,
                                const std::map<int64_t, int64_t> &Written,
                                int64_t &Result);
  [[nodiscard]] bool compute(Rule R, Opcode Op, int64_t X, int64_t Y,
                             int64_t &Result);
  /// The threads from which a shuffle may read: see README.md.
  const ThreadSet &mask() const {
    return Now.Contexts.empty() ? Now.Active : Now.Contexts.back().Active;
  }
};

} // namespace tasklet::usimd

#endif
