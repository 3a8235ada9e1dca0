//===- Integrate.cpp - The area below a curve, by closures ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Integrate.h"

#include BENCH_SYSTEM

#include "Quadrature.h"

using namespace bench;

std::unique_ptr<Problem> bench::makeIntegrate(const Size &S) {
  return make<Integrate>(S);
}
