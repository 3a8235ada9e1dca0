//===- main.cpp - Barnes-Hut on several ranks -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Exit status: 0 right; 1 the forces are wrong or the simulation blew up; 2
// command line or input file are wrong; 3 OpenCL or MPI failed.
//
//===----------------------------------------------------------------------===//

#include "Accounts.h"
#include "Domain.h"
#include "Findings.h"
#include "Report.h"
#include "Simulation.h"

#include <cstdio>

using namespace barneshut;

namespace {

constexpr const char *Name = "barnes_hut_mpi";

struct Arguments {
  Settings Model;
  bool Compare = false;
  bool Whole = false;
  bool Json = false;
};

/// What rank 0 looks at when all steps are done.
struct Outcome {
  Snapshot Start, BeforeLast, End;
  Differences FromSingle;
  double TreeMass = 0;
  double Seconds = 0; ///< Of all steps.
  std::vector<Account> Accounts;
};

bool parse(int Argc, const char *const *Argv, bool Quiet, Arguments &A) {
  sample::Options Opts(
      Name,
      "Moves bodies by their gravity (Barnes-Hut method, leapfrog) on the "
      "ranks of\nmpirun: each owns the bodies of a box, and gets what it "
      "needs of others' trees.");
  addModelOptions(Opts, A.Model);
  Opts.addSwitch("compare", A.Compare,
                 "compare the forces at the start with those of barnes_hut");
  Opts.addSwitch("whole", A.Whole,
                 "exchange whole trees: the same result, more to send");
  Opts.add("device", A.Model.Run.Device,
           "use the first device with this in its name");
  Opts.addSwitch("json", A.Json, "print one JSON object instead of text");
  return Opts.parse(Argc, Argv, Quiet);
}

Outcome simulate(World &Ranks, const Arguments &A, std::vector<Body> Bodies) {
  const Settings &S = A.Model;
  Outcome Result;
  Domain D(Ranks, S, Bodies, A.Whole);
  if (Ranks.rank() == 0 && !A.Json) {
    std::printf("%s\n", describe(S, Bodies.size()).c_str());
    std::printf("on %d rank%s; rank 0 has %s\n", Ranks.size(),
                Ranks.size() == 1 ? "" : "s", D.deviceName().c_str());
  }
  D.start();
  Result.Start = D.gather();
  if (Ranks.rank() == 0 && A.Compare) {
    Simulation Single(S, Bodies);
    Single.start();
    Result.FromSingle = differences(Result.Start, Single.read());
  }
  Bodies = {};
  // The start compiles kernels, which is no part of what a step costs.
  if (S.Steps)
    D.forget();
  for (int64_t Step = 1; Step <= S.Steps; ++Step) {
    if (Step == S.Steps)
      Result.BeforeLast = D.gather();
    Ranks.synchronise();
    const double Begin = MPI_Wtime();
    D.step();
    Ranks.synchronise();
    Result.Seconds += MPI_Wtime() - Begin;
  }
  Result.End = D.gather();
  Result.TreeMass = D.treeMass();
  Result.Accounts = D.accounts();
  return Result;
}

/// What is wrong, or "".
std::string judge(const Outcome &O, const Arguments &A,
                  const ForceErrors &Errors) {
  const double Theta = A.Model.Theta;
  std::string Mistake = findWrongStep(O.BeforeLast, O.End, A.Model.TimeStep);
  if (Mistake.empty())
    Mistake = findMistake(O.End, O.TreeMass, Errors, Theta);
  if (Mistake.empty() && !(O.FromSingle.Median <= largestMedian(Theta)))
    Mistake = "the forces at the start are not those of barnes_hut";
  return Mistake;
}

void print(const Outcome &O, const Arguments &A, const ForceErrors &Errors) {
  const Settings &S = A.Model;
  if (A.Json) {
    printJson(O.Accounts, O.Seconds,
              std::string(Name) + " " + std::to_string(O.End.Bodies.size()));
    return;
  }
  if (S.Steps)
    printPhases(O.Accounts, O.Seconds);
  printRanks(O.Accounts);
  std::printf("\n");
  printConservation(O.Start, O.End, S.Eps);
  printForceErrors(Errors, S.Theta);
  if (A.Compare)
    std::printf("barnes_hut relative difference of the forces at the start: "
                "median %.4f %%, largest %.4f %%\n",
                100 * O.FromSingle.Median, 100 * O.FromSingle.Max);
}

int runDemo(World &Ranks, int Argc, const char *const *Argv) {
  Arguments A;
  if (!parse(Argc, Argv, Ranks.rank() != 0, A))
    return 0;
  std::vector<Body> Bodies = bodiesOf(A.Model);
  if (Bodies.empty()) {
    if (A.Json)
      throw sample::UsageError("--json needs bodies");
    if (Ranks.rank() == 0)
      std::printf("%s\nnothing to simulate\n", describe(A.Model, 0).c_str());
    return 0;
  }
  const Outcome O = simulate(Ranks, A, std::move(Bodies));
  if (Ranks.rank() != 0)
    return 0;
  const ForceErrors Errors =
      forceErrors(O.End, A.Model.Eps, static_cast<size_t>(A.Model.CheckSamples),
                  static_cast<uint64_t>(A.Model.Seed));
  print(O, A, Errors);
  const std::string Mistake = judge(O, A, Errors);
  if (Mistake.empty())
    return 0;
  std::fflush(stdout);
  std::fprintf(stderr, "%s: wrong result: %s\n", Name, Mistake.c_str());
  return 1;
}

} // namespace

int main(int Argc, char **Argv) {
  return tasklet::mpi::run(Argc, Argv, [&](World &Ranks) {
    try {
      return runDemo(Ranks, Argc, Argv);
    } catch (const WrongResult &Error) {
      throw tasklet::mpi::Failure(1,
                                  std::string("wrong result: ") + Error.what());
    } catch (const std::exception &) {
      const sample::Failure P = sample::judgeException(Name);
      throw tasklet::mpi::Failure(P.Status, P.Message);
    }
  });
}
