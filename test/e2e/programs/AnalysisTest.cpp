//===- AnalysisTest.cpp - Programs on functions of a real number ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include <algorithm>
#include <cmath>
#include <complex>

using namespace tasklet::test;

using AnalysisPrograms = Programs;
INSTANTIATE_PROGRAMS(AnalysisPrograms);

using Complex = std::complex<double>;
using Signal = std::vector<cl_float2>;

static const double Pi = std::acos(-1.0);

static Signal randomSignal(size_t Size, unsigned Seed) {
  std::mt19937 Engine(Seed);
  std::uniform_real_distribution<float> Number(-1.0f, 1.0f);
  Signal Values(Size);
  for (cl_float2 &Value : Values)
    Value = {{Number(Engine), Number(Engine)}};
  return Values;
}

static Complex at(const Signal &S, size_t I) { return {S[I].s[0], S[I].s[1]}; }

TEST_P(AnalysisPrograms, FourierTransform) {
  Program P = load("fft");
  constexpr unsigned Signals = 3;
  for (unsigned Size : {2u, 4u, 8u, 256u}) {
    Signal In = randomSignal(Signals * Size, Size);
    Buffer<cl_float2> Out(Signals * Size);
    run(P, "transform_all", Signals, Buffer<cl_float2>(In), Out, Size);
    Signal Spectrum = Out.read();
    for (unsigned I = 0; I < Signals * Size; ++I) {
      // By definition. Each of the 8 levels rounds values of magnitude up to
      // about sqrt(256), with relative errors of some 1e-7.
      Complex Sum = 0;
      for (unsigned K = 0; K < Size; ++K)
        Sum += at(In, I / Size * Size + K) *
               std::polar(1.0, -2.0 * Pi * (I % Size) * K / Size);
      EXPECT_LT(std::abs(at(Spectrum, I) - Sum), 5e-5) << "element " << I;
    }
  }
}

TEST_P(AnalysisPrograms, Convolution) {
  constexpr unsigned Size = 128;
  Signal A = randomSignal(Size, 1), B = randomSignal(Size, 2);
  Buffer<cl_float2> Out(Size);
  run(load("fft"), "convolve_pair", 1, Buffer<cl_float2>(A),
      Buffer<cl_float2>(B), Size, Buffer<cl_float2>(2 * Size), Out);
  Signal Values = Out.read();
  for (unsigned I = 0; I < Size; ++I) {
    Complex Sum = 0;
    for (unsigned K = 0; K < Size; ++K)
      Sum += at(A, K) * at(B, (I + Size - K) % Size);
    // Three transforms of values up to sqrt(128), as above.
    EXPECT_LT(std::abs(at(Values, I) - Sum), 5e-5) << "element " << I;
  }
}

TEST_P(AnalysisPrograms, Quadrature) {
  enum Shape { SquareRoot, Oscillation, Peak, Step, Constant };
  struct Integrand {
    Shape Of;
    double Parameter;
  };
  struct Integral {
    double Value, Error;
    unsigned Panels, Unfinished;
  };
  const std::vector<Integrand> F = {
      {SquareRoot, 0}, {SquareRoot, 0}, {Oscillation, 50},
      {Peak, 1000},    {Peak, 1000},    {Step, 0.3},
      {Constant, 2.5}, {Constant, 2.5}, {Oscillation, 0.125}};
  const std::vector<cl_double2> Limits = {{{0, 4}},  {{1, 2}},  {{0, 3}},
                                          {{-1, 2}}, {{2, -1}}, {{0, 1}},
                                          {{3, 3}},  {{-1, 5}}, {{-9, 7}}};
  // Antiderivatives say more than another rule would.
  auto Antiderivative = [](Integrand F, double X) {
    switch (F.Of) {
    case SquareRoot:
      return 2.0 / 3.0 * X * std::sqrt(X);
    case Oscillation:
      return -std::cos(F.Parameter * X) / F.Parameter;
    case Peak:
      return std::atan(F.Parameter * X) / F.Parameter;
    case Step:
      return std::max(X - F.Parameter, 0.0);
    case Constant:
      break;
    }
    return F.Parameter * X;
  };
  constexpr double Tolerance = 1e-9;
  constexpr int Depth = 40;
  Buffer<Integral> Out(F.size());
  run(load("quadrature"), "integrate", F.size(), Buffer<Integrand>(F),
      Buffer<cl_double2>(Limits), Tolerance, Depth, Out);
  std::vector<Integral> Results = Out.read();
  for (size_t I = 0; I < F.size(); ++I) {
    const double Serial = Antiderivative(F[I], Limits[I].s[1]) -
                          Antiderivative(F[I], Limits[I].s[0]);
    // The rule's own promise; and a root is not smooth at 0, which the estimate
    // of its error does not know.
    EXPECT_NEAR(Results[I].Value, Serial, 10 * Tolerance) << "integral " << I;
    EXPECT_LE(Results[I].Error, 2 * Tolerance) << "integral " << I;
    // At a jump, and where a derivative is infinite, one panel never ends.
    const bool Rough =
        F[I].Of == Step || (F[I].Of == SquareRoot && Limits[I].s[0] == 0);
    EXPECT_EQ(Results[I].Unfinished, Rough ? 1u : 0u) << "integral " << I;
    const bool Empty = Limits[I].s[0] == Limits[I].s[1];
    EXPECT_EQ(Results[I].Panels == 0, Empty) << "integral " << I;
  }
}

TEST_P(AnalysisPrograms, RealRoots) {
  struct Polynomial {
    int Degree;
    double Coefficient[9];
  };
  struct Roots {
    int Count;
    double Root[8];
  };
  constexpr size_t ChainBytes = sizeof(double) * 91;
  // Products of x - r and of x^2 + q: the roots are known, and the coefficients
  // of integer ones are exact.
  struct Factors {
    std::vector<double> Roots, Squares;
  };
  const std::vector<Factors> Given = {
      {{}, {1}},
      {{3}, {}},
      {{0, 0.5}, {}},
      {{-2, -1, 1, 2}, {}},
      {{-3, -2, -1, 0, 1, 2, 3}, {}},
      {{-1, 4}, {2, 5}},
      {{-3.75, -0.25, 0.125, 2.5}, {1, 1.5}},
      {{1, 1, -2}, {}}, // one of them twice
  };
  std::vector<Polynomial> Polynomials;
  for (const Factors &F : Given) {
    Polynomial P = {0, {1}};
    auto Multiply = [&](std::vector<double> By) {
      Polynomial Product = {P.Degree + int(By.size()) - 1, {}};
      for (int I = 0; I <= P.Degree; ++I)
        for (size_t K = 0; K < By.size(); ++K)
          Product.Coefficient[I + K] += P.Coefficient[I] * By[K];
      P = Product;
    };
    for (double Root : F.Roots)
      Multiply({-Root, 1});
    for (double Square : F.Squares)
      Multiply({Square, 0, 1});
    Polynomials.push_back(P);
  }
  Buffer<Roots> Out(Given.size());
  run(load("real_roots"), "find_roots", Given.size(),
      Buffer<Polynomial>(Polynomials), 10.0,
      Buffer<char>(Given.size() * ChainBytes), Out);
  std::vector<Roots> Results = Out.read();
  for (size_t I = 0; I < Given.size(); ++I) {
    std::vector<double> Serial = Given[I].Roots;
    std::sort(Serial.begin(), Serial.end());
    Serial.erase(std::unique(Serial.begin(), Serial.end()), Serial.end());
    ASSERT_EQ(size_t(Results[I].Count), Serial.size()) << "polynomial " << I;
    // Near a root that is there twice, the value is zero over a width of the
    // root of a rounding error, 1e-8, times the size of the coefficients.
    const double Tolerance =
        Serial.size() == Given[I].Roots.size() ? 1e-11 : 1e-6;
    for (size_t K = 0; K < Serial.size(); ++K)
      EXPECT_NEAR(Results[I].Root[K], Serial[K], Tolerance)
          << "polynomial " << I << ", root " << K;
  }
}
