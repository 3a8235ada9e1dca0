//===- TraceText.cpp - A line for each rule -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "TraceText.h"

#include <algorithm>
#include <iomanip>

using namespace tasklet::usimd;

TraceText::TraceText(std::ostream &Out, const Program &P)
    : Out(Out), P(P), PcWidth(std::to_string(P.size()).size()) {
  for (const Instruction &I : P.Code)
    InstructionWidth = std::max(InstructionWidth, P.print(I).size());
}

void TraceText::applied(const Step &Taken, const SyncStack &Sync,
                        const ContextStack &Contexts) {
  Out << std::right << std::setw(PcWidth) << Taken.Pc << "  " << std::left
      << std::setw(7) << nameOf(Taken.Applied) << "  "
      << std::setw(InstructionWidth) << P.print(P.at(Taken.Pc)) << "  "
      << toString(Taken.Active) << "  sync " << toString(Sync) << "  context "
      << toString(Contexts) << "\n";
}
