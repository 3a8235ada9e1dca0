//===- WarpMeeting.h - What built-in functions need of Warps ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EVERYWHERE_WARPMEETING_H
#define TASKLET_TEST_FUZZ_EVERYWHERE_WARPMEETING_H

#include "Warps.h"

namespace tasklet::simd {

/// The work-item that calls.
struct WorkItem {
  unsigned Local[2] = {0, 0};
  unsigned Group = 0, Warp = 0, Lane = 0;
  unsigned Lanes = 0; ///< Of its warp.
  const Grid *In = nullptr;
};
const WorkItem &workItem();

/// Waits for the warp; \p Call is the address of the call. Gives the values of
/// all lanes, until the next meeting.
const uint64_t *meetWarp(const char *Function, void *Call, uint64_t Value);
void meetGroup(const char *Function, void *Call);

/// Ends the run with that error.
[[noreturn]] void stopRun(const std::string &Error);

/// Sometimes lets others go on.
void maybeOthers();

} // namespace tasklet::simd

#endif // TASKLET_TEST_FUZZ_EVERYWHERE_WARPMEETING_H
