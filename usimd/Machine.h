//===- Machine.h - Runs programs, rule by rule ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The machine of figures 4 to 8. A step applies one rule of figure 7; for an
/// instruction that IT evaluates, every active thread applies the same rule of
/// figure 8 (or one of the two for shfl).
///
/// Where the rules say nothing, the machine does what README.md says, and
/// remembers the first time; with Strict it stops instead, and the state is the
/// one before the instruction. Where nothing sensible can be done, it stops
/// always.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_USIMD_MACHINE_H
#define TASKLET_USIMD_MACHINE_H

#include "Program.h"
#include "State.h"

namespace tasklet::usimd {

/// The paper calls two rules SP: here they are SP-stop and SP-sync. It has no
/// rules for bnz: they are BT, BF and BD as well.
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
/// As traces write it. Rules of figure 8 are under IT.
const char *nameOf(Rule R);
bool isThreadRule(Rule R);

struct Options {
  size_t Threads = 8; ///< 1 to MaxThreads
  std::vector<int64_t> Memory;
  bool Strict = false;
  uint64_t MaxSteps = 10000000;
};

/// What a program met that the paper does not define, or why the machine
/// cannot go on.
struct Trouble {
  size_t Pc = 0;
  /// None where no rule of any name would apply.
  std::optional<Rule> Applied;
  std::string Text;
};

/// One step that was taken.
struct Step {
  size_t Pc = 0;
  Rule Applied = Rule::SPstop;
  ThreadSet Active; ///< before the step
  /// Of shfl: the threads that applied Si; all others applied Sv.
  ThreadSet OutsideMask;
  /// Of load, store and atomic: the addresses, by active thread.
  std::vector<int64_t> Addresses;
};

/// Told of each step. Both stacks are those before it.
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
  /// \p P lives longer than the machine.
  Machine(const Program &P, const Options &Wanted);

  /// Does nothing unless the machine is running.
  void step();
  /// Until the machine is not running any more.
  Outcome run(const std::vector<Observer *> &Observers = {});

  Outcome outcome() const { return How; }
  const State &state() const { return Now; }
  uint64_t steps() const { return Steps; }
  const Step &lastStep() const { return Last; }
  /// Why the machine is Undefined, Stuck or at its Limit.
  const Trouble &reason() const { return Why; }
  /// Each place and rule once that met something undefined.
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
  /// The paper does not say what \p R does here. False if that ends the run.
  [[nodiscard]] bool undefined(Rule R, const std::string &Text);

  // Each gives false if the run has ended, and then has changed nothing but
  // how it ended.
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
  /// The threads that may be shuffled from: see README.md.
  const ThreadSet &mask() const {
    return Now.Contexts.empty() ? Now.Active : Now.Contexts.back().Active;
  }
};

} // namespace tasklet::usimd

#endif
