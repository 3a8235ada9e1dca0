//===- Graph.cpp - All races of a script, by brute force ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes the graph of all that a script does, with an edge for each order that
/// the language promises, and looks at each pair of accesses. It knows nothing of
/// bags, nor of the order in which anything runs.
///
//===----------------------------------------------------------------------===//

#include "Script.h"

#include <algorithm>

namespace tasklet::fuzz {
namespace {

struct Done {
  unsigned Node, Root; ///< 0: a body
  Touch What;
  Place Where;
};

class Graph {
  const Script &S;
  const Lines &Where;
  std::vector<std::vector<unsigned>> Before; ///< by node
  std::vector<Done> All;
  unsigned Roots = 0, Root = 0;

  unsigned node(std::vector<unsigned> From) {
    Before.push_back(std::move(From));
    return Before.size() - 1;
  }

  /// What runs one part after the other.
  struct Runner {
    unsigned Node;
    std::vector<unsigned> Ends[Groups]; ///< of children, not yet joined
  };

  void touch(unsigned Node, unsigned Line, const Touch &T) {
    All.push_back({Node, Root, T, {Line, T.Write, T.Atomic}});
  }

  void force(Runner &R, Group Which) {
    std::vector<unsigned> From = {R.Node};
    for (unsigned G = 0; G < Groups; ++G)
      if (Which == Groups || Which == G) {
        From.insert(From.end(), R.Ends[G].begin(), R.Ends[G].end());
        R.Ends[G].clear();
      }
    R.Node = node(From);
  }

  void run(Runner &R, unsigned P, unsigned Piece) {
    for (const Op &O : S.Parts[P]) {
      switch (O.Kind) {
      case OpKind::Access:
        for (const Touch &T : accessOps()[O.Access].Touches)
          touch(R.Node, Where.Accesses[Piece][O.Access], T);
        break;
      case OpKind::Force:
        force(R, O.Into);
        break;
      case OpKind::Spawn: {
        Runner Child{node({R.Node}), {}};
        bool IsRoot = Root == 0;
        if (IsRoot)
          Root = ++Roots;
        runTask(Child, O.Child);
        if (O.Into == GroupStored)
          touch(Child.Node, Where.StoredSpawn[Piece], {40, 4, true, false});
        if (IsRoot)
          Root = 0;
        R.Ends[O.Into].push_back(Child.Node);
        R.Node = node({R.Node});
        break;
      }
      }
    }
  }

  void runTask(Runner &R, unsigned P) {
    TaskEnd End = S.Parts[P].End;
    run(R, P, unsigned(End));
    if (End == TaskEnd::JoinsA || End == TaskEnd::JoinsAll)
      force(R, End == TaskEnd::JoinsA ? GroupA : Groups);
    // It goes on when that task has ended. Its children are still its own.
    if (S.Parts[P].spawnsTail()) {
      Runner Next{node({R.Node}), {}};
      runTask(Next, S.Parts[P].Next);
      R.Node = node({R.Node, Next.Node});
    }
  }

  /// Lanes First to End - 1 meet.
  void meet(std::vector<Runner> &Items, size_t First, size_t End) {
    std::vector<unsigned> Arrived;
    for (size_t I = First; I < End; ++I)
      Arrived.push_back(Items[I].Node);
    unsigned All = node(Arrived);
    for (size_t I = First; I < End; ++I)
      Items[I].Node = node({All});
  }

  void visit(std::vector<Runner> &Items, size_t First, size_t End) {
    auto both = [&](unsigned Item::*Which, unsigned Piece) {
      for (size_t I = First; I < End; ++I)
        run(Items[I], S.Items[I].*Which, Lines::LanesPiece + Piece);
    };
    both(&Item::Before, 0);
    bool Comes = false;
    for (size_t I = First; I < End; ++I)
      Comes |= S.Items[I].Reaches;
    if (Comes) {
      meet(Items, First, End);
      both(&Item::After, 1);
      meet(Items, First, End);
      both(&Item::Behind, 2);
      meet(Items, First, End);
    }
    both(&Item::Last, 3);
  }

public:
  Graph(const Script &S, const Lines &Where) : S(S), Where(Where) {
    unsigned Start = node({});
    if (S.Ordered) {
      // No order at all but within a work-item; the order in which they run is
      // known.
      Root = 1;
      for (const Item &I : S.Items) {
        Runner One{node({Start}), {}};
        run(One, I.Before, Lines::OrderedPiece);
      }
      return;
    }
    unsigned Piece = Lines::KernelPiece + (S.Forces ? 2 : 0);
    std::vector<Runner> Items(S.Items.size());
    for (size_t First = 0; S.Meets && First < Items.size();
         First += S.GroupSize)
      for (size_t I = First; I < First + S.GroupSize; I += WarpSize) {
        size_t End = std::min<size_t>(I + WarpSize, First + S.GroupSize);
        for (size_t Lane = I; Lane < End; ++Lane)
          Items[Lane].Node = node({Start});
        visit(Items, I, End);
      }
    for (size_t First = 0; !S.Meets && First < Items.size();
         First += S.GroupSize) {
      std::vector<unsigned> Arrived;
      for (size_t I = First; I < First + S.GroupSize; ++I) {
        Items[I].Node = node({Start});
        run(Items[I], S.Items[I].Before, Piece);
        Arrived.push_back(Items[I].Node);
      }
      unsigned Barrier = node(Arrived);
      for (size_t I = First; I < First + S.GroupSize; ++I) {
        Items[I].Node = node({Barrier});
        run(Items[I], S.Items[I].After, Piece + 1);
        if (!S.Forces)
          continue;
        force(Items[I], S.ItemsForce);
        run(Items[I], S.Items[I].Behind, Piece + 2);
      }
    }
  }

  Races races() const {
    // Edges lead from lower to higher numbers.
    std::vector<std::vector<bool>> Reaches(Before.size());
    for (size_t N = 0; N < Before.size(); ++N) {
      Reaches[N].resize(N + 1);
      Reaches[N][N] = true;
      for (unsigned From : Before[N])
        for (unsigned I = 0; I <= From; ++I)
          if (Reaches[From][I])
            Reaches[N][I] = true;
    }
    Races Found;
    for (size_t I = 0; I < All.size(); ++I)
      for (size_t J = I + 1; J < All.size(); ++J) {
        const Done &A = All[I], &B = All[J];
        unsigned Begin = std::max(A.What.Begin, B.What.Begin);
        unsigned End =
            std::min(A.What.Begin + A.What.Size, B.What.Begin + B.What.Size);
        if (Begin >= End || (!A.What.Write && !B.What.Write) ||
            (A.What.Atomic && B.What.Atomic))
          continue;
        unsigned Low = std::min(A.Node, B.Node),
                 High = std::max(A.Node, B.Node);
        if (Reaches[High][Low])
          continue;
        Race Pair = std::minmax(A.Where, B.Where);
        for (unsigned Byte = std::max(Begin, S.Monitored); Byte < End; ++Byte) {
          Found.Bytes[Pair].insert(Byte);
          if (A.Root != 0 && A.Root == B.Root)
            Found.Later.insert({Byte, B.Where});
        }
      }
    return Found;
  }
};

} // namespace

Races racesOf(const Script &S, const Lines &Where) {
  return Graph(S, Where).races();
}

} // namespace tasklet::fuzz
