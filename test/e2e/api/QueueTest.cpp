//===- QueueTest.cpp - Order, events, callbacks, time ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Subject.h"

#include <atomic>
#include <chrono>
#include <thread>

using namespace tasklet::test;

static constexpr cl_command_queue_properties AnyOrder =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
static constexpr cl_command_queue_properties AllProperties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

/// Adds 1 to the content of the first buffer in each step, from buffer to
/// buffer. \p Link enqueues one command.
template <typename Function>
static void runChain(Subject &S, int Length, Function Link) {
  cl_kernel K = S.kernel("add");
  std::vector<cl_mem> Buffers = {S.buffer(std::vector<int>(32, 100))};
  for (int I = 0; I < Length; ++I) {
    Buffers.push_back(S.buffer(32));
    S.set(K, 0, Buffers[I + 1]);
    S.set(K, 1, Buffers[I]);
    S.set(K, 2, 1);
    Link(K);
  }
  S.note("finish", clFinish(S.Queue));
  for (cl_mem Each : Buffers)
    S.note("content", S.read(Each, 32));
}

TEST(Queue, InOrder) {
  expectSame([](Subject &S) {
    runChain(S, 30, [&](cl_kernel K) { S.note("enqueue", S.enqueue(K, 32)); });
  });
}

TEST(Queue, OutOfOrderByEvents) {
  expectSame(
      [](Subject &S) {
        cl_event Last = S.userEvent();
        cl_event Gate = Last;
        runChain(S, 30, [&](cl_kernel K) {
          cl_event Next = nullptr;
          S.note("enqueue", S.enqueue(K, 32, {Last}, &Next));
          Last = S.keep(Next);
          if (Gate)
            clSetUserEventStatus(Gate, CL_COMPLETE);
          Gate = nullptr;
        });
      },
      AnyOrder);
}

TEST(Queue, OutOfOrderByBarriersAndMarkers) {
  expectSame(
      [](Subject &S) {
        int Turn = 0;
        runChain(S, 20, [&](cl_kernel K) {
          S.note("enqueue", S.enqueue(K, 32));
          if (++Turn % 2) {
            S.note("barrier",
                   clEnqueueBarrierWithWaitList(S.Queue, 0, nullptr, nullptr));
            return;
          }
          cl_event Marker = nullptr;
          S.note("marker",
                 clEnqueueMarkerWithWaitList(S.Queue, 0, nullptr, &Marker));
          S.keep(Marker);
          S.note("barrier",
                 clEnqueueBarrierWithWaitList(S.Queue, 1, &Marker, nullptr));
        });
      },
      AnyOrder);
}

/// A marker is complete when all tasks before it are.
TEST(Queue, MarkersCoverTasks) {
  expectSame(
      [](Subject &S) {
        cl_kernel K = S.kernel("sums");
        std::vector<cl_mem> Outs;
        cl_event Gate = S.userEvent(), Marker = nullptr;
        for (int I = 0; I < 8; ++I) {
          Outs.push_back(S.buffer(200));
          S.set(K, 0, Outs.back());
          S.set(K, 1, 200 + I);
          S.note("enqueue", S.enqueue(K, 200, {Gate}));
        }
        S.note("marker",
               clEnqueueMarkerWithWaitList(S.Queue, 0, nullptr, &Marker));
        S.keep(Marker);
        clSetUserEventStatus(Gate, CL_COMPLETE);
        S.note("wait", clWaitForEvents(1, &Marker));
        // By another queue: nothing but the marker orders this.
        cl_command_queue Other = S.queue(0);
        for (cl_mem Out : Outs) {
          std::vector<int> Content(200);
          S.note("read",
                 clEnqueueReadBuffer(Other, Out, CL_TRUE, 0, 800,
                                     Content.data(), 0, nullptr, nullptr));
          S.note("content", Content);
        }
      },
      AnyOrder);
}

TEST(Queue, EventsOfOneQueueInAnother) {
  expectSame([](Subject &S) {
    cl_command_queue Other = S.queue(AnyOrder);
    cl_event Last = nullptr;
    int Turn = 0;
    runChain(S, 20, [&](cl_kernel K) {
      cl_event Next = nullptr;
      std::vector<cl_event> Waits;
      if (Last)
        Waits.push_back(Last);
      S.note("enqueue",
             S.enqueue(K, 32, Waits, &Next, ++Turn % 2 ? Other : S.Queue));
      clFlush(Other);
      Last = S.keep(Next);
    });
    S.note("wait", clWaitForEvents(1, &Last));
  });
}

/// A user event that fails takes what waits for it along.
TEST(Queue, FailedUserEvent) {
  expectSame(
      [](Subject &S) {
        cl_kernel K = S.kernel("sums");
        cl_mem Out = S.buffer(8);
        S.set(K, 0, Out);
        S.set(K, 1, 5);
        cl_event Gate = S.userEvent(), Event = nullptr;
        S.note("enqueue", S.enqueue(K, 8, {Gate}, &Event));
        S.keep(Event);
        clSetUserEventStatus(Gate, -7);
        S.note("wait", clWaitForEvents(1, &Event));
        cl_int Status = 1;
        clGetEventInfo(Event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(Status),
                       &Status, nullptr);
        S.note("failed", Status < 0);
        S.note("untouched", S.read(Out, 8));
        S.note("next", S.enqueue(K, 8));
        S.note("finish", clFinish(S.Queue));
        S.note("content", S.read(Out, 8));
      },
      AnyOrder);
}

namespace {
/// What callbacks of one event said.
struct Calls {
  std::atomic<int> Seen[4] = {{0}, {0}, {0}, {0}};
  std::atomic<int> Other{0};
  std::atomic<cl_event> Event{nullptr};
  static void CL_CALLBACK note(cl_event Event, cl_int Status, void *Data) {
    auto &C = *static_cast<Calls *>(Data);
    C.Event = Event;
    ++(Status >= 0 && Status < 4 ? C.Seen[Status] : C.Other);
  }
  bool waitFor(int Count) {
    for (int I = 0; I < 2000; ++I) {
      if (Seen[0] + Seen[1] + Seen[2] + Seen[3] + Other == Count)
        return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }
};
} // namespace

/// Callbacks that are set before the command can start, and after its end.
TEST(Queue, CallbacksOfAllStates) {
  expectSame([](Subject &S) {
    cl_kernel K = S.kernel("sums");
    cl_mem Out = S.buffer(100);
    S.set(K, 0, Out);
    S.set(K, 1, 50);
    cl_event Gate = S.userEvent(), Event = nullptr;
    S.note("enqueue", S.enqueue(K, 100, {Gate}, &Event));
    S.keep(Event);
    Calls Early, Late;
    for (cl_int Type : {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE})
      S.note("set", clSetEventCallback(Event, Type, Calls::note, &Early));
    for (cl_int Type : {CL_QUEUED, 4, -1})
      S.note("wrong", clSetEventCallback(Event, Type, Calls::note, &Early));
    S.note("null", clSetEventCallback(Event, CL_COMPLETE, nullptr, nullptr));
    clSetUserEventStatus(Gate, CL_COMPLETE);
    S.note("wait", clWaitForEvents(1, &Event));
    S.note("all came", Early.waitFor(3));
    for (cl_int Type : {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE})
      S.note("set", clSetEventCallback(Event, Type, Calls::note, &Late));
    S.note("all came", Late.waitFor(3));
    for (Calls *Each : {&Early, &Late}) {
      for (int I = 0; I < 4; ++I)
        S.note("state " + std::to_string(I), Each->Seen[I].load());
      S.note("other", Each->Other.load());
      S.note("is the event", Each->Event == Event);
    }
  });
}

/// When the callback for completion comes, the results are there.
TEST(Queue, CompletionComesAfterAllTasks) {
  withTasks([](Subject &S) {
    struct Reader {
      cl_command_queue Queue;
      cl_mem Buffer;
      std::vector<int> Content;
      std::atomic<int> Done{0};
    } R;
    R.Queue = S.queue(0);
    R.Buffer = S.buffer(50);
    R.Content.assign(50, -3);
    cl_kernel K = S.kernel("sums");
    S.set(K, 0, R.Buffer);
    S.set(K, 1, 300);
    cl_event Event = nullptr;
    ASSERT_EQ(S.enqueue(K, 50, {}, &Event), CL_SUCCESS);
    S.keep(Event);
    auto Notify = [](cl_event, cl_int Status, void *Data) {
      auto &R = *static_cast<Reader *>(Data);
      clEnqueueReadBuffer(R.Queue, R.Buffer, CL_FALSE, 0, 200, R.Content.data(),
                          0, nullptr, nullptr);
      clFlush(R.Queue);
      R.Done = Status == CL_COMPLETE ? 1 : 2;
    };
    ASSERT_EQ(clSetEventCallback(Event, CL_COMPLETE, Notify, &R), CL_SUCCESS);
    clFinish(S.Queue);
    while (!R.Done)
      std::this_thread::yield();
    clFinish(R.Queue);
    EXPECT_EQ(R.Done, 1);
    for (int I = 0; I < 50; ++I) {
      int Expected = 0;
      for (int J = 0; J < 300 + I; ++J)
        Expected += J * J;
      EXPECT_EQ(R.Content[I], Expected);
    }
  });
}

TEST(Queue, Event) {
  expectSame([](Subject &S) {
    cl_kernel K = S.kernel("sums");
    cl_mem Out = S.buffer(8);
    S.set(K, 0, Out);
    S.set(K, 1, 5);
    cl_event Gate = S.userEvent(), Event = nullptr;
    S.note("enqueue", S.enqueue(K, 8, {Gate}, &Event));
    auto Ask = [&](cl_event_info What) {
      return [=](size_t Size, void *Value, size_t *SizeRet) {
        return clGetEventInfo(Event, What, Size, Value, SizeRet);
      };
    };
    S.noteQuery<cl_uint>("type", Ask(CL_EVENT_COMMAND_TYPE));
    cl_int Status = -1;
    Ask(CL_EVENT_COMMAND_EXECUTION_STATUS)(sizeof(Status), &Status, nullptr);
    S.note("waits", Status >= CL_SUBMITTED);
    S.note("retain", clRetainEvent(Event));
    S.note("release", clReleaseEvent(Event));
    clSetUserEventStatus(Gate, CL_COMPLETE);
    S.note("wait", clWaitForEvents(1, &Event));
    S.noteQuery<cl_int>("status", Ask(CL_EVENT_COMMAND_EXECUTION_STATUS));
    S.note("nonsense", Ask(0x1)(0, nullptr, nullptr));
    cl_ulong Time = 0;
    S.note("no profile",
           clGetEventProfilingInfo(Event, CL_PROFILING_COMMAND_END,
                                   sizeof(Time), &Time, nullptr));
    S.note("not for users", clSetUserEventStatus(Event, CL_COMPLETE));
    S.note("release", clReleaseEvent(Event));
  });
}

static cl_ulong timeOf(cl_event Event, cl_profiling_info What) {
  cl_ulong Time = 0;
  EXPECT_EQ(clGetEventProfilingInfo(Event, What, sizeof(Time), &Time, nullptr),
            CL_SUCCESS);
  return Time;
}

TEST(Queue, ProfileIsInOrder) {
  expectSame(
      [](Subject &S) {
        cl_kernel K = S.kernel("sums");
        cl_mem Out = S.buffer(64);
        S.set(K, 0, Out);
        S.set(K, 1, 100);
        cl_ulong PreviousEnd = 0;
        cl_event Previous = nullptr;
        for (int I = 0; I < 10; ++I) {
          cl_event Event = nullptr;
          std::vector<cl_event> Waits;
          if (Previous)
            Waits.push_back(Previous);
          S.note("enqueue", S.enqueue(K, 64, Waits, &Event));
          S.keep(Event);
          cl_ulong Room = 0;
          S.note("wait", clWaitForEvents(1, &Event));
          cl_ulong Queued = timeOf(Event, CL_PROFILING_COMMAND_QUEUED);
          cl_ulong Submit = timeOf(Event, CL_PROFILING_COMMAND_SUBMIT);
          cl_ulong Start = timeOf(Event, CL_PROFILING_COMMAND_START);
          cl_ulong End = timeOf(Event, CL_PROFILING_COMMAND_END);
          S.note("in order",
                 Queued <= Submit && Submit <= Start && Start <= End);
          S.note("after the one before", PreviousEnd <= Start);
          S.note("too small",
                 clGetEventProfilingInfo(Event, CL_PROFILING_COMMAND_END, 4,
                                         &Room, nullptr));
          S.note("nonsense", clGetEventProfilingInfo(Event, 1, sizeof(Room),
                                                     &Room, nullptr));
          PreviousEnd = End;
          Previous = Event;
        }
      },
      AllProperties);
}

/// The tasks are nearly all of the work here: each of them waits for memory
/// that the one before read, so that nothing makes them fast. A profile that
/// ended with the user's kernel would end before most of that time.
TEST(Queue, ProfileCoversTheTasks) {
  withTasks(
      [](Subject &S) {
        std::vector<int> Table(1 << 16);
        for (size_t I = 0; I < Table.size(); ++I)
          Table[I] = (I * 40503 + 7) % Table.size();
        cl_mem Memory = S.buffer(Table);
        cl_kernel K = S.kernel("chase");
        S.set(K, 0, Memory);
        S.set(K, 1, 1);
        // Once for the compilation.
        S.enqueue(K, 1);
        clFinish(S.Queue);
        S.set(K, 1, 3000000);
        auto Now = [] { return std::chrono::steady_clock::now(); };
        auto Before = Now();
        cl_event Event = nullptr;
        ASSERT_EQ(S.enqueue(K, 1, {}, &Event), CL_SUCCESS);
        S.keep(Event);
        ASSERT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
        double Wall = std::chrono::duration<double>(Now() - Before).count();
        double Profile = 1e-9 * (timeOf(Event, CL_PROFILING_COMMAND_END) -
                                 timeOf(Event, CL_PROFILING_COMMAND_START));
        EXPECT_LE(Profile, Wall);
        EXPECT_GE(Profile, 0.2 * Wall);
      },
      CL_QUEUE_PROFILING_ENABLE);
}
