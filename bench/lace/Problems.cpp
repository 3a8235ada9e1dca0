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

#include "problems/BarnesHut.h"
#include "problems/Fib.h"
#include "problems/Integrate.h"
#include "problems/LongTask.h"
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
      {"long_task", make<LaceLongTask>},
  };
  return All;
}
