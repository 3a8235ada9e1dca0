//===- Evaluate.h - Arithmetic of random programs ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_TASKS_EVALUATE_H
#define TASKLET_TEST_FUZZ_TASKS_EVALUATE_H

#include "Ast.h"

namespace tasklet::fuzz {

/// What a number of that type holds after \p Bits was stored into it. Signed
/// ones are kept with their sign extended.
uint64_t convert(Scalar To, uint64_t Bits);

/// As the printer writes it: through ushort.
uint64_t store(Scalar To, uint64_t Bits);

uint64_t narrow(bool Wide, uint64_t Bits);

/// \p B is ignored by operators of one operand.
uint64_t compute(Op Operator, bool Wide, uint64_t A, uint64_t B);

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_TASKS_EVALUATE_H
