//===- Command.h - One command of a kernel that spawns ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The four steps of docs/abi.md, section 3, which look like one command:
///
///   write    header and worker blocks
///   kernel   the user's, with its NDRange
///   dispatch one work-item per worker, on this queue and on its helpers
///   read     header and worker blocks; the application's event is this one's
///
/// A command ends for us when it is *resolved*: the driver says that the last
/// step is complete, and the header has been looked at. Whoever notices first
/// does it, the driver's callback or a thread of the application that waits or
/// asks.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_COMMAND_H
#define TASKLET_HOST_COMMAND_H

#include "ContextState.h"
#include "EventState.h"
#include "HeapLayout.h"
#include "KernelState.h"
#include "QueueState.h"
#include "Statistics.h"

#include <functional>
#include <vector>

namespace tasklet {

/// What clEnqueueNDRangeKernel was called with.
struct LaunchArguments {
  cl_uint Dimensions;
  const size_t *Offset;
  const size_t *Global;
  const size_t *Local;
  cl_uint NumWaits;
  const cl_event *Waits;
  cl_command_type Type; ///< what CL_EVENT_COMMAND_TYPE answers
};

class Command : public EventState {
public:
  explicit Command(List WaitsFor) : EventState(std::move(WaitsFor)) {}

  /// Enqueues all steps. \p Event, if wanted, becomes the application's.
  static cl_int launch(cl_command_queue Queue, KernelState &Kernel,
                       cl_kernel Handle, const LaunchArguments &Arguments,
                       cl_event *Event);
  ~Command() override;

  /// As the event of an ordinary kernel would say it. Resolves the command if
  /// it is complete.
  cl_int status() override;
  Command *asCommand() override { return this; }
  bool takeNewsAhead() override;

  uint64_t Number = 0; ///< on its queue; written by that once

  enum class Stage {
    Waiting,   ///< for what it depends on
    Preparing, ///< The driver may be compiling it.
    Running,   ///< The driver has all that it needs.
    Reporting, ///< Complete; its statistics or its trace are still due.
    Ended,
  };
  Stage stage();

  cl_int getProfilingInfo(cl_profiling_info Name, size_t Size, void *Value,
                          size_t *SizeRet) override;
  cl_int setCallback(cl_int Type, EventNotify Notify, void *UserData) override;
  /// CL_PROFILING_INFO_NOT_AVAILABLE, or CL_SUCCESS and \p Use was called.
  cl_int withStatistics(const std::function<void(const Statistics &)> &Use);

private:
  std::shared_ptr<ContextState> Context;
  std::weak_ptr<QueueState> Queue;
  std::string KernelName;
  cl_command_type Type;
  std::vector<cl_event> WaitList;       ///< the application's
  std::vector<std::string> TracedSteps; ///< of the program
  HeapLease Memory;
  /// The kernel's arguments. The driver releases them when the user's kernel is
  /// done, but tasks write to them until the end.
  std::vector<cl_mem> Buffers;
  HeapRequest Request = {};
  /// Header and worker blocks, as written and as read back. The driver reads
  /// and writes them until the command is resolved.
  std::vector<char> Image, Answer;
  /// One for each step. PoCL 3.1 aborts when it fails an event that waits for
  /// one that has been released, so all live as long as the command.
  cl_event Written = nullptr, Kernel = nullptr, Last = nullptr;
  std::vector<cl_event> Dispatches; ///< of the command's own queue first

  /// Recursive: the application is told of a failure while it is held, and may
  /// ask about the command then.
  std::recursive_mutex ResolveMutex;
  bool Resolved = false;           ///< guarded by ResolveMutex, as the next is
  cl_int Resolution = CL_COMPLETE; ///< Outcome, before others may see it

  /// The workers that one queue brings.
  struct Crew {
    std::shared_ptr<QueueState> Queue;
    uint32_t Workers;
  };
  std::vector<Crew> Crews; ///< the command's own queue first; while enqueueing

  struct Callback;
  static void CL_CALLBACK onComplete(cl_event, cl_int Status, void *Data);
  static void CL_CALLBACK onUserCallback(cl_event, cl_int Status, void *Data);

  cl_int enqueueSteps(QueueState &Queue, KernelState &Kernel, cl_kernel Handle,
                      const LaunchArguments &Arguments);
  cl_int prepare(const std::shared_ptr<QueueState> &Queue, KernelState &Kernel,
                 const LaunchArguments &Arguments);
  cl_int enqueueDispatches(BuiltProgram &Program);
  void abandon(cl_event LastStep);
  void releaseBuffers();
  std::shared_ptr<Command> self() {
    return std::static_pointer_cast<Command>(shared_from_this());
  }
  cl_int driverStatus() const override { return executionStatus(Last); }
  cl_event driverEvent() const override { return Last; }
  cl_command_type seemingType() const override { return Type; }
  void settle() override { resolve(driverStatus()); }
  cl_int resolve(cl_int DriverStatus);
  void reportStatistics() const;
  void trace();
  const tkl_heap_header &answer() const {
    return *reinterpret_cast<const tkl_heap_header *>(Answer.data());
  }
};

} // namespace tasklet

#endif
