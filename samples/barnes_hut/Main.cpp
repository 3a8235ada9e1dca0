//===- Main.cpp - The Barnes-Hut demo -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Exit status: 0 right; 1 the forces are wrong or the simulation blew up; 2
// command line or input file are wrong; 3 OpenCL or a file failed.
//
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "Findings.h"
#include "Options.h"
#include "Picture.h"
#include "Report.h"
#include "Settings.h"
#include "Simulation.h"
#include "Table.h"

#include <cstdio>

using namespace barneshut;

namespace {

constexpr const char *Name = "barnes_hut";

void paint(const Settings &S, const std::vector<Body> &Before,
           const std::vector<Body> &After) {
  if (S.Output.empty())
    return;
  writePicture(S.Output, Before, After);
  std::printf("picture    %s\n", S.Output.c_str());
}

double massOf(const Simulation &Sim) { return Sim.header().Root.Weighted.s[3]; }

/// Does all steps. Returns the moment before the last one.
Snapshot simulate(Simulation &Sim, int64_t Steps) {
  Snapshot BeforeLast;
  sample::ProgressBar Bar("simulating", static_cast<uint64_t>(Steps));
  for (int64_t Step = 1; Step <= Steps; ++Step) {
    if (Step == Steps)
      BeforeLast = Sim.read();
    Sim.step();
    Bar.update(static_cast<uint64_t>(Step));
  }
  return BeforeLast;
}

/// For the benchmark: the forces at the start, as often as it wants.
int runForces(const Settings &S, const std::vector<Body> &Bodies) {
  Simulation Sim(S, Bodies);
  Sim.start();
  sample::Outcome O;
  O.Problem = "barnes_hut " + std::to_string(Bodies.size());
  O.Measured = sample::medianRun(S.Run, [&] { return Sim.repeatForces(); });
  O.Result = Sim.header().Pulls;
  const Snapshot Now = Sim.read();
  const sample::Stopwatch Serial;
  const ForceErrors Errors =
      forceErrors(Now, S.Eps, static_cast<size_t>(S.CheckSamples),
                  static_cast<uint64_t>(S.Seed));
  O.Wrong = findMistake(Now, massOf(Sim), Errors, S.Theta);
  O.SerialSeconds = Serial.seconds();
  return sample::report(Name, O, true);
}

int runDemo(int Argc, const char *const *Argv) {
  Settings S;
  if (!parseSettings(Argc, Argv, S))
    return 0;
  const std::vector<Body> Bodies = bodiesOf(S);
  if (S.Run.Json || S.Run.Paced) {
    if (Bodies.empty())
      throw sample::UsageError("--json and --paced need bodies");
    return runForces(S, Bodies);
  }
  std::printf("%s\n", describe(S, Bodies.size()).c_str());
  if (Bodies.empty()) {
    std::printf("nothing to simulate\n");
    paint(S, Bodies, Bodies);
    return 0;
  }

  Simulation Sim(S, Bodies);
  std::printf("on %s, %.1f MB\n", Sim.deviceName().c_str(),
              1e-6 * static_cast<double>(Sim.bufferSize()));
  Sim.start();
  const Snapshot Before = Sim.read();
  const Snapshot BeforeLast = simulate(Sim, S.Steps);
  const Snapshot After = Sim.read();

  const sample::Stopwatch CheckClock;
  const ForceErrors Errors =
      forceErrors(After, S.Eps, static_cast<size_t>(S.CheckSamples),
                  static_cast<uint64_t>(S.Seed));
  std::string Mistake = findWrongStep(BeforeLast, After, S.TimeStep);
  if (Mistake.empty())
    Mistake = findMistake(After, massOf(Sim), Errors, S.Theta);
  const double CheckSeconds = CheckClock.seconds();

  printTimes(Sim, CheckSeconds);
  printTree(Sim);
  printConservation(Before, After, S.Eps);
  printForceErrors(Errors, S.Theta);
  paint(S, Before.Bodies, After.Bodies);
  if (!Mistake.empty())
    throw WrongResult(Mistake);
  return 0;
}

} // namespace

int main(int Argc, char **Argv) {
  return sample::runSample(Name, [&] {
    try {
      return runDemo(Argc, Argv);
    } catch (const WrongResult &Error) {
      std::fprintf(stderr, "%s: wrong result: %s\n", Name, Error.what());
      return 1;
    }
  });
}
