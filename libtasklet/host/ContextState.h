//===- ContextState.h - What we know about a cl_context ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_CONTEXTSTATE_H
#define TASKLET_HOST_CONTEXTSTATE_H

#include "Environment.h"
#include "HeapPool.h"
#include "ObjectTable.h"
#include "OpenCL.h"

#include <atomic>

namespace tasklet {

using ContextNotify = void(CL_CALLBACK *)(const char *, const void *, size_t,
                                          void *);

class ContextState {
public:
  ContextState(cl_context Context, ContextNotify Notify, void *UserData);
  ~ContextState();

  /// Tells the user what went wrong: through the context's callback if there
  /// is one, else on standard error.
  void report(const std::string &Text) const;

  std::atomic<int> AppReferences{1};
  const LaunchSettings Settings;
  const std::shared_ptr<HeapPool> Heaps;

private:
  ContextNotify Notify;
  void *UserData;
};

ObjectTable<cl_context, ContextState> &contexts();

/// Never null.
std::shared_ptr<ContextState> contextState(cl_context Context);

} // namespace tasklet

#endif
