//===- Integrate.cpp - The area below a curve, by tasks of libfork --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "problems/Integrate.h"

#include BENCH_SYSTEM

#include "problems/Quadrature.h"

using namespace bench;

namespace {

class ForkedIntegrate : public Integrate {
public:
  using Integrate::Halves;
  using Integrate::Integrate;
  double wholeArea(double Low, double High, double Trapezium) override;
};

constexpr auto Area = [](auto Self, double Left, double LeftHeight,
                         double Right, double RightHeight, double Trapezium)
                          LF_STATIC_CALL -> lf::task<double> {
  const ForkedIntegrate::Halves H(Left, LeftHeight, Right, RightHeight);
  if (H.isGood(Trapezium))
    co_return H.LeftPart + H.RightPart;
  double A, B;
  co_await lf::fork(&A, Self)(Left, LeftHeight, H.Middle, H.Height, H.LeftPart);
  co_await lf::call(&B, Self)(H.Middle, H.Height, Right, RightHeight,
                              H.RightPart);
  co_await lf::join;
  co_return A + B;
};

double ForkedIntegrate::wholeArea(double Low, double High, double Trapezium) {
  return runTask(Area, 0.0, Low, End, High, Trapezium);
}

} // namespace

std::unique_ptr<Problem> bench::makeIntegrate(const Size &S) {
  return make<ForkedIntegrate>(S);
}
