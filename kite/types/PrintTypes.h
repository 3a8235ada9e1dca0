//===- PrintTypes.h - What --emit=types shows -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints a checked program as Kite, with what the checker has found: all
/// types, forces and widenings, one task for each instance under its unique
/// name, captures as comments.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_TYPES_PRINTTYPES_H
#define TASKLET_KITE_TYPES_PRINTTYPES_H

#include "types/CheckedProgram.h"

#include "llvm/Support/raw_ostream.h"

namespace tasklet::kite {

void printTypes(const CheckedProgram &P, llvm::raw_ostream &Stream);

} // namespace tasklet::kite

#endif
