//===- Main.cpp - What the model of ranks is fed with ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What bench/scaling/model cannot know by itself:
///
///   bench_scaling network                      on 2 ranks: times of messages
///   bench_scaling shape TREE                   nodes of each level
///   bench_scaling roots TREE LEVEL...          nodes below each node of a level
///   bench_scaling levels TREE RANKS...         the level that uts_mpi takes
///   bench_scaling domains BODIES THETA RANKS...    what barnes_hut_mpi sends
///   bench_scaling chunks COUNT RANKS LEAST PARTS   what the class Chunks says
///
/// Only `network` uses MPI. All print JSON.
///
//===----------------------------------------------------------------------===//

#include "Domains.h"
#include "Level.h"
#include "Network.h"
#include "Tree.h"

#include <tasklet/mpi.hpp>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace {

/// Sizes of subtrees, of all nodes of the levels that are keys, from left to
/// right as in uts::Level.
using Sizes = std::map<uint32_t, std::vector<uint64_t>>;

/// Counts the nodes from \p N on. Recursion is deep enough for all trees: T3L
/// has less than 20,000 levels.
uint64_t count(const uts::TreeRule &Rule, const uts::Node &N,
               std::vector<uint64_t> &Levels, Sizes &Wanted) {
  if (N.Depth >= Levels.size())
    Levels.resize(N.Depth + 1);
  ++Levels[N.Depth];
  uint64_t Nodes = 1;
  const uint32_t Children = uts::countChildren(N, Rule);
  for (uint32_t I = 0; I < Children; ++I)
    Nodes += count(Rule, uts::makeChild(N, I), Levels, Wanted);
  const auto Found = Wanted.find(N.Depth);
  if (Found != Wanted.end())
    Found->second.push_back(Nodes);
  return Nodes;
}

void print(const std::vector<uint64_t> &Numbers) {
  std::printf("[");
  for (size_t I = 0; I < Numbers.size(); ++I)
    std::printf("%s%" PRIu64, I ? ", " : "", Numbers[I]);
  std::printf("]");
}

uint64_t number(const std::string &Text) {
  size_t Used = 0;
  const unsigned long long Result = std::stoull(Text, &Used);
  if (Used != Text.size() || Text[0] == '-')
    throw std::invalid_argument("'" + Text + "' is no number");
  return Result;
}

void printShape(const uts::TreeRule &Rule) {
  Sizes None;
  std::vector<uint64_t> Levels;
  count(Rule, uts::makeRoot(Rule), Levels, None);
  print(Levels);
  std::printf("\n");
}

void printRoots(const uts::TreeRule &Rule,
                const std::vector<std::string> &Wanted) {
  Sizes Found;
  for (const std::string &Each : Wanted)
    Found[static_cast<uint32_t>(number(Each))];
  std::vector<uint64_t> Levels;
  count(Rule, uts::makeRoot(Rule), Levels, Found);
  const char *Between = "{";
  for (const auto &[Level, Nodes] : Found) {
    std::printf("%s\"%" PRIu32 "\": ", Between, Level);
    print(Nodes);
    Between = ",\n";
  }
  std::printf("}\n");
}

void printLevels(const uts::TreeRule &Rule,
                 const std::vector<std::string> &Ranks) {
  std::vector<uint64_t> Levels;
  for (const std::string &Each : Ranks)
    Levels.push_back(
        uts::findLevel(Rule, std::max<size_t>(1000, 64 * number(Each))).Depth);
  print(Levels);
  std::printf("\n");
}

void printDomains(const std::vector<std::string> &Words) {
  const size_t Bodies = number(Words.at(0));
  const double Theta = std::stod(Words.at(1));
  const char *Between = "[{";
  for (size_t I = 2; I < Words.size(); ++I) {
    const uint64_t Ranks = number(Words[I]);
    if (Bodies < 1 || Ranks < 1 || Ranks > 65536 || !(Theta > 0))
      throw std::invalid_argument("bodies, theta or ranks are out of range");
    const DomainCounts C = countDomains(Bodies, static_cast<int>(Ranks), Theta);
    const struct {
      const char *Name;
      uint64_t Value;
    } Counts[] = {
        {"bodies", C.Bodies},          {"ranks", Ranks},
        {"arrived", C.Arrived},        {"nodes", C.Nodes},
        {"most_nodes", C.MostNodes},   {"leaves", C.Leaves},
        {"most_leaves", C.MostLeaves}, {"most_sent", C.MostSent},
        {"most_movers", C.MostMovers}, {"most_leavers", C.MostLeavers}};
    for (const auto &Each : Counts)
      std::printf("%s\"%s\": %" PRIu64, &Each == Counts ? Between : ", ",
                  Each.Name, Each.Value);
    std::printf("}");
    Between = ",\n{";
  }
  std::printf("]\n");
}

void printChunks(const std::vector<std::string> &Numbers) {
  tasklet::mpi::Schedule How;
  How.Least = number(Numbers.at(2));
  How.Parts = number(Numbers.at(3));
  tasklet::mpi::Chunks All(number(Numbers.at(0)),
                           static_cast<int>(number(Numbers.at(1))), How);
  std::vector<uint64_t> Begins;
  for (uint64_t Ticket = 0;; ++Ticket) {
    const tasklet::mpi::Range Chunk = All.take(Ticket);
    Begins.push_back(Chunk.Begin);
    if (Chunk.empty())
      break;
  }
  print(Begins); // The last one is the end of the last chunk.
  std::printf("\n");
}

} // namespace

int main(int Argc, char **Argv) {
  std::vector<std::string> Words(Argv + 1, Argv + Argc);
  const std::string Command = Words.empty() ? "" : Words.front();
  if (Command == "network")
    return measureNetwork(Argc, Argv);
  try {
    if (Words.size() < 2)
      throw std::invalid_argument("which command, and what of?");
    const std::vector<std::string> Rest(Words.begin() + 2, Words.end());
    const std::vector<std::string> All(Words.begin() + 1, Words.end());
    if (Command == "shape")
      printShape(uts::findTree(Words[1]));
    else if (Command == "roots")
      printRoots(uts::findTree(Words[1]), Rest);
    else if (Command == "levels")
      printLevels(uts::findTree(Words[1]), Rest);
    else if (Command == "domains")
      printDomains(All);
    else if (Command == "chunks")
      printChunks(All);
    else
      throw std::invalid_argument("there is no command '" + Command + "'");
  } catch (const std::exception &Problem) {
    std::fprintf(stderr, "bench_scaling: %s\n", Problem.what());
    return 2;
  }
  return 0;
}
