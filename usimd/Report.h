//===- Report.h - What a run has left ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_USIMD_REPORT_H
#define TASKLET_USIMD_REPORT_H

#include "Machine.h"
#include "Transactions.h"

#include <ostream>

namespace tasklet::usimd {

/// A run that is over.
struct Finished {
  std::string Name; ///< of the program, for people
  const Program &P;
  const Machine &M;
  const Transactions &Memory;
};

/// Prints steps, transactions, and, by thread and address, all places with a
/// value:
/// \code
///   steps 4
///   transactions load 1, store 0, atomic 0
///   thread 0: x=0 y=5
///   memory: 0=5
/// \endcode
void printState(std::ostream &Out, const Finished &Run);

/// "stopped", "undefined", "stuck" or "limit".
const char *nameOf(Outcome How);

} // namespace tasklet::usimd

#endif
