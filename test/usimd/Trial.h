//===- Trial.h - Programs for the tests of the machine ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_USIMD_TRIAL_H
#define TASKLET_TEST_USIMD_TRIAL_H

#include "Assembly.h"
#include "Machine.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>

namespace tasklet::usimd {

inline ThreadSet threads(std::initializer_list<size_t> Numbers) {
  ThreadSet Set;
  for (size_t T : Numbers)
    Set.set(T);
  return Set;
}

/// A program with a machine for it. The machine is strict unless a test says
/// otherwise. So a test that relies on something undefined in the paper must
/// say so.
struct Trial {
  Parsed Source;
  std::unique_ptr<Machine> M;

  Trial(const std::string &Text, size_t Threads,
        const std::vector<int64_t> &Memory = {}, bool Strict = true,
        uint64_t MaxSteps = 100000)
      : Source(parseAssembly(Text)) {
    for (const SyntaxError &Each : Source.Errors)
      ADD_FAILURE() << Each.Where.Line << ":" << Each.Where.Column << ": "
                    << Each.Text;
    Options O;
    O.Threads = Threads;
    O.Memory = Memory;
    O.Strict = Strict;
    O.MaxSteps = MaxSteps;
    M = std::make_unique<Machine>(Source.Result, O);
  }

  const State &state() const { return M->state(); }
  /// Takes \p Count steps; gives the rule of the last.
  std::string steps(size_t Count) {
    for (size_t I = 0; I < Count; ++I)
      M->step();
    return nameOf(M->lastStep().Applied);
  }
  /// To the end, which must be stop.
  Trial &finish() {
    EXPECT_EQ(M->run(), Outcome::Stopped)
        << M->reason().Text << " at " << M->reason().Pc;
    return *this;
  }
  Value local(size_t Thread, const std::string &Name) {
    return state().Local[Thread][Source.Result.variable(Name)];
  }
  /// The values of that variable in all threads; -99 where there is none.
  std::vector<int64_t> locals(const std::string &Name) {
    std::vector<int64_t> Result;
    for (size_t T = 0; T < state().Local.size(); ++T)
      Result.push_back(local(T, Name).value_or(-99));
    return Result;
  }
  std::vector<int64_t> memory(size_t Count) {
    std::vector<int64_t> Result;
    for (size_t I = 0; I < Count; ++I) {
      auto Found = state().Shared.find(I);
      Result.push_back(Found == state().Shared.end() ? -99 : Found->second);
    }
    return Result;
  }
};

using Values = std::vector<int64_t>;

} // namespace tasklet::usimd

#endif
