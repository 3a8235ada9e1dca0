//===- RangePieces.cpp - Which part of a range goes where -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/RangePieces.h"

#include <algorithm>
#include <limits>
#include <utility>

using namespace tasklet;

/// The first pieces together are this part of the range.
static constexpr size_t FirstParts = 1024;

/// A piece has at most this many times the items of the one before.
static constexpr size_t Growth = 4;

/// A piece that takes less is mostly the driver's work for a command.
static constexpr double ShortestSeconds = 0.001;

RangePieces::RangePieces(size_t First, size_t Count, size_t TheGranule,
                         Sizes TheAllowed, unsigned Number)
    : Next(First), Left(Count), Granule(std::max<size_t>(TheGranule, 1)),
      Allowed(TheAllowed),
      FirstPiece(Count / FirstParts / std::max(Number, 1u)), Takers(Number) {}

static size_t powerOfTwoUpTo(size_t Number) {
  size_t Power = 1;
  while (Power <= Number / 2)
    Power *= 2;
  return Power;
}

size_t RangePieces::rounded(size_t Items) const {
  size_t Granules = std::max<size_t>(Items / Granule, 1);
  if (Left < Granule)
    return Left;
  if (Allowed == Sizes::PowersOfTwo)
    return powerOfTwoUpTo(std::min(Granules, Left / Granule)) * Granule;
  // What remains must be worth a piece.
  return Granules > Left / Granule ? Left : Granules * Granule;
}

/// How long the fastest one would need for all that is left, after its present
/// piece; infinite if that is \p But, or not known.
double RangePieces::secondsOfFastest(unsigned But) const {
  const Taker *Fastest = nullptr;
  for (const Taker &Each : Takers)
    if (!Each.HasLeft && (!Fastest || Each.Speed > Fastest->Speed))
      Fastest = &Each;
  if (!Fastest || Fastest->Speed == 0 || Fastest == &Takers[But])
    return std::numeric_limits<double>::infinity();
  return static_cast<double>(Left + Fastest->Doing) / Fastest->Speed;
}

bool RangePieces::isTooSlow(unsigned Index) const {
  // One that is not measured may be faster than it seemed.
  constexpr double Hope = 8;
  const Taker &Self = Takers[Index];
  double Speed = Self.Speed > 0 ? Self.Speed : Hope * Self.Least;
  return Speed > 0 && static_cast<double>(std::min(Granule, Left)) / Speed >
                          secondsOfFastest(Index);
}

std::optional<RangePieces::Piece> RangePieces::take(unsigned Index) {
  Taker &Self = Takers[Index];
  if (!Left || isTooSlow(Index)) {
    Self.HasLeft = true;
    return std::nullopt;
  }
  double Known = 0;
  unsigned Measured = 0;
  for (const Taker &Each : Takers)
    if (!Each.HasLeft && Each.Speed > 0) {
      Known += Each.Speed;
      ++Measured;
    }
  size_t Wanted = Self.Last ? Growth * Self.Last : FirstPiece;
  if (Self.Speed == 0 && Self.Last)
    Wanted = static_cast<size_t>(std::min(
        static_cast<double>(Wanted), Self.Least * secondsOfFastest(Index)));
  if (Self.Speed > 0) {
    // Those that have not been measured count as average ones.
    double Open = 0;
    for (const Taker &Each : Takers)
      Open += !Each.HasLeft && Each.Speed == 0;
    double Total = Known + Open * Known / Measured;
    double Part = static_cast<double>(Left) * Self.Speed / Total / 2;
    double Least =
        std::min(Self.Speed * ShortestSeconds, static_cast<double>(Left));
    Wanted = std::min(Wanted, static_cast<size_t>(std::max(Part, Least)));
  }
  Self.Doing = rounded(Wanted);
  Piece Result = {Next, Self.Doing};
  Next += Self.Doing;
  Left -= Self.Doing;
  return Result;
}

void RangePieces::done(unsigned Index, double Seconds) {
  Taker &Self = Takers[Index];
  // The clock may not have moved.
  double Speed = static_cast<double>(Self.Doing) / std::max(Seconds, 1e-9);
  // Work is seldom the same everywhere: what was measured last counts most.
  if (!Self.Last)
    Self.Least = Speed;
  else
    Self.Speed = Self.Speed > 0 ? (Self.Speed + 2 * Speed) / 3 : Speed;
  Self.Last = std::exchange(Self.Doing, 0);
}
