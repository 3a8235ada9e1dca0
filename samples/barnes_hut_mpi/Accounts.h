//===- Accounts.h - What the sample prints about ranks ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_BARNES_HUT_MPI_ACCOUNTS_H
#define TASKLET_SAMPLES_BARNES_HUT_MPI_ACCOUNTS_H

#include "Domain.h"

namespace barneshut {

/// Prints the time of each phase. \p Seconds: of all steps.
void printPhases(const std::vector<Account> &All, double Seconds);

/// Prints what each rank had to do.
void printRanks(const std::vector<Account> &All);

/// Prints both, and \p Problem, as one JSON object.
void printJson(const std::vector<Account> &All, double Seconds,
               const std::string &Problem);

} // namespace barneshut

#endif
