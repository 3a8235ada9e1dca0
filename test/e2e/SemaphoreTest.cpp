//===- SemaphoreTest.cpp - Tasks that wait for permits --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "FunctionsFixture.h"

#include <utility>

using namespace tasklet::test;

namespace {

class SemaphoreTest : public FunctionsTest {
protected:
  static Buffer<cl_ulong> semaphores(size_t Count, cl_ulong Permits = 0) {
    return Buffer<cl_ulong>(std::vector<cl_ulong>(Count, Permits << 32));
  }
  static void expectFailure(const Outcome &Result, const char *Text) {
    EXPECT_LT(Result.Status, 0);
    EXPECT_NE(Result.Said.find(Text), std::string::npos) << Result.Said;
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Mutual exclusion
//===----------------------------------------------------------------------===//

// The critical section spawns and forces between its read and its write, and waits
// for a gate, which opens when all tasks have come. So nearly all of them wait.
static const char *const Counter = R"(
  __task int plus_one(int n) { return n + 1; }
  __task int add(__global tkl_semaphore *lock, __global int *counter) {
    int held;
    held <- tkl_acquire(lock);
    force (held) {
      int value = counter[0], open;
      open <- tkl_acquire(lock + 1);
      force (open) {
        int next, other;
        next <- plus_one(value);
        other <- plus_one(counter[1]);
        force (next, other) {
          counter[0] = next;
          counter[1] = other;
          tkl_release(lock);
          return held + 1;
        }
      }
    }
  }
  __task int adds(__global tkl_semaphore *lock, __global int *counter, int n) {
    int a, b;
    if (n == 1) {
      a <- add(lock, counter);
      force (a) { return a; }
    }
    a <- adds(lock, counter, n / 2);
    b <- adds(lock, counter, n - n / 2);
    force (a, b) { return a + b; }
  }
  __task int opens(__global tkl_semaphore *gate, int n) {
    for (int i = 0; i < n; ++i)
      tkl_release(gate);
    return 0;
  }
  __task int begin(__global tkl_semaphore *lock, __global int *counter, int n) {
    int sum, opened;
    tkl_release(lock);
    sum <- adds(lock, counter, n);
    opened <- opens(lock + 1, n);
    force (sum, opened) { return sum + opened; }
  }
  __kernel void k(__global int *out, __global tkl_semaphore *lock,
                  __global int *counter, int n) {
    out[0] <- begin(lock, counter, n);
  }
  __kernel void roots(__global int *out, __global tkl_semaphore *lock,
                      __global int *counter) {
    int held, next;
    held <- tkl_acquire(lock);
    force (held) {
      next <- plus_one(counter[0]);
      force (next) {
        counter[0] = next;
        out[get_global_id(0)] = held + get_global_id(0);
        tkl_release(lock);
      }
    }
  }
)";

TEST_F(SemaphoreTest, OneTaskAtATimeIsInACriticalSection) {
  Program P = build(Counter);
  for (int N : {1, 2, 10000, 10000}) {
    Buffer<int> Out(1), Counts(std::vector<int>{0, 100});
    Buffer<cl_ulong> Lock = semaphores(2);
    run(P, "k", 1, Out, Lock, Counts, N);
    EXPECT_EQ(Out.read()[0], N);
    EXPECT_EQ(Counts.read()[0], N);
    EXPECT_EQ(Counts.read()[1], N + 100);
    EXPECT_EQ(Lock.read()[0], cl_ulong(1) << 32);
  }
}

TEST_F(SemaphoreTest, KernelsWaitAtTheirForces) {
  Program P = build(Counter);
  Buffer<int> Out(3000), Counts(std::vector<int>{0, 0});
  Buffer<cl_ulong> Lock = semaphores(1, 1);
  for (int Round = 1; Round <= 2; ++Round) {
    run(P, "roots", 3000, Out, Lock, Counts);
    expectEach(Out, [](int I) { return I; });
    EXPECT_EQ(Counts.read()[0], 3000 * Round);
  }
}

TEST_F(SemaphoreTest, NestedLocksInOneOrder) {
  Program P = build(R"(
    __task int move(__global tkl_semaphore *locks, __global int *account,
                    int from, int to) {
      int low = min(from, to), high = max(from, to), a, b;
      a <- tkl_acquire(locks + low);
      force (a) {
        b <- tkl_acquire(locks + high);
        force (b) {
          account[from] -= 1;
          account[to] += 1;
          tkl_release(locks + high);
          tkl_release(locks + low);
          return 1;
        }
      }
    }
    __task int moves(__global tkl_semaphore *locks, __global int *account,
                     int begin, int end) {
      int a, b;
      if (end - begin == 1) {
        int from = begin * 7 % 16;
        a <- move(locks, account, from, (from + 1 + begin % 15) % 16);
        force (a) { return a; }
      }
      int middle = (begin + end) / 2;
      a <- moves(locks, account, begin, middle);
      b <- moves(locks, account, middle, end);
      force (a, b) { return a + b; }
    }
    __kernel void k(__global int *out, __global tkl_semaphore *locks,
                    __global int *account, int n) {
      out[0] <- moves(locks, account, 0, n);
    }
  )");
  const int N = 5000;
  std::vector<int> Expected(16, 0);
  for (int I = 0; I < N; ++I) {
    int From = I * 7 % 16;
    --Expected[From];
    ++Expected[(From + 1 + I % 15) % 16];
  }
  Buffer<int> Out(1), Account(std::vector<int>(16, 0));
  Buffer<cl_ulong> Locks = semaphores(16, 1);
  run(P, "k", 1, Out, Locks, Account, N);
  EXPECT_EQ(Out.read()[0], N);
  EXPECT_EQ(Account.read(), Expected);
}

//===----------------------------------------------------------------------===//
// Other uses of permits
//===----------------------------------------------------------------------===//

TEST_F(SemaphoreTest, ABoundedBufferNeverOverflows) {
  Program P = build(R"(
    typedef struct {
      tkl_semaphore free, full;
      int in, out, value[4];
    } ring;
    __task int put(__global ring *r, int from, int n) {
      int held, rest;
      if (from == n) return 0;
      held <- tkl_acquire(&r->free);
      force (held) {
        r->value[r->in % 4] = from * from;
        r->in += 1;
        int bad = r->in - *(volatile __global int *)&r->out > 5;
        tkl_release(&r->full);
        rest <- put(r, from + 1, n);
        force (rest) { return rest + bad; }
      }
    }
    __task int get(__global ring *r, int from, int n) {
      int held, rest;
      if (from == n) return 0;
      held <- tkl_acquire(&r->full);
      force (held) {
        int value = r->value[r->out % 4];
        r->out += 1;
        tkl_release(&r->free);
        rest <- get(r, from + 1, n);
        force (rest) { return rest + (value != from * from); }
      }
    }
    __task int both(int n) {
      __global ring *r = tkl_alloc(sizeof(ring));
      int a, b;
      for (int i = 0; i < 4; ++i) tkl_release(&r->free);
      a <- get(r, 0, n);
      b <- put(r, 0, n);
      force (a, b) { return 100 * a + b; }
    }
    __kernel void k(__global int *out, int n) {
      out[get_global_id(0)] <- both(n);
    }
  )");
  Buffer<int> Out(5);
  run(P, "k", 5, Out, 2000);
  expectEach(Out, [](int) { return 0; });
}

TEST_F(SemaphoreTest, SiblingsOfWaitersRunWhileTheHolderWaits) {
  // The holder waits for a semaphore that only a younger or older sibling of
  // those that wait for the holder releases.
  Program P = build(R"(
    __task int holder(__global tkl_semaphore *s, __global int *log) {
      int a, b;
      a <- tkl_acquire(s);
      force (a) {
        b <- tkl_acquire(s + 1);
        force (b) {
          log[0] += 1;
          tkl_release(s);
          return 1;
        }
      }
    }
    __task int waiter(__global tkl_semaphore *s, __global int *log) {
      int a;
      a <- tkl_acquire(s);
      force (a) {
        log[0] += 1;
        tkl_release(s);
        return 1;
      }
    }
    __task int opener(__global tkl_semaphore *s, __global int *log) {
      log[1] = log[0];
      tkl_release(s + 1);
      return 1;
    }
    __task int some(__global tkl_semaphore *s, __global int *log, int from, int to,
                    int at) {
      int a, b, c;
      if (to - from == 1) {
        if (from == 0) {
          a <- holder(s, log);
        } else if (from == at) {
          a <- opener(s, log);
        } else {
          a <- waiter(s, log);
        }
        force (a) { return a; }
      }
      int middle = (from + to) / 2;
      a <- some(s, log, from, middle, at);
      b <- some(s, log, middle, to, at);
      force (a, b) { return a + b; }
    }
    __kernel void k(__global int *out, __global tkl_semaphore *s,
                    __global int *log, int n, int at) {
      out[0] <- some(s, log, 0, n, at);
    }
  )");
  for (int At : {1, 500, 999}) {
    Buffer<int> Out(1), Log(std::vector<int>{0, 0});
    Buffer<cl_ulong> S(std::vector<cl_ulong>{cl_ulong(1) << 32, 0});
    run(P, "k", 1, Out, S, Log, 1000, At);
    EXPECT_EQ(Out.read()[0], 1000);
    EXPECT_EQ(Log.read()[0], 999);
  }
}

// `all` spawns the tasks; some of them acquire as their last act.
static const char *const Many = R"(
  __task void detached(__global tkl_semaphore *s) { () <- tkl_acquire(s); }
  __task int through(__global tkl_semaphore *s) {
    int held;
    held <- tkl_acquire(s);
    force (held) { return held + 1; }
  }
  __task int all(__global tkl_semaphore *s, int from, int to) {
    int a, b;
    if (to - from == 1) {
      if (from % 3 == 0) {
        () <- detached(s);
        force () { return 1; }
      }
      a <- through(s);
      force (a) { return a; }
    }
    int middle = (from + to) / 2;
    a <- all(s, from, middle);
    b <- all(s, middle, to);
    force (a, b) { return a + b; }
  }
  __task int gives(__global tkl_semaphore *s, int n) {
    for (int i = 0; i < n; ++i) tkl_release(s);
    return n;
  }
  __task int both(__global tkl_semaphore *s, int n, int first) {
    int a, b;
    if (first) {
      b <- gives(s, n);
      a <- all(s, 0, n);
      force (a, b) { return a + b; }
    }
    a <- all(s, 0, n);
    b <- gives(s, n);
    force (a, b) { return a + b; }
  }
  __kernel void k(__global int *out, __global tkl_semaphore *s, int n, int first) {
    out[0] <- both(s, n, first);
  }
  __kernel void takes(__global int *out, __global tkl_semaphore *s) {
    out[get_global_id(0)] <- tkl_acquire(s);
  }
  __kernel void releases(__global int *out, __global tkl_semaphore *s, int n) {
    out[0] <- gives(s, n);
  }
)";

TEST_F(SemaphoreTest, ReleasesBeforeAndAfterAcquires) {
  Program P = build(Many);
  for (int N : {1, 3, 1000})
    for (int First : {0, 1}) {
      Buffer<int> Out(1);
      Buffer<cl_ulong> S = semaphores(1);
      run(P, "k", 1, Out, S, N, First);
      EXPECT_EQ(Out.read()[0], 2 * N);
      EXPECT_EQ(S.read()[0], 0u);
    }
}

TEST_F(SemaphoreTest, ManyTasksWait) {
  // Nothing is released before all of them have come.
  Program P = build(R"(
    __task int waits(__global tkl_semaphore *s, int i) {
      int held;
      tkl_release(s + 1);
      held <- tkl_acquire(s);
      force (held) { return held + i; }
    }
    __task long all(__global tkl_semaphore *s, int from, int to) {
      if (to - from == 1) {
        int one;
        one <- waits(s, from);
        force (one) { return one; }
      }
      long a, b;
      int middle = (from + to) / 2;
      a <- all(s, from, middle);
      b <- all(s, middle, to);
      force (a, b) { return a + b; }
    }
    __task int gives(__global tkl_semaphore *s, int i, int n) {
      int held, rest;
      if (i == n) {
        for (int j = 0; j < n; ++j) tkl_release(s);
        return n;
      }
      held <- tkl_acquire(s + 1);
      force (held) {
        rest <- gives(s, i + 1, n);
        force (rest) { return rest; }
      }
    }
    __task long both(__global tkl_semaphore *s, int n) {
      long a;
      int b;
      a <- all(s, 0, n);
      b <- gives(s, 0, n);
      force (a, b) { return a + b; }
    }
    __kernel void k(__global long *out, __global tkl_semaphore *s, int n) {
      out[0] <- both(s, n);
    }
  )");
  const int N = 100000;
  Buffer<cl_long> Out(1);
  Buffer<cl_ulong> S = semaphores(2);
  run(P, "k", 1, Out, S, N);
  EXPECT_EQ(Out.read()[0], cl_long(N) * (N - 1) / 2 + N);
  EXPECT_EQ(S.read()[0] | S.read()[1], 0u);
}

TEST_F(SemaphoreTest, TasksThatWaitKeepNobodyFromGoingOn) {
  // The parent releases what its children wait for: after it has spawned more of
  // them than a deque holds, and while others of them run.
  Program P = build(R"(
    __task int waits(__global tkl_semaphore *s, int i) {
      int held;
      held <- tkl_acquire(s);
      force (held) { return held + i; }
    }
    __task long many(__global tkl_semaphore *s, int n) {
      __global int *result = tkl_alloc(n * sizeof(int));
      for (int i = 0; i < n; ++i)
        result[i] <- waits(s, i);
      for (int i = 0; i < n; ++i)
        tkl_release(s);
      force () {
        long sum = 0;
        for (int i = 0; i < n; ++i)
          sum += result[i];
        return sum;
      }
    }
    __kernel void spawns(__global long *out, __global tkl_semaphore *s, int n) {
      int i = get_global_id(0);
      out[i] <- many(s + i, n);
    }
    __task int some(int n) {
      int a, b;
      if (n < 2) return 1;
      a <- some(n - 1);
      b <- some(n - 2);
      force (a, b) { return a + b; }
    }
    __task long groups(__global tkl_semaphore *s, int n) {
      int a, b, c;
      a <- waits(s, 100);
      b <- some(n);
      force (b) {
        tkl_release(s);
        // Of another semaphore: it may run before the first.
        c <- waits(s + 1, 10);
        force (a) {
          tkl_release(s + 1);
          int d = b;
          force (c) { return a + c + d; }
        }
      }
    }
    __kernel void forces(__global long *out, __global tkl_semaphore *s, int n) {
      int i = get_global_id(0);
      out[i] <- groups(s + 2 * i, n);
    }
  )");
  Buffer<cl_long> Out(6);
  Buffer<cl_ulong> S = semaphores(12);
  for (int N : {0, 1, 5000, 20000}) {
    run(P, "spawns", 6, Out, S, N);
    expectEach(Out, [=](int) { return cl_long(N) * (N - 1) / 2; });
  }
  for (auto [N, Sum] : {std::pair(1, 1), {2, 2}, {12, 233}}) {
    run(P, "forces", 6, Out, S, N);
    expectEach(Out, [&, Sum = Sum](int) { return 110 + Sum; });
  }
}

TEST_F(SemaphoreTest, PermitsLastFromOneCommandToTheNext) {
  Program P = build(Many);
  Buffer<int> Out(100), One(1);
  Buffer<cl_ulong> S = semaphores(1);
  run(P, "releases", 1, One, S, 150);
  EXPECT_EQ(S.read()[0], cl_ulong(150) << 32);
  run(P, "takes", 100, Out, S);
  expectEach(Out, [](int) { return 0; });
  EXPECT_EQ(S.read()[0], cl_ulong(50) << 32);
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

TEST_F(SemaphoreTest, TasksThatWaitForeverFailTheCommand) {
  Program P = build(Many);
  Buffer<int> Out(100);
  for (int Permits : {0, 1, 99}) {
    Buffer<cl_ulong> S = semaphores(1, Permits);
    expectFailure(launch(P, "takes", 100, Out, S),
                  ("kernel 'takes' failed: " + std::to_string(100 - Permits) +
                   (Permits == 99 ? " task waits" : " tasks wait") +
                   " for a semaphore that no task releases")
                      .c_str());
    Buffer<cl_ulong> Enough = semaphores(1, 100);
    run(P, "takes", 100, Out, Enough);
    expectEach(Out, [](int) { return 0; });
  }
}

TEST_F(SemaphoreTest, FailuresWhileTasksWait) {
  Program P = build(R"(
    __task int waits(__global tkl_semaphore *s) {
      int held;
      held <- tkl_acquire(s);
      force (held) { return 1; }
    }
    __task int fails(int n) { tkl_fail("on purpose: %0", n, 0); }
    __task int all(__global tkl_semaphore *s, int n, int fail) {
      int a, b;
      if (n == 1) {
        if (fail) {
          a <- fails(17);
        } else {
          a <- waits(s);
        }
        force (a) { return a; }
      }
      a <- all(s, n / 2, 0);
      b <- all(s, n - n / 2, fail);
      force (a, b) { return a + b; }
    }
    __kernel void k(__global int *out, __global tkl_semaphore *s, int fail) {
      out[0] <- all(s, 500, fail);
    }
  )");
  for (int Round = 0; Round < 3; ++Round) {
    Buffer<int> Out(1);
    Buffer<cl_ulong> S = semaphores(1);
    expectFailure(launch(P, "k", 1, Out, S, 1), "on purpose: 17");
    Buffer<cl_ulong> Enough = semaphores(1, 500);
    run(P, "k", 1, Out, Enough, 0);
    EXPECT_EQ(Out.read()[0], 500);
  }
}

TEST_F(SemaphoreTest, WhatIsNoSemaphoreFailsTheCommand) {
  Program P = build(Many);
  Buffer<int> Out(1);
  for (cl_ulong State : {cl_ulong(1), ~cl_ulong(0), cl_ulong(0x700000123)}) {
    Buffer<cl_ulong> S(std::vector<cl_ulong>{State});
    expectFailure(launch(P, "releases", 1, Out, S, 1),
                  "tkl_release was called for memory that holds no semaphore");
  }
  Buffer<cl_ulong> Full(std::vector<cl_ulong>{(~cl_ulong(0) << 32)});
  expectFailure(launch(P, "releases", 1, Out, Full, 1),
                "more than 4294967295 permits");
}
