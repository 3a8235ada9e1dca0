//===- ThreadTest.cpp - Many threads of one application -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Subject.h"

#include <atomic>
#include <mutex>
#include <thread>

using namespace tasklet::test;

static int sumOfSquares(int Count) {
  int Sum = 0;
  for (int I = 0; I < Count; ++I)
    Sum += I * I;
  return Sum;
}

static void inThreads(int Count, const std::function<void(int)> &Body) {
  std::vector<std::thread> Threads;
  for (int I = 0; I < Count; ++I)
    Threads.emplace_back(Body, I);
  for (std::thread &Each : Threads)
    Each.join();
}

static constexpr size_t Items = 40;

static bool holdsSums(const std::vector<int> &Content, int N) {
  for (size_t I = 0; I < Content.size(); ++I)
    if (Content[I] != sumOfSquares(N + static_cast<int>(I)))
      return false;
  return true;
}

/// Runs \p K until its results have been compared 15 times.
static void runMany(Subject &S, cl_kernel K, cl_command_queue Queue, cl_mem Out,
                    int Seed, std::atomic<int> &Wrong) {
  for (int Round = 0; Round < 15; ++Round) {
    int N = 10 + Seed * 20 + Round;
    std::vector<int> Content(Items);
    cl_event Event = nullptr;
    if (S.set(K, 0, Out) || S.set(K, 1, N) ||
        S.enqueue(K, Items, {}, &Event, Queue) ||
        clEnqueueReadBuffer(Queue, Out, CL_TRUE, 0, Items * sizeof(int),
                            Content.data(), 1, &Event, nullptr) ||
        clReleaseEvent(Event) || !holdsSums(Content, N))
      ++Wrong;
  }
}

TEST(Thread, OwnQueuesAndOwnKernels) {
  withTasks([](Subject &S) {
    constexpr int Count = 6;
    cl_kernel Kernels[Count];
    cl_command_queue Queues[Count];
    cl_mem Outs[Count];
    for (int I = 0; I < Count; ++I) {
      Kernels[I] = S.kernel("sums");
      Queues[I] = S.queue(I % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
      Outs[I] = S.buffer(Items);
    }
    std::atomic<int> Wrong{0};
    inThreads(Count, [&](int I) {
      runMany(S, Kernels[I], Queues[I], Outs[I], I, Wrong);
    });
    EXPECT_EQ(Wrong, 0);
  });
}

TEST(Thread, OneQueueAndOwnKernels) {
  for (cl_command_queue_properties Properties :
       {cl_command_queue_properties(0),
        cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)})
    withTasks(
        [](Subject &S) {
          constexpr int Count = 4;
          cl_kernel Kernels[Count];
          cl_mem Outs[Count];
          for (int I = 0; I < Count; ++I) {
            Kernels[I] = S.kernel("sums");
            Outs[I] = S.buffer(Items);
          }
          std::atomic<int> Wrong{0};
          inThreads(Count, [&](int I) {
            runMany(S, Kernels[I], S.Queue, Outs[I], I, Wrong);
          });
          EXPECT_EQ(Wrong, 0);
        },
        Properties);
}

/// Setting the arguments and enqueuing is the application's to guard; nothing
/// else of a kernel is.
TEST(Thread, OwnQueuesAndOneKernel) {
  withTasks([](Subject &S) {
    constexpr int Count = 4;
    cl_kernel K = S.kernel("sums");
    cl_command_queue Queues[Count];
    cl_mem Outs[Count];
    for (int I = 0; I < Count; ++I) {
      Queues[I] = S.queue(0);
      Outs[I] = S.buffer(Items);
    }
    std::mutex Guard;
    std::atomic<int> Wrong{0};
    inThreads(Count, [&](int I) {
      for (int Round = 0; Round < 20; ++Round) {
        int N = 5 + I * 30 + Round;
        cl_int Code;
        {
          std::lock_guard<std::mutex> Lock(Guard);
          S.set(K, 0, Outs[I]);
          S.set(K, 1, N);
          Code = S.enqueue(K, Items, {}, nullptr, Queues[I]);
        }
        std::vector<int> Content(Items);
        if (Code ||
            clEnqueueReadBuffer(Queues[I], Outs[I], CL_TRUE, 0,
                                Items * sizeof(int), Content.data(), 0, nullptr,
                                nullptr) ||
            !holdsSums(Content, N))
          ++Wrong;
      }
    });
    EXPECT_EQ(Wrong, 0);
  });
}

/// Everything from the source on, in each thread.
TEST(Thread, OwnPrograms) {
  // PoCL 3.1, or the loader, crashes when several threads are the first ones.
  Subject First(false, 0, "");
  std::atomic<int> Wrong{0};
  inThreads(3, [&](int I) {
    try {
      Subject S(true, 0, I % 2 ? "-DODD" : "");
      runMany(S, S.kernel("sums"), S.Queue, S.buffer(Items), I, Wrong);
    } catch (const std::exception &) {
      ++Wrong;
    }
  });
  EXPECT_EQ(Wrong, 0);
}
