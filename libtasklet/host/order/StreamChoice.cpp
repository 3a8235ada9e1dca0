//===- StreamChoice.cpp - Which memory streams are to hold ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "order/StreamChoice.h"

#include "order/AnalysisToken.h"

#include <algorithm>

using namespace tasklet;

static constexpr unsigned LongestPause = 4096;

bool StreamChoice::Pause::take(bool HasChanged) {
  if (HasChanged) {
    Left = Next;
    Next = std::min(4 * Next, LongestPause);
  } else if (Left) {
    --Left;
  }
  return Left != 0;
}

void StreamChoice::choose(const StreamContent &Now, tkl_order_header &Header) {
  Header.stream_token = Header.stream_mask = 0;
  if (!Header.stream_bytes)
    return;
  const bool IsFirst = Before.Memory.size() != Now.Memory.size();
  if (IsFirst) {
    Memory.assign(Now.Memory.size(), Pause());
    Values = Pause();
  }
  uint64_t New = 0, Deciding = 0;
  for (size_t I = 0; I < Now.Memory.size(); ++I) {
    const StreamedMemory &Each = Now.Memory[I];
    const bool IsLeftOut =
        Memory[I].take(!IsFirst && !(Before.Memory[I] == Each));
    if (Each.IsAllowed && !IsLeftOut)
      New |= uint64_t(1) << I;
    if (Each.IsDeciding)
      Deciding |= uint64_t(1) << I;
  }
  if (Values.take(!IsFirst && Before.Values != Now.Values) || (Deciding & ~New))
    New = 0;
  // What has changed is left out. So with the same mask they hold the same.
  if (IsFirst || New != Mask)
    Token = newAnalysisToken();
  Before = Now;
  Mask = New;
  Header.stream_mask = Mask;
  Header.stream_token = Mask ? Token : 0;
}
