//===- AnalysisKeys.cpp - What the analysis of a command depends on -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/AnalysisKeys.h"

#include "launch/KernelMemory.h"
#include "launch/OrderObject.h"
#include "launch/OrderStreams.h"

using namespace tasklet;

template <typename T> static void append(std::string &Text, const T &Value) {
  Text.append(reinterpret_cast<const char *>(&Value), sizeof(Value));
}

std::string tasklet::makeKey(const OrderLaunch &L, AnalysisKey &Key) {
  if (std::string Why = unseenWrites(L); !Why.empty())
    return Why;
  const ManifestKernel &Info = *L.Kernel.Spawning;
  if (Info.Order.UsesAddresses)
    return "its accesses depend on where the memory lies";
  Key.Program = L.Kernel.Built;
  Key.Kernel = L.Kernel.DriverName;
  Key.Plan = L.Request.Plan;
  std::string &Text = Key.Values;
  append(Text, L.Request.MuchMemory != 0);
  append(Text, L.Request.TriesOwners);
  append(Text, L.Request.Workers);
  append(Text, L.Queue->Device);
  tkl_order_header Ids = {};
  L.writeRange(Ids);
  append(Text, Ids.dimensions);
  append(Text, Ids.range);
  append(Text, Ids.offset);
  append(Text, Ids.group);
  for (const tkl_order_param &Each : L.Space.Params)
    append(Text, Each);
  // Two buffers, or two parts of one, have the same numbers of elements, but not
  // if these are counted in each root.
  if (L.Request.Plan == TKL_ORDER_OWNERS)
    for (uint64_t Each : L.Space.RootFirsts)
      append(Text, Each);
  append(Text, L.Space.ReachesBack);
  for (const auto &[Index, Value] : inspectedValues(Info.Order, L.Values)) {
    append(Text, Index);
    append(Text, Value.size());
    Text += Value;
  }
  for (uint32_t Index : Info.Buffers)
    append(Text, L.Arguments[Index].Root == nullptr);
  for (uint32_t Index : Info.Order.Inspected) {
    const ParameterMemory &Memory = L.Arguments[Index];
    std::optional<uint64_t> Version =
        contains(Info.Buffers, Index) ? watch(Memory) : std::nullopt;
    if (!Version)
      return "not all writes to what it depends on can be seen";
    append(Text, Memory.Root);
    append(Text, Memory.Offset);
    append(Text, Memory.Bytes);
    Key.Roots.push_back(Memory.Root);
    Key.Versions.push_back(*Version);
  }
  return std::string();
}
