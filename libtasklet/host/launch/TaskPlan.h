//===- TaskPlan.h - How a kernel that spawns is run -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The plan (LaunchPlan.h) of the mode `tasks` has the four steps of
/// docs/abi.md, section 3:
///
///   write    header and worker blocks, which the device clears if there are
///            many; of a program that finds its races, the head of what it needs
///            for that, too
///   kernel   the user's, with its NDRange
///   dispatch the workers, on this queue and on its helpers; on today's
///            targets, one work-item is one worker
///   kernel and dispatch  in one, where the range has one work-item and the
///            manifest says that the kernel runs the workers itself
///   read     header and worker blocks; likewise
///   map      of a program that prints: the heap. The command is complete with
///            the last of these
///
/// Where the host reaches the heap (HeapPool.h), a command has the two steps in
/// the middle only: it writes itself before the first, and reads after the last.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_TASKPLAN_H
#define TASKLET_HOST_LAUNCH_TASKPLAN_H

#include "heap/HeapLayout.h"
#include "heap/StackPath.h"
#include "heap/Statistics.h"
#include "launch/LaunchRange.h"
#include "launch/RaceSearch.h"
#include "launch/WaitList.h"
#include "objects/ContextState.h"
#include "objects/ExitWait.h"
#include "objects/KernelState.h"
#include "objects/QueueState.h"

#include <optional>
#include <vector>

namespace tasklet {

class TaskPlan {
public:
  TaskPlan() = default;
  TaskPlan(const TaskPlan &) = delete;
  TaskPlan &operator=(const TaskPlan &) = delete;
  ~TaskPlan();

  /// Decides on the layout of the heap, and gets a heap. Reports what is wrong.
  cl_int prepare(const std::shared_ptr<QueueState> &Own,
                 const CommandCall &Call, KernelState &Kernel, cl_kernel Handle,
                 const LaunchRange &Range);
  cl_int enqueue(const CommandCall &Call, KernelState &Kernel, cl_kernel Handle,
                 const LaunchRange &Range);
  /// Once the driver has completed the last step: CL_COMPLETE, or the code of a
  /// failure.
  cl_int resolve();
  /// Tells the user how it went, once. \p Inherited: the command failed because
  /// something that it waited for failed.
  void report(bool Inherited) const;
  /// Releases the memory that the driver is done with. The events stay.
  void releaseMemory();

  /// The events of the steps that no other step waits for, as far as they were
  /// enqueued. The driver uses this object's memory until these steps end.
  std::vector<cl_event> ends() const;
  /// The event of the whole, which the application gets.
  cl_event last() const { return Last; }
  /// To the application, the command runs when this event says so.
  cl_event first() const { return Kernel; }
  Stage stage() const;
  /// For CL_PROFILING_COMMAND_END and ..._COMPLETE.
  cl_int getEndTime(cl_profiling_info Name, size_t Size, void *Value,
                    size_t *SizeRet) const;

  /// The commands that follow on \p Own may use its memory. The caller holds
  /// Own.EnqueueMutex. Where something may be printed, the memory is read when
  /// those commands may run already, so they get other memory.
  void leaveMemory(QueueState &Own) const {
    if (Prints)
      Own.LastHeap.reset();
    else
      Own.LastHeap = Memory;
  }
  /// What helps if the driver takes no command.
  std::string shortageAdvice() const;
  Statistics statistics() const { return Statistics(answer()); }

private:
  std::shared_ptr<ContextState> Context;
  std::string KernelName;
  bool MayRace = false;
  std::vector<std::string> TracedSteps; ///< of the program, if it is traced
  HeapLease Memory;
  /// The kernel's arguments. The driver releases them when the user's kernel is
  /// done, but tasks write to them until the end.
  std::vector<cl_mem> Buffers;
  HeapRequest Request = {};
  bool Prints = false;      ///< The program may print.
  bool InOneLaunch = false; ///< The user's kernel runs the workers itself.
  cl_command_queue Queue = nullptr; ///< if Prints
  void *Mapped = nullptr;           ///< the heap, from its start
  /// Header and worker blocks, as written (without blocks that the device
  /// clears) and as read back. Without a place, the driver reads and writes
  /// them until the last step is complete.
  std::vector<char> Image, Answer;
  /// One for each step. PoCL 3.1 aborts if it fails an event and another one
  /// that this event waits for has been released. So all live as long as the
  /// plan.
  cl_event Written = nullptr, Kernel = nullptr, Last = nullptr;
  cl_event Cleared = nullptr;       ///< if clearsBlocks()
  cl_event BlocksRead = nullptr;    ///< if the heap is mapped afterwards
  RaceSearch Races;                 ///< behind the heap
  StackFacts Stack;                 ///< of a program that knows its spawns
  std::vector<cl_event> Dispatches; ///< of the command's own queue first

  /// The workers that one queue brings.
  struct Crew {
    std::shared_ptr<QueueState> Queue;
    uint32_t Workers;
  };
  std::vector<Crew> Crews; ///< the command's own queue first; while enqueueing
  HeapKind Kind = HeapKind::OneDevice;
  /// Of this command in Memory, if it has one.
  std::optional<uint32_t> Place;

  cl_int checkCrews(KernelState &Kernel);
  std::string workersNames(const LaunchChoices &Choices) const;
  uint64_t largestBuffer() const;
  uint64_t spareBytes() const;
  uint64_t teamBytes() const;
  void chooseHeapSize(QueueState &Q);
  bool isReachedByHost(const QueueState &Q) const;
  void takePlace(tkl_heap_header &Header);
  uint64_t start() const;
  bool hasFailed() const;
  std::string describeFailure() const;
  bool halveHeapSize();
  bool clearsBlocks() const { return Request.TeamLanes > 1; }
  cl_int writeHeader(const CommandCall &Call);
  cl_int setHeap(cl_kernel Handle, cl_uint Index) const;
  cl_int enqueueInOneLaunch(const CommandCall &Call, cl_kernel Handle,
                            const std::vector<cl_event> &Before);
  cl_int enqueueDispatches(const CommandCall &Call, BuiltProgram &Program);
  cl_int enqueueRead(const CommandCall &Call);
  cl_int endWithDispatch();
  bool wasRead() const { return answer().abi == TKL_ABI_VERSION; }
  /// As it was written: tasks may overwrite their heap.
  const tkl_heap_header &written() const {
    return *reinterpret_cast<const tkl_heap_header *>(Image.data());
  }
  /// As it was read back.
  const tkl_services &services() const {
    return *reinterpret_cast<const tkl_services *>(
        Answer.data() + blockBytes(written().workers) - sizeof(tkl_services));
  }
  /// As it was read back; only if Request.KnowsSpawns.
  const tkl_stack_path &path() const {
    return *reinterpret_cast<const tkl_stack_path *>(
        Answer.data() + blockBytes(written().workers));
  }
  const tkl_heap_header &answer() const {
    return *reinterpret_cast<const tkl_heap_header *>(Answer.data());
  }
};

} // namespace tasklet

#endif
