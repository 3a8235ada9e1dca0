//===- Environment.cpp - What the user sets by TASKLET_* ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "support/Environment.h"

#include "tkl_abi.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <sys/auxv.h>
#include <unistd.h>

using namespace tasklet;

std::optional<std::string> tasklet::readEnvironment(const char *Name) {
  const char *Value = secure_getenv(Name);
  if (!Value || !*Value)
    return std::nullopt;
  return std::string(Value);
}

bool tasklet::isPrivilegedProcess() { return getauxval(AT_SECURE) != 0; }

/// Decimal digits from \p Text, at least one, from \p Pos on.
static std::optional<uint64_t> parseDigits(const std::string &Text,
                                           size_t &Pos) {
  uint64_t Value = 0;
  size_t Begin = Pos;
  for (; Pos < Text.size() && Text[Pos] >= '0' && Text[Pos] <= '9'; ++Pos) {
    uint64_t Digit = Text[Pos] - '0';
    if (Value > (UINT64_MAX - Digit) / 10)
      return std::nullopt;
    Value = Value * 10 + Digit;
  }
  if (Pos == Begin)
    return std::nullopt;
  return Value;
}

std::optional<uint64_t> tasklet::parseSize(const std::string &Text) {
  size_t Pos = 0;
  std::optional<uint64_t> Value = parseDigits(Text, Pos);
  if (!Value)
    return std::nullopt;
  if (Pos == Text.size())
    return Value;
  unsigned Shift = 0;
  switch (Text[Pos]) {
  case 'k':
  case 'K':
    Shift = 10;
    break;
  case 'm':
  case 'M':
    Shift = 20;
    break;
  case 'g':
  case 'G':
    Shift = 30;
    break;
  default:
    return std::nullopt;
  }
  if (Pos + 1 != Text.size() || *Value > (UINT64_MAX >> Shift))
    return std::nullopt;
  return *Value << Shift;
}

std::string tasklet::formatSize(uint64_t Bytes) {
  static const char Units[] = {'G', 'M', 'K'};
  for (unsigned I = 0; I < 3; ++I) {
    uint64_t Unit = 1ull << (30 - 10 * I);
    if (Bytes >= Unit && Bytes % Unit == 0)
      return std::to_string(Bytes / Unit) + Units[I];
  }
  return std::to_string(Bytes);
}

const char *tasklet::heapSizeName(Chooser By) {
  switch (By) {
  case Chooser::User:
    return "TASKLET_HEAP_SIZE";
  case Chooser::Context:
    return "CL_CONTEXT_TASKLET_HEAP_SIZE_TKL";
  case Chooser::Queue:
    return "CL_QUEUE_TASKLET_HEAP_SIZE_TKL";
  case Chooser::Kernel:
    return "CL_KERNEL_EXEC_INFO_TASKLET_HEAP_SIZE_TKL";
  }
  return "";
}

const char *tasklet::workersName(Chooser By) {
  switch (By) {
  case Chooser::User:
    return "TASKLET_WORKERS";
  case Chooser::Context:
    return "CL_CONTEXT_TASKLET_WORKERS_TKL";
  case Chooser::Queue:
    return "CL_QUEUE_TASKLET_WORKERS_TKL";
  case Chooser::Kernel:
    return "CL_KERNEL_EXEC_INFO_TASKLET_WORKERS_TKL";
  }
  return "";
}

const char *tasklet::orderedName(Chooser By) {
  switch (By) {
  case Chooser::User:
    return "TASKLET_ORDERED";
  case Chooser::Context:
    return "CL_CONTEXT_TASKLET_ORDERED_TKL";
  case Chooser::Queue:
    return "CL_QUEUE_TASKLET_ORDERED_TKL";
  case Chooser::Kernel:
    return "CL_KERNEL_EXEC_INFO_TASKLET_ORDERED_TKL";
  }
  return "";
}

static const char *const OrderModes[] = {"auto", "serial", "levels", "passes",
                                         "bins", "tasks",  "copies", "owners"};

const char *tasklet::orderModeName(OrderMode Mode) {
  return OrderModes[static_cast<uint32_t>(Mode)];
}

std::string tasklet::setHeapSizeTo(Chooser By, uint64_t Bytes) {
  std::string Name = std::string("set ") + heapSizeName(By);
  return By == Chooser::User ? Name + "=" + formatSize(Bytes)
                             : Name + " to " + std::to_string(Bytes);
}

std::string tasklet::checkHeapSize(Chooser By, uint64_t Bytes,
                                   uint64_t Maximum) {
  if (Bytes >= MinimumHeapSize && (!Maximum || Bytes <= Maximum))
    return std::string();
  return std::string(heapSizeName(By)) + "=" + std::to_string(Bytes) +
         " is no heap size: give a number of bytes from " +
         std::to_string(MinimumHeapSize) + " to " +
         (Maximum ? std::to_string(Maximum)
                  : "the device's CL_DEVICE_TASKLET_MAX_HEAP_SIZE_TKL");
}

std::string LaunchChoices::setHeapSize(Chooser By, uint64_t Bytes,
                                       uint64_t Maximum) {
  std::string Error = checkHeapSize(By, Bytes, Maximum);
  if (Error.empty())
    HeapSize = Bytes;
  return Error;
}

static bool isWorkers(uint64_t Number) {
  return Number >= 1 && Number <= TKL_MAX_WORKERS;
}

static std::string workersError(Chooser By, const std::string &Value) {
  return std::string(workersName(By)) + "=" + Value +
         " is no number of workers: give a number from 1 to " +
         std::to_string(TKL_MAX_WORKERS);
}

std::string LaunchChoices::setWorkers(Chooser By, uint64_t Number) {
  if (!isWorkers(Number))
    return workersError(By, std::to_string(Number));
  Workers = static_cast<uint32_t>(Number);
  return std::string();
}

std::string LaunchChoices::setOrdered(Chooser By, uint64_t Number) {
  if (Number >= std::size(OrderModes))
    return std::string(orderedName(By)) + "=" + std::to_string(Number) +
           " is no way to order work-items: give a number from "
           "CL_TASKLET_ORDERED_AUTO_TKL (0) to CL_TASKLET_ORDERED_OWNERS_TKL "
           "(7)";
  Ordered = static_cast<OrderMode>(Number);
  return std::string();
}

LaunchSettings LaunchSettings::with(const LaunchChoices &Choices,
                                    Chooser By) && {
  if (Choices.HeapSize) {
    // Whole pages of the smallest kind, so that the parts of the heap are
    // aligned whatever was asked for.
    HeapSizeGiven = *Choices.HeapSize;
    HeapSize = HeapSizeGiven & ~uint64_t(4095);
    HeapSizeBy = By;
    HeapSizeError.clear();
  }
  if (Choices.Workers) {
    Workers = *Choices.Workers;
    WorkersBy = By;
    WorkersError.clear();
  }
  if (Choices.Ordered) {
    Ordered = *Choices.Ordered;
    OrderedError.clear();
  }
  return std::move(*this);
}

LaunchSettings LaunchSettings::with(const LaunchChoices &Choices,
                                    Chooser By) const & {
  return LaunchSettings(*this).with(Choices, By);
}

/// 0 or 1. Anything else is an error, so that "off" does not switch on.
static void readSwitch(const char *Name, const std::string &Text, bool &Value,
                       std::string &Error) {
  if (Text == "0" || Text == "1")
    Value = Text == "1";
  else
    Error = std::string(Name) + "='" + Text + "' is no switch: give 0 or 1";
}

TraceSettings TraceSettings::read(const Lookup &Get) {
  TraceSettings Result;
  if (std::optional<std::string> Text = Get("TASKLET_TRACE")) {
    Result.Path = *Text;
    size_t Pos = Result.Path.find("%p");
    if (Pos != std::string::npos)
      Result.Path.replace(Pos, 2, std::to_string(getpid()));
  }
  if (std::optional<std::string> Text = Get("TASKLET_TRACE_CLOCK")) {
    Result.CountTasks = *Text == "tasks";
    if (*Text != "tasks" && *Text != "time")
      Result.Error =
          "TASKLET_TRACE_CLOCK='" + *Text + "' is no clock: give time or tasks";
  }
  if (std::optional<std::string> Text = Get("TASKLET_TRACE_SHORTEST")) {
    size_t Pos = 0;
    Result.Shortest = parseDigits(*Text, Pos).value_or(0);
    if (Pos != Text->size() || *Result.Shortest < 1 ||
        *Result.Shortest > MaximumShortest)
      Result.Error = "TASKLET_TRACE_SHORTEST='" + *Text +
                     "' is no number of nanoseconds from 1 to " +
                     std::to_string(MaximumShortest);
  }
  if (std::optional<std::string> Text = Get("TASKLET_TRACE_SIZE")) {
    Result.Size = parseSize(*Text).value_or(0);
    if (Result.Size < MinimumSize || Result.Size > MaximumSize)
      Result.Error = "TASKLET_TRACE_SIZE='" + *Text + "' is no size from " +
                     formatSize(MinimumSize) + " to " + formatSize(MaximumSize);
  }
  return Result;
}

CheckSettings CheckSettings::read(const Lookup &Get) {
  CheckSettings Result;
  if (std::optional<std::string> Text = Get("TASKLET_CHECK")) {
    Result.Races = *Text == "races" || *Text == "races:fail";
    Result.Fail = *Text == "races:fail";
    Result.Stack = *Text == "stack";
    if (Result.Races || Result.Stack)
      return Result;
    Result.Error = "TASKLET_CHECK='" + *Text + "' ";
    // A program gets one runtime or the other.
    if (Text->find("races") != std::string::npos &&
        Text->find("stack") != std::string::npos)
      Result.Error += "are two checks at once: give one of races, races:fail "
                      "and stack; reports of races show spawns, too";
    else
      Result.Error += "is no check: give races, races:fail or stack";
  }
  return Result;
}

LaunchSettings LaunchSettings::read(const Lookup &Get) {
  LaunchSettings Result;
  LaunchChoices Choices;
  if (std::optional<std::string> Text = Get("TASKLET_HEAP_SIZE"))
    if (!Choices.setHeapSize(Chooser::User, parseSize(*Text).value_or(0))
             .empty())
      Result.HeapSizeError =
          "TASKLET_HEAP_SIZE='" + *Text +
          "' is no heap size: give bytes, or a number with K, M or G, at "
          "least " +
          formatSize(MinimumHeapSize) + ", such as 256M";
  if (std::optional<std::string> Text = Get("TASKLET_WORKERS")) {
    size_t Pos = 0;
    uint64_t Workers = parseDigits(*Text, Pos).value_or(0);
    if (Pos != Text->size() || !isWorkers(Workers))
      Result.WorkersError = workersError(Chooser::User, "'" + *Text + "'");
    else
      Choices.Workers = static_cast<uint32_t>(Workers);
  }
  if (std::optional<std::string> Text = Get("TASKLET_ORDERED")) {
    auto Found = std::find(std::begin(OrderModes), std::end(OrderModes), *Text);
    if (Found == std::end(OrderModes))
      Result.OrderedError =
          "TASKLET_ORDERED='" + *Text +
          "' is no way to order work-items: give auto, "
          "levels, passes, bins, tasks, copies, owners or serial";
    else
      Choices.Ordered = static_cast<OrderMode>(Found - std::begin(OrderModes));
  }
  if (std::optional<std::string> Text = Get("TASKLET_ORDERED_KEEP")) {
    Result.OrderedKeep = parseSize(*Text);
    if (!Result.OrderedKeep)
      Result.OrderedKeepError =
          "TASKLET_ORDERED_KEEP='" + *Text +
          "' is no size: give bytes, or a number with K, M "
          "or G, such as 256M; 0 keeps nothing";
  }
  if (std::optional<std::string> Text = Get("TASKLET_ORDERED_MARKS")) {
    unsigned Shift = 0;
    auto Share = [&] {
      return Shift ? "1/" + std::to_string(1u << Shift) : std::string("1");
    };
    while (Shift <= MaximumMarksShift && Share() != *Text)
      ++Shift;
    if (Shift <= MaximumMarksShift)
      Result.OrderedMarksShift = Shift;
    else
      Result.OrderedMarksError = "TASKLET_ORDERED_MARKS='" + *Text +
                                 "' is no share of the elements: give 1, 1/2, "
                                 "1/4 and so on, to 1/65536";
  }
  if (std::optional<std::string> Text = Get("TASKLET_ORDERED_PIPE"))
    readSwitch("TASKLET_ORDERED_PIPE", *Text, Result.OrderedPipe,
               Result.OrderedPipeError);
  if (std::optional<std::string> Text = Get("TASKLET_ORDERED_STREAMS"))
    readSwitch("TASKLET_ORDERED_STREAMS", *Text, Result.OrderedStreams,
               Result.OrderedStreamsError);
  if (std::optional<std::string> Text = Get("TASKLET_STATS"))
    readSwitch("TASKLET_STATS", *Text, Result.Stats, Result.StatsError);
  Result.Trace = TraceSettings::read(Get);
  Result.Check = CheckSettings::read(Get);
  return Result.with(Choices, Chooser::User);
}

static std::string cacheFolder(const Lookup &Get) {
  if (std::optional<std::string> Folder = Get("TASKLET_CACHE_DIR"))
    return *Folder;
  // The XDG specification says that only full paths count.
  std::optional<std::string> Folder = Get("XDG_CACHE_HOME");
  if (Folder && Folder->front() == '/')
    return *Folder + "/tasklet";
  Folder = Get("HOME");
  if (Folder && Folder->front() == '/')
    return *Folder + "/.cache/tasklet";
  return std::string();
}

CompilerSettings CompilerSettings::read(const Lookup &Get) {
  CompilerSettings Result;
  bool Enabled = true;
  if (std::optional<std::string> Text = Get("TASKLET_CACHE"))
    readSwitch("TASKLET_CACHE", *Text, Enabled, Result.Error);
  if (Enabled)
    Result.CacheFolder = cacheFolder(Get);
  if (std::optional<std::string> Text = Get("TASKLET_WARP")) {
    size_t Pos = 0;
    uint64_t Lanes = parseDigits(*Text, Pos).value_or(0);
    if (Pos != Text->size() || Lanes < 1 || Lanes > 64 || Lanes & (Lanes - 1))
      Result.Error = "TASKLET_WARP='" + *Text +
                     "' is no number of lanes: give 1, 2, 4, 8, 16, 32 or 64";
    else
      Result.TeamLanes = static_cast<unsigned>(Lanes);
  }
  if (std::optional<std::string> Text = Get("TASKLET_COMPILER_TIMEOUT")) {
    size_t Pos = 0;
    uint64_t Limit = parseDigits(*Text, Pos).value_or(0);
    if (Pos != Text->size() || Limit < 1 || Limit > MaximumTimeLimit)
      Result.Error = "TASKLET_COMPILER_TIMEOUT='" + *Text +
                     "' is no number of seconds from 1 to " +
                     std::to_string(MaximumTimeLimit);
    else
      Result.TimeLimit = static_cast<unsigned>(Limit);
  }
  return Result;
}
