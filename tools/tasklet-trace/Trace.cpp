//===- Trace.cpp - A timeline, read from its file -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Trace.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>

using namespace tasklet;
using nlohmann::json;

namespace {

/// Takes events one after another; the file need not fit into memory as a
/// whole.
class Reader {
public:
  explicit Reader(Trace &Result) : Result(Result) {}
  void take(const json &Event);
  void finish();
  std::string Error; ///< of the first bad event

private:
  struct Track {
    int Lane;
    unsigned Number; ///< 0: commands
    bool operator<(const Track &Other) const {
      return std::tie(Lane, Number) < std::tie(Other.Lane, Other.Number);
    }
  };
  Trace &Result;
  uint64_t Count = 0;
  std::map<Track, std::vector<Slice>> Tracks;
  std::map<std::pair<std::string, uint64_t>, Arrow> Open;

  bool fail(const std::string &What);
  bool number(const json &Event, const char *Key, double &Value);
  bool text(const json &Event, const char *Key, std::string &Value);
  bool track(const json &Event, Track &Where);
  void takeSlice(const json &Event);
  void takeArrow(const json &Event, bool Begins);
  void takeCommand(const json &Event, TracedCommand Command);
};

} // namespace

/// Values beyond are no times of ours, and their nanoseconds would not fit.
static constexpr double MaximumTime = 1e12; // microseconds

bool Reader::fail(const std::string &What) {
  if (Error.empty())
    Error = "event " + std::to_string(Count) + ": " + What;
  return false;
}

bool Reader::number(const json &Event, const char *Key, double &Value) {
  auto It = Event.find(Key);
  if (It == Event.end() || !It->is_number())
    return fail(std::string("'") + Key + "' is missing or no number");
  Value = It->get<double>();
  if (!(Value >= 0 && Value <= MaximumTime))
    return fail(std::string("'") + Key + "' is out of range");
  return true;
}

bool Reader::text(const json &Event, const char *Key, std::string &Value) {
  auto It = Event.find(Key);
  if (It == Event.end() || !It->is_string())
    return fail(std::string("'") + Key + "' is missing or no text");
  Value = It->get<std::string>();
  return true;
}

bool Reader::track(const json &Event, Track &Where) {
  double Process = 0, Thread = 0;
  // As many workers as there can be; a wild number shall not take memory.
  if (!number(Event, "pid", Process) || !number(Event, "tid", Thread))
    return false;
  if (Process > 1e6 || Thread > 1024)
    return fail("there is no such track");
  Where = {static_cast<int>(Process), static_cast<unsigned>(Thread)};
  return true;
}

static int64_t toNanoseconds(double Microseconds) {
  return std::llround(Microseconds * 1000);
}

static std::string textOr(const json &Object, const char *Key) {
  auto It = Object.find(Key);
  return It != Object.end() && It->is_string() ? It->get<std::string>()
                                               : std::string();
}

static double numberOr(const json &Object, const char *Key) {
  auto It = Object.find(Key);
  return It != Object.end() && It->is_number() ? It->get<double>() : 0;
}

static uint64_t countOr(const json &Object, const char *Key) {
  auto It = Object.find(Key);
  return It != Object.end() && It->is_number_unsigned() ? It->get<uint64_t>()
                                                        : 0;
}

static bool flagOr(const json &Object, const char *Key) {
  auto It = Object.find(Key);
  return It != Object.end() && It->is_boolean() && It->get<bool>();
}

void Reader::takeCommand(const json &Arguments, TracedCommand Command) {
  Command.Tasks = countOr(Arguments, "tasks");
  Command.Steals = countOr(Arguments, "steals");
  Command.HeapUsed = countOr(Arguments, "heap_used");
  Command.CountsTasks = textOr(Arguments, "clock") == "tasks";
  Command.Traced = flagOr(Arguments, "traced");
  Command.Failed = flagOr(Arguments, "failed");
  Command.Dropped = countOr(Arguments, "dropped");
  Command.Shortest = numberOr(Arguments, "shortest") * 1000;
  Command.Executor = textOr(Arguments, "executor");
  if (Command.isOrdered()) {
    Command.Reused = flagOr(Arguments, "reused");
    Command.OrderWorkers = static_cast<unsigned>(countOr(Arguments, "workers"));
    Command.WorkItems = countOr(Arguments, "work_items");
    Command.Levels = countOr(Arguments, "levels");
    Command.Conflicts = countOr(Arguments, "conflicts");
    Command.Workers.resize(1);
    Result.Commands.push_back(std::move(Command));
    return;
  }
  auto Each = Arguments.find("each_worker");
  if (Each == Arguments.end() || !Each->is_array() || Each->size() > 1024) {
    fail("a command without 'each_worker'");
    return;
  }
  for (const json &Worker : *Each) {
    WorkerTotals Totals;
    Totals.Tasks = countOr(Worker, "tasks");
    Totals.Steals = countOr(Worker, "steals");
    Totals.Busy = numberOr(Worker, "busy") * 1000;
    Totals.Stealing = numberOr(Worker, "stealing") * 1000;
    Totals.Idle = numberOr(Worker, "idle") * 1000;
    Command.Totals.push_back(Totals);
  }
  Command.Workers.resize(Command.Totals.size());
  Result.Commands.push_back(std::move(Command));
}

void Reader::takeSlice(const json &Event) {
  Track Where;
  double Time = 0, Length = 0;
  Slice New;
  std::string Category;
  if (!track(Event, Where) || !number(Event, "ts", Time) ||
      !number(Event, "dur", Length) || !text(Event, "name", New.Name) ||
      !text(Event, "cat", Category))
    return;
  New.Begin = toNanoseconds(Time);
  // Both ends rounded, or neighbours would overlap.
  New.End = New.Begin + toNanoseconds(Length);
  auto Found = Event.find("args");
  const json Arguments =
      Found != Event.end() && Found->is_object() ? *Found : json::object();
  if (Where.Number == 0) {
    TracedCommand Command;
    Command.Kernel = New.Name;
    Command.Lane = Where.Lane;
    Command.Begin = New.Begin;
    Command.End = New.End;
    takeCommand(Arguments, std::move(Command));
    return;
  }
  New.What = Category == "idle"          ? Slice::Kind::Idle
             : Category == "short tasks" ? Slice::Kind::ShortTasks
                                         : Slice::Kind::Task;
  if (Category == "level")
    New.Group = "levels";
  else if (Category == "inspect" || Category == "run")
    New.Group = New.Name.rfind("pass ", 0) == 0 ? "passes" : New.Name;
  New.Waiting = textOr(Arguments, "for");
  New.Start = textOr(Arguments, "start");
  Tracks[Where].push_back(std::move(New));
}

void Reader::takeArrow(const json &Event, bool Begins) {
  Track Where;
  double Time = 0, Id = 0;
  std::string Category;
  if (!track(Event, Where) || !number(Event, "ts", Time) ||
      !number(Event, "id", Id) || !text(Event, "cat", Category))
    return;
  if (Where.Number == 0) {
    fail("an arrow at no worker");
    return;
  }
  auto Key = std::make_pair(Category, static_cast<uint64_t>(Id));
  Arrow &This = Open[Key];
  This.Steal = Category == "steal";
  This.Lane = Where.Lane;
  (Begins ? This.From : This.To) = Where.Number - 1;
  (Begins ? This.Begin : This.End) = toNanoseconds(Time);
  if (!Begins) {
    Result.Arrows.push_back(This);
    Open.erase(Key);
  }
}

void Reader::take(const json &Event) {
  ++Count;
  if (!Error.empty())
    return;
  std::string Phase;
  if (!Event.is_object()) {
    fail("it is no object");
    return;
  }
  if (!text(Event, "ph", Phase))
    return;
  if (Phase == "X")
    takeSlice(Event);
  else if (Phase == "s" || Phase == "f")
    takeArrow(Event, Phase == "s");
}

/// Gives each slice its parent. Of what lies across another slice, the part
/// within counts.
static void nest(std::vector<Slice> &Slices) {
  std::stable_sort(
      Slices.begin(), Slices.end(), [](const Slice &A, const Slice &B) {
        return A.Begin != B.Begin ? A.Begin < B.Begin : A.End > B.End;
      });
  std::vector<int> Around;
  for (size_t I = 0; I < Slices.size(); ++I) {
    Slice &This = Slices[I];
    while (!Around.empty() && Slices[Around.back()].End <= This.Begin)
      Around.pop_back();
    if (!Around.empty()) {
      This.Parent = Around.back();
      This.End = std::min(This.End, Slices[Around.back()].End);
    }
    This.Depth = static_cast<unsigned>(Around.size());
    This.IsOdd = I && This.Group == Slices[I - 1].Group && !Slices[I - 1].IsOdd;
    Around.push_back(static_cast<int>(I));
  }
}

void Reader::finish() {
  std::vector<TracedCommand> &Commands = Result.Commands;
  std::stable_sort(Commands.begin(), Commands.end(),
                   [](const TracedCommand &A, const TracedCommand &B) {
                     return A.Begin < B.Begin;
                   });
  for (auto &[Where, Slices] : Tracks)
    for (Slice &This : Slices) {
      // The last command of the lane that has begun.
      TracedCommand *Owner = nullptr;
      auto After = std::upper_bound(
          Commands.begin(), Commands.end(), This.Begin,
          [](int64_t Time, const TracedCommand &C) { return Time < C.Begin; });
      while (After != Commands.begin() && !Owner) {
        --After;
        if (After->Lane == Where.Lane)
          Owner = &*After;
      }
      if (Owner && Where.Number <= Owner->Workers.size())
        Owner->Workers[Where.Number - 1].push_back(std::move(This));
    }
  for (TracedCommand &Command : Commands)
    for (std::vector<Slice> &Slices : Command.Workers)
      nest(Slices);
}

bool tasklet::readTrace(const std::string &Path, Trace &Result,
                        std::string &Error) {
  std::ifstream In(Path, std::ios::binary);
  // A folder can be opened, but has nothing to read.
  if (!In || (In.peek(), In.bad())) {
    Error = "'" + Path + "' cannot be read: " + strerror(errno ? errno : EIO);
    return false;
  }
  if (In.peek() == std::ifstream::traits_type::eof()) {
    Error = "'" + Path +
            "' is empty: no command has ended while it was "
            "written";
    return false;
  }
  Reader Events(Result);
  bool HasEvents = false, InEvents = false;
  auto Take = [&](int Depth, json::parse_event_t What, json &Value) {
    if (Depth == 1 && What == json::parse_event_t::key) {
      InEvents = Value == "traceEvents";
      HasEvents |= InEvents;
    }
    if (Depth != 2 || !InEvents ||
        (What != json::parse_event_t::object_end &&
         What != json::parse_event_t::array_end &&
         What != json::parse_event_t::value))
      return true;
    Events.take(Value);
    return false; // Taken: need not be kept.
  };
  std::string Why;
  json Root;
  try {
    Root = json::parse(In, Take);
  } catch (const json::exception &Exception) {
    Why = Exception.what();
  }
  if (!Why.empty() || !Root.is_object() || !HasEvents) {
    Error = "'" + Path + "' is no trace: " +
            (!Why.empty() ? Why : "it has no 'traceEvents'");
    return false;
  }
  if (!Events.Error.empty()) {
    Error = "'" + Path + "' is no trace of tasks: " + Events.Error;
    return false;
  }
  Events.finish();
  if (Result.Commands.empty()) {
    Error = "'" + Path +
            "' has no commands of tasks or ordered kernels: set TASKLET_TRACE "
            "for a program that runs some";
    return false;
  }
  auto Other = Root.find("otherData");
  if (Other != Root.end() && Other->is_object())
    Result.LeftOut = countOr(*Other, "commands_left_out");
  return true;
}
