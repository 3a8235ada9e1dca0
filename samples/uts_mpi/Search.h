//===- Search.h - One rank's part of a tree ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_UTS_MPI_SEARCH_H
#define TASKLET_SAMPLES_UTS_MPI_SEARCH_H

#include "Command.h"
#include "Device.h"
#include "Level.h"

#include <tasklet/mpi.hpp>

#include <algorithm>

namespace uts {

/// As Tally, for any number of nodes.
struct Total {
  uint64_t Nodes = 0, Leaves = 0;
  uint32_t Depth = 0;

  Total &operator+=(const Tally &Other) {
    return *this += Total{Other.Nodes, Other.Leaves, Other.Depth};
  }
  Total &operator+=(const Total &Other) {
    Nodes += Other.Nodes;
    Leaves += Other.Leaves;
    Depth = std::max(Depth, Other.Depth);
    return *this;
  }
};

/// What a command tells of itself: the end of `command` in uts_mpi.cl, where a
/// Tree is before it, and the nodes that it hands back follow.
struct Account {
  uint32_t Counted = 0;
  uint32_t Budget = 0;
  uint32_t Room = 0;
  uint32_t Left = 0;
};

/// The tree on this rank's device: one command at a time.
class Search {
public:
  /// A command that counts, as World::forEachDivisible wants it.
  class Chunk {
  public:
    Chunk(Search &Owner, Command Running)
        : Owner(Owner), Running(std::move(Running)) {}
    bool waitFor(std::chrono::microseconds Most) {
      return Running.waitFor(Most);
    }
    std::vector<Node> rest() { return Owner.readRest(); }

  private:
    Search &Owner;
    Command Running;
  };

  /// A command hands back nodes when it has counted about \p Budget of them for
  /// each worker of the device, or a small part of all that this rank has counted
  /// so far: handing back costs time, and at the end the others wait for the last
  /// command. Never if \p Budget is 0.
  Search(const TreeRule &Rule, const std::string &DeviceName, uint32_t Budget);

  /// Starts to count below \p Roots, which stay, and adds what it finds to
  /// \p Sum.
  Chunk start(tasklet::mpi::Batch<Node> Roots, Total &Sum);

private:
  /// Nodes that a command can hand back. After that it goes on by itself.
  static constexpr uint32_t RestRoom = 1 << 16;

  /// The most that a command is late at the end, as a part of the whole.
  static constexpr uint64_t PartOfWork = 32;
  /// Far below the end of 32 bits, which the count may pass a little.
  static constexpr uint64_t MostBudget = 1u << 30;

  std::vector<Node> readRest();
  void makeRoomFor(size_t Count);

  sample::Device Dev;
  cl::Program Program;
  cl::Kernel Kernel;
  cl::Buffer Whole, Nodes, Out; ///< Whole: what a command is, with its rest.
  uint32_t Least = 0;           ///< budget of a command; 0: it has none
  Account Begin, Now;
  std::vector<Tally> Results; ///< As many as there is room for nodes.
};

} // namespace uts

#endif
