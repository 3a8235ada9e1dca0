//===- TraceJson.h - The trace for other programs ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// One object: `program` (instructions as text, from pc 1 on), `threads`,
/// `steps` and `end`. A step has `pc` and `rule`, and `active`, `sync` and
/// `context` as they are before the step, tops first. A load, store or atomic
/// also has `addresses` by active thread, and a shfl has `outside` if threads
/// applied Si. `end` has `outcome`, `pc`, `steps`, `reason`, `undefined`,
/// `transactions`, `locals` by thread, and `memory`.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_USIMD_TRACEJSON_H
#define TASKLET_USIMD_TRACEJSON_H

#include "Report.h"

namespace tasklet::usimd {

class TraceJson : public Observer {
public:
  TraceJson(std::ostream &Out, const Program &P, size_t Threads);
  void applied(const Step &Taken, const SyncStack &Sync,
               const ContextStack &Contexts) override;
  void end(const Finished &Run);

private:
  std::ostream &Out;
  bool IsFirst = true;
};

} // namespace tasklet::usimd

#endif
