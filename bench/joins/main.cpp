//===- main.cpp - The order of siblings, and joins of some children -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Times the programs of joins.cl with one and two workers, and Serial.cpp's.
/// All that solve one problem take turns, round after round, and must compute
/// the same. Prints the medians of times and of the numbers of tasks.
///
//===----------------------------------------------------------------------===//
#include "Extension.h"
#include "Options.h"
#include "Report.h"
#include "Serial.h"

#include <algorithm>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

using namespace sample;

namespace {

/// A problem, and how tasks solve it.
struct Problem {
  std::string Name;
  std::string Kernel;
  std::vector<std::pair<int, std::string>> Forms; ///< of the kernel
  std::vector<cl::Buffer> Inputs;
  std::vector<cl_int> Sizes;
  /// Solves it, and returns the calls that it took, or 0.
  std::function<uint64_t(std::vector<cl_int> &)> Serially;
};

/// What one program took, in each run.
struct Samples {
  std::vector<double> Milliseconds, Tasks;
};

class Bench {
  Device Dev;
  cl::Program Program;
  int64_t Runs;
  bool Minima;

  /// What to show of some times.
  double typical(const std::vector<double> &All) const;
  void measureOnce(const Problem &P, const std::vector<cl_int> &Expected,
                   int Form, cl_uint Workers, Samples &To);

public:
  Bench(const Device &Dev, int64_t Runs, bool Minima)
      : Dev(Dev), Program(buildProgram(Dev, "joins.cl")), Runs(Runs),
        Minima(Minima) {}
  template <typename T> cl::Buffer upload(std::vector<T> &From) {
    return cl::Buffer(Dev.Context, From.begin(), From.end(), true);
  }
  cl::Buffer room(size_t Words) {
    return cl::Buffer(Dev.Context, CL_MEM_READ_WRITE, Words * sizeof(cl_int));
  }
  void measure(const Problem &P);
};

} // namespace

static double median(std::vector<double> All) {
  std::nth_element(All.begin(), All.begin() + All.size() / 2, All.end());
  return All[All.size() / 2];
}

double Bench::typical(const std::vector<double> &All) const {
  return Minima ? *std::min_element(All.begin(), All.end()) : median(All);
}

void Bench::measureOnce(const Problem &P, const std::vector<cl_int> &Expected,
                        int Form, cl_uint Workers, Samples &To) {
  cl::Kernel Kernel(Program, P.Kernel.c_str());
  check(clSetKernelExecInfo(Kernel(), CL_KERNEL_EXEC_INFO_TASKLET_WORKERS_TKL,
                            sizeof(Workers), &Workers),
        "clSetKernelExecInfo");
  // No run may live on the result of the one before.
  std::vector<cl_int> Result(Expected.size(), -2);
  cl::Buffer Out(Dev.Context, Result.begin(), Result.end(), false);
  cl_uint Arg = 0;
  Kernel.setArg(Arg++, Out);
  for (const cl::Buffer &Input : P.Inputs)
    Kernel.setArg(Arg++, Input);
  Kernel.setArg(Arg++, cl_int(Form));
  for (cl_int Size : P.Sizes)
    Kernel.setArg(Arg++, Size);
  const Run Timed = runKernel(Dev, Kernel, 1);
  Dev.Queue.enqueueReadBuffer(Out, CL_TRUE, 0, Result.size() * sizeof(cl_int),
                              Result.data());
  if (Result != Expected)
    throw SetupError(P.Name + ", form " + std::to_string(Form) + ", " +
                     std::to_string(Workers) +
                     " workers: not the serial result");
  To.Milliseconds.push_back(1e3 * Timed.KernelSeconds);
  To.Tasks.push_back(double(Timed.Tasks));
}

void Bench::measure(const Problem &P) {
  std::vector<double> Serial;
  std::vector<Samples> One(P.Forms.size()), Two(P.Forms.size());
  uint64_t Calls = 0;
  for (int64_t I = 0; I <= Runs; ++I) {
    std::vector<cl_int> Expected;
    const Stopwatch Watch;
    Calls = P.Serially(Expected);
    Serial.push_back(1e3 * Watch.seconds());
    for (size_t F = 0; F < P.Forms.size(); ++F) {
      measureOnce(P, Expected, P.Forms[F].first, 1, One[F]);
      measureOnce(P, Expected, P.Forms[F].first, 2, Two[F]);
    }
    if (I == 0) { // A warm-up.
      Serial.clear();
      One.assign(P.Forms.size(), {});
      Two.assign(P.Forms.size(), {});
    }
  }
  const double Ts = typical(Serial);
  std::printf("| %s | serial | %.2f | | | | %s | |\n", P.Name.c_str(), Ts,
              Calls == 0 ? "" : std::to_string(Calls).c_str());
  for (size_t F = 0; F < P.Forms.size(); ++F) {
    const double T1 = typical(One[F].Milliseconds);
    const double T2 = typical(Two[F].Milliseconds);
    std::printf("| %s | %s | %.2f | %.2f | %.2f | %.2f | %.0f | %.0f |\n",
                P.Name.c_str(), P.Forms[F].second.c_str(), T1, T1 / Ts, T2,
                T1 / T2, median(One[F].Tasks), median(Two[F].Tasks));
  }
  std::fflush(stdout);
}

/// Items whose values are close to their weights, the hard ones, in the order
/// of the search.
static std::vector<joins::Item> makeItems(int64_t Count) {
  std::mt19937 Engine(4);
  std::vector<joins::Item> Items(static_cast<size_t>(Count));
  for (joins::Item &I : Items) {
    I.Weight = 100 + int32_t(Engine() % 900);
    I.Value = I.Weight + int32_t(Engine() % 10);
  }
  std::sort(Items.begin(), Items.end(), [](joins::Item A, joins::Item B) {
    return A.Value * B.Weight > B.Value * A.Weight;
  });
  return Items;
}

/// The longest record is 33 times as long as the shortest.
static std::vector<uint32_t> makeRecords(int64_t Count) {
  std::mt19937 Engine(2);
  std::vector<uint32_t> Words;
  for (int64_t I = 0; I < Count; ++I) {
    for (uint32_t Length = 64 + Engine() % 2048; Length > 0; --Length)
      Words.push_back(uint32_t(Engine()) | 1);
    Words.push_back(0);
  }
  return Words;
}

/// One hint in 32 is wrong.
static std::vector<joins::Riddle> makeRiddles(int64_t Count) {
  std::mt19937 Engine(3);
  std::vector<joins::Riddle> Riddles;
  for (int64_t I = 0; I < Count; ++I) {
    const uint32_t Side = joins::GuessSide;
    const uint32_t X = Side + Engine() % (joins::RiddleRange - 2 * Side);
    const uint32_t Near = X - Side + 1 + Engine() % (2 * Side - 1);
    const uint32_t Far = joins::RiddleRange + 2 * Side;
    Riddles.push_back({joins::scramble(X), Engine() % 32 == 0 ? Far : Near});
  }
  return Riddles;
}

int main(int Argc, char **Argv) {
  return runSample("bench_joins", [&] {
    RunOptions How;
    How.Runs = 9;
    int64_t Items = 44, Records = 256, Riddles = 256, Children = 100000;
    Options Opts("bench_joins", "Compares searches and pipelines by tasks with "
                                "serial code.");
    Opts.add("items", Items, 1, 64, "items of the knapsack");
    Opts.add("records", Records, 4, 1 << 20, "records, rounded down to 4s");
    Opts.add("riddles", Riddles, 32, 1 << 20, "riddles, rounded down to 32s");
    Opts.add("children", Children, 4, 100000000,
             "children that are forced, rounded down to 4s");
    bool Minima = false;
    Opts.addSwitch("minima", Minima,
                   "show the shortest times, for a busy machine");
    Opts.add("runs", How.Runs, 1, 1000, "runs of each");
    Opts.add("device", How.Device, "part of the device's name");
    if (!Opts.parse(Argc, Argv))
      return 0;
    Bench B(openDevice(How.Device), How.Runs, Minima);
    std::printf("| problem | how | Ts or T1, ms | T1/Ts | T2, ms | T1/T2 "
                "| calls or tasks | tasks, 2 workers |\n"
                "|---|---|--:|--:|--:|--:|--:|--:|\n");

    std::vector<joins::Item> Sack = makeItems(Items);
    int Room = 0;
    for (joins::Item I : Sack)
      Room += I.Weight;
    Room /= 2;
    Problem P;
    P.Name = "knapsack " + std::to_string(Items) + ", futures";
    P.Kernel = "knapsack";
    P.Inputs = {B.upload(Sack), B.room(1)};
    P.Sizes = {cl_int(Items), cl_int(Room)};
    P.Forms = {{0, "tasks"}};
    P.Serially = [&](std::vector<cl_int> &Out) {
      uint64_t Calls;
      Out = {joins::pack(Sack, Room, Calls)};
      return Calls;
    };
    B.measure(P);
    // The result is the best value.
    P.Name = "knapsack " + std::to_string(Items) + ", no results";
    P.Forms = {{1, "tasks"}};
    P.Serially = [&](std::vector<cl_int> &Out) {
      uint64_t Calls;
      Out = {joins::fill(Sack, Room, Calls)};
      return Calls;
    };
    B.measure(P);

    Records = Records / 4 * 4;
    std::vector<uint32_t> Words = makeRecords(Records);
    P.Name = "pipeline";
    P.Kernel = "pipeline";
    P.Inputs = {B.upload(Words)};
    P.Sizes = {cl_int(Records)};
    P.Forms = {{0, "`force ();` before each write"},
               {1, "four at a time, `force (a, b, c, d);`"},
               {2, "`force` of the oldest of four"}};
    P.Serially = [&](std::vector<cl_int> &Out) {
      Out = joins::pipeline(Words, int(Records));
      return 0;
    };
    B.measure(P);

    Riddles = Riddles / 32 * 32;
    std::vector<joins::Riddle> All = makeRiddles(Riddles);
    P.Name = "riddles";
    P.Kernel = "solve";
    P.Inputs = {B.upload(All), B.room(size_t(Riddles))};
    P.Sizes = {cl_int(Riddles)};
    P.Forms = {{0, "a sweep after a wrong guess"},
               {1, "both at once, `force (x, all);`"},
               {2, "both at once, `force (x);`"}};
    P.Serially = [&](std::vector<cl_int> &Out) {
      Out = joins::solve(All);
      return 0;
    };
    B.measure(P);

    for (cl_int N : {1, 5, 10}) {
      const cl_int Rounds = cl_int(Children / (N == 10 ? 40 : 4));
      P.Name = std::to_string(4 * Rounds) + " children `fib(" +
               std::to_string(N) + ")`";
      P.Kernel = "groups";
      P.Inputs.clear();
      P.Sizes = {N, Rounds};
      P.Forms = {{0, "four at once"}, {1, "one by one"}};
      P.Serially = [&](std::vector<cl_int> &Out) {
        uint32_t Sum = 0;
        for (cl_int I = 0; I < 4 * Rounds; ++I)
          Sum += uint32_t(joins::fib(N));
        Out = {cl_int(Sum)};
        return 0;
      };
      B.measure(P);
    }
    return 0;
  });
}
