//===- Integrate.h - The area below a curve, by halves ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A file of its own, because the results must not depend on whether a compiler
/// fuses a * b + c: it is compiled with -ffp-contract=off.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_PROBLEMS_INTEGRATE_H
#define TASKLET_BENCH_PROBLEMS_INTEGRATE_H

#include "Problem.h"

#include <memory>

namespace bench {

std::unique_ptr<Problem> makeIntegrate(const Size &S);

} // namespace bench

#endif
