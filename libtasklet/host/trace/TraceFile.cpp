//===- TraceFile.cpp - The file that TASKLET_TRACE names ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "trace/TraceFile.h"

#include "heap/HeapLayout.h"
#include "heap/Statistics.h"
#include "support/FileIO.h"
#include "trace/OrderPhases.h"
#include "trace/TraceEvents.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tasklet;
using nlohmann::json;

static const char Start[] = "{\"traceEvents\":[\n";

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

namespace {

/// JSON takes only UTF-8, so other bytes are replaced.
std::string quote(const std::string &Text) {
  return json(Text).dump(-1, ' ', false, json::error_handler_t::replace);
}

/// Builds the text of one command's events. There are many, so values come as
/// JSON already, and times, in nanoseconds, are turned into digits here.
class EventText {
public:
  EventText(size_t Lane, int64_t Shift)
      : Process(",\"pid\":" + std::to_string(Lane + 1) + ",\"tid\":"),
        Shift(Shift) {}

  /// \p Name, \p Category and \p Arguments are JSON; the last may be empty.
  void slice(uint32_t Track, const std::string &Name, const char *Category,
             int64_t Begin, int64_t End, const std::string &Arguments) {
    begin("X", Track);
    addTime(",\"ts\":", Begin + Shift);
    addTime(",\"dur\":", End - Begin);
    Text += ",\"name\":";
    Text += Name;
    Text += ",\"cat\":\"";
    Text += Category;
    Text += '"';
    if (!Arguments.empty()) {
      Text += ",\"args\":";
      Text += Arguments;
    }
    Text += '}';
  }
  void arrow(const char *Phase, const char *Name, uint64_t Id, uint32_t Track,
             int64_t Time) {
    begin(Phase, Track);
    addTime(",\"ts\":", Time + Shift);
    Text += ",\"id\":" + std::to_string(Id) + ",\"name\":\"" + Name +
            "\",\"cat\":\"" + Name + "\"";
    // Bound to the slice around it, not to the next one.
    Text += *Phase == 'f' ? ",\"bp\":\"e\"}" : "}";
  }
  void meta(const char *Name, uint32_t Track, const char *Key,
            const json &Value) {
    begin("M", Track);
    Text += std::string(",\"name\":\"") + Name + "\",\"args\":{\"" + Key +
            "\":" + Value.dump() + "}}";
  }

  std::string Text;
  uint64_t Count = 0;

private:
  std::string Process;
  int64_t Shift;

  void begin(const char *Phase, uint32_t Track) {
    Text += Count++ ? ",\n{\"ph\":\"" : "{\"ph\":\"";
    Text += Phase;
    Text += '"';
    Text += Process;
    Text += std::to_string(Track);
  }
  /// Microseconds with three decimals, which floating point would round.
  void addTime(const char *Key, int64_t Nanoseconds) {
    Text += Key;
    Text += std::to_string(Nanoseconds / 1000);
    std::string Digits = std::to_string(1000 + Nanoseconds % 1000);
    Digits[0] = '.';
    Text += Digits;
  }
};

} // namespace

/// In JSON.
static std::string stepName(const std::vector<std::string> &Quoted,
                            uint32_t Step) {
  if (Step >= TKL_STEP_FIRST && Step - TKL_STEP_FIRST < Quoted.size())
    return Quoted[Step - TKL_STEP_FIRST];
  return "\"tasks\"";
}

static void addSlice(EventText &Out, uint32_t Track, const TraceSlice &Slice,
                     const std::vector<std::string> &Quoted) {
  const tkl_trace_event &E = Slice.Event;
  if (E.flags & TKL_TRACE_SEARCH) {
    Out.slice(Track, "\"idle\"", "idle", Slice.Begin, Slice.End, "");
    return;
  }
  std::string Name = stepName(Quoted, E.step);
  if (E.flags & TKL_TRACE_SEVERAL) {
    std::string Count = std::to_string(E.id);
    Name.insert(1, Count + " x ");
    Out.slice(Track, Name, "short tasks", Slice.Begin, Slice.End,
              "{\"tasks\":" + Count + "}");
    return;
  }
  std::string Arguments;
  auto Add = [&](const char *Json) {
    Arguments += Arguments.empty() ? "{" : ",";
    Arguments += Json;
  };
  bool Within =
      !(E.flags & (TKL_TRACE_ROOT | TKL_TRACE_STOLEN | TKL_TRACE_ADOPTED));
  if (Within && (E.other == TKL_STEP_LEAVE || E.other == TKL_STEP_LEAVE_GROUPS))
    Add("\"for\":\"end\"");
  else if (Within && E.other >= TKL_STEP_FIRST)
    Add(("\"for\":" + stepName(Quoted, E.other)).c_str());
  if (E.flags & TKL_TRACE_ROOT)
    Add("\"start\":\"root task\"");
  if (E.flags & TKL_TRACE_STOLEN)
    Add(("\"start\":\"stolen\",\"from\":\"worker " + std::to_string(E.other) +
         "\"")
            .c_str());
  if (E.flags & (TKL_TRACE_RESUMED | TKL_TRACE_UNFINISHED))
    Add(!(E.flags & TKL_TRACE_RESUMED)      ? "\"part\":\"first\""
        : !(E.flags & TKL_TRACE_UNFINISHED) ? "\"part\":\"last\""
                                            : "\"part\":\"middle\"");
  if (!Arguments.empty())
    Arguments += '}';
  Out.slice(Track, Name, "task", Slice.Begin, Slice.End, Arguments);
}

/// What the command did as a whole.
static json describeCommand(const TracedCommand &Command,
                            const TraceEvents &Events,
                            const TickClock::Scale &Scale) {
  const tkl_heap_header &Header = *Command.Header;
  Statistics Stats(Header);
  json Result = {{"tasks", Stats.Total.tasks},
                 {"steals", Stats.Total.steals},
                 {"continuations", Stats.Total.continuations},
                 {"blocked", Stats.Total.blocked},
                 {"workers", Stats.Total.workers},
                 {"heap_used", Stats.Total.heap_used},
                 {"heap_size", Stats.Total.heap_size},
                 {"clock", Header.has_clock ? "time" : "tasks"},
                 {"traced", Header.trace_offset != 0}};
  if (Command.Failed)
    Result["failed"] = true;
  double Unit = Header.has_clock ? Scale.TickLength / 1000 : 1;
  if (Header.trace_offset) {
    Result["dropped"] = Events.Dropped;
    Result["shortest"] = double(Events.Shortest) * Unit;
  }
  json Workers = json::array();
  for (const cl_tasklet_worker_stats_tkl &Worker : Stats.Workers) {
    json Each = {{"tasks", Worker.tasks}, {"steals", Worker.steals}};
    if (Header.has_clock) {
      Each["busy"] = double(Worker.busy) * Unit;
      Each["stealing"] = double(Worker.stealing) * Unit;
      Each["idle"] = double(Worker.idle) * Unit;
    }
    Workers.push_back(std::move(Each));
  }
  Result["each_worker"] = std::move(Workers);
  return Result;
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

TraceFile::~TraceFile() {
  if (Fd >= 0)
    close(Fd);
}

/// Empty, or why not.
std::string TraceFile::open() {
  // A file from before a fork belongs to the other process.
  if (Fd >= 0 && Process == getpid())
    return std::string();
  if (Fd >= 0)
    close(Fd);
  Lanes.clear();
  Events = Commands = LeftOut = Flows = 0;
  Process = getpid();
  // A pipe without a reader would block.
  Fd = ::open(Path.c_str(),
              O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
  struct stat Info;
  if (Fd < 0 || fstat(Fd, &Info) != 0)
    return strerror(errno);
  if (!S_ISREG(Info.st_mode))
    return "it is no ordinary file";
  // Other errors: a file system without locks does not know.
  if (flock(Fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return "another process writes there, and '%p' in the name stands for the "
           "number of the process";
  End = sizeof(Start) - 1;
  Tail.clear();
  if (ftruncate(Fd, 0) != 0 || !writeAll(Fd, Start) || !append(""))
    return strerror(errno);
  return std::string();
}

/// Writes \p Text after the events, and the end of the file after that. If this
/// fails, the file is as it was, and errno says why.
bool TraceFile::append(const std::string &Text) {
  auto Write = [this](const std::string &Bytes) {
    return lseek(Fd, End, SEEK_SET) >= 0 && writeAll(Fd, Bytes) &&
           ftruncate(Fd, End + static_cast<off_t>(Bytes.size())) == 0;
  };
  json Other = {{"producer", "tasklet " TASKLET_VERSION},
                {"commands", Commands},
                {"commands_left_out", LeftOut}};
  std::string Rest =
      "\n],\"displayTimeUnit\":\"ns\",\"otherData\":" + Other.dump() + "}\n";
  if (!Write(Text + Rest)) {
    int Why = errno;
    Write(Tail);
    errno = Why;
    return false;
  }
  End += static_cast<off_t>(Text.size());
  Tail = Rest;
  return true;
}

/// Commands of one lane follow one another. Their times are measured anew for
/// each command, so one command may seem to end a little after the next one
/// starts. \p Shift corrects that. Where each command counts its own time from
/// 0, it is what puts them one after another.
size_t TraceFile::findLane(bool IsOrdered, bool IsLogical, int64_t Begin,
                           int64_t &Shift) {
  constexpr int64_t Tolerance = 10000; // nanoseconds
  size_t I = 0;
  while (I < Lanes.size() && (Lanes[I].IsOrdered != IsOrdered ||
                              (!IsLogical && Lanes[I].End > Begin + Tolerance)))
    ++I;
  if (I == Lanes.size())
    Lanes.push_back({IsOrdered});
  if (IsLogical) {
    Shift = 0;
    for (const Lane &Each : Lanes)
      Shift = std::max(Shift, Each.End == INT64_MIN ? 0 : Each.End + 1000);
    return I;
  }
  Shift = std::max<int64_t>(
      0, Lanes[I].End == INT64_MIN ? -Begin : Lanes[I].End - Begin);
  return I;
}

std::string TraceFile::laneName(size_t Index) const {
  bool IsOrdered = Lanes[Index].IsOrdered;
  auto Number = std::count_if(
      Lanes.begin(), Lanes.begin() + static_cast<ptrdiff_t>(Index) + 1,
      [&](const Lane &Each) { return Each.IsOrdered == IsOrdered; });
  std::string Name = IsOrdered ? "ordered kernels" : "tasks";
  return Number == 1 ? Name
                     : Name + " at the same time, " + std::to_string(Number);
}

std::string TraceFile::describe(const TracedCommand &Command,
                                const TickClock::Scale &Scale) {
  TraceEvents Found(*Command.Header, Scale);
  int64_t Shift = 0;
  bool Logical = !Command.Header->has_clock;
  // As if a task took a microsecond.
  if (Logical) {
    for (std::vector<TraceSlice> &Slices : Found.Workers)
      for (TraceSlice &Slice : Slices)
        Slice.Begin *= 1000, Slice.End *= 1000;
    for (TraceFlow &Flow : Found.Flows) {
      Flow.Begin = Flow.Begin * 1000 + (Flow.Stolen ? 0 : 999);
      Flow.End *= 1000;
    }
    Found.End *= 1000;
  }
  size_t Index = findLane(false, Logical, Found.Begin, Shift);
  Lane &Own = Lanes[Index];
  Own.End = Found.End + Shift;

  EventText Out(Index, Shift);
  size_t Slices = 8;
  for (const std::vector<TraceSlice> &Each : Found.Workers)
    Slices += Each.size();
  Out.Text.reserve(100 * Slices);
  if (Events)
    Out.Text = ",\n";
  auto NameTrack = [&](uint32_t Track, const std::string &Name) {
    Out.meta("thread_name", Track, "name", Name);
    Out.meta("thread_sort_index", Track, "sort_index", Track);
  };
  if (Own.Workers == 0) {
    Out.meta("process_name", 0, "name", laneName(Index));
    NameTrack(0, "commands");
  }
  for (; Own.Workers < Command.Header->workers; ++Own.Workers)
    NameTrack(Own.Workers + 1, "worker " + std::to_string(Own.Workers));
  Out.slice(0, quote(Command.Kernel), "command", Found.Begin, Found.End,
            describeCommand(Command, Found, Scale).dump());
  std::vector<std::string> Quoted;
  for (const std::string &Name : Command.Steps)
    Quoted.push_back(quote(Name));
  for (uint32_t I = 0; I < Found.Workers.size(); ++I)
    for (const TraceSlice &Slice : Found.Workers[I])
      addSlice(Out, I + 1, Slice, Quoted);
  for (const TraceFlow &Flow : Found.Flows) {
    const char *Name = Flow.Stolen ? "steal" : "adopt";
    Out.arrow("s", Name, ++Flows, Flow.From + 1, Flow.Begin);
    Out.arrow("f", Name, Flows, Flow.To + 1, Flow.End);
  }
  Events += Out.Count;
  return Out.Text;
}

static json describeCommand(const TracedOrder &Command, uint64_t Dropped) {
  const cl_ordered_stats_tkl &Stats = Command.Stats.Total;
  json Result = {
      {"executor", orderModeName(static_cast<OrderMode>(Stats.executor))},
      {"work_items", Stats.work_items},
      {"levels", Stats.levels},
      {"widest", Stats.widest},
      {"conflicts", Stats.conflicts},
      {"passes", Stats.passes},
      {"workers", Stats.workers},
      {"analysis_size", Stats.analysis_size},
      {"reused", Stats.reused != 0},
      {"clock", Command.Header.has_clock ? "time" : "tasks"},
      {"traced", !Command.Phases.empty()}};
  if (Dropped)
    Result["dropped"] = Dropped;
  if (Command.Failed)
    Result["failed"] = true;
  return Result;
}

std::string TraceFile::describe(const TracedOrder &Command,
                                const TickClock::Scale &Scale) {
  OrderPhases Found(Command.Header, Command.Phases, Scale);
  // Without times, it is as long as a task.
  bool Logical = !Command.Header.has_clock || Found.List.empty();
  if (Logical)
    Found.End = 1000;
  int64_t Shift = 0;
  size_t Index = findLane(true, Logical, Found.Begin, Shift);
  Lane &Own = Lanes[Index];
  Own.End = Found.End + Shift;
  EventText Out(Index, Shift);
  if (Events)
    Out.Text = ",\n";
  if (Own.Workers == 0) {
    Own.Workers = 1;
    Out.meta("process_name", 0, "name", laneName(Index));
    const char *const Tracks[] = {"commands", "levels"};
    for (uint32_t I = 0; I < 2; ++I) {
      Out.meta("thread_name", I, "name", Tracks[I]);
      Out.meta("thread_sort_index", I, "sort_index", I);
    }
  }
  Out.slice(0, quote(Command.Kernel), "command", Found.Begin, Found.End,
            describeCommand(Command, Found.Dropped).dump());
  for (const OrderPhase &Each : Found.List)
    Out.slice(1, quote(Each.Name),
              Each.IsLevel ? "level"
              : Each.Runs  ? "run"
                           : "inspect",
              Each.Begin, Each.End,
              Each.Items ? "{\"work_items\":" + std::to_string(Each.Items) + "}"
                         : std::string());
  Events += Out.Count;
  return Out.Text;
}

template <typename Traced>
std::string TraceFile::append(const Traced &Command,
                              const TickClock::Scale &Scale) {
  std::lock_guard<std::mutex> Lock(Mutex);
  if (Broken)
    return std::string();
  std::string Problem = open();
  if (Problem.empty()) {
    ++Commands;
    std::string Text;
    if (Events >= MaximumEvents)
      ++LeftOut;
    else
      Text = describe(Command, Scale);
    if (append(Text))
      return std::string();
    Problem = strerror(errno);
  }
  Broken = true;
  return "the trace '" + Path + "' cannot be written: " + Problem +
         "; set TASKLET_TRACE to another file";
}

std::string TraceFile::add(const TracedCommand &Command,
                           const TickClock::Scale &Scale) {
  return append(Command, Scale);
}

std::string TraceFile::add(const TracedOrder &Command,
                           const TickClock::Scale &Scale) {
  return append(Command, Scale);
}

TraceFile &tasklet::traceFile(const std::string &Path) {
  // Never destroyed: commands may end while the process ends.
  static std::mutex &Mutex = *new std::mutex;
  static auto &Files = *new std::map<std::string, TraceFile>;
  std::lock_guard<std::mutex> Lock(Mutex);
  return Files.try_emplace(Path, Path).first->second;
}
