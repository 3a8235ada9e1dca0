//===- Problems.cpp - The problems by tasks of libfork --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What `spawning` does in problems/, in libfork's own words: `fork` lets others
/// take what follows it and runs the child, `call` runs the last child, and
/// `join` waits for all.
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

namespace {

//===----------------------------------------------------------------------===//
// Fibonacci numbers
//===----------------------------------------------------------------------===//

constexpr auto ForkFib = [](auto Self, int N) LF_STATIC_CALL -> lf::task<int> {
  if (N < 2)
    co_return N;
  int A, B;
  co_await lf::fork(&A, Self)(N - 1);
  co_await lf::call(&B, Self)(N - 2);
  co_await lf::join;
  co_return A + B;
};

class ForkedFib : public Fib {
public:
  using Fib::Fib;
  void solve() override { Result = runTask(ForkFib, N); }
};

//===----------------------------------------------------------------------===//
// Queens
//===----------------------------------------------------------------------===//

constexpr auto ForkQueensOnBits =
    [](auto Self, uint32_t Board, uint32_t Columns, uint32_t Left,
       uint32_t Right) LF_STATIC_CALL -> lf::task<int> {
  if (Columns == Board)
    co_return 1;
  int Ways[MaxQueens];
  int Children = 0;
  uint32_t Open = Board & ~(Columns | Left | Right);
  while (Open) {
    const uint32_t Queen = Open & -Open;
    Open &= Open - 1;
    int *Way = &Ways[Children++];
    if (Open)
      co_await lf::fork(Way, Self)(Board, Columns | Queen, (Left | Queen) << 1,
                                   (Right | Queen) >> 1);
    else
      co_await lf::call(Way, Self)(Board, Columns | Queen, (Left | Queen) << 1,
                                   (Right | Queen) >> 1);
  }
  co_await lf::join;
  co_return std::accumulate(Ways, Ways + Children, 0);
};

class ForkedQueensOnBits : public QueensOnBits {
public:
  using QueensOnBits::QueensOnBits;
  void solve() override {
    Result = runTask(ForkQueensOnBits, Board, 0u, 0u, 0u);
  }
};

class ForkedQueensInArray : public QueensInArray {
public:
  using QueensInArray::isAttacked;
  using QueensInArray::Placement;
  using QueensInArray::QueensInArray;
  void solve() override;
};

constexpr auto ForkQueensInArray =
    [](auto Self, int N, int Row, ForkedQueensInArray::Placement Queens)
        LF_STATIC_CALL -> lf::task<int> {
  if (Row == N)
    co_return 1;
  int Ways[MaxQueens];
  int Children = 0;
  for (int Column = 0; Column < N; ++Column) {
    if (ForkedQueensInArray::isAttacked(Queens, Row, Column))
      continue;
    Queens[size_t(Row)] = static_cast<uint8_t>(Column);
    co_await lf::fork(&Ways[Children++], Self)(N, Row + 1, Queens);
  }
  co_await lf::join;
  co_return std::accumulate(Ways, Ways + Children, 0);
};

void ForkedQueensInArray::solve() {
  Result = runTask(ForkQueensInArray, N, 0, Placement{});
}

//===----------------------------------------------------------------------===//
// Unbalanced tree search
//===----------------------------------------------------------------------===//

/// The node that \p Parent is, if \p Index is Whole, or its child. A task makes
/// its node itself, as those of the other systems do.
constexpr uint32_t Whole = UINT32_MAX;

constexpr auto ForkUts = [](auto Self, const uts::Node *Parent, uint32_t Index,
                            const uts::Tree *Shape)
                             LF_STATIC_CALL -> lf::task<uts::Tally> {
  const uts::Node Node =
      Index == Whole ? *Parent : uts::makeChild(*Parent, Index);
  const uint32_t Children =
      Index == Whole ? Shape->RootChildren : uts::countChildren(Node, *Shape);
  uts::Tally Sum = {1, Children == 0, Node.Depth};
  if (Children == 0)
    co_return Sum;
  std::vector<uts::Tally> Parts(Children);
  for (uint32_t I = 0; I + 1 < Children; ++I)
    co_await lf::fork(&Parts[I], Self)(&Node, I, Shape);
  co_await lf::call(&Parts[Children - 1], Self)(&Node, Children - 1, Shape);
  co_await lf::join;
  for (const uts::Tally &Part : Parts)
    Sum += Part;
  co_return Sum;
};

class ForkedUts : public Uts {
public:
  using Uts::Uts;
  void solve() override {
    const uts::Node Root = {Shape.Root, 0};
    Result = runTask(ForkUts, &Root, Whole, &Shape);
  }
};

//===----------------------------------------------------------------------===//
// Sorting
//===----------------------------------------------------------------------===//

class ForkedQuicksort : public Quicksort {
public:
  using Quicksort::partition;
  using Quicksort::Quicksort;
  using Quicksort::Small;
  using Quicksort::sortSmall;
  void sort(int32_t *Data, uint32_t N) override;
};

constexpr auto ForkQuicksort = [](auto Self, int32_t *Data, uint32_t Lo,
                                  uint32_t Hi) LF_STATIC_CALL -> lf::task<> {
  if (Hi - Lo <= ForkedQuicksort::Small) {
    ForkedQuicksort::sortSmall(Data, Lo, Hi);
    co_return;
  }
  const uint32_t Middle = ForkedQuicksort::partition(Data, Lo, Hi);
  co_await lf::fork(Self)(Data, Lo, Middle);
  co_await lf::call(Self)(Data, Middle, Hi);
  co_await lf::join;
};

void ForkedQuicksort::sort(int32_t *Data, uint32_t N) {
  runTask(ForkQuicksort, Data, 0u, N);
}

class ForkedMergesort : public Mergesort {
public:
  using Mergesort::Merge;
  using Mergesort::Mergesort;
  using Mergesort::SmallSort;
  using Mergesort::sortSmall;
  void solve() override;
};

constexpr auto ForkMerge = [](auto Self, ForkedMergesort::Merge First)
                               LF_STATIC_CALL -> lf::task<> {
  if (First.isSmall()) {
    First.run();
    co_return;
  }
  const ForkedMergesort::Merge Rest = First.cut();
  co_await lf::fork(Self)(First);
  co_await lf::call(Self)(Rest);
  co_await lf::join;
};

constexpr auto ForkMergesort =
    [](auto Self, int32_t *Data, int32_t *Spare, int32_t *To, uint32_t Count)
        LF_STATIC_CALL -> lf::task<> {
  if (Count <= ForkedMergesort::SmallSort) {
    ForkedMergesort::sortSmall(Data, To, Count);
    co_return;
  }
  int32_t *Halves = To == Data ? Spare : Data;
  const uint32_t Middle = Count / 2;
  co_await lf::fork(Self)(Data, Spare, Halves, Middle);
  co_await lf::call(Self)(Data + Middle, Spare + Middle, Halves + Middle,
                          Count - Middle);
  co_await lf::join;
  const ForkedMergesort::Merge Both = {Halves, Middle, Halves + Middle,
                                       Count - Middle, To};
  co_await lf::call(ForkMerge)(Both);
  co_await lf::join;
};

void ForkedMergesort::solve() {
  runTask(ForkMergesort, Data.data(), Spare.data(), Data.data(),
          static_cast<uint32_t>(Data.size()));
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

class ForkedMatmul : public Matmul {
public:
  using Matmul::Matmul;
  using Matmul::multiplyBlock;
  void solve() override;
};

constexpr auto ForkMatmul = [](auto Self, const float *A, const float *B,
                               float *C, uint32_t Size, uint32_t Stride)
                                LF_STATIC_CALL -> lf::task<> {
  if (Size == matmul::Block) {
    ForkedMatmul::multiplyBlock(A, B, C, Stride);
    co_return;
  }
  const uint32_t Part = Size / 2;
  const uint32_t R = Part, L = Part * Stride, RL = L + R;
  co_await lf::fork(Self)(A, B, C, Part, Stride);
  co_await lf::fork(Self)(A, B + R, C + R, Part, Stride);
  co_await lf::fork(Self)(A + L, B, C + L, Part, Stride);
  co_await lf::call(Self)(A + L, B + R, C + RL, Part, Stride);
  co_await lf::join;
  co_await lf::fork(Self)(A + R, B + L, C, Part, Stride);
  co_await lf::fork(Self)(A + R, B + RL, C + R, Part, Stride);
  co_await lf::fork(Self)(A + RL, B + L, C + L, Part, Stride);
  co_await lf::call(Self)(A + RL, B + RL, C + RL, Part, Stride);
  co_await lf::join;
};

void ForkedMatmul::solve() {
  runTask(ForkMatmul, A.data(), B.data(), C.data(), N, N);
}

//===----------------------------------------------------------------------===//
// Forces
//===----------------------------------------------------------------------===//

class ForkedBarnesHut : public BarnesHut {
public:
  using BarnesHut::BarnesHut;
  using BarnesHut::isSmall;
  using BarnesHut::pullSmall;
  using BarnesHut::Tree;
  void solve() override;
};

constexpr auto ForkForces = [](auto Self, ForkedBarnesHut *Of, uint32_t At)
                                LF_STATIC_CALL -> lf::task<uint64_t> {
  const std::vector<Octree::Node> &Nodes = Of->Tree.Nodes;
  const Octree::Node &N = Nodes[At];
  if (Of->isSmall(N))
    co_return Of->pullSmall(N);
  uint64_t Parts[8] = {};
  uint32_t Kids = 0;
  for (uint32_t Kid = At + 1; Kid != N.Next; Kid = Nodes[Kid].Next)
    co_await lf::fork(&Parts[Kids++], Self)(Of, Kid);
  co_await lf::join;
  co_return std::accumulate(Parts, Parts + Kids, uint64_t(0));
};

void ForkedBarnesHut::solve() { Pulls = runTask(ForkForces, this, 0u); }

//===----------------------------------------------------------------------===//
// Triangular factors
//===----------------------------------------------------------------------===//

class ForkedLu : public Lu {
public:
  using Lu::factorBlock;
  using Lu::lowerBlock;
  using Lu::Lu;
  using Lu::subtractBlock;
  using Lu::upperBlock;
  void solve() override;
};

constexpr auto ForkSubtract = [](auto Self, double *M, const double *V,
                                 const double *W, uint32_t Size,
                                 uint32_t Stride) LF_STATIC_CALL -> lf::task<> {
  if (Size == Lu::Block) {
    ForkedLu::subtractBlock(M, V, W, Stride);
    co_return;
  }
  const uint32_t Part = Size / 2;
  const uint32_t R = Part, B = Part * Stride, RB = B + R;
  co_await lf::fork(Self)(M, V, W, Part, Stride);
  co_await lf::fork(Self)(M + R, V, W + R, Part, Stride);
  co_await lf::fork(Self)(M + B, V + B, W, Part, Stride);
  co_await lf::call(Self)(M + RB, V + B, W + R, Part, Stride);
  co_await lf::join;
  co_await lf::fork(Self)(M, V + R, W + B, Part, Stride);
  co_await lf::fork(Self)(M + R, V + R, W + RB, Part, Stride);
  co_await lf::fork(Self)(M + B, V + RB, W + B, Part, Stride);
  co_await lf::call(Self)(M + RB, V + RB, W + RB, Part, Stride);
  co_await lf::join;
};

/// Of a matrix of Size: its columns; with IsHalf, one half of them.
constexpr auto ForkLower = [](auto Self, double *M, const double *L,
                              uint32_t Size, uint32_t Stride, bool IsHalf)
                               LF_STATIC_CALL -> lf::task<> {
  if (IsHalf) {
    const uint32_t B = Size * Stride;
    co_await lf::call(Self)(M, L, Size, Stride, false);
    co_await lf::join;
    co_await lf::call(ForkSubtract)(M + B, L + B, M, Size, Stride);
    co_await lf::join;
    co_await lf::call(Self)(M + B, L + B + Size, Size, Stride, false);
    co_await lf::join;
    co_return;
  }
  if (Size == Lu::Block) {
    ForkedLu::lowerBlock(M, L, Stride);
    co_return;
  }
  const uint32_t Part = Size / 2;
  co_await lf::fork(Self)(M, L, Part, Stride, true);
  co_await lf::call(Self)(M + Part, L, Part, Stride, true);
  co_await lf::join;
};

/// The same of rows.
constexpr auto ForkUpper = [](auto Self, double *M, const double *U,
                              uint32_t Size, uint32_t Stride, bool IsHalf)
                               LF_STATIC_CALL -> lf::task<> {
  if (IsHalf) {
    const uint32_t B = Size * Stride;
    co_await lf::call(Self)(M, U, Size, Stride, false);
    co_await lf::join;
    co_await lf::call(ForkSubtract)(M + Size, M, U + Size, Size, Stride);
    co_await lf::join;
    co_await lf::call(Self)(M + Size, U + B + Size, Size, Stride, false);
    co_await lf::join;
    co_return;
  }
  if (Size == Lu::Block) {
    ForkedLu::upperBlock(M, U, Stride);
    co_return;
  }
  const uint32_t Part = Size / 2;
  co_await lf::fork(Self)(M, U, Part, Stride, true);
  co_await lf::call(Self)(M + Part * Stride, U, Part, Stride, true);
  co_await lf::join;
};

constexpr auto ForkLu = [](auto Self, double *A, uint32_t Size, uint32_t Stride)
                            LF_STATIC_CALL -> lf::task<> {
  if (Size == Lu::Block) {
    ForkedLu::factorBlock(A, Stride);
    co_return;
  }
  const uint32_t Part = Size / 2;
  const uint32_t R = Part, B = Part * Stride, RB = B + R;
  co_await lf::call(Self)(A, Part, Stride);
  co_await lf::join;
  co_await lf::fork(ForkLower)(A + R, A, Part, Stride, false);
  co_await lf::call(ForkUpper)(A + B, A, Part, Stride, false);
  co_await lf::join;
  co_await lf::call(ForkSubtract)(A + RB, A + B, A + R, Part, Stride);
  co_await lf::join;
  co_await lf::call(Self)(A + RB, Part, Stride);
  co_await lf::join;
};

void ForkedLu::solve() { runTask(ForkLu, A.data(), N, N); }

//===----------------------------------------------------------------------===//
// Heat
//===----------------------------------------------------------------------===//

class ForkedHeat : public Heat {
public:
  using Heat::Heat;
  using Heat::Leaf;
  using Heat::relaxRows;
  using Heat::Rows;
  void solve() override;
};

constexpr auto ForkRelax =
    [](auto Self, const double *From, double *To, uint32_t Lo, uint32_t Hi)
        LF_STATIC_CALL -> lf::task<> {
  if (Hi - Lo <= ForkedHeat::Leaf) {
    ForkedHeat::relaxRows(From, To, Lo, Hi);
    co_return;
  }
  const uint32_t Middle = Lo + (Hi - Lo) / 2;
  co_await lf::fork(Self)(From, To, Lo, Middle);
  co_await lf::call(Self)(From, To, Middle, Hi);
  co_await lf::join;
};

constexpr auto ForkHeat = [](auto, double *Even, double *Odd, uint32_t Steps)
                              LF_STATIC_CALL -> lf::task<> {
  for (uint32_t Step = 0; Step < Steps; ++Step) {
    const double *From = Step % 2 ? Odd : Even;
    double *To = Step % 2 ? Even : Odd;
    co_await lf::call(ForkRelax)(From, To, 1u, ForkedHeat::Rows + 1);
    co_await lf::join;
  }
};

void ForkedHeat::solve() {
  runTask(ForkHeat, Plate.data(), Other.data(), Steps);
}

//===----------------------------------------------------------------------===//
// Alpha-beta
//===----------------------------------------------------------------------===//

class ForkedAlphaBeta : public AlphaBeta {
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

constexpr auto ForkSearch = [](auto Self, uint64_t Mine, uint64_t Theirs,
                               int Depth, int Alpha, int Beta)
                                LF_STATIC_CALL -> lf::task<int> {
  if (ForkedAlphaBeta::hasFour(Theirs))
    co_return ForkedAlphaBeta::Lost - Depth;
  const uint64_t Stones = Mine | Theirs;
  const int Eldest = ForkedAlphaBeta::firstMove(Stones);
  if (Eldest == ForkedAlphaBeta::Columns)
    co_return 0;
  if (Depth == 0)
    co_return ForkedAlphaBeta::judge(Mine, Theirs);
  int First;
  co_await lf::call(&First, Self)(
      Theirs, Mine | ForkedAlphaBeta::landing(Stones, Eldest), Depth - 1, -Beta,
      -Alpha);
  co_await lf::join;
  int Best = -First;
  if (Best >= Beta)
    co_return Best;
  const int Low = std::max(Alpha, Best);
  int Replies[ForkedAlphaBeta::Columns];
  int Children = 0;
  for (int I = Eldest + 1; I < ForkedAlphaBeta::Columns; ++I)
    if (const uint64_t Stone = ForkedAlphaBeta::landing(Stones, I))
      co_await lf::fork(&Replies[Children++], Self)(Theirs, Mine | Stone,
                                                    Depth - 1, -Beta, -Low);
  co_await lf::join;
  for (int I = 0; I < Children; ++I)
    Best = std::max(Best, -Replies[I]);
  co_return Best;
};

void ForkedAlphaBeta::solve() {
  Value =
      runTask(ForkSearch, uint64_t(0), uint64_t(0), Depth, -INT_MAX, INT_MAX);
}

//===----------------------------------------------------------------------===//
// One long task
//===----------------------------------------------------------------------===//

class ForkedLongTask : public LongTask {
public:
  using LongTask::calling;
  using LongTask::LongTask;
  void solve() override;
};

constexpr auto ForkRounds = [](auto, uint32_t Rounds)
                                LF_STATIC_CALL -> lf::task<uint32_t> {
  co_return ForkedLongTask::calling(1, Rounds);
};

constexpr auto ForkLongTask = [](auto, uint32_t Rounds)
                                  LF_STATIC_CALL -> lf::task<uint32_t> {
  uint32_t Result;
  co_await lf::fork(&Result, ForkRounds)(Rounds);
  co_await lf::join;
  co_return Result;
};

void ForkedLongTask::solve() { Result = runTask(ForkLongTask, Rounds); }

} // namespace

//===----------------------------------------------------------------------===//

const std::vector<Entry> &bench::problems() {
  static const std::vector<Entry> All = {
      {"fib", make<ForkedFib>},
      {"nqueens", make<ForkedQueensOnBits>},
      {"nqueens_array", make<ForkedQueensInArray>},
      {"integrate", makeIntegrate},
      {"uts", make<ForkedUts>},
      {"quicksort", make<ForkedQuicksort>},
      {"mergesort", make<ForkedMergesort>},
      {"matmul", make<ForkedMatmul>},
      {"barnes_hut", make<ForkedBarnesHut>},
      {"lu", make<ForkedLu>},
      {"heat", make<ForkedHeat>},
      {"alpha_beta", make<ForkedAlphaBeta>},
      {"long_task", make<ForkedLongTask>},
  };
  return All;
}
