//===- SharedCommand.h - One command on several devices ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A range of a kernel is divided into pieces (RangePieces.h), and each piece is
/// a command on one of several queues. These may be of different devices,
/// contexts and drivers, so no wait list can join them. A thread for each share
/// does: it enqueues a piece, waits for it, and takes the next one. Callbacks
/// could not: some drivers run a command in the thread that enqueues it.
///
/// To the application it is one command that has a place in each of the queues.
/// On an in-order queue it begins after what was enqueued before, and what comes
/// later begins after it: a marker stands there and waits for a user event. The
/// pieces run on queues of our own beside them. The event of the first marker is
/// that of the command. As for all our commands, the driver's event succeeds in
/// any case, and an Outcome says whether the command did.
///
/// PoCL's device `basic` runs commands in the thread that waits for them, and
/// hangs if they wait for a user event. Shares of it get no marker before the end,
/// and the call waits for that.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_SHAREDCOMMAND_H
#define TASKLET_HOST_LAUNCH_SHAREDCOMMAND_H

#include "CL/cl_tkl_tasklets.h"
#include "launch/LaunchRange.h"
#include "launch/RangePieces.h"
#include "launch/WaitList.h"
#include "objects/EventState.h"
#include "objects/ExitWait.h"
#include "objects/KernelState.h"
#include "objects/QueueState.h"

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>

namespace tasklet {

class SharedCommand : public EventState {
public:
  /// The queue of \p Call is that of the first of \p Shares.
  static cl_int launch(const CommandCall &Call,
                       const std::vector<cl_tasklet_share_tkl> &Shares,
                       const LaunchRange &Range);
  ~SharedCommand() override;

  Outcomes outcomes() const override { return {Own}; }
  cl_int getProfilingInfo(cl_profiling_info Name, size_t Size, void *Value,
                          size_t *SizeRet) override;
  /// CL_PROFILING_INFO_NOT_AVAILABLE, or CL_SUCCESS and \p List has the pieces
  /// by their place in the range.
  cl_int getPieces(std::vector<cl_tasklet_piece_tkl> &List);

private:
  using Clock = std::chrono::steady_clock;

  struct Share {
    std::shared_ptr<QueueState> Queue;  ///< the application's
    cl_kernel Kernel = nullptr;         ///< a clone with the present arguments
    std::shared_ptr<KernelState> State; ///< null: a kernel of the driver alone
    cl_command_queue Pieces = nullptr;  ///< where they run
    cl_event Start = nullptr; ///< what comes before it is done; may be null
    cl_event Done = nullptr;  ///< a user event
    cl_event End = nullptr;   ///< the marker that waits for it
    bool RunsInCaller = false;
  };
  /// What a thread is doing, for the end of the process.
  enum class Doing { Waiting, Enqueuing, Running, Nothing };

  std::vector<Share> Shares;
  /// Arguments, which the application may release after the call. The driver
  /// holds them from the first piece on.
  std::vector<cl_mem> Memory;
  cl_uint Dimensions = 1;
  std::array<size_t, 3> Offset = {}, Global = {1, 1, 1}, Local = {};
  bool HasLocal = false;
  std::vector<cl_event> WaitList; ///< the application's
  Outcomes Before;                ///< of commands with tasks in it
  std::shared_ptr<Outcome> Own;

  std::mutex Mutex; ///< guards what follows
  std::condition_variable AllLeft;
  RangePieces Rest{0, 0, 1, RangePieces::Sizes::Any, 0};
  std::vector<Doing> Threads;
  std::vector<cl_tasklet_piece_tkl> Taken;
  cl_int Resolution = CL_COMPLETE;
  Clock::time_point Began, Ended;
  bool HasEnded = false, ProcessEnds = false;
  size_t Working = 0; ///< threads that have not ended

  std::atomic<bool> HasBegun{false};

  cl_int addShare(const cl_tasklet_share_tkl &Wanted);
  void setRange(const LaunchRange &Range);
  cl_int placeMarkers(const CommandCall &Call);
  cl_int waitInCaller();
  void openMarkers();
  void releaseParts();
  void startThreads();

  void runShare(unsigned Index);
  cl_int waitForStart();
  cl_int runPiece(const Share &On, const RangePieces::Piece &Piece);
  void enter(unsigned Index, Doing Now);
  void fail(cl_int Code);
  void leave();
  Stage stage();
  bool hasFailedBefore() const;

  std::shared_ptr<SharedCommand> self() {
    return std::static_pointer_cast<SharedCommand>(shared_from_this());
  }
  cl_event driverEvent() const override { return Shares.front().End; }
  cl_int settled(cl_int Final) override;
  cl_int inProgress(cl_int Open) const override;
  cl_command_type seemingType() const override {
    return CL_COMMAND_NDRANGE_KERNEL;
  }
};

/// The shared command of \p Event; null if it is none.
std::shared_ptr<SharedCommand> findShared(cl_event Event);

} // namespace tasklet

#endif
