//===- Summary.cpp - A timeline in words and numbers ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Summary.h"

#include "Span.h"

#include <algorithm>
#include <cstdio>
#include <map>

using namespace tasklet;

template <typename... Values>
static std::string format(const char *Format, Values... Arguments) {
  std::string Text(snprintf(nullptr, 0, Format, Arguments...), '\0');
  snprintf(Text.data(), Text.size() + 1, Format, Arguments...);
  return Text;
}

std::string tasklet::timeText(double Nanoseconds, bool CountsTasks) {
  if (CountsTasks) {
    double Tasks = Nanoseconds / 1000;
    return format(Tasks < 100 && Tasks != double(int64_t(Tasks)) ? "%.1f tasks"
                                                                 : "%.0f tasks",
                  Tasks);
  }
  static const char *const Units[] = {"ns", "us", "ms"};
  for (const char *Unit : Units) {
    if (Nanoseconds < 999.5)
      return format("%.3g %s", Nanoseconds, Unit);
    Nanoseconds /= 1000;
  }
  return format("%.4g s", Nanoseconds);
}

namespace {

using Row = std::vector<std::string>;

/// What all commands of one kernel did.
struct KernelTotals {
  std::string Name;
  unsigned Commands = 0, Failed = 0, Untraced = 0, Measured = 0;
  unsigned Workers = 0; ///< most of a command
  bool CountsTasks = false;
  double Time = 0, Present = 0, Busy = 0; ///< Present: of all workers
  uint64_t Tasks = 0, Steals = 0, Dropped = 0;
  double Shortest = 0;
  WorkSpan Parallel;
  // Of ordered kernels:
  bool IsOrdered = false;
  unsigned Reused = 0;
  std::map<std::string, unsigned> Executors;
  uint64_t WorkItems = 0, Levels = 0, Conflicts = 0; ///< most of a command
  /// Drawn time of each task, with and without what is drawn within it.
  struct TaskTotals {
    uint64_t Slices = 0;
    double Time = 0, Own = 0, Longest = 0;
  };
  std::map<std::string, TaskTotals> ByTask;
};

} // namespace

/// Columns, the first to the left, the others to the right.
static std::string printTable(const std::vector<Row> &Rows) {
  std::vector<size_t> Widths;
  for (const Row &Each : Rows)
    for (size_t I = 0; I < Each.size(); ++I) {
      Widths.resize(std::max(Widths.size(), I + 1));
      Widths[I] = std::max(Widths[I], Each[I].size());
    }
  std::string Text;
  for (const Row &Each : Rows) {
    for (size_t I = 0; I < Each.size(); ++I) {
      std::string Gap(Widths[I] - Each[I].size(), ' ');
      Text += I == 0 ? Each[I] + (Each.size() > 1 ? Gap : "")
                     : "  " + Gap + Each[I];
    }
    Text += '\n';
  }
  return Text;
}

static std::string share(double Part, double Whole) {
  return Whole > 0 ? format("%.1f %%", 100 * Part / Whole) : "-";
}

static void addSlices(const std::vector<Slice> &Slices, KernelTotals &Totals) {
  std::vector<double> Own(Slices.size());
  for (size_t I = 0; I < Slices.size(); ++I) {
    Own[I] += double(Slices[I].length());
    if (Slices[I].Parent >= 0)
      Own[Slices[I].Parent] -= double(Slices[I].length());
  }
  for (size_t I = 0; I < Slices.size(); ++I) {
    const Slice &This = Slices[I];
    if (This.What == Slice::Kind::Idle)
      continue;
    bool Short = This.What == Slice::Kind::ShortTasks;
    KernelTotals::TaskTotals &Task =
        Totals.ByTask[Short ? "short tasks" : This.group()];
    ++Task.Slices;
    // A task within one of its own kind is in that one's time already.
    bool Within = false;
    for (int P = This.Parent; P >= 0 && !Within; P = Slices[P].Parent)
      Within = Slices[P].Name == This.Name;
    if (!Within)
      Task.Time += double(This.length());
    Task.Own += Own[I];
    Task.Longest = std::max(Task.Longest, double(This.length()));
  }
}

static std::vector<KernelTotals> gather(const Trace &T, double Burden) {
  std::vector<KernelTotals> Kernels; // In the order of their first commands.
  for (const TracedCommand &Command : T.Commands) {
    auto Found = std::find_if(
        Kernels.begin(), Kernels.end(), [&](const KernelTotals &Each) {
          return Each.Name == Command.Kernel &&
                 Each.CountsTasks == Command.CountsTasks &&
                 Each.IsOrdered == Command.isOrdered();
        });
    if (Found == Kernels.end()) {
      Found = Kernels.emplace(Kernels.end());
      Found->Name = Command.Kernel;
      Found->CountsTasks = Command.CountsTasks;
      Found->IsOrdered = Command.isOrdered();
    }
    KernelTotals &Totals = *Found;
    if (Command.isOrdered()) {
      Totals.Workers = std::max(Totals.Workers, Command.OrderWorkers);
      Totals.Reused += Command.Reused;
      ++Totals.Executors[Command.Executor];
      Totals.WorkItems = std::max(Totals.WorkItems, Command.WorkItems);
      Totals.Levels = std::max(Totals.Levels, Command.Levels);
      Totals.Conflicts = std::max(Totals.Conflicts, Command.Conflicts);
    }
    ++Totals.Commands;
    Totals.Failed += Command.Failed;
    Totals.Untraced += !Command.Traced;
    Totals.Workers =
        std::max(Totals.Workers, static_cast<unsigned>(Command.Workers.size()));
    Totals.Time += double(Command.length());
    Totals.Present += double(Command.length()) * Command.Workers.size();
    Totals.Tasks += Command.Tasks;
    Totals.Steals += Command.Steals;
    Totals.Dropped += Command.Dropped;
    Totals.Shortest = std::max(Totals.Shortest, Command.Shortest);
    for (const WorkerTotals &Worker : Command.Totals)
      Totals.Busy += Worker.Busy;
    for (const std::vector<Slice> &Slices : Command.Workers)
      addSlices(Slices, Totals);
    if (canMeasure(Command)) {
      ++Totals.Measured;
      Totals.Parallel.add(measure(Command, Burden));
    }
  }
  return Kernels;
}

static std::string tasksTable(const KernelTotals &Totals) {
  std::vector<Row> Rows = {{Totals.IsOrdered ? "  phase" : "  task", "drawn",
                            "time", "own", "longest"}};
  std::vector<std::pair<double, std::string>> Order;
  for (auto &[Name, Task] : Totals.ByTask)
    Order.push_back({-Task.Own, Name});
  std::sort(Order.begin(), Order.end());
  for (auto &[Own, Name] : Order) {
    const KernelTotals::TaskTotals &Task = Totals.ByTask.at(Name);
    auto Time = [&](double Value) {
      return timeText(Value, Totals.CountsTasks);
    };
    Rows.push_back({"  " + Name, std::to_string(Task.Slices), Time(Task.Time),
                    Time(Task.Own), Time(Task.Longest)});
  }
  return printTable(Rows);
}

static std::string parallelText(const KernelTotals &Totals,
                                unsigned MaximumWorkers) {
  const WorkSpan &P = Totals.Parallel;
  auto Time = [&](double Value) { return timeText(Value, Totals.CountsTasks); };
  std::string Text = "  work " + Time(P.Work) + ", span " + Time(P.Span) +
                     ": parallelism " + format("%.1f", P.parallelism());
  // A theft has no length in tasks.
  if (!Totals.CountsTasks)
    Text += "; with the cost of thefts " + Time(P.BurdenedSpan) + ": " +
            format("%.1f", P.burdenedParallelism());
  Text += "\n";
  Row Head = {"  workers"}, Least = {"  speed-up at least"},
      Most = {"  at most"};
  for (unsigned Workers = 2; Workers <= MaximumWorkers; Workers *= 2) {
    Head.push_back(std::to_string(Workers));
    Least.push_back(format("%.2f", P.speedUpAtLeast(Workers)));
    Most.push_back(format("%.2f", P.speedUpAtMost(Workers)));
  }
  return Text + printTable({Head, Least, Most});
}

/// How the commands of an ordered kernel ran.
static std::string orderText(const KernelTotals &Totals) {
  std::string Text = "  ordered:";
  for (auto &[Executor, Count] : Totals.Executors)
    Text += (Text.back() == ':' ? " " : ", ") + Executor + " " +
            std::to_string(Count) + " of " + std::to_string(Totals.Commands);
  Text += "; reused " + std::to_string(Totals.Reused) +
          "\n  most of a command: " + std::to_string(Totals.WorkItems) +
          " work-items, " + std::to_string(Totals.Levels) +
          " levels or bins, " + std::to_string(Totals.Conflicts) +
          " conflicts\n";
  return Text;
}

std::string tasklet::summarise(const Trace &T, double Burden,
                               unsigned MaximumWorkers) {
  std::vector<KernelTotals> Kernels = gather(T, Burden);
  std::vector<Row> Rows = {
      {"kernel", "commands", "workers", "time", "busy", "tasks", "steals"}};
  bool AnyMeasured = false, AnyTasks = false;
  for (const KernelTotals &Each : Kernels) {
    AnyMeasured |= Each.Measured != 0;
    AnyTasks |= !Each.IsOrdered;
    if (Each.IsOrdered) {
      Rows.push_back({Each.Name, std::to_string(Each.Commands),
                      std::to_string(Each.Workers),
                      timeText(Each.Time, Each.CountsTasks), "-", "-", "-"});
      continue;
    }
    Rows.push_back({Each.Name, std::to_string(Each.Commands),
                    std::to_string(Each.Workers),
                    timeText(Each.Time, Each.CountsTasks),
                    Each.CountsTasks ? "-" : share(Each.Busy, Each.Present),
                    std::to_string(Each.Tasks), std::to_string(Each.Steals)});
  }
  std::string Text = printTable(Rows);
  for (const KernelTotals &Each : Kernels) {
    Text += "\n" + Each.Name + "\n";
    if (Each.Failed)
      Text += "  failed: " + std::to_string(Each.Failed) + " of " +
              std::to_string(Each.Commands) + " commands\n";
    if (Each.IsOrdered)
      Text += orderText(Each);
    else if (Each.Untraced)
      Text += "  not compiled for traces: " + std::to_string(Each.Untraced) +
              " of " + std::to_string(Each.Commands) +
              " commands; build from source with TASKLET_TRACE set, or with "
              "taskletc --trace\n";
    if (Each.Dropped && Each.IsOrdered)
      Text += "  dropped: " + std::to_string(Each.Dropped) +
              " phases. TASKLET_TRACE_SIZE makes more room\n";
    else if (Each.Dropped)
      Text += "  dropped: " + std::to_string(Each.Dropped) +
              " events; nothing below " +
              timeText(Each.Shortest, Each.CountsTasks) +
              " is drawn. TASKLET_TRACE_SIZE makes more room\n";
    if (!Each.ByTask.empty())
      Text += tasksTable(Each);
    if (Each.Measured)
      Text += parallelText(Each, MaximumWorkers);
  }
  if (AnyTasks && !AnyMeasured)
    Text += "\nFor work, span and parallelism: trace with TASKLET_WORKERS=1.\n";
  if (T.LeftOut)
    Text += "\nThe file had no room for " + std::to_string(T.LeftOut) +
            " more commands.\n";
  return Text;
}
