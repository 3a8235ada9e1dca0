//===- SelfChecks.cpp - Programs that check themselves --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/SelfChecks.h"

#include "tkl_abi.h"

#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace tasklet;

static cl::opt<std::string>
    Check("tkl-check", cl::desc("Make a program that checks itself: races, or "
                                "that knows its spawns: stack"));

bool tasklet::checksRaces() { return Check == "races"; }

bool tasklet::knowsSpawns() { return Check == "stack"; }

uint64_t tasklet::frameHeader() {
  return TKL_FRAME_HEADER + (knowsSpawns() ? TKL_WAY_SIZE : 0);
}

uint64_t tasklet::recordHeader() {
  return TKL_RECORD_HEADER + (knowsSpawns() ? TKL_WAY_SIZE : 0);
}

uint64_t tasklet::groupSize() {
  return TKL_GROUP_SIZE + (knowsSpawns() ? TKL_WAY_SIZE : 0);
}
