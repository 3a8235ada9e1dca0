//===- State.cpp - The state of the machine -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "State.h"

using namespace tasklet::usimd;

ThreadSet tasklet::usimd::firstThreads(size_t Count) {
  ThreadSet Set;
  for (size_t T = 0; T < Count; ++T)
    Set.set(T);
  return Set;
}

std::string tasklet::usimd::toString(const ThreadSet &Set) {
  std::string Text;
  for (size_t T = Set._Find_first(); T < MaxThreads;) {
    size_t Last = T;
    while (Last + 1 < MaxThreads && Set[Last + 1])
      ++Last;
    Text += (Text.empty() ? "" : ", ") + std::to_string(T);
    if (Last > T)
      Text += (Last == T + 1 ? ", " : "-") + std::to_string(Last);
    T = Set._Find_next(Last);
  }
  return "{" + Text + "}";
}

/// The top first, as the paper writes stacks.
template <typename Element, typename Function>
static std::string printStack(const std::vector<Element> &Stack,
                              Function Print) {
  std::string Text;
  for (auto I = Stack.rbegin(); I != Stack.rend(); ++I)
    Text += (Text.empty() ? "" : " ") + Print(*I);
  return "[" + Text + "]";
}

std::string tasklet::usimd::toString(const SyncStack &Stack) {
  return printStack(Stack, [](const SyncEntry &E) {
    return "(" + std::to_string(E.Id) + ", " + toString(E.Done) + ", " +
           std::to_string(E.Next) + ", " + toString(E.Todo) + ")";
  });
}

std::string tasklet::usimd::toString(const ContextStack &Stack) {
  return printStack(Stack, [](const Context &C) {
    return "(" + toString(C.Active) + ", " + toString(C.Sync) + ")";
  });
}
