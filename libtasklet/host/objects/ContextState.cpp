//===- ContextState.cpp - What we know about a cl_context -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "objects/ContextState.h"

#include "objects/KeptAnalyses.h"
#include "trace/TickClock.h"

#include <algorithm>
#include <cstdio>

using namespace tasklet;

/// Graphics interfaces are named in the list that a context is made with.
static bool hasForeignProperties(cl_context Context) {
  std::string List = queryBytes([&](size_t Size, void *Value, size_t *SizeRet) {
    return next().clGetContextInfo(Context, CL_CONTEXT_PROPERTIES, Size, Value,
                                   SizeRet);
  });
  for (size_t I = 0; I + sizeof(cl_context_properties) <= List.size();
       I += 2 * sizeof(cl_context_properties)) {
    cl_context_properties Name = 0;
    memcpy(&Name, List.data() + I, sizeof(Name));
    if (Name && Name != CL_CONTEXT_PLATFORM)
      return true;
  }
  return false;
}

ContextState::ContextState(cl_context Context, ContextNotify Function,
                           void *Data, const LaunchChoices &Choices)
    : Settings(LaunchSettings::read().with(Choices, Chooser::Context)),
      Heaps(std::make_shared<HeapPool>(Context)),
      Orders(std::make_shared<HeapPool>(Context, /*OnLargePages=*/true)),
      Slabs(Context), Analyses(std::make_shared<KeptAnalyses>(Orders)),
      SharesMemory(hasForeignProperties(Context)), Notify(Function),
      UserData(Data) {
  tickClock(); // Starts it.
}

ContextState::~ContextState() {
  Analyses->clear();
  Heaps->close();
  Orders->close();
}

void ContextState::report(const std::string &Text) {
  std::string Line = "tasklet: " + Text;
  {
    std::lock_guard<std::mutex> Lock(MessageMutex);
    Message = Line;
  }
  if (Notify)
    Notify(Line.c_str(), nullptr, 0, UserData);
  else
    fprintf(stderr, "%s\n", Line.c_str());
}

std::string ContextState::lastMessage() {
  std::lock_guard<std::mutex> Lock(MessageMutex);
  return Message;
}

ObjectTable<cl_context, ContextState> &tasklet::contexts() {
  return immortal<ObjectTable<cl_context, ContextState>>();
}

std::shared_ptr<ContextState> tasklet::contextState(cl_context Context) {
  // A context that was made before the library was there has no entry yet.
  return contexts().findOrInsert(Context, [&] {
    return std::make_shared<ContextState>(Context, nullptr, nullptr);
  });
}

uint64_t tasklet::largestHeap(const std::vector<cl_device_id> &Devices) {
  uint64_t Largest = 0;
  for (cl_device_id Device : Devices) {
    cl_ulong Bytes = 0;
    next().clGetDeviceInfo(Device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(Bytes),
                           &Bytes, nullptr);
    Largest = std::max<uint64_t>(Largest, Bytes);
  }
  return Largest;
}
