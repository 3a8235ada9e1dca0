//===- Findings.h - What the checks found -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_BARNES_HUT_FINDINGS_H
#define TASKLET_SAMPLES_BARNES_HUT_FINDINGS_H

#include "Check.h"

#include <string>

namespace barneshut {

/// Prints what became of energy and momentum.
void printConservation(const Snapshot &Then, const Snapshot &Now, double Eps);

void printForceErrors(const ForceErrors &Errors, double Theta);

/// 1234567 as "1,234,567".
[[nodiscard]] std::string grouped(uint64_t Number);

} // namespace barneshut

#endif
