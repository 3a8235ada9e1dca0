//===- Bisection.cpp - Which rank owns which body -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Bisection.h"

using namespace barneshut;

namespace {

constexpr unsigned DigitBits = 8;
constexpr size_t Slices = size_t(1) << DigitBits;
constexpr unsigned Digits = 64 / DigitBits;

/// Ranks [First, First + Count) and the bodies that will be theirs.
struct Group {
  int First;
  int Count;
};

/// The box around all bodies of a group, and the axis that is cut.
struct Side {
  size_t Axis = 0;
  double Low = 0;
  double Length = 0;
};

/// Where a group is cut. All ranks know the same about it.
struct Cut {
  uint64_t Total = 0;  ///< Work of the group.
  uint64_t Target = 0; ///< Work that the left part should have.
  uint64_t Below = 0;  ///< Work of keys that are less than all in the slice.
  uint64_t Slice = 0;  ///< The first digits of keys in the slice.
  unsigned Known = 0;  ///< How many digits these are.
  bool Done = false;   ///< Slice is now the first one of the right part.
};

/// The order of bodies along the axis; the number decides between bodies whose
/// coordinates are the same.
uint64_t keyOf(const Point &P, const Side &S) {
  const double Part =
      S.Length > 0 ? (static_cast<double>(P.At[S.Axis]) - S.Low) / S.Length
                   : 0.0;
  const double Scaled = std::min(std::max(Part, 0.0), 1.0) * 0xffffffffu;
  return static_cast<uint64_t>(Scaled) << 32 | P.Id;
}

/// The first \p Count digits.
uint64_t digits(uint64_t Key, unsigned Count) {
  return Count ? Key >> (64 - DigitBits * Count) : 0;
}

std::vector<Side> findSides(World &Ranks, const std::vector<Point> &Mine,
                            const std::vector<size_t> &GroupOf,
                            size_t GroupCount) {
  // The largest of the negative ones is the least, so that one call does both.
  std::vector<float> Most(6 * GroupCount,
                          -std::numeric_limits<float>::infinity());
  for (size_t I = 0; I < Mine.size(); ++I)
    for (size_t D = 0; D < 3; ++D) {
      float *Here = &Most[6 * GroupOf[I] + 2 * D];
      Here[0] = std::max(Here[0], -Mine[I].At[D]);
      Here[1] = std::max(Here[1], Mine[I].At[D]);
    }
  combine(Ranks, Most, MPI_FLOAT, MPI_MAX);
  std::vector<Side> Result(GroupCount);
  for (size_t G = 0; G < GroupCount; ++G)
    for (size_t D = 0; D < 3; ++D) {
      const float *Here = &Most[6 * G + 2 * D];
      const double Length = static_cast<double>(Here[0]) + Here[1];
      if (Length > Result[G].Length)
        Result[G] = {D, -static_cast<double>(Here[0]), Length};
    }
  return Result;
}

/// Looks closer at the slice of \p C, whose next digit has so much \p Work.
void refine(Cut &C, const uint64_t *Work, const Group &Ranks) {
  const auto All = static_cast<uint64_t>(Ranks.Count);
  if (C.Known == 0) {
    for (size_t S = 0; S < Slices; ++S)
      C.Total += Work[S];
    const auto Left = static_cast<uint64_t>(Ranks.Count / 2);
    C.Target = C.Total / All * Left + C.Total % All * Left / All;
  }
  size_t Next = 0;
  while (Next + 1 < Slices && C.Below + Work[Next] <= C.Target)
    C.Below += Work[Next++];
  C.Slice = C.Slice << DigitBits | Next;
  ++C.Known;
  // Half of the slice will be on the wrong side, at most: less than a hundredth
  // of what one rank gets is not worth another round.
  if (C.Known < Digits && Work[Next] > C.Total / All / 64)
    return;
  C.Done = true;
  if (C.Target - C.Below > Work[Next] / 2)
    ++C.Slice;
}

} // namespace

std::vector<int> barneshut::findOwners(World &Ranks,
                                       const std::vector<Point> &Mine) {
  std::vector<Group> Groups = {{0, Ranks.size()}};
  std::vector<size_t> GroupOf(Mine.size(), 0);
  const auto Divisible = [](const Group &G) { return G.Count > 1; };
  while (std::any_of(Groups.begin(), Groups.end(), Divisible)) {
    const std::vector<Side> Sides =
        findSides(Ranks, Mine, GroupOf, Groups.size());
    std::vector<uint64_t> Keys;
    for (size_t I = 0; I < Mine.size(); ++I)
      Keys.push_back(keyOf(Mine[I], Sides[GroupOf[I]]));

    std::vector<Cut> Cuts(Groups.size());
    for (size_t G = 0; G < Groups.size(); ++G)
      Cuts[G].Done = !Divisible(Groups[G]);
    const auto IsDone = [](const Cut &C) { return C.Done; };
    while (!std::all_of(Cuts.begin(), Cuts.end(), IsDone)) {
      std::vector<uint64_t> Work(Groups.size() * Slices);
      for (size_t I = 0; I < Mine.size(); ++I) {
        const Cut &C = Cuts[GroupOf[I]];
        if (!C.Done && digits(Keys[I], C.Known) == C.Slice)
          Work[GroupOf[I] * Slices + digits(Keys[I], C.Known + 1) % Slices] +=
              Mine[I].Work;
      }
      combine(Ranks, Work, MPI_UINT64_T, MPI_SUM);
      for (size_t G = 0; G < Groups.size(); ++G)
        if (!Cuts[G].Done)
          refine(Cuts[G], &Work[G * Slices], Groups[G]);
    }

    std::vector<Group> Parts;
    std::vector<size_t> LeftPart;
    for (const Group &G : Groups) {
      LeftPart.push_back(Parts.size());
      const int Left = G.Count / 2;
      if (Left)
        Parts.push_back({G.First, Left});
      Parts.push_back({G.First + Left, G.Count - Left});
    }
    for (size_t I = 0; I < Mine.size(); ++I) {
      const size_t G = GroupOf[I];
      const bool Right = Divisible(Groups[G]) &&
                         digits(Keys[I], Cuts[G].Known) >= Cuts[G].Slice;
      GroupOf[I] = LeftPart[G] + Right;
    }
    Groups = std::move(Parts);
  }
  std::vector<int> Owners;
  for (const size_t G : GroupOf)
    Owners.push_back(Groups[G].First);
  return Owners;
}
