//===- Picture.cpp - The bodies before and after --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Picture.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include <png.h>

using namespace barneshut;

namespace {

// In pixels.
constexpr int PanelSide = 720;
constexpr int Margin = 24;
constexpr int Width = 2 * PanelSide + 3 * Margin;
constexpr int Height = PanelSide + 2 * Margin;

using Colour = std::array<double, 3>; ///< Red, green, blue from 0 to 255.
constexpr Colour Background = {13, 15, 22};
constexpr Colour Border = {52, 58, 74};

/// The part of the x-y plane that a panel shows.
struct View {
  std::array<double, 2> Centre = {};
  double HalfSide = 1;
};

/// Shows the bulk of the bodies of both panels; a few far ones would make the
/// rest a dot.
View chooseView(const std::vector<Body> &Before,
                const std::vector<Body> &After) {
  View V;
  const size_t Count = Before.size() + After.size();
  if (!Count)
    return V;
  std::vector<double> Values;
  const auto Percentile = [&](double Fraction, auto Measure) {
    Values.clear();
    for (const auto *Bodies : {&Before, &After})
      for (const Body &B : *Bodies)
        Values.push_back(Measure(B));
    const auto Index =
        static_cast<size_t>(Fraction * static_cast<double>(Count - 1) + 0.5);
    std::nth_element(Values.begin(),
                     Values.begin() + static_cast<ptrdiff_t>(Index),
                     Values.end());
    return Values[Index];
  };
  const double Shown = Count < 2000 ? 1.0 : 0.95;
  for (size_t D = 0; D < 2; ++D) {
    const auto Coordinate = [D](const Body &B) { return B.Position[D]; };
    V.Centre[D] = 0.5 * (Percentile(Shown, Coordinate) +
                         Percentile(1 - Shown, Coordinate));
  }
  const double Reach = Percentile(Shown, [&V](const Body &B) {
    return std::max(std::fabs(B.Position[0] - V.Centre[0]),
                    std::fabs(B.Position[1] - V.Centre[1]));
  });
  if (Reach > 0)
    V.HalfSide = 1.1 * Reach;
  return V;
}

using Grid = std::vector<double>; ///< PanelSide rows of PanelSide.

/// Bodies per pixel. Each body is a small round spot, larger if they are few.
Grid density(const std::vector<Body> &Bodies, const View &V) {
  Grid Result(static_cast<size_t>(PanelSide) * PanelSide, 0.0);
  const double Sigma = std::clamp(
      60 / std::sqrt(static_cast<double>(Bodies.size()) + 1), 0.7, 5.0);
  const int Reach = static_cast<int>(std::ceil(3 * Sigma));
  const double Weight = 1 / (2 * 3.14159265358979 * Sigma * Sigma);
  const double Scale = PanelSide / (2 * V.HalfSide);
  for (const Body &B : Bodies) {
    const double X = PanelSide / 2.0 + Scale * (B.Position[0] - V.Centre[0]);
    const double Y = PanelSide / 2.0 - Scale * (B.Position[1] - V.Centre[1]);
    // Also keeps far bodies from overflowing an int.
    if (!(X > -Reach && X < PanelSide + Reach && Y > -Reach &&
          Y < PanelSide + Reach))
      continue;
    const int Column = static_cast<int>(X), Row = static_cast<int>(Y);
    for (int R = std::max(0, Row - Reach);
         R <= std::min(PanelSide - 1, Row + Reach); ++R)
      for (int C = std::max(0, Column - Reach);
           C <= std::min(PanelSide - 1, Column + Reach); ++C) {
        const double DX = C + 0.5 - X, DY = R + 0.5 - Y;
        Result[static_cast<size_t>(R * PanelSide + C)] +=
            Weight * std::exp(-(DX * DX + DY * DY) / (2 * Sigma * Sigma));
      }
  }
  return Result;
}

/// From night blue over violet and orange to a warm white.
Colour colourOf(double Brightness) {
  static constexpr Colour Stops[] = {
      {8, 9, 18},    {30, 24, 72},   {92, 38, 122},  {168, 54, 112},
      {228, 98, 72}, {250, 170, 74}, {255, 244, 214}};
  constexpr size_t Last = sizeof(Stops) / sizeof(Stops[0]) - 1;
  const double Place = std::clamp(Brightness, 0.0, 1.0) * Last;
  const size_t Stop = std::min(static_cast<size_t>(Place), Last - 1);
  const double Part = Place - static_cast<double>(Stop);
  Colour Result;
  for (size_t K = 0; K < 3; ++K)
    Result[K] = (1 - Part) * Stops[Stop][K] + Part * Stops[Stop + 1][K];
  return Result;
}

class Canvas {
public:
  Canvas() : Pixels(static_cast<size_t>(Width) * Height * 3) {
    for (int Y = 0; Y < Height; ++Y)
      for (int X = 0; X < Width; ++X)
        set(X, Y, Background);
  }

  void paintPanel(int Left, const Grid &Density, double Brightest) {
    // A single body must be seen beside the densest pixel.
    const double Faint = Brightest / 100;
    for (int Y = -1; Y <= PanelSide; ++Y)
      for (int X = -1; X <= PanelSide; ++X) {
        const bool Inside = X >= 0 && X < PanelSide && Y >= 0 && Y < PanelSide;
        const double D =
            Inside ? Density[static_cast<size_t>(Y * PanelSide + X)] : 0.0;
        set(Left + X, Margin + Y,
            Inside ? colourOf(std::log1p(D / Faint) /
                              std::log1p(Brightest / Faint))
                   : Border);
      }
  }

  void write(const std::string &FileName) const {
    png_image Image;
    std::memset(&Image, 0, sizeof(Image));
    Image.version = PNG_IMAGE_VERSION;
    Image.width = Width;
    Image.height = Height;
    Image.format = PNG_FORMAT_RGB;
    if (!png_image_write_to_file(&Image, FileName.c_str(), 0, Pixels.data(), 0,
                                 nullptr))
      throw std::runtime_error("cannot write the picture '" + FileName +
                               "': " + Image.message);
  }

private:
  void set(int X, int Y, const Colour &C) {
    for (size_t K = 0; K < 3; ++K)
      Pixels[static_cast<size_t>(Y * Width + X) * 3 + K] =
          static_cast<png_byte>(std::lround(C[K]));
  }

  std::vector<png_byte> Pixels;
};

/// What is painted white: nearly the densest pixel.
double brightest(const Grid &A, const Grid &B) {
  std::vector<double> Lit;
  for (const Grid *G : {&A, &B})
    for (const double D : *G)
      if (D > 1e-6)
        Lit.push_back(D);
  if (Lit.empty())
    return 1;
  const auto Place =
      Lit.begin() + static_cast<ptrdiff_t>((Lit.size() - 1) * 9998 / 10000);
  std::nth_element(Lit.begin(), Place, Lit.end());
  return *Place;
}

} // namespace

void barneshut::writePicture(const std::string &FileName,
                             const std::vector<Body> &Before,
                             const std::vector<Body> &After) {
  const View V = chooseView(Before, After);
  const Grid Left = density(Before, V), Right = density(After, V);
  const double Brightest = brightest(Left, Right);
  Canvas Paper;
  Paper.paintPanel(Margin, Left, Brightest);
  Paper.paintPanel(2 * Margin + PanelSide, Right, Brightest);
  Paper.write(FileName);
}
