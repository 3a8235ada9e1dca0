//===- Campaign.h - What a run over many seeds is asked for -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The command line of the fuzzers that run programs: their common options, and
/// the way to read the others. A mistake in them prints one line and the usage,
/// and ends the process with status 2.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_COMMON_CAMPAIGN_H
#define TASKLET_TEST_FUZZ_COMMON_CAMPAIGN_H

#include "Batch.h"

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>

namespace tasklet::fuzz {

/// See campaignUsage().
struct Campaign {
  uint64_t Seed = 1, Count = 100;
  unsigned Batch = 1;
  std::string Build = "mixed";
  std::string Driver = "mixed";
  std::string Out = "fuzz-failures";
  bool Confirm = true;
  bool Reduce = true;
  unsigned ReduceSeconds = 120;

  /// By seed, so that a smaller run does the same.
  Settings settingsFor(uint64_t Seed) const;

  /// Whether the finding \p First of a program counts. Without its
  /// optimisations PoCL itself sometimes fails, so the program runs \p Again
  /// with them. \p S becomes the settings of the run that is returned.
  Report confirm(const Report &First, Settings &S,
                 const std::function<Report(const Settings &)> &Again) const;
};

/// Says on standard error, at most once a minute, how far a campaign is.
class Progress {
public:
  /// \p Programs is how many there are.
  Progress(std::string Fuzzer, uint64_t Programs)
      : Fuzzer(std::move(Fuzzer)), Programs(Programs) {}
  /// So many have run, and so many of them failed.
  void at(uint64_t Done, uint64_t Failures);

private:
  const std::string Fuzzer;
  const uint64_t Programs;
  std::chrono::steady_clock::time_point Told = std::chrono::steady_clock::now();
};

/// The lines of a usage about these options; \p Batch is the default of one.
std::string campaignUsage(unsigned Batch);

/// The failure, and the command that shows it again. \p Where names the
/// fuzzer's own circumstances, and \p Options reproduces them.
std::string describeFailure(const std::string &Fuzzer, uint64_t Seed,
                            const Settings &S, const Report &Why,
                            const std::string &Where,
                            const std::string &Options);

/// Goes over the words of a command line.
class ArgumentReader {
public:
  ArgumentReader(int Argc, char **Argv, std::string Program, std::string Usage);

  /// The next option is in name(). False at the end. Serves --help.
  bool next();
  const std::string &name() const { return Name; }

  /// Reads the option if it is one of a campaign.
  bool read(Campaign &C);

  /// What follows the option.
  std::string value();
  std::string valueOf(std::initializer_list<const char *> Words);
  uint64_t number() { return toNumber(value()); }
  uint64_t toNumber(const std::string &Text) const;

  [[noreturn]] void fail(const std::string &Text) const;
  [[noreturn]] void unknown() const { fail("unknown option '" + Name + "'"); }

private:
  int Argc, At = 0;
  char **Argv;
  std::string Program, Usage, Name;
};

/// "reduced from 90 to 12 lines by ..." for a report. \p Shrinking is that of
/// one of the fuzzers.
template <typename Shrinking>
std::string describeReduction(const Shrinking &S, size_t Before, size_t After,
                              std::chrono::steady_clock::duration Spent) {
  using namespace std::chrono;
  return "reduced from " + std::to_string(Before) + " to " +
         std::to_string(After) + " lines by " + std::to_string(S.Steps) +
         " cuts of " + std::to_string(S.Tries) + " tries in " +
         std::to_string(duration_cast<seconds>(Spent).count()) + " s" +
         (S.Complete ? "" : ", more with --reduce-time") + "\n";
}

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_COMMON_CAMPAIGN_H
