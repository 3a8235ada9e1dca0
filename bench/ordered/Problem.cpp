//===- Problem.cpp - Loops that are measured ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Problem.h"
#include "Serial.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>

using namespace ordered;

namespace {

/// Makes the data of problems. Distributions of the standard library differ from
/// one library to the next, so numbers are remainders.
class Maker {
public:
  explicit Maker(const Size &How) : How(How), Random(How.Seed) {}

  const Size &How;

  std::vector<cl_int> indexes(size_t Count, size_t End) {
    std::vector<cl_int> Result(Count);
    for (cl_int &I : Result)
      I = static_cast<cl_int>(Random() % End);
    return Result;
  }

  std::vector<cl_float> floats(size_t Count) {
    std::vector<cl_float> Result(Count);
    for (cl_float &F : Result)
      F = static_cast<float>(Random() % 4096) / 4096 - 0.5f;
    return Result;
  }

  std::vector<cl_int> permutation(size_t Count) {
    std::vector<cl_int> Result(Count);
    std::iota(Result.begin(), Result.end(), 0);
    for (size_t I = Count; I > 1; --I)
      std::swap(Result[I - 1], Result[Random() % I]);
    return Result;
  }

  /// The side of a square with about a `Part`-th of the items.
  int side(size_t Part = 1) const {
    return std::max(
        2, static_cast<int>(std::sqrt(double(How.Items) / double(Part))));
  }

  std::mt19937 &random() { return Random; }

private:
  std::mt19937 Random;
};

struct Rows {
  std::vector<cl_int> Row = {0}, Column;
  std::vector<cl_double> Value;
  void end() { Row.push_back(static_cast<cl_int>(Column.size())); }
  size_t size() const { return Row.size() - 1; }
};

/// The Laplacian of a cube: what stands before the diagonal, and, if \p Upper,
/// after it.
Rows cube(size_t Items, bool Upper, bool Diagonal) {
  Rows Result;
  auto Side = static_cast<size_t>(std::cbrt(double(Items)) + 1e-6);
  Side = std::max<size_t>(1, Side);
  const size_t Strides[] = {Side * Side, Side, 1};
  const size_t Count = Side * Side * Side;
  const auto Add = [&](size_t Column, double Value) {
    Result.Column.push_back(static_cast<cl_int>(Column));
    Result.Value.push_back(Value);
  };
  for (size_t I = 0; I < Count; ++I) {
    for (const size_t Stride : Strides)
      if (I / Stride % Side > 0)
        Add(I - Stride, -1);
    if (Diagonal)
      Add(I, 6);
    for (size_t D = 3; Upper && D > 0; --D)
      if (I / Strides[D - 1] % Side + 1 < Side)
        Add(I + Strides[D - 1], -1);
    Result.end();
  }
  return Result;
}

/// Each row needs up to three rows before it, anywhere.
Rows randomLower(size_t Items, std::mt19937 &Random) {
  Rows Result;
  for (size_t I = 0; I < Items; ++I) {
    for (int K = 0; K < 3 && I > 0; ++K) {
      Result.Column.push_back(static_cast<cl_int>(Random() % I));
      Result.Value.push_back(-1);
    }
    Result.Column.push_back(static_cast<cl_int>(I));
    Result.Value.push_back(6);
    Result.end();
  }
  return Result;
}

Problem makeRandAcc(Maker &M) {
  Problem P;
  const size_t N = M.How.Items;
  const auto A = P.add(M.floats(N), true),
             B = P.add(std::vector<cl_float>(N), true),
             W = P.add(M.indexes(N, N)), R = P.add(M.indexes(N, N)),
             V = P.add(M.floats(N));
  P.Launches = {{"rand_acc", {A, B, W, R, V}, cl::NDRange(N)}};
  P.Serial = [N](const Memory &At) {
    serialRandAcc(N, At.get<float>(0), At.get<float>(1), At.get<int>(2),
                  At.get<int>(3), At.get<float>(4));
  };
  return P;
}

Problem makeRandAcc3(Maker &M) {
  Problem P;
  const size_t N = M.How.Items;
  const auto A = P.add(M.floats(N), true),
             B = P.add(std::vector<cl_float>(N), true),
             W = P.add(M.indexes(N, N)), R = P.add(M.indexes(N, N)),
             S = P.add(M.indexes(N, N)), T = P.add(M.indexes(N, N)),
             V = P.add(M.floats(N));
  P.Launches = {{"rand_acc3", {A, B, W, R, S, T, V}, cl::NDRange(N)}};
  P.Serial = [N](const Memory &At) {
    serialRandAcc3(N, At.get<float>(0), At.get<float>(1), At.get<int>(2),
                   At.get<int>(3), At.get<int>(4), At.get<int>(5),
                   At.get<float>(6));
  };
  return P;
}

Problem makeDoAll(Maker &M) {
  Problem P;
  const size_t N = M.How.Items;
  const auto A = P.add(std::vector<cl_float>(N), true),
             W = P.add(M.permutation(N)), V = P.add(M.floats(N));
  P.Launches = {{"do_all", {A, W, V}, cl::NDRange(N)}};
  P.HasPlain = true;
  P.Serial = [N](const Memory &At) {
    serialDoAll(N, At.get<float>(0), At.get<int>(1), At.get<float>(2));
  };
  return P;
}

Problem makeConv2d(Maker &M) {
  Problem P;
  const int N = M.side();
  const size_t Count = size_t(N) * size_t(N);
  const auto B = P.add(std::vector<cl_float>(Count), true),
             A = P.add(M.floats(Count));
  P.Launches = {{"conv2d", {B, A, cl_int(N)}, cl::NDRange(N, N)}};
  P.HasPlain = true;
  P.Serial = [N](const Memory &At) {
    serialConv2d(N, At.get<float>(0), At.get<float>(1));
  };
  return P;
}

Problem makeFdtd(Maker &M) {
  Problem P;
  const int N = M.side();
  const size_t Side = size_t(N);
  const auto Ex = P.add(M.floats(Side * (Side + 1)), true),
             Ey = P.add(M.floats((Side + 1) * Side), true),
             Hz = P.add(M.floats(Side * Side), true);
  P.Launches = {{"fdtd_ey", {Ey, Hz, cl_int(N)}, cl::NDRange(N, N)},
                {"fdtd_ex", {Ex, Hz, cl_int(N)}, cl::NDRange(N, N)},
                {"fdtd_hz", {Hz, Ex, Ey, cl_int(N)}, cl::NDRange(N, N)}};
  P.Steps = M.How.Steps;
  P.HasPlain = true;
  P.Serial = [N, Steps = P.Steps](const Memory &At) {
    serialFdtd(N, Steps, At.get<float>(0), At.get<float>(1), At.get<float>(2));
  };
  return P;
}

Problem makeGemm(Maker &M) {
  Problem P;
  const int N = M.side(64);
  const size_t Count = size_t(N) * size_t(N);
  const auto C = P.add(M.floats(Count), true), A = P.add(M.floats(Count)),
             B = P.add(M.floats(Count));
  P.Launches = {{"gemm", {C, A, B, cl_int(N)}, cl::NDRange(N, N)}};
  P.HasPlain = true;
  P.Serial = [N](const Memory &At) {
    serialGemm(N, At.get<float>(0), At.get<float>(1), At.get<float>(2));
  };
  return P;
}

Problem makeMvt(Maker &M) {
  Problem P;
  const int N = M.side(4);
  const size_t Side = size_t(N);
  const auto X1 = P.add(M.floats(Side), true), X2 = P.add(M.floats(Side), true),
             A = P.add(M.floats(Side * Side)), Y1 = P.add(M.floats(Side)),
             Y2 = P.add(M.floats(Side));
  P.Launches = {{"mvt_rows", {X1, A, Y1, cl_int(N)}, cl::NDRange(Side)},
                {"mvt_columns", {X2, A, Y2, cl_int(N)}, cl::NDRange(Side)}};
  P.HasPlain = true;
  P.Serial = [N](const Memory &At) {
    serialMvt(N, At.get<float>(0), At.get<float>(1), At.get<float>(2),
              At.get<float>(3), At.get<float>(4));
  };
  return P;
}

/// What is added goes somewhere, or, as with sorted indexes, near the place of the
/// work-item.
Problem makeScatterAdd(Maker &M, bool IsNear) {
  Problem P;
  const size_t N = M.How.Items;
  std::vector<cl_int> At = M.indexes(N, N);
  for (size_t I = 0; I < N && IsNear; ++I)
    At[I] = static_cast<cl_int>(std::min(N - 1, I + At[I] % 64));
  const auto X = P.add(std::vector<cl_float>(N), true), Places = P.add(At),
             V = P.add(M.floats(N));
  P.Launches = {{"scatter_add", {X, Places, V}, cl::NDRange(N)}};
  P.Atomic = "scatter_atomic";
  P.Serial = [N](const Memory &At) {
    serialScatterAdd(N, At.get<float>(0), At.get<int>(1), At.get<float>(2));
  };
  return P;
}

/// A vector of three numbers for each fourth work-item.
Problem makeScatterVectors(Maker &M) {
  Problem P;
  const size_t N = M.How.Items, Vectors = std::max<size_t>(1, N / 4);
  const auto X = P.add(std::vector<cl_float>(3 * Vectors), true),
             Places = P.add(M.indexes(N, Vectors)), V = P.add(M.floats(N));
  P.Launches = {{"scatter_vectors", {X, Places, V}, cl::NDRange(N)}};
  P.Serial = [N](const Memory &At) {
    serialScatterVectors(N, At.get<float>(0), At.get<int>(1), At.get<float>(2));
  };
  return P;
}

/// As many bars that each is hit \p Hits times.
Problem makeHistogram(Maker &M, size_t Hits) {
  Problem P;
  const size_t N = M.How.Items;
  const auto Mask = static_cast<cl_uint>(std::max<size_t>(1, N / Hits) - 1);
  std::vector<cl_uint> Keys(N);
  for (cl_uint &K : Keys)
    K = static_cast<cl_uint>(M.random()());
  const auto H = P.add(std::vector<cl_uint>(Mask + size_t(1)), true),
             Key = P.add(Keys);
  P.Launches = {{"histogram", {H, Key, Mask}, cl::NDRange(N)}};
  P.Atomic = "histogram_atomic";
  P.Serial = [N, Mask](const Memory &At) {
    serialHistogram(N, At.get<uint32_t>(0), At.get<uint32_t>(1), Mask);
  };
  return P;
}

Problem solveRows(const Rows &L) {
  Problem P;
  const size_t N = L.size();
  const auto X = P.add(std::vector<cl_double>(N), true), Row = P.add(L.Row),
             Column = P.add(L.Column), A = P.add(L.Value),
             B = P.add(std::vector<cl_double>(N, 1));
  P.Launches = {{"lower_solve", {X, Row, Column, A, B}, cl::NDRange(N)}};
  P.Serial = [N](const Memory &At) {
    serialLowerSolve(N, At.get<double>(0), At.get<int>(1), At.get<int>(2),
                     At.get<double>(3), At.get<double>(4));
  };
  return P;
}

Problem makeLowerSolve(Maker &M) {
  return solveRows(cube(M.How.Items, false, true));
}

Problem makeRandomSolve(Maker &M) {
  return solveRows(randomLower(M.How.Items, M.random()));
}

Problem makeGaussSeidel(Maker &M) {
  Problem P;
  const Rows L = cube(M.How.Items, true, false);
  const size_t N = L.size();
  const auto X = P.add(std::vector<cl_double>(N), true), Row = P.add(L.Row),
             Column = P.add(L.Column), A = P.add(L.Value),
             B = P.add(std::vector<cl_double>(N, 1));
  P.Launches = {
      {"gauss_seidel", {X, Row, Column, A, B, cl_double(6)}, cl::NDRange(N)}};
  P.Serial = [N](const Memory &At) {
    serialGaussSeidel(N, At.get<double>(0), At.get<int>(1), At.get<int>(2),
                      At.get<double>(3), At.get<double>(4), 6);
  };
  return P;
}

/// A sum for each end of each edge, of so many points.
Problem makeSumsOfEdges(Maker &M, size_t Points,
                        const std::vector<cl_int> &Ends) {
  Problem P;
  const size_t N = Ends.size() / 2;
  const auto Sum = P.add(std::vector<cl_float>(Points), true),
             Edge = P.add(Ends), Weight = P.add(M.floats(N));
  P.Launches = {{"edges", {Sum, Edge, Weight}, cl::NDRange(N)}};
  P.Serial = [N](const Memory &At) {
    serialEdges(N, At.get<float>(0), At.get<int>(1), At.get<float>(2));
  };
  return P;
}

Problem makeRandomEdges(Maker &M) {
  const size_t N = M.How.Items, Points = std::max<size_t>(1, N / 3);
  return makeSumsOfEdges(M, Points, M.indexes(2 * N, Points));
}

Problem makeEdges(Maker &M) {
  // A grid with one diagonal in each square: about three edges for a point.
  const int Side = M.side(3);
  std::vector<cl_int> Ends;
  for (int Y = 0; Y < Side; ++Y)
    for (int X = 0; X < Side; ++X) {
      const int At = Y * Side + X;
      for (const auto &[Right, Down] : {std::pair(1, 0), {0, 1}, {1, 1}})
        if (X + Right < Side && Y + Down < Side) {
          Ends.push_back(At);
          Ends.push_back(At + Down * Side + Right);
        }
    }
  return makeSumsOfEdges(M, size_t(Side) * Side, Ends);
}

/// Elements of a square grid with their four nodes, of which each has a row with
/// nine numbers: one for each node around it.
Problem makeAssembly(Maker &M) {
  Problem P;
  const int Side = M.side(16), Nodes = Side + 1;
  const size_t N = size_t(Side) * Side;
  std::vector<cl_int> Place;
  for (int Y = 0; Y < Side; ++Y)
    for (int X = 0; X < Side; ++X)
      for (int K = 0; K < 16; ++K) {
        const int From = K / 4, To = K % 4;
        const int Node = (Y + From / 2) * Nodes + X + From % 2;
        const int Right = To % 2 - From % 2, Down = To / 2 - From / 2;
        Place.push_back(9 * Node + 3 * (Down + 1) + Right + 1);
      }
  const auto Value =
                 P.add(std::vector<cl_float>(size_t(9) * Nodes * Nodes), true),
             At = P.add(Place), Area = P.add(M.floats(N));
  P.Launches = {{"assembly", {Value, At, Area}, cl::NDRange(N)}};
  P.Serial = [N](const Memory &At) {
    serialAssembly(N, At.get<float>(0), At.get<int>(1), At.get<float>(2));
  };
  return P;
}

Problem makeChain(Maker &M) {
  Problem P;
  const size_t N = M.How.Items;
  const auto X = P.add(std::vector<cl_float>(N + 1), true),
             V = P.add(M.floats(N));
  P.HasOnlyThinLevels = N > 4096;
  P.Launches = {{"chain", {X, V}, cl::NDRange(N)}};
  P.Serial = [N](const Memory &At) {
    serialChain(N, At.get<float>(0), At.get<float>(1));
  };
  return P;
}

constexpr std::pair<const char *, Problem (*)(Maker &)> All[] = {
    {"randAcc", makeRandAcc},
    {"randAcc3", makeRandAcc3},
    {"doAll", makeDoAll},
    {"2dconv", makeConv2d},
    {"fdtd-2d", makeFdtd},
    {"gemm", makeGemm},
    {"mvt", makeMvt},
    {"scatter-add", [](Maker &M) { return makeScatterAdd(M, false); }},
    {"near-scatter", [](Maker &M) { return makeScatterAdd(M, true); }},
    {"vector-scatter", makeScatterVectors},
    {"histogram", [](Maker &M) { return makeHistogram(M, 64); }},
    {"thin-histogram", [](Maker &M) { return makeHistogram(M, 1); }},
    {"lower-solve", makeLowerSolve},
    {"random-solve", makeRandomSolve},
    {"gauss-seidel", makeGaussSeidel},
    {"edges", makeEdges},
    {"random-edges", makeRandomEdges},
    {"assembly", makeAssembly},
    {"chain", makeChain}};

} // namespace

const std::vector<std::string> &ordered::problemNames() {
  static const std::vector<std::string> Names = [] {
    std::vector<std::string> Result;
    for (const auto &[Name, Make] : All)
      Result.push_back(Name);
    return Result;
  }();
  return Names;
}

Problem ordered::makeProblem(const std::string &Name, const Size &How) {
  Maker M(How);
  for (const auto &[Known, Make] : All)
    if (Name == Known) {
      Problem P = Make(M);
      P.Name = Name;
      return P;
    }
  throw std::runtime_error("there is no problem '" + Name + "'");
}
