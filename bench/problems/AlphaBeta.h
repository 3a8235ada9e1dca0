//===- AlphaBeta.h - A search in a game tree --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_PROBLEMS_ALPHABETA_H
#define TASKLET_BENCH_PROBLEMS_ALPHABETA_H

#include <algorithm>
#include <climits>

namespace bench {

/// alpha_beta.cl says what it is. All programs search the same positions: the
/// serial one narrows the window of the younger brothers no further, either.
class AlphaBeta : public Problem {
public:
  explicit AlphaBeta(const Size &S) : Depth(int(checkSize(S.N, 0, 42))) {}
  void solve() override {
    if (RunsTasks)
      Value = spawning(0, 0, Depth, -INT_MAX, INT_MAX);
    else
      Value = calling(0, 0, Depth, -INT_MAX, INT_MAX);
  }
  /// The value for the first player, above that of the worst defeat.
  static uint64_t resultOf(int Value) { return uint64_t(Value + 2000); }
  uint64_t result() const override { return resultOf(Value); }

protected:
  static constexpr int Columns = 7, Rows = 6, Stride = Rows + 1;
  static constexpr int Lost = -1000;
  static constexpr uint8_t MoveOrder[Columns] = {3, 2, 4, 1, 5, 0, 6};

  static bool hasFour(uint64_t Stones) {
    const uint64_t Up = Stones & Stones >> 1;
    const uint64_t Across = Stones & Stones >> Stride;
    const uint64_t Rising = Stones & Stones >> (Stride + 1);
    const uint64_t Falling = Stones & Stones >> (Stride - 1);
    return (Up & Up >> 2) | (Across & Across >> 2 * Stride) |
           (Rising & Rising >> 2 * (Stride + 1)) |
           (Falling & Falling >> 2 * (Stride - 1));
  }

  /// Where the move with this number puts a stone; 0: the column is full.
  static uint64_t landing(uint64_t Stones, int Move) {
    const int Column = MoveOrder[Move];
    const uint64_t All = ((uint64_t(1) << Rows) - 1) << Stride * Column;
    const uint64_t Bottom = uint64_t(1) << Stride * Column;
    return ((Stones & All) + Bottom) & All;
  }

  static int judge(uint64_t Mine, uint64_t Theirs) {
    const uint64_t Centre = ((uint64_t(1) << Rows) - 1)
                            << Stride * (Columns / 2);
    return __builtin_popcountll(Mine & Centre) -
           __builtin_popcountll(Theirs & Centre);
  }

  /// The first move; Columns if there is none.
  static int firstMove(uint64_t Stones) {
    int Eldest = 0;
    while (Eldest < Columns && landing(Stones, Eldest) == 0)
      ++Eldest;
    return Eldest;
  }

  KEEP_CALLS static int calling(uint64_t Mine, uint64_t Theirs, int Depth,
                                int Alpha, int Beta) {
    if (hasFour(Theirs))
      return Lost - Depth;
    const uint64_t Stones = Mine | Theirs;
    const int Eldest = firstMove(Stones);
    if (Eldest == Columns)
      return 0;
    if (Depth == 0)
      return judge(Mine, Theirs);
    int Best = -calling(Theirs, Mine | landing(Stones, Eldest), Depth - 1,
                        -Beta, -Alpha);
    if (Best >= Beta)
      return Best;
    const int Low = std::max(Alpha, Best);
    for (int I = Eldest + 1; I < Columns; ++I)
      if (const uint64_t Stone = landing(Stones, I))
        Best = std::max(Best,
                        -calling(Theirs, Mine | Stone, Depth - 1, -Beta, -Low));
    return Best;
  }

  static int spawning(uint64_t Mine, uint64_t Theirs, int Depth, int Alpha,
                      int Beta) {
    if (hasFour(Theirs))
      return Lost - Depth;
    const uint64_t Stones = Mine | Theirs;
    const int Eldest = firstMove(Stones);
    if (Eldest == Columns)
      return 0;
    if (Depth == 0)
      return judge(Mine, Theirs);
    int Best = -spawning(Theirs, Mine | landing(Stones, Eldest), Depth - 1,
                         -Beta, -Alpha);
    if (Best >= Beta)
      return Best;
    const int Low = std::max(Alpha, Best);
    int Replies[Columns];
    std::fill_n(Replies, Columns, INT_MAX);
    TaskGroup Group;
    for (int I = Eldest + 1; I < Columns; ++I)
      if (const uint64_t Stone = landing(Stones, I))
        Group.spawn([=, Reply = &Replies[I]] {
          *Reply = spawning(Theirs, Mine | Stone, Depth - 1, -Beta, -Low);
        });
    Group.wait();
    for (const int Reply : Replies)
      Best = std::max(Best, -Reply);
    return Best;
  }

  int Depth;
  int Value = 0;
};

} // namespace bench

#endif
