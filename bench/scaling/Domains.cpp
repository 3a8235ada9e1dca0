//===- Domains.cpp - What ranks of barnes_hut_mpi exchange ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Domains.h"

#include "Bodies.h"
#include "Essential.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

using namespace barneshut;

namespace {

using Place = std::array<float, 3>;
using Numbers = std::vector<uint32_t>; ///< Of bodies.

constexpr size_t Leaf = 16;       ///< Settings::Leaf
constexpr double TimeStep = 0.01; ///< Settings::TimeStep
constexpr float Tiny = 1e-12f;    ///< Of barnes_hut.cl.

struct Box {
  Place Low, High;

  Box(const std::vector<Place> &All, const uint32_t *First, size_t Count)
      : Low(All[*First]), High(Low) {
    for (size_t I = 0; I < Count; ++I)
      for (size_t D = 0; D < 3; ++D) {
        Low[D] = std::min(Low[D], All[First[I]][D]);
        High[D] = std::max(High[D], All[First[I]][D]);
      }
  }
  size_t longest() const {
    size_t Most = 0;
    for (size_t D = 1; D < 3; ++D)
      if (High[D] - Low[D] > High[Most] - Low[Most])
        Most = D;
    return Most;
  }
  float side() const { return High[longest()] - Low[longest()]; }
};

/// Gives the bodies \p Mine to the ranks from \p First on, as findOwners() does.
void bisect(const std::vector<Place> &All, uint32_t *Mine, size_t Count,
            int First, int Ranks, std::vector<int> &Owners) {
  if (Ranks == 1 || Count == 0) {
    for (size_t I = 0; I < Count; ++I)
      Owners[Mine[I]] = First;
    return;
  }
  const size_t Axis = Box(All, Mine, Count).longest();
  const int Left = Ranks / 2;
  const size_t Middle =
      Count * static_cast<size_t>(Left) / static_cast<size_t>(Ranks);
  std::nth_element(
      Mine, Mine + Middle, Mine + Count, [&](uint32_t A, uint32_t B) {
        return std::pair(All[A][Axis], A) < std::pair(All[B][Axis], B);
      });
  bisect(All, Mine, Middle, First, Left, Owners);
  bisect(All, Mine + Middle, Count - Middle, First + Left, Ranks - Left,
         Owners);
}

std::vector<int> ownersOf(const std::vector<Place> &All, int Ranks) {
  Numbers Order(All.size());
  std::iota(Order.begin(), Order.end(), 0u);
  std::vector<int> Owners(All.size());
  bisect(All, Order.data(), Order.size(), 0, Ranks, Owners);
  return Owners;
}

/// The tree of barnes_hut.cl, in depth-first order and without gaps.
class Builder {
public:
  Builder(const std::vector<Place> &All, Numbers Mine, double Theta)
      : All(All), Mine(std::move(Mine)), InvTheta(1 / Theta) {
    const Box Whole(All, this->Mine.data(), this->Mine.size());
    float Half = 1;
    for (size_t D = 0; D < 3; ++D)
      while (Half <= std::max(std::abs(Whole.Low[D]), std::abs(Whole.High[D])))
        Half *= 2;
    build({0, 0, 0}, Half, 0, this->Mine.size());
    for (const uint32_t B : this->Mine)
      Positions.push_back({{All[B][0], All[B][1], All[B][2], 1}});
  }

  std::vector<DeviceNode> Nodes;
  std::vector<cl_float4> Positions;

private:
  void build(Place Centre, float Half, size_t First, size_t Count) {
    const Box B(All, &Mine[First], Count);
    const size_t At = Nodes.size();
    Nodes.push_back(nodeOf(B, First, Count));
    if (Count <= Leaf || B.side() < Tiny) {
      Nodes[At].Count |= LeafMark;
      Nodes[At].Next = static_cast<cl_uint>(Nodes.size());
      return;
    }
    shrink(B, Centre, Half);
    std::array<Numbers, 8> Parts;
    for (size_t I = First; I < First + Count; ++I) {
      size_t Octant = 0;
      for (size_t D = 0; D < 3; ++D)
        Octant |= size_t(All[Mine[I]][D] >= Centre[D]) << D;
      Parts[Octant].push_back(Mine[I]);
    }
    const float Quarter = Half / 2;
    for (size_t Octant = 0; Octant < 8; ++Octant) {
      const Numbers &Part = Parts[Octant];
      if (Part.empty())
        continue;
      std::copy(Part.begin(), Part.end(),
                Mine.begin() + static_cast<std::ptrdiff_t>(First));
      Place Next = Centre;
      for (size_t D = 0; D < 3; ++D)
        Next[D] += Octant >> D & 1 ? Quarter : -Quarter;
      build(Next, Quarter, First, Part.size());
      First += Part.size();
    }
    Nodes[At].Next = static_cast<cl_uint>(Nodes.size());
  }

  /// A cell whose bodies are all in one octant has no node.
  static void shrink(const Box &B, Place &Centre, float &Half) {
    for (;;) {
      Place Signs;
      for (size_t D = 0; D < 3; ++D) {
        if (B.Low[D] < Centre[D] && B.High[D] >= Centre[D])
          return;
        Signs[D] = B.Low[D] >= Centre[D] ? 1.0f : -1.0f;
      }
      Half /= 2;
      for (size_t D = 0; D < 3; ++D)
        Centre[D] += Signs[D] * Half;
    }
  }

  DeviceNode nodeOf(const Box &B, size_t First, size_t Count) const {
    DeviceNode N = {};
    double Off = 0;
    for (size_t D = 0; D < 3; ++D) {
      double Sum = 0;
      for (size_t I = First; I < First + Count; ++I)
        Sum += double(All[Mine[I]][D]);
      N.Com.s[D] = static_cast<float>(Sum / double(Count));
      const double Far =
          double(N.Com.s[D]) - 0.5 * (double(B.Low[D]) + double(B.High[D]));
      Off += Far * Far;
    }
    const double Reach = double(B.side()) * InvTheta + std::sqrt(Off);
    N.Reach2 = B.side() < Tiny ? 0 : static_cast<float>(Reach * Reach);
    N.First = static_cast<cl_uint>(First);
    N.Count = static_cast<cl_uint>(Count);
    return N;
  }

  const std::vector<Place> &All;
  Numbers Mine;
  double InvTheta;
};

std::vector<Place> placesOf(const std::vector<Body> &Bodies, double After) {
  std::vector<Place> Result;
  for (const Body &B : Bodies) {
    Result.emplace_back();
    for (size_t D = 0; D < 3; ++D)
      Result.back()[D] =
          static_cast<float>(B.Position[D] + After * B.Velocity[D]);
  }
  return Result;
}

void addTo(uint64_t &Sum, uint64_t &Most, uint64_t Value) {
  Sum += Value;
  Most = std::max(Most, Value);
}

} // namespace

DomainCounts countDomains(size_t Count, int Ranks, double Theta) {
  const std::vector<Body> Bodies = makePlummer(Count, 1);
  const std::vector<Place> All = placesOf(Bodies, 0);
  const std::vector<int> Owners = ownersOf(All, Ranks),
                         After = ownersOf(placesOf(Bodies, TimeStep), Ranks);
  DomainCounts Result;
  Result.Bodies = Count;
  std::vector<Numbers> Of(static_cast<size_t>(Ranks));
  std::set<std::pair<int, int>> Moves; // To whom, and from whom.
  for (uint32_t B = 0; B < Count; ++B) {
    Of[static_cast<size_t>(Owners[B])].push_back(B);
    if (Owners[B] != After[B]) {
      ++Result.Arrived;
      Moves.emplace(After[B], Owners[B]);
    }
  }
  std::vector<uint64_t> Movers(Of.size());
  for (const auto &[To, From] : Moves)
    ++Movers[static_cast<size_t>(To)];
  Result.MostMovers = *std::max_element(Movers.begin(), Movers.end());
  std::vector<Region> Regions;
  for (const Numbers &Mine : Of) {
    if (Mine.empty())
      continue;
    const Box B(All, Mine.data(), Mine.size());
    Region R;
    R.Rank = 0; // All of this counts for one receiver.
    R.Bodies = Mine.size();
    std::copy(B.Low.begin(), B.Low.end(), R.Low);
    std::copy(B.High.begin(), B.High.end(), R.High);
    Regions.push_back(R);
  }
  std::vector<uint64_t> Nodes(Regions.size()), Leaves(Regions.size()),
      Leavers(Regions.size());
  size_t From = 0;
  for (const Numbers &Mine : Of) {
    if (Mine.empty())
      continue;
    const Builder Tree(All, Mine, Theta);
    uint64_t Seen = 0;
    for (size_t To = 0; To < Regions.size(); ++To) {
      if (To == From)
        continue;
      EssentialTrees Sent(size_t(1));
      addEssential(Tree.Nodes, Tree.Positions, Regions[To], false, Sent);
      Nodes[To] += Sent.Nodes.All.size();
      Leaves[To] += Sent.Bodies.All.size();
      Leavers[To] += !Sent.Bodies.All.empty();
      Seen += Sent.Nodes.All.size();
    }
    Result.MostSent = std::max(Result.MostSent, Seen);
    ++From;
  }
  for (size_t To = 0; To < Regions.size(); ++To) {
    addTo(Result.Nodes, Result.MostNodes, Nodes[To]);
    addTo(Result.Leaves, Result.MostLeaves, Leaves[To]);
    Result.MostLeavers = std::max(Result.MostLeavers, Leavers[To]);
  }
  return Result;
}
