//===- Picture.cpp - Levels and heat of a room ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include <png.h>

using namespace gaussseidel;

namespace {

using Colour = std::array<double, 3>; ///< Red, green, blue from 0 to 255.
constexpr Colour Background = {13, 15, 22};
constexpr Colour WallColour = {120, 124, 134};
constexpr size_t Margin = 16;        ///< In pixels, as all that follows.
constexpr size_t SmallestSide = 480; ///< Of a panel; cells become squares.

Colour mix(const Colour &A, const Colour &B, double Part) {
  Colour Result;
  for (size_t K = 0; K < 3; ++K)
    Result[K] = (1 - Part) * A[K] + Part * B[K];
  return Result;
}

/// The colour at \p Place, 0 to 1, of a scale.
template <size_t N> Colour pick(const Colour (&Stops)[N], double Place) {
  Place = std::clamp(Place, 0.0, 1.0) * (N - 1);
  const size_t Stop = std::min(static_cast<size_t>(Place), N - 2);
  return mix(Stops[Stop], Stops[Stop + 1], Place - static_cast<double>(Stop));
}

constexpr Colour LevelScale[] = {{68, 1, 84},    {62, 74, 137},  {49, 104, 142},
                                 {38, 130, 142}, {53, 183, 121}, {180, 222, 44},
                                 {253, 231, 37}};
constexpr Colour HeatScale[] = {{8, 9, 40},      {40, 60, 140},
                                {120, 170, 210}, {250, 220, 150},
                                {240, 120, 60},  {160, 20, 30}};

class Canvas {
public:
  Canvas(const Room &R)
      : R(R),
        Cell(std::max<size_t>(1, SmallestSide / std::max(R.Width, R.Height))),
        Width(2 * R.Width * Cell + 3 * Margin),
        Height(R.Height * Cell + 2 * Margin), Pixels(Width * Height * 3) {
    for (size_t I = 0; I < Pixels.size(); ++I)
      Pixels[I] = static_cast<png_byte>(Background[I % 3]);
  }

  /// \p ColourOf gives the colour of a cell by its number.
  template <typename F> void paintPanel(size_t Left, F ColourOf) {
    for (size_t Y = 0; Y < R.Height * Cell; ++Y)
      for (size_t X = 0; X < R.Width * Cell; ++X) {
        const size_t At = Y / Cell * R.Width + X / Cell;
        const Colour C = R.Wall[At] ? WallColour : ColourOf(At);
        for (size_t K = 0; K < 3; ++K)
          Pixels[((Margin + Y) * Width + Left + X) * 3 + K] =
              static_cast<png_byte>(std::lround(C[K]));
      }
  }

  size_t secondPanel() const { return 2 * Margin + R.Width * Cell; }

  void write(const std::string &FileName) const {
    png_image Image;
    std::memset(&Image, 0, sizeof(Image));
    Image.version = PNG_IMAGE_VERSION;
    Image.width = static_cast<png_uint_32>(Width);
    Image.height = static_cast<png_uint_32>(Height);
    Image.format = PNG_FORMAT_RGB;
    if (!png_image_write_to_file(&Image, FileName.c_str(), 0, Pixels.data(), 0,
                                 nullptr))
      throw std::runtime_error("cannot write the picture '" + FileName +
                               "': " + Image.message);
  }

private:
  const Room &R;
  size_t Cell; ///< Pixels of a cell's side.
  size_t Width, Height;
  std::vector<png_byte> Pixels;
};

} // namespace

void gaussseidel::writePicture(const std::string &FileName, const Room &After) {
  const std::vector<uint32_t> Levels = After.levels();
  const uint32_t Most =
      std::max(1u, *std::max_element(Levels.begin(), Levels.end()));
  const uint32_t LineEvery = std::max(2u, Most / 40);
  Canvas Paper(After);
  Paper.paintPanel(Margin, [&](size_t At) -> Colour {
    if (Levels[At] == 0)
      return Background;
    const Colour C = pick(LevelScale, double(Levels[At]) / Most);
    return Levels[At] % LineEvery == 0 ? mix(C, {255, 255, 255}, 0.5) : C;
  });
  Paper.paintPanel(Paper.secondPanel(), [&](size_t At) -> Colour {
    return pick(HeatScale, After.Heat[At]);
  });
  Paper.write(FileName);
}
