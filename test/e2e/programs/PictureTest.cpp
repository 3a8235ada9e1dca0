//===- PictureTest.cpp - Programs on grids of cells -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Programs.h"

using namespace tasklet::test;

using PicturePrograms = Programs;
INSTANTIATE_PROGRAMS(PicturePrograms);

TEST_P(PicturePrograms, Mandelbrot) {
  // The whole set: most of its inside is filled, which must change nothing.
  constexpr int Tile = 32, Tiles = 3, Width = Tile * Tiles;
  constexpr unsigned short Limit = 100;
  constexpr int64_t One = 1 << 26, Step = 3 * One / Width;
  constexpr int64_t Left = -2 * One - One / 5, Top = -3 * One / 2;
  Buffer<unsigned short> Picture(Width * Width);
  Buffer<unsigned> Filled(std::vector<unsigned>{0});
  run(load("mandelbrot"), "paint_tiles", Range({Tiles, Tiles}), Picture,
      cl_long(Left), cl_long(Top), cl_long(Step), Tile, Limit, Filled);
  expectEach(Picture, [=](int I) {
    auto Times = [](int64_t A, int64_t B) { return A * B >> 26; };
    const int64_t CX = Left + I % Width * Step, CY = Top + I / Width * Step;
    int64_t X = 0, Y = 0;
    int N = 0;
    while (N < Limit && Times(X, X) + Times(Y, Y) <= 4 * One) {
      const int64_t Next = Times(X, X) - Times(Y, Y) + CX;
      Y = 2 * Times(X, Y) + CY;
      X = Next;
      ++N;
    }
    return N;
  });
  EXPECT_GT(Filled.read()[0], 100u);
}

TEST_P(PicturePrograms, GameOfLife) {
  constexpr unsigned Worlds = 3, Columns = 64, Generations = 20;
  Program P = load("life");
  for (unsigned Rows : {4u, 16u, 64u}) {
    std::mt19937_64 Engine(Rows);
    std::vector<uint64_t> Serial(Worlds * Rows);
    for (size_t I = 0; I < Serial.size(); ++I)
      Serial[I] = I / Rows == 1 ? 0 : Engine() & Engine();
    if (Rows >= 16) { // a glider in an empty world
      Serial[Rows + 4] = 2;
      Serial[Rows + 5] = 4;
      Serial[Rows + 6] = 7;
    }
    Buffer<uint64_t> Now(Serial), Next(Serial.size()), Total(Worlds);
    run(P, "live_all", Worlds, Now, Next, Rows, Generations, Total);
    std::vector<uint64_t> Cells(Worlds);
    for (unsigned World = 0; World < Worlds; ++World) {
      uint64_t *Row = &Serial[World * Rows];
      for (unsigned Generation = 0; Generation < Generations; ++Generation) {
        std::vector<uint64_t> Born(Rows);
        for (unsigned Y = 0; Y < Rows; ++Y)
          for (unsigned X = 0; X < Columns; ++X) {
            int Neighbours = 0;
            for (unsigned DY : {Rows - 1, 0u, 1u})
              for (unsigned DX : {Columns - 1, 0u, 1u})
                if (DX != 0 || DY != 0)
                  Neighbours += Row[(Y + DY) % Rows] >> (X + DX) % Columns & 1;
            const bool Lives = Row[Y] >> X & 1;
            if (Neighbours == 3 || (Lives && Neighbours == 2)) {
              Born[Y] |= 1ull << X;
              ++Cells[World];
            }
          }
        std::copy(Born.begin(), Born.end(), Row);
      }
    }
    expectEqual(Now, Serial);
    expectEqual(Total, Cells);
  }
}
