//===- OrderStreams.cpp - What an analysis keeps copies of ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/OrderStreams.h"

#include "launch/KernelMemory.h"
#include "objects/ContextState.h"
#include "objects/KernelUses.h"
#include "objects/MemoryVersions.h"
#include "objects/UserEvents.h"

#include <algorithm>

using namespace tasklet;

std::string tasklet::unseenWrites(const OrderLaunch &L) {
  if (userEvents().anyPending())
    return "a user event is pending";
  if (L.Queue->Owner->SharesMemory || !memoryVersions().areTrusted())
    return "the application uses extensions that may write memory";
  std::shared_ptr<KernelUses> Uses = kernelUses().find(L.Handle);
  return Uses && Uses->usesShared()
             ? "the kernel may use more memory than its arguments"
             : "";
}

/// Whether the command may write memory that it also reads through parameters
/// through which it does not write.
static bool writesWhatIsRead(const ManifestKernel &Info,
                             const std::vector<ParameterMemory> &Arguments) {
  const std::vector<uint32_t> &Written = Info.Order.Written;
  const auto Overlaps = [&](uint32_t Index) {
    return std::any_of(Written.begin(), Written.end(), [&](uint32_t Other) {
      return Arguments[Index].overlaps(Arguments[Other]);
    });
  };
  return std::any_of(Info.Buffers.begin(), Info.Buffers.end(),
                     [&](uint32_t Index) {
                       return !contains(Written, Index) && Overlaps(Index);
                     });
}

/// The values that decide what is in the streams.
static std::string decidingValues(const OrderLaunch &L) {
  const ManifestKernel &Info = *L.Kernel.Spawning;
  std::string Text;
  for (uint32_t Index : Info.Order.StreamValues)
    if (contains(Info.Buffers, Index)) {
      Text += L.Arguments[Index].Root ? 'p' : '0';
    } else if (auto Found = L.Values.find(Index); Found != L.Values.end()) {
      Text += std::to_string(Found->second.size()) + ':';
      Text += Found->second;
    }
  return Text;
}

OrderStreams tasklet::findStreams(const OrderLaunch &L, bool IsPromised) {
  const ManifestKernel &Info = *L.Kernel.Spawning;
  // The executor may read each place once.
  if (L.Request.Plan != TKL_ORDER_LEVELS || !L.Settings.OrderedStreams ||
      Info.Order.Streamed.empty() || writesWhatIsRead(Info, L.Arguments))
    return {};
  const bool AllIsSeen = !IsPromised || unseenWrites(L).empty();
  // Nothing: it is not in streams.
  const auto VersionOf = [&](uint32_t Index) -> std::optional<uint64_t> {
    const ParameterMemory &Memory = L.Arguments[Index];
    if (!contains(Info.Buffers, Index) || !Memory.Root)
      return std::nullopt;
    if (IsPromised && contains(Info.Order.Pattern, Index))
      return 0;
    return AllIsSeen ? watch(Memory) : std::nullopt;
  };
  OrderStreams Found;
  uint64_t Bytes = 0;
  for (uint32_t Index : Info.Order.Streamed) {
    const ParameterMemory &Memory = L.Arguments[Index];
    const std::optional<uint64_t> Version = VersionOf(Index);
    Found.Content.Memory.push_back({Memory.Root, Memory.Offset,
                                    Version.value_or(0), Version.has_value(),
                                    contains(Info.Order.Deciding, Index)});
    Bytes += Version ? Memory.Bytes : 0;
  }
  Found.Content.Values = decidingValues(L);
  if (Bytes)
    Found.Room = streamRoom(Bytes, L.Request.Items);
  return Found;
}

uint64_t tasklet::roomInOrder(const OrderLaunch &L) {
  const uint64_t Room = findStreams(L, /*IsPromised=*/true).Room;
  return Room <= L.Request.MaxBytes / 2 ? Room : 0;
}
