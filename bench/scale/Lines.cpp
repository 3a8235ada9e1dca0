//===- Lines.cpp - Who has which line of memory in its cache --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Lines.h"

#include <algorithm>

using namespace scale;

Lines::Line &Lines::find(uint64_t Number) {
  std::unique_ptr<Line[]> &Page = Pages[Number / OfPage];
  if (!Page)
    Page = std::make_unique<Line[]>(OfPage);
  return Page[Number % OfPage];
}

double Lines::nearest(const Line &L, unsigned To) const {
  double Least = Machine.OtherSocket;
  for (unsigned P = 0; P < Machine.Processors; ++P)
    if (L.Has[P])
      Least = std::min(Least, Machine.distance(P, To));
  return Least;
}

double Lines::farthest(const Line &L, unsigned From) const {
  double Most = 0;
  for (unsigned P = 0; P < Machine.Processors; ++P)
    if (L.Has[P] && P != From)
      Most = std::max(Most, Machine.distance(P, From));
  return Most;
}

double Lines::ask(uint64_t Number, unsigned Processor, uint32_t How,
                  double Now) {
  Line &L = find(Number);
  const bool First = L.Has.none() || (!L.Written && How == TKL_SCALE_LOAD);
  L.Written |= How != TKL_SCALE_LOAD;
  if (First) { // Memory answers.
    L.Has.set(Processor);
    return Now;
  }
  if (How == TKL_SCALE_LOAD) {
    if (L.Has[Processor])
      return Now;
    const double Start = std::max(Now, L.Free);
    L.Free = Start + Machine.Serve;
    const double Done = Start + nearest(L, Processor);
    L.Has.set(Processor);
    return Done;
  }
  if (L.Has[Processor] && L.Has.count() == 1)
    return Now;
  // It comes from one processor, and all others must have dropped it.
  const double Start = std::max(Now, L.Free);
  const double Done = Start + farthest(L, Processor);
  L.Free = Done;
  L.Has.reset();
  L.Has.set(Processor);
  return Done;
}
