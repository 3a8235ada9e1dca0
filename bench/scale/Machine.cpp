//===- Machine.cpp - Processors that run a program in simulated time ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Machine.h"
#include "Hooks.h"
#include "Lines.h"

#include <algorithm>
#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>
#include <deque>
#include <limits>
#include <unordered_map>

using namespace scale;
namespace context = boost::context;

/// In units of cost, of the processor that runs.
uint64_t tkl_scale_clock = 0;

namespace {

/// Nanoseconds by which a processor may be ahead of another one. It is below
/// what a message between processors takes.
constexpr double Quantum = 20;
constexpr size_t StackBytes = 1 << 20;

struct Processor {
  double Clock = 0;           ///< ns
  double StoresDone = 0;      ///< when its stores can be seen by all
  double SliceEnd = 0;        ///< when the next worker gets its turn
  std::deque<unsigned> Queue; ///< its workers; the first one runs
};

class Simulation {
public:
  Simulation(const Topology &Of, unsigned Workers, double Unit,
             const Memory &Seen, const std::function<void()> &Run);
  Outcome runAll();

  void touch(const char *At, uint64_t Bytes, uint32_t How);
  unsigned worker() const { return Here->Queue.front(); }

private:
  void account() { ///< the costs of instructions since the last time
    Here->Clock += double(tkl_scale_clock) * Unit;
    tkl_scale_clock = 0;
  }
  void leave() { Main = std::move(Main).resume(); }
  void endSlice(Processor &P);

  const Topology &Machine;
  const double Unit;
  const Memory &Seen;
  Lines Caches;
  std::vector<Processor> Processors;
  std::vector<context::fiber> Contexts; ///< of workers that do not run
  context::fiber Main;                  ///< while a worker runs
  Processor *Here = nullptr;
  double Limit = 0; ///< until which it may run
  Outcome Result;
  std::unordered_map<uint64_t, Waits> ByPlace; ///< by units of 4 bytes
};

Simulation *Running = nullptr;

} // namespace

Simulation::Simulation(const Topology &Of, unsigned Workers, double Unit,
                       const Memory &Seen, const std::function<void()> &Run)
    : Machine(Of), Unit(Unit), Seen(Seen), Caches(Of, Seen.Bytes),
      Processors(std::min(Of.Processors, Workers)) {
  Result.WorkerEnds.resize(Workers);
  for (unsigned W = 0; W < Workers; ++W) {
    Processors[W % Processors.size()].Queue.push_back(W);
    Contexts.emplace_back(std::allocator_arg,
                          context::protected_fixedsize_stack(StackBytes),
                          [this, &Run](context::fiber &&From) {
                            Main = std::move(From);
                            Run();
                            account();
                            return std::move(Main);
                          });
  }
  for (Processor &P : Processors)
    P.SliceEnd = Machine.Slice;
}

void Simulation::endSlice(Processor &P) {
  P.SliceEnd = P.Clock + Machine.Slice;
  if (P.Queue.size() < 2)
    return;
  P.Queue.push_back(P.Queue.front());
  P.Queue.pop_front();
  P.Clock += Machine.Change;
}

Outcome Simulation::runAll() {
  for (;;) {
    // The earliest processor, and how far the next one is.
    Here = nullptr;
    double Next = std::numeric_limits<double>::infinity();
    for (Processor &P : Processors) {
      if (P.Queue.empty())
        continue;
      if (!Here || P.Clock < Here->Clock) {
        if (Here)
          Next = std::min(Next, Here->Clock);
        Here = &P;
      } else {
        Next = std::min(Next, P.Clock);
      }
    }
    if (!Here)
      break;
    Limit = Next + Quantum;
    if (Here->Queue.size() > 1)
      Limit = std::min(Limit, Here->SliceEnd);
    const unsigned Worker = worker();
    context::fiber Left = std::move(Contexts[Worker]).resume();
    if (!Left) {
      Result.WorkerEnds[Worker] = Here->Clock;
      Result.Nanoseconds = std::max(Result.Nanoseconds, Here->Clock);
      Here->Queue.pop_front();
      Here->SliceEnd = Here->Clock + Machine.Slice;
      continue;
    }
    Contexts[Worker] = std::move(Left);
    if (Here->Clock >= Here->SliceEnd)
      endSlice(*Here);
  }
  for (const auto &[Place, Cost] : ByPlace) {
    Waits &Sum = Result.ByName[Seen.Name(Seen.Begin + Place * 4)];
    Sum.Misses += Cost.Misses;
    Sum.Nanoseconds += Cost.Nanoseconds;
  }
  return std::move(Result);
}

void Simulation::touch(const char *At, uint64_t Bytes, uint32_t How) {
  const uint64_t Offset = uint64_t(At - Seen.Begin);
  if (Offset >= Seen.Bytes || Bytes == 0)
    return;
  account();
  if (Here->Clock > Limit) // Others come first.
    leave();
  Processor &P = *Here;
  const unsigned Number = unsigned(Here - Processors.data());
  const uint64_t Last = std::min(Offset + Bytes, Seen.Bytes) - 1;
  for (uint64_t L = Offset / LineBytes; L <= Last / LineBytes; ++L) {
    const double Start =
        How == TKL_SCALE_UPDATE ? std::max(P.Clock, P.StoresDone) : P.Clock;
    const double Done = Caches.ask(L, Number, How, Start);
    if (How == TKL_SCALE_STORE) {
      P.StoresDone = std::max(P.StoresDone, Done);
    } else {
      P.Clock = How == TKL_SCALE_UPDATE ? Done + Machine.Atomic : Done;
    }
    if (Done > Start) {
      Waits &Cost = ByPlace[Offset / 4];
      ++Cost.Misses;
      Cost.Nanoseconds += How == TKL_SCALE_STORE ? 0 : Done - Start;
    }
  }
  if (P.Clock > Limit)
    leave();
}

uint32_t tkl_scale_worker() { return Running ? Running->worker() : 0; }

void tkl_scale_touch(const void *At, uint64_t Bytes, uint32_t How) {
  if (Running)
    Running->touch(static_cast<const char *>(At), Bytes, How);
}

Outcome scale::simulate(const Topology &Machine, unsigned Workers,
                        double UnitNanoseconds, const Memory &Seen,
                        const std::function<void()> &Run) {
  Simulation All(Machine, Workers, UnitNanoseconds, Seen, Run);
  tkl_scale_clock = 0;
  Running = &All;
  Outcome Result = All.runAll();
  Running = nullptr;
  return Result;
}
