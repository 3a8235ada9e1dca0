//===- Queens.h - Queens on a board, none attacking another -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_PROBLEMS_QUEENS_H
#define TASKLET_BENCH_PROBLEMS_QUEENS_H

#include <array>
#include <numeric>

namespace bench {

constexpr int MaxQueens = 16;

/// Columns and diagonals that are attacked are bits.
class QueensOnBits : public Problem {
public:
  explicit QueensOnBits(const Size &S)
      : Board((1u << checkSize(S.N, 1, MaxQueens)) - 1) {}
  void solve() override {
    Result = RunsTasks ? spawning(Board, 0, 0, 0) : calling(Board, 0, 0, 0);
  }
  uint64_t result() const override { return static_cast<uint64_t>(Result); }

protected:
  KEEP_CALLS static int calling(uint32_t Board, uint32_t Columns, uint32_t Left,
                                uint32_t Right) {
    if (Columns == Board)
      return 1;
    int Ways = 0;
    uint32_t Open = Board & ~(Columns | Left | Right);
    while (Open) {
      const uint32_t Queen = Open & -Open;
      Open &= Open - 1;
      Ways += calling(Board, Columns | Queen, (Left | Queen) << 1,
                      (Right | Queen) >> 1);
    }
    return Ways;
  }

  static int spawning(uint32_t Board, uint32_t Columns, uint32_t Left,
                      uint32_t Right) {
    if (Columns == Board)
      return 1;
    int Ways[MaxQueens];
    int Children = 0;
    TaskGroup Group;
    uint32_t Open = Board & ~(Columns | Left | Right);
    while (Open) {
      const uint32_t Queen = Open & -Open;
      Open &= Open - 1;
      int *Way = &Ways[Children++];
      const auto Child = [=] {
        *Way = spawning(Board, Columns | Queen, (Left | Queen) << 1,
                        (Right | Queen) >> 1);
      };
      if (Open)
        Group.spawn(Child);
      else
        Child();
    }
    Group.wait();
    return std::accumulate(Ways, Ways + Children, 0);
  }

  uint32_t Board;
  int Result = -1;
};

/// The columns of the queens in the rows above are an array. The serial program
/// goes forward and back in one; a task has its own.
class QueensInArray : public Problem {
public:
  explicit QueensInArray(const Size &S)
      : N(int(checkSize(S.N, 1, MaxQueens))) {}
  void solve() override {
    Placement Queens = {};
    Result = RunsTasks ? spawning(N, 0, Queens) : calling(N, 0, Queens);
  }
  uint64_t result() const override { return static_cast<uint64_t>(Result); }

protected:
  using Placement = std::array<uint8_t, MaxQueens>;

  static bool isAttacked(const Placement &Queens, int Row, int Column) {
    for (int Above = 0; Above < Row; ++Above) {
      const int Distance = Queens[size_t(Above)] - Column;
      if (Distance == 0 || Distance == Row - Above || Distance == Above - Row)
        return true;
    }
    return false;
  }

  KEEP_CALLS static int calling(int N, int Row, Placement &Queens) {
    if (Row == N)
      return 1;
    int Ways = 0;
    for (int Column = 0; Column < N; ++Column) {
      if (isAttacked(Queens, Row, Column))
        continue;
      Queens[size_t(Row)] = static_cast<uint8_t>(Column);
      Ways += calling(N, Row + 1, Queens);
    }
    return Ways;
  }

  static int spawning(int N, int Row, Placement Queens) {
    if (Row == N)
      return 1;
    int Ways[MaxQueens];
    int Children = 0;
    TaskGroup Group;
    for (int Column = 0; Column < N; ++Column) {
      if (isAttacked(Queens, Row, Column))
        continue;
      Queens[size_t(Row)] = static_cast<uint8_t>(Column);
      int *Way = &Ways[Children++];
      Group.spawn([=] { *Way = spawning(N, Row + 1, Queens); });
    }
    Group.wait();
    return std::accumulate(Ways, Ways + Children, 0);
  }

  int N;
  int Result = -1;
};

} // namespace bench

#endif
