//===- MatrixTest.cpp - Programs on matrices ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include <climits>
#include <cmath>

using namespace tasklet::test;

using MatrixPrograms = Programs;
INSTANTIATE_PROGRAMS(MatrixPrograms);

/// What a product of Strassen's scheme needs besides its operands.
static unsigned strassenScratch(unsigned Size) {
  const unsigned Half = Size / 2;
  return Size == 8 ? 0 : 7 * (3 * Half * Half + strassenScratch(Half));
}

TEST_P(MatrixPrograms, Strassen) {
  Program P = load("strassen");
  constexpr unsigned Pairs = 2;
  for (unsigned Size : {8u, 32u}) {
    const unsigned Area = Size * Size;
    auto A = randomNumbers(Pairs * Area, 0u, ~0u, 1);
    auto B = randomNumbers(Pairs * Area, 0u, ~0u, 2);
    Buffer<unsigned> Out(Pairs * Area);
    run(P, "multiply_all", Pairs, Buffer<unsigned>(A), Buffer<unsigned>(B), Out,
        Size, Buffer<unsigned>(Pairs * strassenScratch(Size) + 1));
    expectEach(Out, [&](int I) {
      const unsigned Pair = I / Area, Row = I % Area / Size, Column = I % Size;
      unsigned Sum = 0;
      for (unsigned K = 0; K < Size; ++K)
        Sum += A[Pair * Area + Row * Size + K] *
               B[Pair * Area + K * Size + Column];
      return Sum;
    });
  }
}

TEST_P(MatrixPrograms, Cholesky) {
  // A = M M^T + I is positive definite; the last matrix is spoilt at one pivot.
  const std::vector<int> Sizes = {1, 5, 6, 7, 40, 33};
  constexpr int SpoiltPivot = 21;
  std::vector<int> Begin, SerialFailed(Sizes.size());
  std::vector<double> Matrices, Serial;
  for (size_t I = 0; I < Sizes.size(); ++I) {
    const int N = Sizes[I];
    auto M = randomNumbers(N * N, -1.0, 1.0, N);
    std::vector<double> A(N * N), L(N * N);
    for (int Row = 0; Row < N; ++Row)
      for (int Column = 0; Column < N; ++Column) {
        double &Sum = A[Row * N + Column] = Row == Column;
        for (int K = 0; K < N; ++K)
          Sum += M[Row * N + K] * M[Column * N + K];
      }
    if (I + 1 == Sizes.size()) {
      A[SpoiltPivot * N + SpoiltPivot] = -1.0;
      SerialFailed[I] = SpoiltPivot + 1;
    }
    // Row by row, where the device goes by blocks.
    for (int Row = 0; Row < N; ++Row)
      for (int Column = 0; Column <= Row; ++Column) {
        double Sum = A[Row * N + Column];
        for (int K = 0; K < Column; ++K)
          Sum -= L[Row * N + K] * L[Column * N + K];
        L[Row * N + Column] =
            Row == Column ? std::sqrt(Sum) : Sum / L[Column * N + Column];
      }
    Begin.push_back(static_cast<int>(Matrices.size()));
    Matrices.insert(Matrices.end(), A.begin(), A.end());
    Serial.insert(Serial.end(), L.begin(), L.end());
  }
  Buffer<double> Out(Matrices);
  Buffer<int> Failed(Sizes.size());
  run(load("cholesky"), "factor_all", Sizes.size(), Out, Buffer<int>(Begin),
      Buffer<int>(Sizes), Failed);
  expectEqual(Failed, SerialFailed);
  std::vector<double> Values = Out.read();
  for (size_t I = 0; I + 1 < Sizes.size(); ++I)
    for (int Row = 0; Row < Sizes[I]; ++Row)
      for (int Column = 0; Column <= Row; ++Column) {
        // The eigenvalues lie between 1 and some 60, so that rounding, of sums
        // of 40 terms at most, does not grow by more than a hundred.
        const int At = Begin[I] + Row * Sizes[I] + Column;
        EXPECT_NEAR(Values[At], Serial[At], 1e-11)
            << "matrix " << I << " at " << Row << ", " << Column;
      }
}

TEST_P(MatrixPrograms, ShortestPaths) {
  Program P = load("shortest_paths");
  constexpr int Far = INT_MAX / 2, Graphs = 3;
  for (int Nodes : {1, 8, 9, 45}) {
    // Few edges, so that some nodes are out of reach.
    const int Area = Nodes * Nodes;
    std::mt19937 Engine(Nodes);
    std::vector<int> Serial(Graphs * Area, Far);
    for (int Graph = 0; Graph < Graphs; ++Graph)
      for (int I = 0; I < Nodes; ++I) {
        int *Row = &Serial[Graph * Area + I * Nodes];
        for (int Edge = 0; Edge <= Graph; ++Edge)
          Row[Engine() % Nodes] = 1 + Engine() % 100;
        Row[I] = 0;
      }
    Buffer<int> Distances(Serial), Diameter(Graphs);
    run(P, "find_paths", Graphs, Distances, Nodes, Diameter);
    std::vector<int> Longest(Graphs);
    for (int Graph = 0; Graph < Graphs; ++Graph) {
      int *D = &Serial[Graph * Area];
      // Bellman and Ford's way: paths get longer edge by edge.
      for (bool Changed = true; Changed;) {
        Changed = false;
        for (int I = 0; I < Area; ++I)
          for (int Via = 0; Via < Nodes; ++Via) {
            int Path = D[I / Nodes * Nodes + Via] + D[Via * Nodes + I % Nodes];
            if (Path < D[I]) {
              D[I] = Path;
              Changed = true;
            }
          }
      }
      for (int I = 0; I < Area; ++I)
        if (D[I] < Far)
          Longest[Graph] = std::max(Longest[Graph], D[I]);
    }
    expectEqual(Distances, Serial);
    expectEqual(Diameter, Longest);
  }
}
