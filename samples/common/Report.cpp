//===- Report.cpp - What a sample says ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Report.h"
#include "Options.h"

#include <cinttypes>
#include <cstdio>
#include <unistd.h>

using namespace sample;

Failure sample::judgeException(const char *Name) {
  try {
    throw;
  } catch (const UsageError &Error) {
    return {2, std::string(Error.what()) + "\nTry '" + Name + " --help'."};
  } catch (const cl::Error &Error) {
    return {3, std::string("OpenCL failed: ") + Error.what() + ": " +
                   errorName(Error.err()) + " (" + std::to_string(Error.err()) +
                   ")"};
  } catch (const std::exception &Error) {
    return {3, Error.what()};
  }
}

int sample::runSample(const char *Name, const std::function<int()> &Body) {
  try {
    return Body();
  } catch (const std::exception &) {
    const Failure P = judgeException(Name);
    std::fprintf(stderr, "%s: %s\n", Name, P.Message.c_str());
    return P.Status;
  }
}

void sample::printMeasured(const Run &Measured) {
  std::printf("time    %.3f ms on the device, %.3f ms until the host knew\n",
              1e3 * Measured.KernelSeconds, 1e3 * Measured.WallSeconds);
  if (!Measured.Counted) {
    std::printf("tasks   unknown: clGetTaskletStatsTKL is not available\n");
    return;
  }
  std::printf("tasks   %" PRIu64, Measured.Tasks);
  if (Measured.Tasks)
    std::printf(", %.2f ns each", 1e9 * Measured.KernelSeconds /
                                      static_cast<double>(Measured.Tasks));
  std::printf("\nsteals  %" PRIu64 ", with %" PRIu64 " worker%s\n",
              Measured.Steals, Measured.Workers,
              Measured.Workers == 1 ? "" : "s");
}

int sample::report(const char *Name, const Outcome &O, bool Json) {
  if (!O.Wrong.empty()) {
    std::fprintf(stderr, "%s: wrong result for %s: %s\n", Name,
                 O.Problem.c_str(), O.Wrong.c_str());
    return 1;
  }
  if (Json) {
    std::printf("{\"problem\": \"%s\", \"result\": %" PRIu64
                ", \"units\": %" PRIu64 ", \"seconds\": %.9f",
                O.Problem.c_str(), O.Result, O.Units, O.Measured.KernelSeconds);
    if (O.Measured.Counted)
      std::printf(", \"tasks\": %" PRIu64 ", \"steals\": %" PRIu64
                  ", \"workers\": %" PRIu64 ", \"heap_used\": %" PRIu64,
                  O.Measured.Tasks, O.Measured.Steals, O.Measured.Workers,
                  O.Measured.HeapUsed);
    std::printf("}\n");
    return 0;
  }
  std::printf("%s: %s\n", O.Problem.c_str(),
              O.Shown.empty() ? std::to_string(O.Result).c_str()
                              : O.Shown.c_str());
  printMeasured(O.Measured);
  std::printf("check   same as the serial program, which took %.3f ms\n",
              1e3 * O.SerialSeconds);
  return 0;
}

ProgressBar::ProgressBar(std::string What, uint64_t Total)
    : What(std::move(What)), Total(Total), OnTerminal(isatty(STDERR_FILENO)) {
  update(0);
}

ProgressBar::~ProgressBar() {
  if (OnTerminal)
    std::fprintf(stderr, "\r\033[K");
}

void ProgressBar::update(uint64_t Done) {
  const double Fraction =
      Total ? static_cast<double>(Done) / static_cast<double>(Total) : 1.0;
  const int Permille = static_cast<int>(1000 * Fraction);
  if (!OnTerminal || Permille == LastPermille)
    return;
  LastPermille = Permille;
  constexpr int Width = 40;
  std::string Bar(Width, ' ');
  Bar.replace(0, static_cast<size_t>(Width * Fraction),
              static_cast<size_t>(Width * Fraction), '=');
  std::fprintf(stderr, "\r%s [%s] %3d %%  %.0f s", What.c_str(), Bar.c_str(),
               Permille / 10, Elapsed.seconds());
  std::fflush(stderr);
}
