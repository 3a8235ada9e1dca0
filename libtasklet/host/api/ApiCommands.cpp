//===- ApiCommands.cpp - OpenCL functions that enqueue a command ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What all commands do. Commands.def says what they are called with.
///
//===----------------------------------------------------------------------===//
#include "api/WriteNotes.h"
#include "launch/LaunchByMode.h"
#include "launch/WaitList.h"
#include "objects/MemoryVersions.h"

using namespace tasklet;
using namespace tasklet::words;

/// Calls the driver by \p Driver, unless something in the wait list is known to
/// have failed. If this turns out after a blocking call, \p Undo takes back
/// what the caller does not get.
template <typename Function, typename Reverse>
static cl_int carryOut(const CommandCall &Call, Function Driver, Reverse Undo) {
  FailureWatch Failures(Call);
  if (Failures.refuses())
    return Failures.refuse();
  if (cl_int Error = Driver())
    return Error;
  cl_int Error = Failures.enqueued();
  if (Error)
    Undo();
  return Error;
}

template <typename T> static void unmap(cl_command_queue, const T &) {}
static void unmap(cl_command_queue Queue, Mapped<void *> Region) {
  next().clEnqueueSVMUnmap(Queue, Region.Value, 0, nullptr, nullptr);
}

/// The application may write to it from now on; when it is unmapped, it has.
template <typename T> static void noteMapped(const T &) {}
static void noteMapped(Mapped<void *> Region) {
  noteWrites({use(Region.Value, true)});
}
static void noteMapped(Mapped<cl_mem> Object) {
  noteWrites({use(Object.Value, true)});
}

template <typename T> static void noteFreed(const T &) {}
static void noteFreed(FreedList Word) {
  tasklet::noteFreed(Word.Value, Word.Count);
}

/// \p Words are the arguments before the wait list.
template <typename Driver, typename... Words>
static cl_int enqueue(Driver Function, CommandCall Call, Words... All) {
  // Loaders and drivers for older versions lack some of these functions.
  if (!Function)
    return CL_INVALID_OPERATION;
  Call.Blocking = anyBlocking(All...);
  if (memoryVersions().isActive()) {
    noteWrites(usesOf(All...));
    (noteMapped(All), ...);
  }
  return carryOut(
      Call,
      [&] {
        cl_int Error =
            Function(plain(All)..., Call.NumWaits, Call.Waits, Call.Event);
        if (Error == CL_SUCCESS)
          (noteFreed(All), ...);
        return Error;
      },
      [&] { (unmap(Call.Queue, All), ...); });
}

template <typename Driver, typename... Words>
static void *map(Driver Function, CommandCall Call, cl_int &Error,
                 cl_mem Object, Words... All) {
  void *Region = nullptr;
  Call.Blocking = anyBlocking(All...);
  (noteMapped(All), ...);
  Error = carryOut(
      Call,
      [&] {
        cl_int Code = CL_SUCCESS;
        Region = Function(plain(All)..., Call.NumWaits, Call.Waits, Call.Event,
                          &Code);
        return Code;
      },
      [&] {
        next().clEnqueueUnmapMemObject(Call.Queue, Object, Region, 0, nullptr,
                                       nullptr);
      });
  return Error ? nullptr : Region;
}

static constexpr size_t One = 1;

#define UNPACK(...) __VA_ARGS__

#define COMMAND(Name, Type, Parameters, Arguments)                             \
  CL_API_ENTRY cl_int CL_API_CALL Name(UNPACK Parameters, cl_uint NumWaits,    \
                                       const cl_event *Waits,                  \
                                       cl_event *Event) {                      \
    return guarded([&] {                                                       \
      return enqueue(next().Name, {Queue, Type, NumWaits, Waits, Event},       \
                     UNPACK Arguments);                                        \
    });                                                                        \
  }

#define MAPPING(Name, Type, Parameters, Arguments)                             \
  CL_API_ENTRY void *CL_API_CALL Name(UNPACK Parameters, cl_uint NumWaits,     \
                                      const cl_event *Waits, cl_event *Event,  \
                                      cl_int *ErrorRet) {                      \
    return guardedCreate(ErrorRet, [&](cl_int &Error) {                        \
      return map(next().Name, {Queue, Type, NumWaits, Waits, Event}, Error,    \
                 Object, UNPACK Arguments);                                    \
    });                                                                        \
  }

#define LAUNCH(Name, Type, Parameters, Arguments, Range)                       \
  CL_API_ENTRY cl_int CL_API_CALL Name(UNPACK Parameters, cl_uint NumWaits,    \
                                       const cl_event *Waits,                  \
                                       cl_event *Event) {                      \
    return guarded([&] {                                                       \
      CommandCall Call = {Queue, Type, NumWaits, Waits, Event};                \
      std::shared_ptr<KernelState> State = kernels().find(Kernel);             \
      if (!State || State->mode() != LaunchMode::Ordered)                      \
        noteKernel(Kernel);                                                    \
      return launchByMode(Call, State.get(), Kernel, {UNPACK Range}, [&] {     \
        return enqueue(next().Name, Call, UNPACK Arguments);                   \
      });                                                                      \
    });                                                                        \
  }

#include "api/Commands.def"
