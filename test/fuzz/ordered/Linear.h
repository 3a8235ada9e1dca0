//===- Linear.h - Indexes that are sums of multiples of ids -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Where all indexes are linear, the library may find at the launch that no two
/// work-items conflict (order/DependenceTest.h). So strides are about as large as
/// what they step over, and the order that has an inspector tells the truth.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_ORDERED_LINEAR_H
#define TASKLET_TEST_FUZZ_ORDERED_LINEAR_H

#include "Ast.h"

#include <optional>

namespace tasklet::ordered {

/// The largest index, for any ids of \p P, any round of a loop, and any scalar of
/// such programs. Nothing if it may be negative.
std::optional<uint64_t> largestOf(const Program &P, const LinearIndex &At);

/// Fills the body of \p P, which has range and parameters, and makes these as
/// large as it needs.
void makeLinear(Program &P);

} // namespace tasklet::ordered

#endif // TASKLET_TEST_FUZZ_ORDERED_LINEAR_H
