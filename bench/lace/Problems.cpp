//===- Problems.cpp - The problems by tasks of Lace -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What `spawning` does in problems/, in Lace's own words: SPAWN puts a call
/// into the queue, SYNC takes back the last one that is there and gives its
/// result, and the last child of a task is a CALL.
///
//===----------------------------------------------------------------------===//

#include "Problem.h"

#include BENCH_SYSTEM

#include "problems/AlphaBeta.h"
#include "problems/BarnesHut.h"
#include "problems/Fib.h"
#include "problems/Heat.h"
#include "problems/Integrate.h"
#include "problems/LongTask.h"
#include "problems/Lu.h"
#include "problems/Matmul.h"
#include "problems/Mergesort.h"
#include "problems/Queens.h"
#include "problems/Quicksort.h"
#include "problems/Uts.h"

using namespace bench;

namespace bench {
VOID_TASK_IMPL_2(laceCall, Callback, Call, const void *, Argument) {
  Call(Argument);
}
} // namespace bench

//===----------------------------------------------------------------------===//
// Fibonacci numbers
//===----------------------------------------------------------------------===//

TASK_1(int, laceFib, int, N) {
  if (N < 2)
    return N;
  SPAWN(laceFib, N - 1);
  const int B = CALL(laceFib, N - 2);
  const int A = SYNC(laceFib);
  return A + B;
}

namespace {
class LaceFib : public Fib {
public:
  using Fib::Fib;
  void solve() override { Result = RUN(laceFib, N); }
};
} // namespace

//===----------------------------------------------------------------------===//
// Queens
//===----------------------------------------------------------------------===//

TASK_4(int, laceQueensOnBits, uint32_t, Board, uint32_t, Columns, uint32_t,
       Left, uint32_t, Right) {
  if (Columns == Board)
    return 1;
  int Ways = 0, Children = 0;
  uint32_t Open = Board & ~(Columns | Left | Right);
  while (Open) {
    const uint32_t Queen = Open & -Open;
    Open &= Open - 1;
    if (Open) {
      SPAWN(laceQueensOnBits, Board, Columns | Queen, (Left | Queen) << 1,
            (Right | Queen) >> 1);
      ++Children;
    } else {
      Ways = CALL(laceQueensOnBits, Board, Columns | Queen, (Left | Queen) << 1,
                  (Right | Queen) >> 1);
    }
  }
  for (; Children; --Children)
    Ways += SYNC(laceQueensOnBits);
  return Ways;
}

namespace {
class LaceQueensOnBits : public QueensOnBits {
public:
  using QueensOnBits::QueensOnBits;
  void solve() override { Result = RUN(laceQueensOnBits, Board, 0, 0, 0); }
};

class LaceQueensInArray : public QueensInArray {
public:
  using QueensInArray::isAttacked;
  using QueensInArray::Placement;
  using QueensInArray::QueensInArray;
  void solve() override;
};
} // namespace

TASK_3(int, laceQueensInArray, int, N, int, Row, LaceQueensInArray::Placement,
       Above) {
  if (Row == N)
    return 1;
  LaceQueensInArray::Placement Queens = Above;
  int Ways = 0, Children = 0;
  for (int Column = 0; Column < N; ++Column) {
    if (LaceQueensInArray::isAttacked(Queens, Row, Column))
      continue;
    Queens[size_t(Row)] = static_cast<uint8_t>(Column);
    SPAWN(laceQueensInArray, N, Row + 1, Queens);
    ++Children;
  }
  for (; Children; --Children)
    Ways += SYNC(laceQueensInArray);
  return Ways;
}

void LaceQueensInArray::solve() {
  Result = RUN(laceQueensInArray, N, 0, Placement{});
}

//===----------------------------------------------------------------------===//
// Unbalanced tree search
//===----------------------------------------------------------------------===//

using UtsNode = const uts::Node *;
using UtsTree = const uts::Tree *;

/// The child of a node.
TASK_DECL_3(uts::Tally, laceUtsChild, UtsNode, uint32_t, UtsTree);

/// A node with so many children.
TASK_3(uts::Tally, laceUts, UtsNode, Self, uint32_t, Children, UtsTree, Shape) {
  uts::Tally Sum = {1, Children == 0, Self->Depth};
  if (Children == 0)
    return Sum;
  for (uint32_t I = 0; I + 1 < Children; ++I)
    SPAWN(laceUtsChild, Self, I, Shape);
  Sum += CALL(laceUtsChild, Self, Children - 1, Shape);
  for (uint32_t I = 0; I + 1 < Children; ++I)
    Sum += SYNC(laceUtsChild);
  return Sum;
}

TASK_IMPL_3(uts::Tally, laceUtsChild, UtsNode, Parent, uint32_t, Index, UtsTree,
            Shape) {
  const uts::Node Self = uts::makeChild(*Parent, Index);
  return CALL(laceUts, &Self, uts::countChildren(Self, *Shape), Shape);
}

namespace {
class LaceUts : public Uts {
public:
  using Uts::Uts;
  void solve() override {
    const uts::Node Root = {Shape.Root, 0};
    Result = RUN(laceUts, &Root, Shape.RootChildren, &Shape);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Sorting
//===----------------------------------------------------------------------===//

namespace {
class LaceQuicksort : public Quicksort {
public:
  using Quicksort::partition;
  using Quicksort::Quicksort;
  using Quicksort::Small;
  using Quicksort::sortSmall;
  void sort(int32_t *Data, uint32_t N) override;
};

class LaceMergesort : public Mergesort {
public:
  using Mergesort::Merge;
  using Mergesort::Mergesort;
  using Mergesort::SmallSort;
  using Mergesort::sortSmall;
  void solve() override;
};
} // namespace

using Integers = int32_t *;

VOID_TASK_3(laceQuicksort, Integers, Data, uint32_t, Lo, uint32_t, Hi) {
  if (Hi - Lo <= LaceQuicksort::Small) {
    LaceQuicksort::sortSmall(Data, Lo, Hi);
    return;
  }
  const uint32_t Middle = LaceQuicksort::partition(Data, Lo, Hi);
  SPAWN(laceQuicksort, Data, Lo, Middle);
  CALL(laceQuicksort, Data, Middle, Hi);
  SYNC(laceQuicksort);
}

void LaceQuicksort::sort(int32_t *Data, uint32_t N) {
  RUN(laceQuicksort, Data, 0, N);
}

VOID_TASK_1(laceMerge, LaceMergesort::Merge, Whole) {
  if (Whole.isSmall()) {
    Whole.run();
    return;
  }
  LaceMergesort::Merge First = Whole;
  const LaceMergesort::Merge Rest = First.cut();
  SPAWN(laceMerge, First);
  CALL(laceMerge, Rest);
  SYNC(laceMerge);
}

VOID_TASK_4(laceMergesort, Integers, Data, Integers, Spare, Integers, To,
            uint32_t, Count) {
  if (Count <= LaceMergesort::SmallSort) {
    LaceMergesort::sortSmall(Data, To, Count);
    return;
  }
  int32_t *Halves = To == Data ? Spare : Data;
  const uint32_t Middle = Count / 2;
  SPAWN(laceMergesort, Data, Spare, Halves, Middle);
  CALL(laceMergesort, Data + Middle, Spare + Middle, Halves + Middle,
       Count - Middle);
  SYNC(laceMergesort);
  const LaceMergesort::Merge Both = {Halves, Middle, Halves + Middle,
                                     Count - Middle, To};
  CALL(laceMerge, Both);
}

void LaceMergesort::solve() {
  RUN(laceMergesort, Data.data(), Spare.data(), Data.data(),
      static_cast<uint32_t>(Data.size()));
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

namespace {
class LaceMatmul : public Matmul {
public:
  using Matmul::Matmul;
  using Matmul::multiplyBlock;
  void solve() override;
};
} // namespace

using Factor = const float *;
using Product = float *;

VOID_TASK_5(laceMatmul, Factor, A, Factor, B, Product, C, uint32_t, Size,
            uint32_t, Stride) {
  if (Size == matmul::Block) {
    LaceMatmul::multiplyBlock(A, B, C, Stride);
    return;
  }
  const uint32_t Part = Size / 2;
  const uint32_t R = Part, L = Part * Stride, RL = L + R;
  SPAWN(laceMatmul, A, B, C, Part, Stride);
  SPAWN(laceMatmul, A, B + R, C + R, Part, Stride);
  SPAWN(laceMatmul, A + L, B, C + L, Part, Stride);
  CALL(laceMatmul, A + L, B + R, C + RL, Part, Stride);
  for (int I = 0; I < 3; ++I)
    SYNC(laceMatmul);
  SPAWN(laceMatmul, A + R, B + L, C, Part, Stride);
  SPAWN(laceMatmul, A + R, B + RL, C + R, Part, Stride);
  SPAWN(laceMatmul, A + RL, B + L, C + L, Part, Stride);
  CALL(laceMatmul, A + RL, B + RL, C + RL, Part, Stride);
  for (int I = 0; I < 3; ++I)
    SYNC(laceMatmul);
}

void LaceMatmul::solve() {
  RUN(laceMatmul, A.data(), B.data(), C.data(), N, N);
}

//===----------------------------------------------------------------------===//
// Forces
//===----------------------------------------------------------------------===//

namespace {
class LaceBarnesHut : public BarnesHut {
public:
  using BarnesHut::BarnesHut;
  using BarnesHut::isSmall;
  using BarnesHut::pullSmall;
  using BarnesHut::Tree;
  void solve() override;
};
} // namespace

using Bodies = LaceBarnesHut *;

TASK_2(uint64_t, laceForces, Bodies, Of, uint32_t, At) {
  const std::vector<Octree::Node> &Nodes = Of->Tree.Nodes;
  const Octree::Node &N = Nodes[At];
  if (Of->isSmall(N))
    return Of->pullSmall(N);
  int Children = 0;
  for (uint32_t Kid = At + 1; Kid != N.Next; Kid = Nodes[Kid].Next) {
    SPAWN(laceForces, Of, Kid);
    ++Children;
  }
  uint64_t Sum = 0;
  for (; Children; --Children)
    Sum += SYNC(laceForces);
  return Sum;
}

void LaceBarnesHut::solve() { Pulls = RUN(laceForces, this, 0); }

//===----------------------------------------------------------------------===//
// Triangular factors
//===----------------------------------------------------------------------===//

namespace {
class LaceLu : public Lu {
public:
  using Lu::factorBlock;
  using Lu::lowerBlock;
  using Lu::Lu;
  using Lu::subtractBlock;
  using Lu::upperBlock;
  void solve() override;
};
} // namespace

using Entries = double *;
using Triangle = const double *;

VOID_TASK_5(laceSubtract, Entries, M, Triangle, V, Triangle, W, uint32_t, Size,
            uint32_t, Stride) {
  if (Size == Lu::Block) {
    LaceLu::subtractBlock(M, V, W, Stride);
    return;
  }
  const uint32_t Part = Size / 2;
  const uint32_t R = Part, B = Part * Stride, RB = B + R;
  SPAWN(laceSubtract, M, V, W, Part, Stride);
  SPAWN(laceSubtract, M + R, V, W + R, Part, Stride);
  SPAWN(laceSubtract, M + B, V + B, W, Part, Stride);
  CALL(laceSubtract, M + RB, V + B, W + R, Part, Stride);
  for (int I = 0; I < 3; ++I)
    SYNC(laceSubtract);
  SPAWN(laceSubtract, M, V + R, W + B, Part, Stride);
  SPAWN(laceSubtract, M + R, V + R, W + RB, Part, Stride);
  SPAWN(laceSubtract, M + B, V + RB, W + B, Part, Stride);
  CALL(laceSubtract, M + RB, V + RB, W + RB, Part, Stride);
  for (int I = 0; I < 3; ++I)
    SYNC(laceSubtract);
}

VOID_TASK_DECL_4(laceColumns, Entries, Triangle, uint32_t, uint32_t);
VOID_TASK_DECL_4(laceRows, Entries, Triangle, uint32_t, uint32_t);

VOID_TASK_4(laceLower, Entries, M, Triangle, L, uint32_t, Size, uint32_t,
            Stride) {
  if (Size == Lu::Block) {
    LaceLu::lowerBlock(M, L, Stride);
    return;
  }
  const uint32_t Part = Size / 2;
  SPAWN(laceColumns, M, L, Part, Stride);
  CALL(laceColumns, M + Part, L, Part, Stride);
  SYNC(laceColumns);
}

VOID_TASK_IMPL_4(laceColumns, Entries, M, Triangle, L, uint32_t, Part, uint32_t,
                 Stride) {
  const uint32_t B = Part * Stride;
  CALL(laceLower, M, L, Part, Stride);
  CALL(laceSubtract, M + B, L + B, M, Part, Stride);
  CALL(laceLower, M + B, L + B + Part, Part, Stride);
}

VOID_TASK_4(laceUpper, Entries, M, Triangle, U, uint32_t, Size, uint32_t,
            Stride) {
  if (Size == Lu::Block) {
    LaceLu::upperBlock(M, U, Stride);
    return;
  }
  const uint32_t Part = Size / 2;
  SPAWN(laceRows, M, U, Part, Stride);
  CALL(laceRows, M + Part * Stride, U, Part, Stride);
  SYNC(laceRows);
}

VOID_TASK_IMPL_4(laceRows, Entries, M, Triangle, U, uint32_t, Part, uint32_t,
                 Stride) {
  const uint32_t B = Part * Stride;
  CALL(laceUpper, M, U, Part, Stride);
  CALL(laceSubtract, M + Part, M, U + Part, Part, Stride);
  CALL(laceUpper, M + Part, U + B + Part, Part, Stride);
}

VOID_TASK_3(laceLu, Entries, A, uint32_t, Size, uint32_t, Stride) {
  if (Size == Lu::Block) {
    LaceLu::factorBlock(A, Stride);
    return;
  }
  const uint32_t Part = Size / 2;
  const uint32_t R = Part, B = Part * Stride, RB = B + R;
  CALL(laceLu, A, Part, Stride);
  SPAWN(laceLower, A + R, A, Part, Stride);
  CALL(laceUpper, A + B, A, Part, Stride);
  SYNC(laceLower);
  CALL(laceSubtract, A + RB, A + B, A + R, Part, Stride);
  CALL(laceLu, A + RB, Part, Stride);
}

void LaceLu::solve() { RUN(laceLu, A.data(), N, N); }

//===----------------------------------------------------------------------===//
// Heat
//===----------------------------------------------------------------------===//

namespace {
class LaceHeat : public Heat {
public:
  using Heat::Heat;
  using Heat::Leaf;
  using Heat::Other;
  using Heat::Plate;
  using Heat::relaxRows;
  using Heat::Rows;
  void solve() override;
};
} // namespace

VOID_TASK_4(laceRelax, Triangle, From, Entries, To, uint32_t, Lo, uint32_t,
            Hi) {
  if (Hi - Lo <= LaceHeat::Leaf) {
    LaceHeat::relaxRows(From, To, Lo, Hi);
    return;
  }
  const uint32_t Middle = Lo + (Hi - Lo) / 2;
  SPAWN(laceRelax, From, To, Lo, Middle);
  CALL(laceRelax, From, To, Middle, Hi);
  SYNC(laceRelax);
}

VOID_TASK_3(laceHeat, Entries, Even, Entries, Odd, uint32_t, Steps) {
  for (uint32_t Step = 0; Step < Steps; ++Step)
    if (Step % 2)
      CALL(laceRelax, Odd, Even, 1, LaceHeat::Rows + 1);
    else
      CALL(laceRelax, Even, Odd, 1, LaceHeat::Rows + 1);
}

void LaceHeat::solve() { RUN(laceHeat, Plate.data(), Other.data(), Steps); }

//===----------------------------------------------------------------------===//
// Alpha-beta
//===----------------------------------------------------------------------===//

namespace {
class LaceAlphaBeta : public AlphaBeta {
public:
  using AlphaBeta::AlphaBeta;
  using AlphaBeta::Columns;
  using AlphaBeta::firstMove;
  using AlphaBeta::hasFour;
  using AlphaBeta::judge;
  using AlphaBeta::landing;
  using AlphaBeta::Lost;
  void solve() override;
};
} // namespace

TASK_5(int, laceSearch, uint64_t, Mine, uint64_t, Theirs, int, Depth, int,
       Alpha, int, Beta) {
  if (LaceAlphaBeta::hasFour(Theirs))
    return LaceAlphaBeta::Lost - Depth;
  const uint64_t Stones = Mine | Theirs;
  const int Eldest = LaceAlphaBeta::firstMove(Stones);
  if (Eldest == LaceAlphaBeta::Columns)
    return 0;
  if (Depth == 0)
    return LaceAlphaBeta::judge(Mine, Theirs);
  int Best =
      -CALL(laceSearch, Theirs, Mine | LaceAlphaBeta::landing(Stones, Eldest),
            Depth - 1, -Beta, -Alpha);
  if (Best >= Beta)
    return Best;
  const int Low = std::max(Alpha, Best);
  int Children = 0;
  for (int I = Eldest + 1; I < LaceAlphaBeta::Columns; ++I)
    if (const uint64_t Stone = LaceAlphaBeta::landing(Stones, I)) {
      SPAWN(laceSearch, Theirs, Mine | Stone, Depth - 1, -Beta, -Low);
      ++Children;
    }
  for (; Children; --Children)
    Best = std::max(Best, -SYNC(laceSearch));
  return Best;
}

void LaceAlphaBeta::solve() {
  Value = RUN(laceSearch, 0, 0, Depth, -INT_MAX, INT_MAX);
}

//===----------------------------------------------------------------------===//
// One long task
//===----------------------------------------------------------------------===//

namespace {
class LaceLongTask : public LongTask {
public:
  using LongTask::calling;
  using LongTask::LongTask;
  void solve() override;
};
} // namespace

TASK_1(uint32_t, laceRounds, uint32_t, Rounds) {
  return LaceLongTask::calling(1, Rounds);
}

TASK_1(uint32_t, laceLongTask, uint32_t, Rounds) {
  SPAWN(laceRounds, Rounds);
  return SYNC(laceRounds);
}

void LaceLongTask::solve() { Result = RUN(laceLongTask, Rounds); }

//===----------------------------------------------------------------------===//

const std::vector<Entry> &bench::problems() {
  static const std::vector<Entry> All = {
      {"fib", make<LaceFib>},
      {"nqueens", make<LaceQueensOnBits>},
      {"nqueens_array", make<LaceQueensInArray>},
      {"integrate", makeIntegrate},
      {"uts", make<LaceUts>},
      {"quicksort", make<LaceQuicksort>},
      {"mergesort", make<LaceMergesort>},
      {"matmul", make<LaceMatmul>},
      {"barnes_hut", make<LaceBarnesHut>},
      {"lu", make<LaceLu>},
      {"heat", make<LaceHeat>},
      {"alpha_beta", make<LaceAlphaBeta>},
      {"long_task", make<LaceLongTask>},
  };
  return All;
}
