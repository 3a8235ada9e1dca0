//===- Integrate.cpp - The area below a curve, by tasks of Lace -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "problems/Integrate.h"

#include BENCH_SYSTEM

#include "problems/Quadrature.h"

using namespace bench;

namespace {

class LaceIntegrate : public Integrate {
public:
  using Integrate::Halves;
  using Integrate::Integrate;
  double wholeArea(double Low, double High, double Trapezium) override;
};

} // namespace

TASK_5(double, laceIntegrate, double, Left, double, LeftHeight, double, Right,
       double, RightHeight, double, Trapezium) {
  const LaceIntegrate::Halves H(Left, LeftHeight, Right, RightHeight);
  if (H.isGood(Trapezium))
    return H.LeftPart + H.RightPart;
  SPAWN(laceIntegrate, Left, LeftHeight, H.Middle, H.Height, H.LeftPart);
  const double B =
      CALL(laceIntegrate, H.Middle, H.Height, Right, RightHeight, H.RightPart);
  const double A = SYNC(laceIntegrate);
  return A + B;
}

double LaceIntegrate::wholeArea(double Low, double High, double Trapezium) {
  return RUN(laceIntegrate, 0, Low, End, High, Trapezium);
}

std::unique_ptr<Problem> bench::makeIntegrate(const Size &S) {
  return make<LaceIntegrate>(S);
}
