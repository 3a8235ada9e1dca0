//===- Options.h - Command line of a sample ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a sample's command line: `--name value`, `--name=value`, switches and
/// positional values. Every value has a range, and whatever is not understood
/// is an error: a typing mistake must not run the wrong experiment.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_COMMON_OPTIONS_H
#define TASKLET_SAMPLES_COMMON_OPTIONS_H

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace sample {

/// The command line is wrong. runSample() turns it into exit status 2.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Options {
public:
  /// \p Summary is the sentence that --help prints below the usage line.
  Options(std::string Program, std::string Summary);

  /// Declares `--Name VALUE`. The value \p Variable holds now is the default
  /// that --help shows. Values outside [Min, Max] are rejected.
  void add(const std::string &Name, int64_t &Variable, int64_t Min, int64_t Max,
           const std::string &Help);
  void add(const std::string &Name, double &Variable, double Min, double Max,
           const std::string &Help);
  /// Any text; with \p Choices only one of them.
  void add(const std::string &Name, std::string &Variable,
           const std::string &Help, std::vector<std::string> Choices = {});
  /// Declares the switch `--Name`.
  void addSwitch(const std::string &Name, bool &Variable,
                 const std::string &Help);
  /// Declares the next value that has no name, such as the N in `fib N`.
  void addPositional(const std::string &Name, int64_t &Variable, int64_t Min,
                     int64_t Max, const std::string &Help);

  /// Sets the variables. With --help prints the help and returns false: the
  /// sample then ends with status 0. Throws UsageError. Of several processes
  /// with one command line, only one is not \p Quiet.
  [[nodiscard]] bool parse(int Argc, const char *const *Argv,
                           bool Quiet = false);

private:
  struct Option {
    std::string Name;
    bool Positional;
    bool TakesValue;
    std::string Default;
    std::string Help;
    std::function<void(const std::string &)> Set;
    std::string spelling() const;
  };

  const Option &find(const std::string &Name) const;
  void printHelp() const;

  std::string Program;
  std::string Summary;
  std::vector<Option> All;
};

/// What most samples take beside their size.
struct RunOptions {
  int64_t Runs = 1;
  std::string Device;
  bool Json = false;
  bool Paced = false; ///< See medianRun().

  /// Declares --runs, --device, --json and --paced.
  void addTo(Options &Opts);
};

} // namespace sample

#endif
