//===- Bfs.cpp - Distances in a graph -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Problem.h"

#include <fstream>
#include <random>

using namespace gpu;

namespace {

struct Graph {
  std::vector<int32_t> First{0}, Targets;
  int32_t vertices() const { return int32_t(First.size()) - 1; }
};

/// Like a map of roads: long ways, few edges.
Graph makeGrid(int Side) {
  Graph Made;
  for (int Y = 0; Y < Side; ++Y)
    for (int X = 0; X < Side; ++X) {
      if (X > 0)
        Made.Targets.push_back(Y * Side + X - 1);
      if (X < Side - 1)
        Made.Targets.push_back(Y * Side + X + 1);
      if (Y > 0)
        Made.Targets.push_back((Y - 1) * Side + X);
      if (Y < Side - 1)
        Made.Targets.push_back((Y + 1) * Side + X);
      Made.First.push_back(int32_t(Made.Targets.size()));
    }
  return Made;
}

/// Like a network of people: R-MAT (Chakrabarti, Zhan and Faloutsos, 2004) with
/// the parameters of Graph500, 16 edges for each of 2^Scale vertices.
Graph makeRmat(int Scale) {
  std::mt19937 Random(1);
  std::uniform_real_distribution<double> Between(0, 1);
  const size_t Vertices = size_t(1) << Scale, Edges = 16 * Vertices;
  std::vector<std::pair<int32_t, int32_t>> List(Edges);
  Graph Made;
  Made.First.assign(Vertices + 1, 0);
  for (auto &[From, To] : List) {
    From = To = 0;
    for (int Bit = 0; Bit < Scale; ++Bit) {
      double P = Between(Random);
      From = 2 * From + (P >= 0.76);
      To = 2 * To + ((P >= 0.57 && P < 0.76) || P >= 0.95);
    }
    ++Made.First[From + 1];
  }
  for (size_t V = 0; V < Vertices; ++V)
    Made.First[V + 1] += Made.First[V];
  std::vector<int32_t> At(Made.First.begin(), Made.First.end() - 1);
  Made.Targets.resize(Edges);
  for (auto &[From, To] : List)
    Made.Targets[At[From]++] = To;
  return Made;
}

/// As GTaP has them: two ints, the numbers of vertices and edges, then First and
/// Targets. Throws if it is no such file.
Graph readGraph(const std::string &Path) {
  std::ifstream File(Path, std::ios::binary);
  if (!File)
    throw Failure("the graph '" + Path +
                  "' cannot be read; give a file, grid:SIDE or rmat:SCALE");
  int32_t Head[2] = {};
  File.read(reinterpret_cast<char *>(Head), sizeof(Head));
  Graph Made;
  if (File && Head[0] > 0 && Head[1] >= 0) {
    Made.First.resize(size_t(Head[0]) + 1);
    Made.Targets.resize(Head[1]);
    for (std::vector<int32_t> *Each : {&Made.First, &Made.Targets})
      File.read(reinterpret_cast<char *>(Each->data()),
                std::streamsize(Each->size() * sizeof(int32_t)));
  }
  bool Fits = File && Made.vertices() > 0 && Made.First.front() == 0 &&
              Made.First.back() == Head[1];
  for (size_t V = 0; Fits && V + 1 < Made.First.size(); ++V)
    Fits = Made.First[V] <= Made.First[V + 1];
  for (size_t E = 0; Fits && E < Made.Targets.size(); ++E)
    Fits = Made.Targets[E] >= 0 && Made.Targets[E] < Head[0];
  if (!Fits)
    throw Failure("'" + Path +
                  "' is no graph: it should have the numbers of vertices and "
                  "edges, where the edges of each vertex begin and end, and "
                  "where they lead, each an int of 4 bytes");
  return Made;
}

Graph makeGraph(const std::string &Size) {
  if (Size.rfind("grid:", 0) == 0)
    return makeGrid(parseNumber(Size.substr(5), 1, 20000));
  if (Size.rfind("rmat:", 0) == 0)
    return makeRmat(parseNumber(Size.substr(5), 1, 26));
  return readGraph(Size);
}

class Bfs : public Problem {
public:
  Bfs(Engine &On, Graph Given)
      : Problem(On), G(std::move(Given)), First(On, G.First),
        Targets(On, padded(G.Targets)), Distance(On, G.vertices()),
        Levels(On, 2 * size_t(G.vertices())), Counts(On, 2), Depth(On, 1) {
    On.load("bfs");
  }
  void prepare() override {
    Distance.write(std::vector<int32_t>(G.vertices(), -1));
    Depth.write({-1});
  }
  Run run() override {
    return On.run("start", {First, Targets, Distance, Levels, Counts, Depth,
                            G.vertices(), 0});
  }
  std::string check() override {
    if (Expected.empty())
      search();
    const std::vector<int32_t> Found = Distance.read();
    for (size_t V = 0; V < Found.size(); ++V)
      if (Found[V] != Expected[V])
        return "the distance of vertex " + std::to_string(V) + " is " +
               std::to_string(Found[V]) + ", not " +
               std::to_string(Expected[V]);
    return "";
  }
  double units(const Run &) override {
    return double(G.Targets.size()) + G.vertices();
  }

private:
  Graph G;
  Array<int32_t> First, Targets, Distance, Levels, Counts, Depth;
  std::vector<int32_t> Expected;

  /// No buffer has no bytes.
  static std::vector<int32_t> padded(std::vector<int32_t> Values) {
    Values.push_back(0);
    return Values;
  }
  void search() {
    Expected.assign(G.vertices(), -1);
    Expected[0] = 0;
    std::vector<int32_t> Queue{0};
    for (size_t At = 0; At < Queue.size(); ++At)
      for (int32_t E = G.First[Queue[At]]; E < G.First[Queue[At] + 1]; ++E) {
        int32_t To = G.Targets[E];
        if (Expected[To] != -1)
          continue;
        Expected[To] = Expected[Queue[At]] + 1;
        Queue.push_back(To);
      }
  }
};

} // namespace

std::unique_ptr<Problem> gpu::makeBfs(Engine &On, const std::string &Size) {
  return std::make_unique<Bfs>(On, makeGraph(Size));
}
