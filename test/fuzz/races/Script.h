//===- Script.h - Random scripts of accesses and spawns ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// One program serves for all scripts: its tasks read from a buffer what they do,
/// so that thousands of scripts need one compilation. Each operation stands on
/// its own line, so that a report tells which it was.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_RACES_SCRIPT_H
#define TASKLET_TEST_FUZZ_RACES_SCRIPT_H

#include "Random.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tasklet::fuzz {

/// Bytes of the memory that scripts share.
constexpr unsigned SharedBytes = 64;

/// One thing that an operation does to memory.
struct Touch {
  unsigned Begin, Size; ///< bytes
  bool Write, Atomic;
};

/// What a script does to memory: C, and what that touches.
struct AccessOp {
  std::string Text;
  std::vector<Touch> Touches;
};

/// Each kind of access stands there several times, so that most accesses of a
/// script have a place of their own: number I and I + accessKinds() are alike.
const std::vector<AccessOp> &accessOps();
unsigned accessKinds();

enum class OpKind { Access, Spawn, Force };

/// Groups of children. Results of the first two go to futures; of the others to
/// a word of memory, or nowhere, and only `force ()` waits for them.
enum Group { GroupA, GroupB, GroupStored, GroupDetached, Groups };

struct Op {
  OpKind Kind;
  unsigned Access = 0; ///< of accessOps()
  Group Into = GroupA; ///< of a spawn or force; Groups: force ()
  unsigned Child = 0;  ///< of Script::Parts
};

/// What a task does at its end, which decides what may be known before: nothing,
/// `force (a)`, `force ()`, or a tail spawn: with a force as a statement, with one
/// that has a body, or as the last act of a task without result.
enum class TaskEnd { Plain, JoinsA, JoinsAll, Tail, TailBody, LastAct };
constexpr unsigned TaskEnds = 6;

struct Part : std::vector<Op> {
  TaskEnd End = TaskEnd::Plain; ///< of a task
  unsigned Next = 0;            ///< of Script::Parts: the tail spawn's task
  bool spawnsTail() const { return End >= TaskEnd::Tail; }
};

/// What a work-item does: two parts, with a barrier between, then a force and a
/// part behind it, if the kernel has that.
/// In the kernel with an everywhere block, Before and Last are outside of it; the
/// body has After and Behind, with a sub_group_barrier between.
struct Item {
  unsigned Before, After, Behind, Last;
  bool Reaches; ///< comes to the block by itself
};

/// Lanes of a warp.
constexpr unsigned WarpSize = 2;

struct Script {
  std::vector<Part> Parts; ///< of tasks and work-items
  std::vector<Item> Items;
  /// The work-items are those of an ordered kernel, which only accesses memory,
  /// in Item::Before. It monitors so many bytes, from the first one on.
  bool Ordered = false;
  /// They are those of the kernel with an everywhere block, and spawn nothing.
  bool Meets = false;
  unsigned Monitored = 0;
  bool Forces; ///< the kernel that forces
  Group ItemsForce = GroupA;
  unsigned GroupSize; ///< work-items of a work-group

  /// What the device reads.
  std::vector<int> words() const;
};

Script makeScript(Random &R);

/// A place in the program: the line, and whether it is a write, or atomic.
struct Place {
  unsigned Line;
  bool Write, Atomic;
  bool operator<(const Place &Other) const {
    return std::tie(Line, Write, Atomic) <
           std::tie(Other.Line, Other.Write, Other.Atomic);
  }
};

/// An unordered pair of places, the lower one first.
using Race = std::pair<Place, Place>;

/// Where the operations stand in programSource().
struct Lines {
  /// Of accessOps(), in each of the pieces of the program: the tasks, by their
  /// end, and from KernelPiece on the parts of kernels.
  static constexpr unsigned KernelPiece = TaskEnds,
                            OrderedPiece = KernelPiece + 5,
                            LanesPiece = OrderedPiece + 1,
                            Pieces = LanesPiece + 4;
  std::vector<unsigned> Accesses[Pieces];
  unsigned StoredSpawn[Pieces];
};

/// The program, in OpenCL C. Its kernels are `plain`, `waits`, `ordered`
/// and `lanes`.
std::string programSource(Lines &Where);

/// All races of a script, by the full graph.
struct Races {
  std::map<Race, std::set<unsigned>> Bytes;
  /// Places that must be told at a byte, whatever else is: those of accesses that
  /// race with an earlier one of the same root task, where the order is known.
  std::set<std::pair<unsigned, Place>> Later;
};

Races racesOf(const Script &S, const Lines &Where);

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_RACES_SCRIPT_H
