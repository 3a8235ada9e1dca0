//===- main.cpp - Unbalanced tree search on several ranks -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Report.h"
#include "Search.h"

#include <tasklet/mpi.hpp>

#include <algorithm>
#include <cinttypes>
#include <cstdio>

#include <sys/resource.h>

using namespace sample;
using tasklet::mpi::Batch;
using tasklet::mpi::World;
using uts::Total;

namespace {

struct Arguments {
  std::string Tree = "T1";
  int64_t Level = -1;
  int64_t Least = 1;
  int64_t Parts = 2;
  int64_t Budget = 65536;
  int64_t Runs = 1;
  std::string Device;
  bool Json = false;
};

/// What one rank did in a run.
struct Part {
  Total Found;
  tasklet::mpi::Share Share;
  double ProcessorSeconds = 0; ///< Of all threads of the process.
};

struct TreeRun {
  double Seconds = 0; ///< From a moment when no rank had begun to the total.
                      ///< The roots were there.
  Total Found;
  std::vector<Part> Parts; ///< By rank.
};

double processorSeconds() {
  rusage Used = {};
  getrusage(RUSAGE_SELF, &Used);
  return static_cast<double>(Used.ru_utime.tv_sec + Used.ru_stime.tv_sec) +
         1e-6 *
             static_cast<double>(Used.ru_utime.tv_usec + Used.ru_stime.tv_usec);
}

/// The whole tree, by all ranks.
TreeRun countAll(World &Ranks, uts::Search &Mine, const uts::Level &Roots,
                 const tasklet::mpi::Schedule &How) {
  TreeRun Result;
  Ranks.synchronise();
  const double Begin = MPI_Wtime();
  const double Used = processorSeconds();
  Part Here;
  Here.Share = Ranks.forEachDivisible(
      Roots.Nodes,
      [&](Batch<uts::Node> Chunk) { return Mine.start(Chunk, Here.Found); },
      How);
  Here.ProcessorSeconds = processorSeconds() - Used;
  Result.Parts = Ranks.fromEach(Here);
  Result.Seconds = MPI_Wtime() - Begin;
  Result.Found += Roots.Above;
  for (const Part &Each : Result.Parts)
    Result.Found += Each.Found;
  return Result;
}

/// What is wrong with a count; nothing if it is right.
std::string judge(const Total &Found, const uts::TreeRule &Rule) {
  if (Rule.KnownNodes)
    return Found.Nodes == Rule.KnownNodes
               ? ""
               : std::to_string(Found.Nodes) + " nodes, but published are " +
                     std::to_string(Rule.KnownNodes);
  const uts::Tally Serial = uts::countSerially(Rule);
  if (Found.Nodes == Serial.Nodes && Found.Leaves == Serial.Leaves &&
      Found.Depth == Serial.Depth)
    return "";
  return std::to_string(Found.Nodes) + " nodes, but the serial program says " +
         std::to_string(Serial.Nodes);
}

void printJson(const TreeRun &R, const Arguments &A, const uts::Level &Roots,
               double RootSeconds) {
  double Used = 0;
  for (const Part &P : R.Parts)
    Used += P.ProcessorSeconds;
  std::printf(
      "{\"problem\": \"uts_mpi %s\", \"result\": %" PRIu64
      ", \"seconds\": %.9f, \"ranks\": %zu, \"level\": %" PRIu32
      ", \"roots\": %zu, \"roots_seconds\": %.9f, \"processor_seconds\": %.6f"
      ", \"nodes\": [",
      A.Tree.c_str(), R.Found.Nodes, R.Seconds, R.Parts.size(), Roots.Depth,
      Roots.Nodes.size(), RootSeconds, Used);
  for (size_t I = 0; I < R.Parts.size(); ++I)
    std::printf("%s%" PRIu64, I ? ", " : "", R.Parts[I].Found.Nodes);
  std::printf("], \"chunks\": [");
  for (size_t I = 0; I < R.Parts.size(); ++I)
    std::printf("%s%" PRIu64, I ? ", " : "", R.Parts[I].Share.Chunks);
  std::printf("]}\n");
}

void print(const TreeRun &R, const Arguments &A, const uts::Level &Roots,
           double RootSeconds, const uts::TreeRule &Rule) {
  std::printf("uts_mpi %s: %" PRIu64 " nodes, %" PRIu64
              " leaves, depth %" PRIu32 "\n",
              A.Tree.c_str(), R.Found.Nodes, R.Found.Leaves, R.Found.Depth);
  std::printf("time    %.3f ms with %zu rank%s\n", 1e3 * R.Seconds,
              R.Parts.size(), R.Parts.size() == 1 ? "" : "s");
  std::printf("roots   the %zu nodes of level %" PRIu32
              ", which each rank had found in %.3f ms\n",
              Roots.Nodes.size(), Roots.Depth, 1e3 * RootSeconds);
  std::printf(
      "rank      roots    taken  chunks         nodes   share    busy, ms  "
      "waiting, ms\n");
  for (size_t I = 0; I < R.Parts.size(); ++I) {
    const Part &P = R.Parts[I];
    std::printf("%4zu  %9" PRIu64 "  %7" PRIu64 "  %6" PRIu64 "  %12" PRIu64
                "  %4.1f %%  %10.3f  %11.3f\n",
                I, P.Share.Items, P.Share.Taken, P.Share.Chunks, P.Found.Nodes,
                100.0 * static_cast<double>(P.Found.Nodes) /
                    static_cast<double>(R.Found.Nodes),
                1e3 * P.Share.BusySeconds, 1e3 * P.Share.WaitingSeconds);
  }
  std::printf("check   %s\n", Rule.KnownNodes ? "as many nodes as published"
                                              : "same as the serial program");
}

int searchTree(World &Ranks, int Argc, char **Argv) {
  Arguments A;
  std::vector<std::string> Names;
  for (const uts::TreeRule &Rule : uts::knownTrees())
    Names.push_back(Rule.Name);
  Options Opts("uts_mpi", "Counts the nodes of an unbalanced tree by tasks, on "
                          "the ranks of mpirun.");
  Opts.add("tree", A.Tree, "which tree", Names);
  Opts.add("level", A.Level, -1, 100000,
           "whose nodes are spread over the ranks; -1: the first with 1000 "
           "nodes, and 64 for each rank");
  Opts.add("least", A.Least, 1, 1000000, "roots of a command at least");
  Opts.add("parts", A.Parts, 1, 1024,
           "a command gets one part of the roots that are left, with this many "
           "parts for each rank");
  Opts.add("budget", A.Budget, 0, 1 << 30,
           "nodes that a command of several ranks counts, for each worker, "
           "until it hands the others back, or more if its rank has counted "
           "many; 0: it counts all");
  Opts.add("runs", A.Runs, 1, 100000,
           "timed runs, after one warm-up; the median is shown");
  Opts.add("device", A.Device, "use the first device with this in its name");
  Opts.addSwitch("json", A.Json, "print one JSON object instead of text");
  if (!Opts.parse(Argc, Argv, Ranks.rank() != 0))
    return 0;

  const uts::TreeRule &Rule = uts::findTree(A.Tree);
  const auto Wanted =
      std::max<size_t>(1000, 64 * static_cast<size_t>(Ranks.size()));
  const Stopwatch Finding;
  const uts::Level Roots =
      A.Level < 0 ? uts::findLevel(Rule, Wanted)
                  : uts::makeLevel(Rule, static_cast<uint32_t>(A.Level));
  const double RootSeconds = Finding.seconds();
  // One rank has nobody to hand anything to.
  uts::Search S(Rule, A.Device,
                Ranks.size() > 1 ? static_cast<uint32_t>(A.Budget) : 0);
  tasklet::mpi::Schedule How;
  How.Least = static_cast<uint64_t>(A.Least);
  How.Parts = static_cast<uint64_t>(A.Parts);

  std::vector<TreeRun> All;
  std::string Wrong;
  for (int64_t I = -1; I < A.Runs; ++I) {
    const TreeRun R = countAll(Ranks, S, Roots, How);
    if (Ranks.rank() == 0 && Wrong.empty())
      Wrong = judge(R.Found, Rule);
    if (I >= 0)
      All.push_back(R);
  }
  if (Ranks.rank() != 0)
    return 0;
  if (!Wrong.empty()) {
    std::fprintf(stderr, "uts_mpi: wrong result for %s: %s\n", A.Tree.c_str(),
                 Wrong.c_str());
    return 1;
  }
  const auto Middle = All.begin() + static_cast<std::ptrdiff_t>(All.size() / 2);
  std::nth_element(
      All.begin(), Middle, All.end(),
      [](const TreeRun &X, const TreeRun &Y) { return X.Seconds < Y.Seconds; });
  if (A.Json)
    printJson(*Middle, A, Roots, RootSeconds);
  else
    print(*Middle, A, Roots, RootSeconds, Rule);
  return 0;
}

} // namespace

int main(int Argc, char **Argv) {
  return tasklet::mpi::run(Argc, Argv, [&](World &Ranks) {
    try {
      return searchTree(Ranks, Argc, Argv);
    } catch (const std::exception &) {
      const sample::Failure P = judgeException("uts_mpi");
      throw tasklet::mpi::Failure(P.Status, P.Message);
    }
  });
}
