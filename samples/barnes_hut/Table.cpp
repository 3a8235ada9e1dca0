//===- Table.cpp - What the demo prints at the end ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Table.h"

#include "Findings.h"

#include <cstdio>

using namespace barneshut;

namespace {

std::string milliseconds(double Seconds) {
  char Text[40];
  std::snprintf(Text, sizeof(Text), "%.3f ms", 1e3 * Seconds);
  return Text;
}

void printRow(const char *Name, const std::string &PerStep,
              const std::string &Total, const std::string &Tasks,
              const std::string &Steals) {
  std::printf("%-10s %14s %14s %14s %10s\n", Name, PerStep.c_str(),
              Total.c_str(), Tasks.c_str(), Steals.c_str());
}

void printPhase(const char *Name, const PhaseTime &Phase) {
  const sample::Run &T = Phase.Total;
  const bool Ran = T.WallSeconds > 0;
  const char *Unknown = Ran ? "?" : "-";
  printRow(Name,
           Phase.Steps
               ? milliseconds(T.WallSeconds / static_cast<double>(Phase.Steps))
               : "-",
           Ran ? milliseconds(T.WallSeconds) : "-",
           T.Counted ? grouped(T.Tasks) : Unknown,
           T.Counted ? grouped(T.Steals) : Unknown);
}

} // namespace

void barneshut::printTimes(const Simulation &Sim, double CheckSeconds) {
  sample::Run Sum;
  size_t Steps = 0;
  for (const PhaseTime *Phase : {&Sim.Integrate, &Sim.Build, &Sim.Forces}) {
    Sum += Phase->Total;
    Steps = std::max(Steps, Phase->Steps);
  }
  std::printf("\n");
  printRow("phase", "per step", "total", "tasks", "steals");
  printRow("set-up", "-", milliseconds(Sim.SetUpSeconds), "-", "-");
  printPhase("first run", Sim.Start);
  printPhase("build", Sim.Build);
  printPhase("forces", Sim.Forces);
  printPhase("integrate", Sim.Integrate);
  printPhase("all three", {Sum, Steps});
  printRow("checks", "-", milliseconds(CheckSeconds), "-", "-");
  std::printf(
      "the first run is at the start, where the driver may compile each "
      "kernel\n");
  const sample::Run &First = Sim.Start.Total;
  if (First.Counted)
    std::printf("with %s worker%s\n", grouped(First.Workers).c_str(),
                First.Workers == 1 ? "" : "s");
  else
    std::printf("tasks and steals are unknown: clGetTaskletStatsTKL is not "
                "available\n");
}

void barneshut::printTree(const Simulation &Sim) {
  const DeviceSim &H = Sim.header();
  std::printf("\ntree       nodes %s, levels %u, pulls per body %.0f\n",
              grouped(H.Root.Nodes).c_str(), H.Root.Depth,
              static_cast<double>(H.Pulls) / static_cast<double>(H.Bodies));
}
