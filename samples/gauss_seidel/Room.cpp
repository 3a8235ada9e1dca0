//===- Room.cpp - A grid with walls, relaxed by a serial loop -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Room.h"

#include <algorithm>
#include <random>

using namespace gaussseidel;

Room::Room(size_t Width, size_t Height, size_t Walls, uint32_t Seed)
    : Width(Width), Height(Height), Heat(Width * Height), Wall(Width * Height) {
  for (size_t Y = 0; Y < Height; ++Y)
    Heat[Y * Width] = 1;
  std::mt19937 Random(Seed);
  const size_t Longest = std::max<size_t>(2, std::max(Width, Height) / 3);
  for (size_t W = 0; W < Walls; ++W) {
    size_t X = Random() % Width, Y = Random() % Height;
    const bool IsUpright = Random() % 2;
    const float Value = static_cast<float>(Random() % 9) / 8;
    for (size_t Left = 1 + Random() % Longest; Left && X < Width && Y < Height;
         --Left) {
      Heat[Y * Width + X] = Value;
      Wall[Y * Width + X] = 1;
      ++(IsUpright ? Y : X);
    }
  }
}

void Room::sweep() {
  for (size_t Y = 0; Y < Height; ++Y)
    for (size_t X = 0; X < Width; ++X)
      if (isOpen(X, Y)) {
        float *U = &Heat[Y * Width + X];
        *U = 0.25f *
             (U[-static_cast<ptrdiff_t>(Width)] + U[-1] + U[1] + U[Width]);
      }
}

std::vector<uint32_t> Room::levels() const {
  std::vector<uint32_t> Result(Width * Height);
  for (size_t Y = 0; Y < Height; ++Y)
    for (size_t X = 0; X < Width; ++X)
      if (isOpen(X, Y)) {
        const size_t At = Y * Width + X;
        // Those that come later are read before they change.
        Result[At] = 1 + std::max(Result[At - 1], Result[At - Width]);
      }
  return Result;
}
