//===- VerifyChecked.h - Does the checker keep its promises? ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Looks whether a program has what CheckedProgram.h guarantees. For tests: it
/// shares no code with the checker.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_TYPES_VERIFYCHECKED_H
#define TASKLET_KITE_TYPES_VERIFYCHECKED_H

#include "types/CheckedProgram.h"

#include <string>

namespace tasklet::kite {

/// Empty, or the first promise that is broken.
std::string verifyChecked(const CheckedProgram &P);

} // namespace tasklet::kite

#endif
