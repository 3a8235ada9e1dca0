//===- Races.cpp - The races that a command has found ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "heap/Races.h"

#include "support/Environment.h"

#include <algorithm>
#include <cstring>

using namespace tasklet;

tkl_race_head tasklet::layOutRaces(uint64_t Size) {
  tkl_race_head Head;
  memset(&Head, 0, sizeof(Head));
  // Nodes and the shadow need most by far. Whatever is too small ends the search,
  // and the report says so.
  uint64_t Begin = (sizeof(Head) + 63) & ~uint64_t(63), Rest = Size - Begin;
  auto take = [&](uint64_t Part, uint64_t &From, uint64_t &To) {
    From = Begin;
    Begin += Part & ~uint64_t(63);
    To = Begin;
  };
  // Numbers of contexts have 29 bits, those of blocks 32, in units of 8 bytes.
  take(std::min(Rest / 4, uint64_t(8) << 29), Head.contexts, Head.contexts_end);
  take(Size - Begin, Head.nodes, Head.nodes_end);
  Head.nodes_end = std::min(Head.nodes_end, uint64_t(8) << 32);
  return Head;
}

bool tasklet::foundRaces(const tkl_race_head &Head) {
  return std::any_of(std::begin(Head.pairs), std::end(Head.pairs),
                     [](const tkl_race_pair &Pair) { return Pair.count != 0; });
}

bool tasklet::checkedAll(const tkl_race_head &Head) {
  return Head.status == TKL_RACE_OK;
}

namespace {

class Report {
  const tkl_race_head &Head;
  const RaceFacts &Facts;

  std::string place(uint32_t Number) const;
  std::string access(const tkl_race_side &Side) const;
  std::string way(const tkl_race_side &Side) const;
  const RaceFacts::Argument *argument(const tkl_race_pair &Pair) const;
  std::string memory(const tkl_race_pair &Pair) const;
  std::string reason(const tkl_race_pair &Pair) const;

public:
  Report(const tkl_race_head &Head, const RaceFacts &Facts)
      : Head(Head), Facts(Facts) {}
  std::string text() const;
};

} // namespace

static std::string counted(uint64_t Count, const std::string &What) {
  return std::to_string(Count) + " " + What + (Count == 1 ? "" : "s");
}

std::string Report::place(uint32_t Number) const {
  return Number - 1 < Facts.Places.size() ? Facts.Places[Number - 1]
                                          : "an unknown place";
}

std::string Report::access(const tkl_race_side &Side) const {
  bool Write = Side.word & TKL_RACE_WRITE, Atomic = Side.word & TKL_RACE_ATOMIC;
  return std::string(Atomic ? "atomic " : "") + (Write ? "write" : "read") +
         " at " + place(Side.word >> TKL_RACE_KIND_BITS);
}

/// The spawns that led to the access, the first one first.
std::string Report::way(const tkl_race_side &Side) const {
  std::string Text = "work-item " + std::to_string(Side.item);
  uint32_t Known = std::min(Side.depth, TKL_RACE_PATH);
  if (Known < Side.depth)
    Text += " > ... " + std::to_string(Side.depth - Known) + " more";
  while (Known != 0) {
    std::string Place = place(Side.path[--Known]);
    Text += " > " + Place.substr(0, Place.find(" in "));
  }
  return Text;
}

/// Whose memory it is; null: nobody knows.
const RaceFacts::Argument *Report::argument(const tkl_race_pair &Pair) const {
  for (const RaceFacts::Argument &Argument : Facts.Arguments) {
    if (Argument.Index >= TKL_RACE_ARGUMENTS)
      continue;
    uint64_t Begin = Head.arguments[Argument.Index];
    if (Begin != 0 && Pair.address - Begin < Argument.Size)
      return &Argument;
  }
  return nullptr;
}

std::string Report::memory(const tkl_race_pair &Pair) const {
  const RaceFacts::Argument *Its = argument(Pair);
  return Its ? "byte " +
                   std::to_string(Pair.address - Head.arguments[Its->Index]) +
                   " of " + Its->Name
             : "memory that no argument of the kernel names";
}

std::string Report::reason(const tkl_race_pair &Pair) const {
  if (Pair.spawn)
    return "parallel since the spawn at " + place(Pair.spawn);
  if (!Facts.IsOrdered) {
    if (Pair.older.item != Pair.newer.item)
      return "parallel since they are of two work-items";
    // One of them is below a task of the kernel that nobody has waited for.
    for (const tkl_race_side *Side : {&Pair.older, &Pair.newer})
      if (Side->depth != 0)
        return "parallel since the spawn at " +
               place(Side->path[std::min(Side->depth, TKL_RACE_PATH) - 1]);
    return "parallel since a copy goes on until the work-item waits for it";
  }
  const RaceFacts::Argument *Its = argument(Pair);
  return "in no order, since __ordered does not name " +
         (Its ? Its->Name : "what leads there");
}

std::string Report::text() const {
  std::vector<const tkl_race_pair *> Pairs;
  for (const tkl_race_pair &Pair : Head.pairs)
    if (Pair.count != 0)
      Pairs.push_back(&Pair);
  std::sort(Pairs.begin(), Pairs.end(),
            [](const tkl_race_pair *A, const tkl_race_pair *B) {
              return std::minmax(A->older.word, A->newer.word) <
                     std::minmax(B->older.word, B->newer.word);
            });
  std::string Text;
  for (const tkl_race_pair *Pair : Pairs) {
    Text += "  " + access(Pair->older) + "\n  and " + access(Pair->newer) +
            "\n    " + counted(Pair->count, "time") + ", first at " +
            memory(*Pair) + "\n    " + reason(*Pair) + "\n    " +
            way(Pair->older) + "\n    " + way(Pair->newer) + "\n";
  }
  if (!Text.empty())
    Text = "tasklet: kernel '" + Facts.Kernel + "' has " +
           counted(Pairs.size(), "race") + ":\n" + Text;
  if (Head.unreported)
    Text += "tasklet: kernel '" + Facts.Kernel +
            "' has more races: " + counted(Head.unreported, "time") +
            " at other places\n";
  if (Head.status == TKL_RACE_MEMORY)
    Text += "tasklet: kernel '" + Facts.Kernel +
            "' was checked in part only: the " +
            formatSize(std::max(Head.contexts_end, Head.nodes_end)) +
            " bytes that there were to look for races are used up; give it "
            "less work\n";
  else if (Head.status == TKL_RACE_ORDER)
    Text += "tasklet: kernel '" + Facts.Kernel +
            "' was checked in part only: a task could not be suspended at a "
            "spawn, because it keeps addresses of its private variables or "
            "waits for a semaphore\n";
  return Text;
}

std::string tasklet::describeRaces(const tkl_race_head &Head,
                                   const RaceFacts &Facts) {
  return Report(Head, Facts).text();
}
