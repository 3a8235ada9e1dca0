//===- Settings.h - What the user asked for ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_BARNES_HUT_SETTINGS_H
#define TASKLET_SAMPLES_BARNES_HUT_SETTINGS_H

#include "Bodies.h"
#include "Options.h"

#include <cstdint>
#include <string>

namespace barneshut {

struct Settings {
  int64_t Bodies = 100000;
  int64_t Seed = 1;
  std::string Input; ///< If set, the bodies come from this file.
  int64_t Steps = 10;
  double TimeStep = 0.01;
  double Theta = 0.5;  ///< Opening angle.
  double Eps = 0.01;   ///< Softening length.
  int64_t Leaf = 16;   ///< Cells with more bodies are divided.
  int64_t Group = 256; ///< Bodies per force task, about.
  int64_t CheckSamples = 1000;
  std::string Output = "barnes_hut.png"; ///< Empty: no picture.
  sample::RunOptions Run; ///< With Run.Json: what runForces() says.
};

/// Declares what says which bodies move and how: all but --output and Run.
void addModelOptions(sample::Options &Opts, Settings &S);

/// The bodies that \p S asks for. Throws sample::UsageError.
[[nodiscard]] std::vector<Body> bodiesOf(const Settings &S);

/// Bodies, steps and what else decides about the result, in one line.
[[nodiscard]] std::string describe(const Settings &S, size_t Count);

/// Returns false if the user only wanted --help. Throws sample::UsageError.
[[nodiscard]] bool parseSettings(int Argc, const char *const *Argv,
                                 Settings &Result);

} // namespace barneshut

#endif
