//===- TraceText.h - A line for each rule -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_USIMD_TRACETEXT_H
#define TASKLET_USIMD_TRACETEXT_H

#include "Machine.h"

#include <ostream>

namespace tasklet::usimd {

/// Writes pc, rule, instruction, active threads and both stacks, as they are
/// before the rule is applied, with the tops first. Writes each line at once.
class TraceText : public Observer {
public:
  TraceText(std::ostream &Out, const Program &P);
  void applied(const Step &Taken, const SyncStack &Sync,
               const ContextStack &Contexts) override;

private:
  std::ostream &Out;
  const Program &P;
  size_t PcWidth, InstructionWidth = 0;
};

} // namespace tasklet::usimd

#endif
