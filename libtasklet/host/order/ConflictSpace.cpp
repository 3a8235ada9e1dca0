//===- ConflictSpace.cpp - The memory that work-items share ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "order/ConflictSpace.h"

#include <algorithm>
#include <map>

using namespace tasklet;

/// What makes an inspector wrong for this memory.
static SerialReason findAlias(const ManifestKernel &Kernel,
                              const std::vector<ParameterMemory> &Memory) {
  const ManifestOrder &Order = Kernel.Order;
  // Any of them may be the memory that is monitored.
  for (uint32_t Index : Kernel.Buffers)
    if (!Memory[Index].IsKnown)
      return SerialReason::Unknown;
  // The inspector says nothing of accesses through other parameters.
  for (uint32_t Other : Kernel.Buffers)
    for (uint32_t Monitored : Order.Monitored)
      if (!contains(Order.Monitored, Other) &&
          (contains(Order.Written, Other) ||
           contains(Order.Written, Monitored)) &&
          Memory[Other].overlaps(Memory[Monitored]))
        return SerialReason::Aliased;
  // It reads everything before the first work-item writes.
  for (uint32_t Read : Order.Inspected)
    for (uint32_t Written : Order.Written)
      if (Memory[Read].overlaps(Memory[Written]))
        return SerialReason::Inspected;
  return SerialReason::None;
}

/// Whether the command may write to the memory of a parameter, through any of its
/// parameters.
static bool isWritten(uint32_t Index, const ManifestKernel &Kernel,
                      const std::vector<ParameterMemory> &Memory) {
  const std::vector<uint32_t> &Written = Kernel.Order.Written;
  return std::any_of(Written.begin(), Written.end(), [&](uint32_t Other) {
    return Memory[Other].Root && Memory[Index].overlaps(Memory[Other]);
  });
}

ConflictSpace::ConflictSpace(const ManifestKernel &Kernel,
                             const std::vector<ParameterMemory> &Memory)
    : Params(Kernel.HiddenArg), RootFirsts(Kernel.HiddenArg),
      Reason(findAlias(Kernel, Memory)) {
  if (Reason != SerialReason::None)
    return;
  const uint64_t Grain = Kernel.Order.Grain;
  // The part of each root that is used; in the order of the parameters, so that
  // equal commands get equal numbers.
  struct Part {
    uint64_t Begin, End, First;
  };
  std::map<const void *, Part> Parts;
  std::vector<Part *> InOrder;
  // Reads of memory that nobody writes conflict with nothing. Without a size,
  // the inspector ignores them; but guarded loads need it, and so does a
  // work-item that travels to its bin.
  std::vector<uint32_t> InSpace;
  for (uint32_t Index : Kernel.Order.Monitored)
    if (Memory[Index].Root &&
        (Kernel.Order.Payload != 0 || isWritten(Index, Kernel, Memory) ||
         contains(Kernel.Order.Guarded, Index)))
      InSpace.push_back(Index);
  for (uint32_t Index : InSpace) {
    const ParameterMemory &M = Memory[Index];
    auto [It, IsNew] =
        Parts.try_emplace(M.Root, Part{M.Offset, M.Offset + M.Bytes, 0});
    Part &P = It->second;
    if (IsNew)
      InOrder.push_back(&P);
    if ((M.Offset ^ P.Begin) & (Grain - 1)) {
      Reason = SerialReason::Grain;
      return;
    }
    P.Begin = std::min(P.Begin, M.Offset);
    P.End = std::max(P.End, M.Offset + M.Bytes);
  }
  for (Part *P : InOrder) {
    P->First = Elements;
    Elements += (P->End - P->Begin + Grain - 1) / Grain;
  }
  Roots = static_cast<unsigned>(InOrder.size());
  // No elements, but a size.
  for (uint32_t Index : Kernel.Order.Guarded) {
    Params[Index].bytes = Memory[Index].Bytes;
    ReachesBack |= Memory[Index].Before != 0;
  }
  for (uint32_t Index : InSpace) {
    const ParameterMemory &M = Memory[Index];
    const Part &P = Parts.at(M.Root);
    ReachesBack |= M.Before != 0;
    Params[Index] = {P.First + (M.Offset - P.Begin) / Grain, M.Bytes};
    RootFirsts[Index] = P.First;
  }
}

std::vector<tkl_order_param> ConflictSpace::paramsInRoots() const {
  std::vector<tkl_order_param> Own = Params;
  for (size_t I = 0; I < Own.size(); ++I)
    Own[I].first -= RootFirsts[I];
  return Own;
}
