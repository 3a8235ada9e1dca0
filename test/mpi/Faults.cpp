//===- Faults.cpp - Ranks that fail ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `mpi_faults CASE` fails on rank 1, or on all, in the way of that name. The
/// others do what nobody would wait for. run_tests.py says how each must end.
///
//===----------------------------------------------------------------------===//
#include <tasklet/mpi.hpp>

#include <csignal>
#include <functional>
#include <map>

using namespace tasklet::mpi;

namespace {

/// A command that never ends.
struct Endless {
  bool waitFor(std::chrono::microseconds Most) {
    std::this_thread::sleep_for(Most);
    return false;
  }
};

/// A command that fails after a while.
struct Failing {
  bool waitFor(std::chrono::microseconds) {
    if (Rounds-- > 0)
      return false;
    throw std::runtime_error("the command failed");
  }
  int Rounds = 3;
};

void computeForever() { std::this_thread::sleep_for(std::chrono::hours(1)); }

/// Rank 1 does \p Fault in its first chunk, the others never end.
int inLoop(World &Ranks, const std::function<void()> &Fault) {
  Ranks.forEach(1000, [&](Range) {
    if (Ranks.rank() == 1)
      Fault();
    return Endless();
  });
  return 0;
}

using Case = std::function<int(World &)>;

const std::map<std::string, Case> Cases = {
    {"throw",
     [](World &W) {
       return inLoop(W, [] { throw std::runtime_error("no memory"); });
     }},
    {"throw-beside-work",
     [](World &W) {
       W.forEach(1000, [&](Range) {
         if (W.rank() == 1)
           throw std::runtime_error("no memory");
         computeForever();
       });
       return 0;
     }},
    {"throw-everywhere",
     [](World &) -> int { throw Failure(2, "there is no such tree"); }},
    {"throw-number", [](World &W) { return inLoop(W, [] { throw 42; }); }},
    {"command",
     [](World &W) {
       if (W.rank() == 1)
         W.forEach(1000, [](Range) { return Failing(); });
       else
         W.forEach(1000, [](Range) { return Endless(); });
       return 0;
     }},
    {"exit", [](World &W) { return inLoop(W, [] { std::exit(0); }); }},
    {"exit-at-once", [](World &W) { return inLoop(W, [] { std::_Exit(5); }); }},
    {"kill", [](World &W) { return inLoop(W, [] { raise(SIGKILL); }); }},
    {"terminate", [](World &W) { return inLoop(W, [] { std::terminate(); }); }},
    {"early", [](World &W) { return W.rank() == 1 ? 0 : inLoop(W, [] {}); }},
    {"other-call",
     [](World &W) {
       if (W.rank() == 1)
         W.synchronise();
       return inLoop(W, [] {});
     }},
    {"other-count",
     [](World &W) {
       W.forEach(W.rank() == 1 ? 10 : 11, [](Range) {});
       return 0;
     }},
    {"nested",
     [](World &W) { return inLoop(W, [&] { W.forEach(1, [](Range) {}); }); }},
    {"missing",
     [](World &W) {
       std::vector<Piece<int>> Mine;
       if (W.rank() == 1)
         Mine = {{{0, 2}, {1, 2}}, {{3, 4}, {3}}};
       (void)W.gather(4, Mine);
       computeForever();
       return 0;
     }},
    {"twice",
     [](World &W) {
       (void)W.gather(2, std::vector<Piece<int>>{{{0, 2}, {1, 2}}});
       computeForever();
       return 0;
     }},
    {"mpi",
     [](World &W) {
       return inLoop(W, [&] {
         check(MPI_Send(nullptr, 0, MPI_INT, W.size(), 0, W.comm()),
               "MPI_Send");
       });
     }},
    {"status", [](World &W) { return W.rank() == 1 ? 7 : 0; }},
    {"status-out-of-range", [](World &W) { return W.rank() == 1 ? 256 : 0; }},
};

} // namespace

int main(int Argc, char **Argv) {
  const std::string Name = Argc == 2 ? Argv[1] : "";
  // These two initialise MPI by themselves, the second one for no threads.
  if (Name == "own-mpi" || Name == "no-threads") {
    int Provided = 0;
    MPI_Init_thread(&Argc, &Argv,
                    Name == "own-mpi" ? MPI_THREAD_FUNNELED : MPI_THREAD_SINGLE,
                    &Provided);
    const int Status = run(Argc, Argv, [](World &Ranks) {
      return Ranks.reduce(1, std::plus<>()) == Ranks.size() ? 0 : 1;
    });
    // As often as one likes.
    const int Again = run(Argc, Argv, [](World &) { return 3; });
    MPI_Finalize();
    return Status == 0 && Again == 3 ? 0 : 1;
  }
  const auto Chosen = Cases.find(Name);
  return run(Argc, Argv, [&](World &Ranks) {
    if (Chosen == Cases.end())
      throw Failure(2, "there is no such case");
    return Chosen->second(Ranks);
  });
}
