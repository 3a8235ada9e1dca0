//===- Statistics.cpp - What the tasks of a command did -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "heap/Statistics.h"

#include "heap/HeapLayout.h"
#include "support/Format.h"

#include <algorithm>
#include <cinttypes>

using namespace tasklet;

/// Counters of different cores may disagree by a little.
static uint64_t difference(uint64_t Larger, uint64_t Smaller) {
  return Larger > Smaller ? Larger - Smaller : 0;
}

Statistics::Statistics(const tkl_heap_header &Header) {
  const auto *Block = reinterpret_cast<const tkl_worker_block *>(&Header + 1);
  Total.heap_size = ownBytes(Header);
  Total.heap_used = usedBytes(Header);
  Total.workers = Header.workers;
  Teams.Lanes = std::max(1u, Header.team_lanes);
  uint64_t First = UINT64_MAX, Last = 0;
  for (uint32_t I = 0; I < Header.workers; ++I) {
    Total.tasks += Block[I].tasks;
    Total.steals += Block[I].steals;
    Total.continuations += Block[I].continuations;
    Total.blocked += Block[I].blocked;
    Total.chunks += Block[I].chunks;
    Teams.Turns += Block[I].turns;
    Teams.Ran += Block[I].ran;
    Teams.Groups += Block[I].groups;
    Teams.Handed += Block[I].handed;
    Teams.Tries += Block[I].tries;
    First = std::min<uint64_t>(First, Block[I].begin);
    Last = std::max<uint64_t>(Last, Block[I].end);
  }
  uint64_t Whole = difference(Last, First);
  for (uint32_t I = 0; I < Header.workers; ++I) {
    cl_tasklet_worker_stats_tkl Worker = {};
    uint64_t Present = difference(Block[I].end, Block[I].begin);
    // A worker that found nothing was at no time busy, however long the system
    // let it wait between its begin and its first look for work.
    if (Block[I].tasks == 0 && Block[I].searching == 0)
      Present = 0;
    Worker.tasks = Block[I].tasks;
    Worker.steals = Block[I].steals;
    Continuations.push_back(Block[I].continuations);
    Blocked.push_back(Block[I].blocked);
    Worker.stealing = std::min<uint64_t>(Block[I].searching, Present);
    Worker.busy = Present - Worker.stealing;
    Worker.idle = difference(Whole, Present);
    Workers.push_back(Worker);
  }
}

using Row = std::vector<std::string>;

/// Columns, all to the right.
static std::string printTable(const std::vector<Row> &Rows) {
  std::vector<size_t> Widths;
  for (const Row &Each : Rows)
    for (size_t I = 0; I < Each.size(); ++I) {
      Widths.resize(std::max(Widths.size(), I + 1));
      Widths[I] = std::max(Widths[I], Each[I].size());
    }
  std::string Text;
  for (const Row &Each : Rows) {
    Text += "tasklet:";
    for (size_t I = 0; I < Each.size(); ++I)
      Text += std::string(2 + Widths[I] - Each[I].size(), ' ') + Each[I];
    Text += '\n';
  }
  return Text;
}

static std::string share(uint64_t Part, uint64_t Whole) {
  return format("%.1f %%", 100.0 * double(Part) / double(Whole));
}

static Row describeWorker(const std::string &Name,
                          const cl_tasklet_worker_stats_tkl &Worker,
                          uint64_t Continuations, uint64_t Blocked) {
  Row Cells = {Name, std::to_string(Worker.tasks),
               std::to_string(Continuations), std::to_string(Worker.steals),
               std::to_string(Blocked)};
  if (uint64_t Whole = Worker.busy + Worker.stealing + Worker.idle)
    for (uint64_t Part : {Worker.busy, Worker.stealing, Worker.idle})
      Cells.push_back(share(Part, Whole));
  return Cells;
}

std::string Statistics::describe(const std::string &Kernel, bool Failed,
                                 double TickLength) const {
  std::string Text = "tasklet: " + Kernel +
                     format(": %" PRIu64 " tasks on %u worker%s", Total.tasks,
                            Total.workers, Total.workers == 1 ? "" : "s");
  uint64_t Whole = 0;
  if (!Workers.empty())
    Whole = Workers[0].busy + Workers[0].stealing + Workers[0].idle;
  if (Whole && TickLength > 0) {
    double Elapsed = double(Whole) * TickLength;
    Text += " in " + formatTime(Elapsed);
    uint64_t Busy = 0;
    for (const cl_tasklet_worker_stats_tkl &Worker : Workers)
      Busy += Worker.busy;
    if (Total.tasks)
      Text += ", " +
              formatTime(double(Busy) * TickLength / double(Total.tasks)) +
              " of work each";
  }
  Text += format("; heap %" PRIu64 " of %" PRIu64 " bytes, %" PRIu64
                 " chunks of frames%s\n",
                 Total.heap_used, Total.heap_size, Total.chunks,
                 Failed ? "; failed" : "");
  // docs/gpu.md says what the numbers mean.
  if (Teams.Lanes != 1 && Teams.Turns)
    Text += format("tasklet: teams of %u lanes: %" PRIu64 " turns; %s of the "
                   "lanes ran in a turn, and %.2f steps; %" PRIu64
                   " records handed over, %" PRIu64 " stolen in %" PRIu64
                   " tries\n",
                   Teams.Lanes, Teams.Turns,
                   share(Teams.Ran, Teams.Turns * Teams.Lanes).c_str(),
                   double(Teams.Groups) / double(Teams.Turns), Teams.Handed,
                   Total.steals, Teams.Tries);
  std::vector<Row> Rows = {{Teams.Lanes == 1 ? "worker" : "team", "tasks",
                            "continuations", "steals", "blocked"}};
  if (Whole)
    Rows[0].insert(Rows[0].end(), {"busy", "stealing", "idle"});
  auto Add = [](cl_tasklet_worker_stats_tkl &Sum,
                const cl_tasklet_worker_stats_tkl &Worker) {
    Sum.tasks += Worker.tasks;
    Sum.steals += Worker.steals;
    Sum.busy += Worker.busy;
    Sum.stealing += Worker.stealing;
    Sum.idle += Worker.idle;
  };
  cl_tasklet_worker_stats_tkl Sum = {};
  for (size_t I = 0; I < Workers.size(); I += Teams.Lanes) {
    cl_tasklet_worker_stats_tkl Team = {};
    uint64_t Continued = 0, Left = 0;
    for (size_t J = I; J < I + Teams.Lanes && J < Workers.size(); ++J) {
      Add(Team, Workers[J]);
      Continued += Continuations[J];
      Left += Blocked[J];
    }
    Rows.push_back(
        describeWorker(std::to_string(I / Teams.Lanes), Team, Continued, Left));
    Add(Sum, Team);
  }
  if (Workers.size() > Teams.Lanes)
    Rows.push_back(
        describeWorker("all", Sum, Total.continuations, Total.blocked));
  return Text + printTable(Rows);
}
