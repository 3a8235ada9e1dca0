//===- Quadrature.h - The area below a curve, by halves ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// For the sources that define makeIntegrate: Integrate.h says why others must
/// not compile it.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_PROBLEMS_QUADRATURE_H
#define TASKLET_BENCH_PROBLEMS_QUADRATURE_H

#include "Problem.h"

#include <cmath>
#include <cstring>

namespace bench {

/// All systems get the same area to the last bit: the tree of calls says in
/// which order it is added, and no operations of this file are fused.
class Integrate : public Problem {
public:
  explicit Integrate(const Size &S) : End(double(checkSize(S.N, 1, 10000))) {}
  void solve() override {
    const double Low = height(0), High = height(End);
    const double Trapezium = (Low + High) / 2 * End;
    Result = wholeArea(Low, High, Trapezium);
  }
  uint64_t result() const override {
    uint64_t Bits;
    std::memcpy(&Bits, &Result, sizeof(Bits));
    return Bits;
  }

protected:
  static constexpr double Tolerance = 1e-9;

  static double height(double X) { return (X * X + 1.0) * X; }

  /// An interval that is cut in two.
  struct Halves {
    Halves(double Left, double LeftHeight, double Right, double RightHeight)
        : Step((Right - Left) / 2), Middle(Left + Step), Height(height(Middle)),
          LeftPart((LeftHeight + Height) / 2 * Step),
          RightPart((Height + RightHeight) / 2 * Step) {}

    bool isGood(double Trapezium) const {
      return std::fabs(LeftPart + RightPart - Trapezium) < Tolerance;
    }

    double Step, Middle, Height, LeftPart, RightPart;
  };

  /// From the heights at both ends, and the first trapezium.
  virtual double wholeArea(double Low, double High, double Trapezium) {
    return RunsTasks ? spawning(0, Low, End, High, Trapezium)
                     : calling(0, Low, End, High, Trapezium);
  }

  KEEP_CALLS static double calling(double Left, double LeftHeight, double Right,
                                   double RightHeight, double Trapezium) {
    const Halves H(Left, LeftHeight, Right, RightHeight);
    if (H.isGood(Trapezium))
      return H.LeftPart + H.RightPart;
    const double A = calling(Left, LeftHeight, H.Middle, H.Height, H.LeftPart);
    const double B =
        calling(H.Middle, H.Height, Right, RightHeight, H.RightPart);
    return A + B;
  }

  static double spawning(double Left, double LeftHeight, double Right,
                         double RightHeight, double Trapezium) {
    const Halves H(Left, LeftHeight, Right, RightHeight);
    if (H.isGood(Trapezium))
      return H.LeftPart + H.RightPart;
    double A;
    TaskGroup Group;
    Group.spawn([&A, Left, LeftHeight, Middle = H.Middle, Height = H.Height,
                 Part = H.LeftPart] {
      A = spawning(Left, LeftHeight, Middle, Height, Part);
    });
    const double B =
        spawning(H.Middle, H.Height, Right, RightHeight, H.RightPart);
    Group.wait();
    return A + B;
  }

  double End;

private:
  double Result = -1;
};

} // namespace bench

#endif
