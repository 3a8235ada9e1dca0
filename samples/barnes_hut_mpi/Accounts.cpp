//===- Accounts.cpp - What the sample prints about ranks ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Accounts.h"

#include <cinttypes>
#include <cstdio>

using namespace barneshut;

namespace {

struct Phase {
  const char *Name;
  double Account::*Seconds;
};

constexpr Phase Phases[] = {{"balance", &Account::Balance},
                            {"build", &Account::Build},
                            {"exchange", &Account::Exchange},
                            {"forces", &Account::Forces},
                            {"move", &Account::Move}};

/// By the number of rounds.
template <typename T> double perRound(const Account &A, T Value) {
  return static_cast<double>(Value) / static_cast<double>(A.Rounds);
}

double mean(const std::vector<Account> &All, const Phase &P) {
  double Sum = 0;
  for (const Account &A : All)
    Sum += A.*P.Seconds;
  return perRound(All.front(), Sum) / static_cast<double>(All.size());
}

double largest(const std::vector<Account> &All, const Phase &P) {
  double Most = 0;
  for (const Account &A : All)
    Most = std::max(Most, A.*P.Seconds);
  return perRound(All.front(), Most);
}

uint64_t allPulls(const std::vector<Account> &All) {
  uint64_t Sum = 0;
  for (const Account &A : All)
    Sum += A.Pulls;
  return Sum;
}

double shareOf(const Account &A, uint64_t Pulls) {
  return Pulls ? static_cast<double>(A.Pulls) / static_cast<double>(Pulls) : 0;
}

} // namespace

void barneshut::printPhases(const std::vector<Account> &All, double Seconds) {
  std::printf("\nphase      mean of ranks        largest   per step, with what "
              "others are waited for\n");
  for (const Phase &P : Phases)
    std::printf("%-9s  %10.3f ms  %10.3f ms\n", P.Name, 1e3 * mean(All, P),
                1e3 * largest(All, P));
  std::printf("time       %.3f ms per step with %zu rank%s\n",
              1e3 * perRound(All.front(), Seconds), All.size(),
              All.size() == 1 ? "" : "s");
}

void barneshut::printRanks(const std::vector<Account> &All) {
  const uint64_t Pulls = allPulls(All);
  std::printf("\nrank     bodies  arrived   work    forces, ms  nodes of "
              "others  bodies of others\n");
  double Largest = 0;
  for (size_t I = 0; I < All.size(); ++I) {
    const Account &A = All[I];
    const double Share = shareOf(A, Pulls);
    Largest = std::max(Largest, Share);
    std::printf("%4zu  %9" PRIu64 "  %7.1f  %4.1f %%  %10.3f  %15.0f  %16.0f\n",
                I, A.Bodies, perRound(A, A.Arrived), 100 * Share,
                1e3 * perRound(A, A.Forces), perRound(A, A.OtherNodes),
                perRound(A, A.OtherBodies));
  }
  std::printf("largest share of the work %.1f %%; all but bodies and work are "
              "per step\n",
              100 * Largest);
}

void barneshut::printJson(const std::vector<Account> &All, double Seconds,
                          const std::string &Problem) {
  std::printf("{\"problem\": \"%s\", \"result\": %" PRIu64
              ", \"seconds\": %.9f, \"ranks\": %zu",
              Problem.c_str(), allPulls(All), perRound(All.front(), Seconds),
              All.size());
  for (const Phase &P : Phases)
    std::printf(", \"%s\": %.9f, \"%s_largest\": %.9f", P.Name, mean(All, P),
                P.Name, largest(All, P));
  const struct {
    const char *Name;
    uint64_t Account::*Value;
  } Counts[] = {{"pulls", &Account::Pulls},
                {"arrived", &Account::Arrived},
                {"other_nodes", &Account::OtherNodes},
                {"other_bodies", &Account::OtherBodies}};
  for (const auto &C : Counts) {
    std::printf(", \"%s\": [", C.Name);
    for (size_t I = 0; I < All.size(); ++I)
      std::printf("%s%.1f", I ? ", " : "", perRound(All[I], All[I].*C.Value));
    std::printf("]");
  }
  std::printf("}\n");
}
