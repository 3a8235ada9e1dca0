//===- StackPath.cpp - The spawns that led to a failure -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "heap/StackPath.h"

#include <algorithm>

using namespace tasklet;

static std::string placeText(uint32_t Place, const StackFacts &Facts) {
  // A heap that the program has overwritten may have any number.
  return Place - 1 < Facts.Places.size() ? Facts.Places[Place - 1]
                                         : "a task of unknown origin";
}

std::string tasklet::describeItem(uint64_t Number, const StackFacts &Facts) {
  std::string Text;
  for (size_t I = 0; I < Facts.Global.size(); ++I) {
    uint64_t Size = std::max<uint64_t>(1, Facts.Global[I]);
    uint64_t Id = I + 1 == Facts.Global.size() ? Number : Number % Size;
    Number /= Size;
    Text += (Text.empty() ? "" : ", ") + std::to_string(Id + Facts.Offset[I]);
  }
  return "work-item " + (Facts.Global.size() > 1 ? "(" + Text + ")" : Text);
}

static std::string entryText(const tkl_stack_entry &Entry,
                             const StackFacts &Facts) {
  const tkl_way &Way = Entry.way;
  std::string Text;
  if (Way.tails != 0)
    Text += "\n  in " + placeText(Way.tail, Facts) + " as its last act";
  if (Way.tails > 1)
    Text += "\n  in place of " + std::to_string(Way.tails - 1) +
            (Way.tails == 2 ? " task that was" : " tasks that were") +
            " spawned likewise";
  if (Way.place != 0)
    Text += "\n  in " + placeText(Way.place, Facts);
  if (Entry.times > 1)
    Text += ", " + std::to_string(Entry.times) + " times in a row";
  if (Way.item != 0)
    Text += "\n  in " + describeItem(Way.item - 1, Facts);
  return Text;
}

std::string tasklet::describePath(const tkl_stack_path &Path,
                                  const StackFacts &Facts) {
  if (Path.taken == 0)
    return "";
  std::string Text;
  uint32_t First = std::min(Path.count, TKL_STACK_ENTRIES);
  for (uint32_t I = 0; I < First; ++I)
    Text += entryText(Path.first[I], Facts);
  uint32_t Kept = std::min(Path.count - First, TKL_STACK_ENTRIES);
  if (uint32_t Left = Path.count - First - Kept)
    Text += "\n  ... " + std::to_string(Left) + " more ...";
  for (uint32_t I = Path.count - Kept; I < Path.count; ++I)
    Text += entryText(Path.last[I % TKL_STACK_ENTRIES], Facts);
  return Text;
}
