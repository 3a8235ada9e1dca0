//===- Environment.h - What the user sets by TASKLET_* ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Every environment variable of the library, with its type, range and default.
/// In set-user-id processes all of them read as unset.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_SUPPORT_ENVIRONMENT_H
#define TASKLET_HOST_SUPPORT_ENVIRONMENT_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace tasklet {

/// Looks a variable up; nothing if it is unset or must not be trusted.
using Lookup = std::function<std::optional<std::string>(const char *)>;

/// secure_getenv as a Lookup. Empty values read as unset.
std::optional<std::string> readEnvironment(const char *Name);

/// True in a process that runs with other rights than its caller has.
bool isPrivilegedProcess();

/// "64M" -> 67108864. Suffixes K, M, G (powers of 1024, either case); no
/// suffix means bytes. Nothing if the text is no such number or too large.
std::optional<uint64_t> parseSize(const std::string &Text);

/// 67108864 -> "64M"; the largest unit that divides the number.
std::string formatSize(uint64_t Bytes);

/// Where nobody has chosen, and memory costs before it is used.
constexpr uint64_t DefaultHeapSize = 64ull << 20; // bytes
constexpr uint64_t MinimumHeapSize = 1ull << 20;  // bytes

/// What a trace depends on.
struct TraceSettings {
  static constexpr uint64_t DefaultShortest = 10000; // nanoseconds
  static constexpr uint64_t DefaultShortestInTasks = 1000;
  static constexpr uint64_t MaximumShortest = 1ull << 40;
  static constexpr uint64_t DefaultSize = 4ull << 20;  // bytes
  static constexpr uint64_t MinimumSize = 64ull << 10; // bytes
  static constexpr uint64_t MaximumSize = 1ull << 30;  // bytes

  std::string Path; ///< TASKLET_TRACE, "%p" replaced; empty: none
  /// TASKLET_TRACE_CLOCK=tasks: a time is the number of tasks run.
  bool CountTasks = false;
  std::optional<uint64_t> Shortest; ///< TASKLET_TRACE_SHORTEST
  uint64_t Size = DefaultSize;      ///< TASKLET_TRACE_SIZE, bytes a command
  /// Empty, or what is wrong with a variable and how to mend it.
  std::string Error;

  static TraceSettings read(const Lookup &Get = readEnvironment);
};

/// TASKLET_CHECK: what programs are to find out about themselves.
struct CheckSettings {
  bool Races = false;
  bool Fail = false;  ///< A command with races fails.
  bool Stack = false; ///< A command that fails says which spawns led there.
  /// Empty, or what is wrong with the variable and how to mend it.
  std::string Error;

  static CheckSettings read(const Lookup &Get = readEnvironment);
};

/// Who has chosen a setting of a command; User if nobody has. Messages name the
/// place where to change it accordingly.
enum class Chooser { User, Context, Queue, Kernel };

/// TASKLET_HEAP_SIZE, or the property's name.
const char *heapSizeName(Chooser By);
const char *workersName(Chooser By);
const char *orderedName(Chooser By);
/// "set TASKLET_HEAP_SIZE=2M", "set CL_QUEUE_..._TKL to 2097152".
std::string setHeapSizeTo(Chooser By, uint64_t Bytes);

/// Empty, or what is wrong with a heap of \p Bytes that the application has
/// chosen. \p Maximum is the device's; 0: not known yet.
std::string checkHeapSize(Chooser By, uint64_t Bytes, uint64_t Maximum = 0);

/// How the work-items of an ordered kernel are brought into order. The numbers
/// are CL_TASKLET_ORDERED_*_TKL, and those of plans TKL_ORDER_* as well.
enum class OrderMode : uint32_t {
  Auto,
  Serial,
  Levels,
  Passes,
  Bins,
  Tasks,
  Copies,
  Owners
};

/// "auto", "levels" and so on.
const char *orderModeName(OrderMode Mode);

constexpr unsigned MaximumMarksShift = 16;

/// What an application sets for a context, a queue or a kernel.
struct LaunchChoices {
  std::optional<uint64_t> HeapSize; ///< bytes
  std::optional<uint32_t> Workers;
  std::optional<OrderMode> Ordered;

  /// Empty, or what is wrong with the value; nothing is set then.
  [[nodiscard]] std::string setHeapSize(Chooser By, uint64_t Bytes,
                                        uint64_t Maximum = 0);
  [[nodiscard]] std::string setWorkers(Chooser By, uint64_t Number);
  [[nodiscard]] std::string setOrdered(Chooser By, uint64_t Number);
};

/// What the launch of a command depends on.
struct LaunchSettings {
  uint64_t HeapSize = DefaultHeapSize; ///< TASKLET_HEAP_SIZE, bytes
  uint64_t HeapSizeGiven = 0; ///< Before it was rounded down; 0: the same.
  uint32_t Workers = 0;       ///< TASKLET_WORKERS, 0: the device's
                              ///< compute units, or TeamCount.h
  bool WorkersUnset = false;  ///< Nobody has chosen Workers.
  Chooser HeapSizeBy = Chooser::User, WorkersBy = Chooser::User;
  OrderMode Ordered = OrderMode::Auto; ///< TASKLET_ORDERED
  /// TASKLET_ORDERED_KEEP, bytes of analyses that are kept; unset: see
  /// OrderPlan.
  std::optional<uint64_t> OrderedKeep;
  /// TASKLET_ORDERED_MARKS=1/2^n: so many marks for each element.
  unsigned OrderedMarksShift = 0;
  /// TASKLET_ORDERED_PIPE=1: of passes, levels run while the next is found.
  bool OrderedPipe = false;
  /// TASKLET_ORDERED_STREAMS=0: levels read memory where it is.
  bool OrderedStreams = true;
  bool Stats = false; ///< TASKLET_STATS=1
  TraceSettings Trace;
  CheckSettings Check;
  /// Empty, or what is wrong with the variable and how to mend it.
  std::string HeapSizeError, WorkersError, OrderedError, OrderedKeepError,
      OrderedMarksError, OrderedPipeError, OrderedStreamsError, StatsError;

  static LaunchSettings read(const Lookup &Get = readEnvironment);
  /// These settings, except where \p Choices say something else.
  LaunchSettings with(const LaunchChoices &Choices, Chooser By) const &;
  LaunchSettings with(const LaunchChoices &Choices, Chooser By) &&;
  const std::string &error() const {
    return !HeapSizeError.empty()         ? HeapSizeError
           : !WorkersError.empty()        ? WorkersError
           : !OrderedError.empty()        ? OrderedError
           : !OrderedKeepError.empty()    ? OrderedKeepError
           : !OrderedMarksError.empty()   ? OrderedMarksError
           : !OrderedPipeError.empty()    ? OrderedPipeError
           : !OrderedStreamsError.empty() ? OrderedStreamsError
           : !StatsError.empty()          ? StatsError
           : !Check.Error.empty()         ? Check.Error
                                          : Trace.Error;
  }
};

constexpr unsigned DefaultTimeLimit = 600;   // seconds
constexpr unsigned MaximumTimeLimit = 86400; // seconds

/// What compiling depends on.
struct CompilerSettings {
  /// Where compiled programs are kept. Empty: nowhere.
  /// TASKLET_CACHE=0 switches the cache off; TASKLET_CACHE_DIR names the
  /// folder; default $XDG_CACHE_HOME/tasklet, then $HOME/.cache/tasklet.
  std::string CacheFolder;
  /// TASKLET_WARP, the lanes of a team of workers; 0: as the target has it.
  unsigned TeamLanes = 0;
  /// TASKLET_COMPILER_TIMEOUT, seconds that the compiler may take.
  unsigned TimeLimit = DefaultTimeLimit;
  /// Empty, or what is wrong with a variable and how to mend it.
  std::string Error;

  static CompilerSettings read(const Lookup &Get = readEnvironment);
};

} // namespace tasklet

#endif
