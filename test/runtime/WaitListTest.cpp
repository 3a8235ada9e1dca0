//===- WaitListTest.cpp - What waits for a command that fails -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

using namespace tasklet;

static constexpr cl_int InWaitList =
    CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;

class WaitListTest : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    restart(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
    Kernel = makeKernel("squares");
    Out = makeBuffer(10);
    To = makeBuffer(10);
    fill(To, 77);
    cl_int Error = CL_SUCCESS;
    Gate = clCreateUserEvent(Context, &Error);
  }
  void TearDown() override {
    clFinish(Queue);
    for (cl_event Each : Events)
      clReleaseEvent(Each);
    clReleaseEvent(Gate);
    DeviceTest::TearDown();
  }

  void fill(cl_mem Buffer, int Value) {
    EXPECT_EQ(clEnqueueFillBuffer(Queue, Buffer, &Value, sizeof(Value), 0,
                                  10 * sizeof(Value), 0, nullptr, nullptr),
              CL_SUCCESS);
    clFinish(Queue);
  }

  cl_event keep(cl_event Event) {
    EXPECT_NE(Event, nullptr);
    if (Event)
      Events.push_back(Event);
    return Event;
  }

  /// A command with tasks; with a scale of -1 those run out of memory.
  cl_event launch(int Scale, std::vector<cl_event> Waits = {}) {
    cl_event Event = nullptr;
    EXPECT_EQ(enqueueSquares(Kernel, Out, Scale, 10, &Event, Waits),
              CL_SUCCESS);
    return keep(Event);
  }

  cl_event copy(cl_event Before) {
    cl_event Event = nullptr;
    EXPECT_EQ(clEnqueueCopyBuffer(Queue, Out, To, 0, 0, 40, 1, &Before, &Event),
              CL_SUCCESS);
    return keep(Event);
  }

  template <typename T = cl_int>
  static T ask(cl_event Event, cl_event_info Name) {
    T Value = T();
    EXPECT_EQ(clGetEventInfo(Event, Name, sizeof(Value), &Value, nullptr),
              CL_SUCCESS);
    return Value;
  }
  static cl_int statusOf(cl_event Event) {
    return ask(Event, CL_EVENT_COMMAND_EXECUTION_STATUS);
  }

  static bool hasTimes(cl_event Event) {
    cl_ulong Time = 0;
    cl_int Error = clGetEventProfilingInfo(Event, CL_PROFILING_COMMAND_END,
                                           sizeof(Time), &Time, nullptr);
    EXPECT_TRUE(Error == CL_SUCCESS ||
                Error == CL_PROFILING_INFO_NOT_AVAILABLE);
    return Error == CL_SUCCESS;
  }

  /// What the callback for completion is called with, once it is.
  static void watch(cl_event Event, std::atomic<int> &Seen) {
    auto Notify = [](cl_event, cl_int Status, void *Data) {
      *static_cast<std::atomic<int> *>(Data) = Status;
    };
    EXPECT_EQ(clSetEventCallback(Event, CL_COMPLETE, Notify, &Seen),
              CL_SUCCESS);
  }
  static cl_int wait(const std::atomic<int> &Seen) {
    for (int I = 0; I < 2000 && Seen == 1; ++I)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return Seen;
  }

  void expectNextWorks() {
    ASSERT_EQ(enqueueSquares(Kernel, Out, 2, 10), CL_SUCCESS);
    ASSERT_EQ(clFinish(Queue), CL_SUCCESS);
    expectSquares(read(Out, 10), 2);
  }

  cl_kernel Kernel = nullptr;
  cl_mem Out = nullptr, To = nullptr;
  cl_event Gate = nullptr;
  std::vector<cl_event> Events;
};

TEST_F(WaitListTest, WhatWaitsForAFailedCommandFails) {
  cl_event Failed = launch(-1, {Gate});
  cl_event Copied = copy(Failed);
  cl_event Marker = nullptr, Read = nullptr, Other = nullptr;
  EXPECT_EQ(clEnqueueMarkerWithWaitList(Queue, 1, &Copied, &Marker),
            CL_SUCCESS);
  cl_event Tasks = launch(3, {keep(Marker)});
  int Value = 0;
  EXPECT_EQ(
      clEnqueueReadBuffer(Queue, To, CL_FALSE, 0, 4, &Value, 1, &Tasks, &Read),
      CL_SUCCESS);
  keep(Read);
  // What waits for other events only is not touched.
  EXPECT_EQ(clEnqueueMarkerWithWaitList(Queue, 1, &Gate, &Other), CL_SUCCESS);
  keep(Other);
  std::atomic<int> SeenCopied{1}, SeenOther{1};
  watch(Copied, SeenCopied);
  watch(Other, SeenOther);
  EXPECT_GT(statusOf(Read), CL_COMPLETE);

  clSetUserEventStatus(Gate, CL_COMPLETE);
  EXPECT_EQ(clWaitForEvents(1, &Read), InWaitList);
  for (cl_event Each : {Copied, Marker, Tasks, Read}) {
    EXPECT_EQ(statusOf(Each), InWaitList);
    EXPECT_EQ(clWaitForEvents(1, &Each), InWaitList);
    EXPECT_FALSE(hasTimes(Each));
  }
  EXPECT_EQ(statusOf(Failed), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(wait(SeenCopied), InWaitList);
  EXPECT_EQ(clWaitForEvents(1, &Other), CL_SUCCESS);
  EXPECT_EQ(statusOf(Other), CL_COMPLETE);
  EXPECT_EQ(wait(SeenOther), CL_COMPLETE);
  // One failure, one message.
  EXPECT_EQ(Messages.size(), 1u);
  clFinish(Queue);
  expectNextWorks();
}

TEST_F(WaitListTest, WhatIsEnqueuedAfterTheFailureIsNotExecuted) {
  cl_event Failed = launch(-1);
  EXPECT_EQ(clWaitForEvents(1, &Failed), InWaitList);
  fill(Out, 55);
  cl_event Copied = copy(Failed);
  cl_event Tasks = launch(3, {Copied});
  EXPECT_EQ(clWaitForEvents(1, &Tasks), InWaitList);
  for (cl_event Each : {Copied, Tasks}) {
    EXPECT_EQ(statusOf(Each), InWaitList);
    EXPECT_EQ(ask<cl_command_queue>(Each, CL_EVENT_COMMAND_QUEUE), Queue);
    EXPECT_FALSE(hasTimes(Each));
  }
  EXPECT_EQ(ask<cl_command_type>(Copied, CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_COPY_BUFFER));
  EXPECT_EQ(ask<cl_command_type>(Tasks, CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_NDRANGE_KERNEL));
  // Commands whose event nobody wants.
  EXPECT_EQ(clEnqueueCopyBuffer(Queue, Out, To, 0, 0, 40, 1, &Failed, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(enqueueSquares(Kernel, Out, 3, 10, nullptr, {Copied}), CL_SUCCESS);
  int Value = 99;
  EXPECT_EQ(clEnqueueReadBuffer(Queue, Out, CL_TRUE, 0, 4, &Value, 1, &Copied,
                                nullptr),
            InWaitList);
  EXPECT_EQ(Value, 99);
  clFinish(Queue);
  EXPECT_EQ(read(To, 10), std::vector<int>(10, 77));
  EXPECT_EQ(read(Out, 10), std::vector<int>(10, 55));
  EXPECT_EQ(Messages.size(), 1u);
  expectNextWorks();
}

/// What gives something back, or what others wait for, is done all the same.
/// Whoever is told of what failed with it is told of the failure: what comes
/// later is as good as if nothing had been.
TEST_F(WaitListTest, OneFailureIsToldOnce) {
  using Look = std::function<void(cl_event)>;
  const Look Looks[] = {
      [](cl_event Event) { EXPECT_EQ(clWaitForEvents(1, &Event), InWaitList); },
      [](cl_event Event) {
        while (statusOf(Event) > CL_COMPLETE)
          std::this_thread::yield();
        EXPECT_EQ(statusOf(Event), InWaitList);
      },
      [&](cl_event Event) {
        int Value = 0;
        EXPECT_EQ(clEnqueueReadBuffer(Queue, To, CL_TRUE, 0, 4, &Value, 1,
                                      &Event, nullptr),
                  InWaitList);
      },
      [](cl_event Event) {
        std::atomic<cl_int> Status{1};
        clSetEventCallback(
            Event, CL_COMPLETE,
            [](cl_event, cl_int Status, void *To) {
              *static_cast<std::atomic<cl_int> *>(To) = Status;
            },
            &Status);
        while (Status == 1)
          std::this_thread::yield();
        EXPECT_EQ(Status, InWaitList);
      }};
  for (cl_command_queue_properties Order :
       {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE})
    for (const Look &Each : Looks)
      for (bool Far : {false, true}) {
        cl_int Error = CL_SUCCESS;
        cl_command_queue Other =
            clCreateCommandQueue(Context, Device, Order, &Error);
        ASSERT_EQ(Error, CL_SUCCESS);
        std::swap(Queue, Other);
        SCOPED_TRACE(::testing::Message() << "order " << Order << ", look "
                                          << &Each - Looks << ", far " << Far);
        cl_event Last = copy(launch(-1));
        // Over a second command with tasks.
        Each(Far ? copy(launch(1, {Last})) : Last);
        cl_event Good = copy(launch(1));
        EXPECT_EQ(clWaitForEvents(1, &Good), CL_SUCCESS);
        EXPECT_EQ(statusOf(Good), CL_COMPLETE);
        EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
        std::swap(Queue, Other);
        EXPECT_EQ(clReleaseCommandQueue(Other), CL_SUCCESS);
      }
}

/// An application may release an event whose callback is still to come.
TEST_F(WaitListTest, CallbacksMayAskAboutReleasedEvents) {
  struct Seen {
    std::atomic<int> Calls{0};
    cl_int Given[2], Asked[2];
    cl_command_type Types[2];
  };
  for (int Scale : {1, -1}) {
    Seen All;
    auto Watch = [&](cl_event Event, void (*Notify)(cl_event, cl_int, void *)) {
      EXPECT_EQ(clSetEventCallback(Event, CL_COMPLETE, Notify, &All),
                CL_SUCCESS);
    };
    auto Note = [](Seen &To, int I, cl_event Event, cl_int Status) {
      To.Given[I] = Status;
      To.Asked[I] = statusOf(Event);
      To.Types[I] = ask<cl_command_type>(Event, CL_EVENT_COMMAND_TYPE);
      ++To.Calls;
    };
    static decltype(Note) TakeNote = Note;
    cl_event First = nullptr, Second = nullptr;
    ASSERT_EQ(enqueueSquares(Kernel, Out, Scale, 10, &First, {Gate}),
              CL_SUCCESS);
    ASSERT_EQ(clEnqueueCopyBuffer(Queue, Out, To, 0, 0, 40, 1, &First, &Second),
              CL_SUCCESS);
    Watch(First, [](cl_event Event, cl_int Status, void *Data) {
      TakeNote(*static_cast<Seen *>(Data), 0, Event, Status);
    });
    Watch(Second, [](cl_event Event, cl_int Status, void *Data) {
      TakeNote(*static_cast<Seen *>(Data), 1, Event, Status);
    });
    EXPECT_EQ(clReleaseEvent(First), CL_SUCCESS);
    EXPECT_EQ(clReleaseEvent(Second), CL_SUCCESS);
    clSetUserEventStatus(Gate, CL_COMPLETE);
    while (All.Calls < 2)
      std::this_thread::yield();
    EXPECT_EQ(All.Given[0], Scale < 0 ? CL_OUT_OF_RESOURCES : CL_COMPLETE);
    EXPECT_EQ(All.Given[1], Scale < 0 ? InWaitList : CL_COMPLETE);
    for (int I : {0, 1})
      EXPECT_EQ(All.Asked[I], All.Given[I]);
    EXPECT_EQ(All.Types[0], cl_command_type(CL_COMMAND_NDRANGE_KERNEL));
    EXPECT_EQ(All.Types[1], cl_command_type(CL_COMMAND_COPY_BUFFER));
  }
}

TEST_F(WaitListTest, MemoryIsUnmappedAfterAFailure) {
  cl_event Failed = launch(-1);
  clWaitForEvents(1, &Failed);
  cl_int Error = CL_SUCCESS;
  void *Mapped = clEnqueueMapBuffer(Queue, To, CL_TRUE, CL_MAP_WRITE, 0, 40, 0,
                                    nullptr, nullptr, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  static_cast<int *>(Mapped)[0] = 5;
  cl_event Unmapped = nullptr;
  EXPECT_EQ(clEnqueueUnmapMemObject(Queue, To, Mapped, 1, &Failed, &Unmapped),
            CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &Unmapped), InWaitList);
  EXPECT_EQ(ask<cl_command_type>(Unmapped, CL_EVENT_COMMAND_TYPE),
            cl_command_type(CL_COMMAND_UNMAP_MEM_OBJECT));
  keep(Unmapped);
  cl_uint Maps = 1;
  clGetMemObjectInfo(To, CL_MEM_MAP_COUNT, sizeof(Maps), &Maps, nullptr);
  EXPECT_EQ(Maps, 0u);
  EXPECT_EQ(read(To, 10)[0], 5);
}

TEST_F(WaitListTest, WhatWaitsForGoodCommandsIsAsEver) {
  cl_event Good = launch(3, {Gate});
  cl_event Copied = copy(Good), Again = copy(Copied);
  std::atomic<int> Seen{1};
  watch(Again, Seen);
  EXPECT_EQ(ask<cl_uint>(Again, CL_EVENT_REFERENCE_COUNT), 1u);
  clRetainEvent(Again);
  EXPECT_EQ(ask<cl_uint>(Again, CL_EVENT_REFERENCE_COUNT), 2u);
  clReleaseEvent(Again);
  clSetUserEventStatus(Gate, CL_COMPLETE);
  EXPECT_EQ(clWaitForEvents(1, &Again), CL_SUCCESS);
  for (cl_event Each : {Good, Copied, Again}) {
    EXPECT_EQ(statusOf(Each), CL_COMPLETE);
    EXPECT_TRUE(hasTimes(Each));
  }
  EXPECT_EQ(wait(Seen), CL_COMPLETE);
  expectSquares(read(To, 10), 3);
}

/// Events that were released before, and a failure at the other end of a long
/// chain, which is looked at once.
TEST_F(WaitListTest, LongChainsOfReleasedEvents) {
  for (int Scale : {-1, 4}) {
    cl_int Error = CL_SUCCESS;
    cl_event Start = clCreateUserEvent(Context, &Error);
    cl_event Last = nullptr;
    ASSERT_EQ(enqueueSquares(Kernel, Out, Scale, 10, &Last, {Start}),
              CL_SUCCESS);
    for (int I = 0; I < 20000; ++I) {
      cl_event Next = nullptr;
      ASSERT_EQ(clEnqueueCopyBuffer(Queue, To, To, 0, 4, 4, 1, &Last, &Next),
                CL_SUCCESS);
      clReleaseEvent(Last);
      Last = Next;
    }
    clSetUserEventStatus(Start, CL_COMPLETE);
    EXPECT_EQ(clWaitForEvents(1, &Last), Scale < 0 ? InWaitList : CL_SUCCESS);
    EXPECT_EQ(statusOf(Last), Scale < 0 ? InWaitList : CL_COMPLETE);
    clReleaseEvent(Last);
    clReleaseEvent(Start);
  }
  clFinish(Queue);
  expectNextWorks();
}

/// Nor are chains that nobody looks at.
TEST_F(WaitListTest, LongChainsThatNobodyWaitsFor) {
  cl_event Last = launch(-1, {Gate});
  clRetainEvent(Last);
  for (int I = 0; I < 20000; ++I) {
    cl_event Next = nullptr;
    ASSERT_EQ(clEnqueueCopyBuffer(Queue, To, To, 0, 4, 4, 1, &Last, &Next),
              CL_SUCCESS);
    clReleaseEvent(Last);
    Last = Next;
  }
  clReleaseEvent(Last);
  clSetUserEventStatus(Gate, CL_COMPLETE);
  EXPECT_EQ(clFinish(Queue), CL_OUT_OF_RESOURCES);
  expectNextWorks();
}

/// Several threads build on the events of one command, and see the same.
TEST_F(WaitListTest, ThreadsSeeTheSame) {
  for (int Round = 0; Round < 40; ++Round) {
    bool Fails = Round % 2;
    cl_int Error = CL_SUCCESS;
    cl_event Start = clCreateUserEvent(Context, &Error), Shared = nullptr;
    ASSERT_EQ(enqueueSquares(Kernel, Out, Fails ? -1 : 2, 10, &Shared, {Start}),
              CL_SUCCESS);
    std::atomic<int> Wrong{0};
    std::vector<std::thread> Threads;
    for (int T = 0; T < 4; ++T)
      Threads.emplace_back([&] {
        cl_int Expected = Fails ? InWaitList : CL_SUCCESS;
        cl_event Last = Shared;
        clRetainEvent(Last);
        for (int I = 0; I < 50; ++I) {
          cl_event Next = nullptr;
          if (clEnqueueCopyBuffer(Queue, To, To, 0, 4, 4, 1, &Last, &Next))
            ++Wrong;
          clReleaseEvent(Last);
          Last = Next;
          if (I == 20 && clSetUserEventStatus(Start, CL_COMPLETE))
            continue; // another thread was first
        }
        Wrong += clWaitForEvents(1, &Last) != Expected;
        Wrong += clWaitForEvents(1, &Shared) != Expected;
        Wrong += (statusOf(Last) < 0) != Fails;
        clReleaseEvent(Last);
      });
    for (std::thread &Each : Threads)
      Each.join();
    EXPECT_EQ(Wrong, 0) << Round;
    clReleaseEvent(Shared);
    clReleaseEvent(Start);
  }
  EXPECT_EQ(Messages.size(), 20u);
  clFinish(Queue);
  expectNextWorks();
}

TEST_F(WaitListTest, OtherQueuesHearOfIt) {
  cl_int Error = CL_SUCCESS;
  cl_command_queue Other = clCreateCommandQueue(Context, Device, 0, &Error);
  cl_event Failed = launch(-1, {Gate}), Copied = nullptr;
  ASSERT_EQ(clEnqueueCopyBuffer(Other, Out, To, 0, 0, 40, 1, &Failed, &Copied),
            CL_SUCCESS);
  clSetUserEventStatus(Gate, CL_COMPLETE);
  clFlush(Queue);
  EXPECT_EQ(clWaitForEvents(1, &Copied), InWaitList);
  clReleaseEvent(Copied);
  // The queue itself goes on.
  EXPECT_EQ(clEnqueueCopyBuffer(Other, Out, To, 0, 0, 40, 0, nullptr, &Copied),
            CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &Copied), CL_SUCCESS);
  clReleaseEvent(Copied);
  clReleaseCommandQueue(Other);
}

/// The driver fails the command with tasks itself, and with it the one after.
/// What comes later would wait for ever on PoCL 3.1.
TEST_F(WaitListTest, WhatTheDriverFailsIsNotWaitedFor) {
  cl_event Tasks = launch(3, {Gate});
  cl_event Copied = copy(Tasks);
  clSetUserEventStatus(Gate, -5);
  EXPECT_EQ(clWaitForEvents(1, &Copied), InWaitList);
  EXPECT_LT(statusOf(Copied), 0);
  cl_event Later = copy(Copied);
  EXPECT_EQ(clWaitForEvents(1, &Later), InWaitList);
  EXPECT_LT(statusOf(Later), 0);
  clFinish(Queue);
  EXPECT_EQ(read(To, 10), std::vector<int>(10, 77));
  expectNextWorks();
}
