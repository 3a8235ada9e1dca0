//===- Outcome.cpp - How a command with tasks ended -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "objects/Outcome.h"

#include <algorithm>

using namespace tasklet;

cl_int Outcome::look() const {
  cl_int Known = Code.load(std::memory_order_acquire);
  if (Known != Open)
    return Known;
  cl_int Status = AskCommand();
  // Meanwhile the command may have ended, and be gone.
  Known = Code.load(std::memory_order_acquire);
  return Known != Open ? Known : Status;
}

bool Outcome::isSettled() const {
  return Code.load(std::memory_order_acquire) != Open;
}

void Outcome::blame(const Outcomes &Others) {
  for (const std::shared_ptr<Outcome> &Each : Others)
    if (Each->Causes.empty())
      Causes.push_back(Each);
    else
      Causes.insert(Causes.end(), Each->Causes.begin(), Each->Causes.end());
  Untold = Causes.empty();
}

bool Outcome::hasNews() const {
  return Untold || std::any_of(Causes.begin(), Causes.end(),
                               [](const auto &Each) { return !!Each->Untold; });
}

bool Outcome::tell() {
  bool News = Untold.exchange(false);
  for (const std::shared_ptr<Outcome> &Each : Causes)
    News |= Each->Untold.exchange(false);
  return News;
}
