//===- OrderMemory.cpp - How much memory an order may have ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/OrderMemory.h"

#include "heap/LargePages.h"
#include "launch/DeviceFacts.h"
#include "support/HostMemory.h"

#include <algorithm>

using namespace tasklet;

uint64_t tasklet::spareOrderBytes(cl_device_id Device) {
  // Pages that nobody has are found out only when they are used, and then the
  // process ends. Others need some.
  uint64_t Largest = askDevice<cl_ulong>(Device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  return askDevice<cl_device_type>(Device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU
             ? std::min({Largest, HeapPool::spareBytes(Device),
                         availableMemory() / 4 * 3})
             : Largest;
}

uint64_t tasklet::mostOrderBytes(const OrderLaunch &L) {
  return std::max(spareOrderBytes(L.Queue->Device),
                  L.Queue->Owner->Orders->sizeOf(L.Queue->LastOrder));
}

/// A quarter of the device's memory.
static uint64_t defaultKeep(cl_device_id Device) {
  uint64_t Bytes = askDevice<cl_ulong>(Device, CL_DEVICE_GLOBAL_MEM_SIZE) / 4;
  return askDevice<cl_device_type>(Device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU
             ? std::min(Bytes, memoryForHeaps() / 2)
             : Bytes;
}

uint64_t tasklet::mostKeptBytes(const OrderLaunch &L) {
  return L.Settings.OrderedKeep.value_or(defaultKeep(L.Queue->Device));
}

/// What is larger is of commands that take long enough to wait for pages.
static constexpr uint64_t MostPopulated = 256 << 20;

/// What is smaller takes less time than it takes to find out.
static constexpr uint64_t LeastProbed = 64 << 20;

bool tasklet::lacksPages(const OrderLaunch &L, const Heap &Memory) {
  if (!Memory.Pages)
    return false;
  if (L.IsBeside)
    return Memory.Size <= MostPopulated && !Memory.Pages->areThere();
  const bool MayRunInOrder = L.Request.MuchMemory != 0 || L.MayTryBins;
  return L.Request.Plan == TKL_ORDER_BINS && MayRunInOrder &&
         Memory.Size >= LeastProbed && !Memory.Pages->comeFast();
}
