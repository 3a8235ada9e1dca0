//===- FunctionTest.cpp - everywhere in functions, and what lanes share ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "EverywhereTest.h"

#include <algorithm>
#include <array>

using namespace tasklet::test;

using EverywhereFunctionTest = EverywhereTest;

TEST_F(EverywhereFunctionTest, CalledFromSeveralPlaces) {
  // Each call is a place of its own; a return leaves the function only. Lanes
  // that come along have zeros in its parameters.
  compareAll(R"(
    int visit(__global int *log, int what, int x) {
      if (x % 5 == 0)
        return -x;
      everywhere (ulong m) { NOTE(what, m); x += 3; }
      if (x % 2)
        return x;
      everywhere (ulong m) { NOTE(what + 1, m); }
      return 2 * x;
    }
    int twice(__global int *log, int x) {
      return visit(log, 10, x) + visit(log, 20, x + 1);
    })",
             R"(
    int x = id;
    if (id % 3 && visit(log, 30, id) > 9)
      x = twice(log, id);
    else
      x = visit(log, 40, id);
    out[id] = x;)",
             [](WarpRun &W) {
               std::vector<int> Result(W.Lanes), Arg(W.Lanes), First(W.Lanes);
               auto &X = W.X;
               auto visit = [&](int What) {
                 W.call([&] {
                   W.branch([&](int L) { return Arg[L] % 5 == 0; },
                            [&] {
                              W.each([&](int L) { Result[L] = -Arg[L]; });
                              W.finish();
                            });
                   W.everywhere([&](uint64_t M) {
                     W.note(What, M);
                     W.each([&](int L) { Arg[L] += 3; });
                   });
                   W.branch([&](int L) { return Arg[L] & 1; },
                            [&] {
                              W.each([&](int L) { Result[L] = Arg[L]; });
                              W.finish();
                            });
                   W.everywhere([&](uint64_t M) { W.note(What + 1, M); });
                   W.each([&](int L) { Result[L] = 2 * Arg[L]; });
                 });
               };
               std::vector<int> Holds(W.Lanes);
               W.branch([&](int L) { return W.id(L) % 3; },
                        [&] {
                          W.each([&](int L) { Arg[L] = W.id(L); });
                          visit(30);
                          W.each([&](int L) { Holds[L] = Result[L] > 9; });
                        });
               W.branch([&](int L) { return Holds[L]; },
                        [&] {
                          W.each([&](int L) { Arg[L] = W.id(L); });
                          visit(10);
                          W.each([&](int L) {
                            First[L] = Result[L];
                            Arg[L] = W.id(L) + 1;
                          });
                          visit(20);
                          W.each([&](int L) { X[L] = First[L] + Result[L]; });
                        },
                        [&] {
                          W.each([&](int L) { Arg[L] = W.id(L); });
                          visit(40);
                          W.each([&](int L) { X[L] = Result[L]; });
                        });
               W.each([&](int L) { W.out(L) = X[L]; });
             });
}

TEST_F(EverywhereFunctionTest, VariablesAreTheLanesOwn) {
  // Arrays and structures, of those who come and of those who do not.
  compareAll("struct pair { int a; int b[3]; };", R"(
    struct pair p;
    p.a = id; p.b[0] = 1; p.b[1] = 2; p.b[2] = 3;
    for (int i = 0; i < 3; ++i) {
      int here = 10 * id + i;
      if ((id + i) % 3 == 0) {
        p.b[i] += 100;
        everywhere (ulong m) {
          int own = here + (m >> lane & 1);
          p.b[(i + lane) % 3] += own;
        }
      }
    }
    out[id] = p.a + p.b[0] * 3 + p.b[1] * 5 + p.b[2] * 7;)",
             [](WarpRun &W) {
               std::vector<std::array<int, 3>> B(W.Lanes, {1, 2, 3});
               for (int I = 0; I < 3; ++I)
                 W.branch([&](int L) { return (W.id(L) + I) % 3 == 0; },
                          [&] {
                            W.each([&](int L) { B[L][I] += 100; });
                            W.everywhere([&](uint64_t M) {
                              W.each([&](int L) {
                                B[L][(I + L) % 3] +=
                                    10 * W.id(L) + I + int(M >> L & 1);
                              });
                            });
                          });
               W.each([&](int L) {
                 W.out(L) = W.id(L) + B[L][0] * 3 + B[L][1] * 5 + B[L][2] * 7;
               });
             });
}

TEST_F(EverywhereFunctionTest, BarriersAround) {
  // Warps make different numbers of visits before they meet at a barrier,
  // after which each lane sees what its neighbour wrote before.
  compareAll(
      "", R"(
    __local int shared[128];
    int x = item;
    if (items < 2)
      x += 1000;
    for (int round = 0; round < 3; ++round) {
      for (int i = 0; i < (item * 7 + round) % 4; ++i)
        everywhere (ulong m) { NOTE(round, m); x ^= round; }
      shared[item] = item * 10 + round;
      barrier(CLK_LOCAL_MEM_FENCE);
      x += shared[(item + 1) % items];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[id] = x;)",
      [](WarpRun &W) {
        auto &X = W.X, &I = W.Y;
        W.each([&](int L) { X[L] = W.item(L) + (W.Items < 2 ? 1000 : 0); });
        for (int Round = 0; Round < 3; ++Round) {
          W.each([&](int L) { I[L] = 0; });
          W.loop([&](int L) { return I[L] < (W.item(L) * 7 + Round) % 4; },
                 [&] {
                   W.everywhere([&](uint64_t M) {
                     W.note(Round, M);
                     W.each([&](int L) { X[L] ^= Round; });
                   });
                 },
                 [&] { W.each([&](int L) { ++I[L]; }); });
          W.each(
              [&](int L) { X[L] += (W.item(L) + 1) % W.Items * 10 + Round; });
        }
        W.each([&](int L) { W.out(L) = X[L]; });
      });
}

TEST_F(EverywhereFunctionTest, SubGroupFunctions) {
  compareAll(
      "", R"(
    int x = id, y = 0;
    for (int i = 0; i < id % 3 + 1; ++i)
      if ((id ^ i) & 2)
        everywhere (ulong m) {
          if (m >> lane & 1) {
            y += sub_group_reduce_add(x);
            x += sub_group_shuffle(x, (uint)(lane ^ 1));
          } else
            y += sub_group_any(x % 7 == 0) ? 1000 : 0;
          while (x % 4) {
            y += sub_group_scan_inclusive_add(1);
            x += 1;
          }
        }
    out[id] = x * 100000 + y;)",
      [](WarpRun &W) {
        auto &X = W.X, &Y = W.Y;
        std::vector<int> I(W.Lanes);
        W.each([&](int L) { X[L] = W.id(L); });
        W.loop([&](int L) { return I[L] < W.id(L) % 3 + 1; },
               [&] {
                 W.branch(
                     [&](int L) { return (W.id(L) ^ I[L]) & 2; },
                     [&] {
                       W.everywhere([&](uint64_t M) {
                         W.branch(
                             [&](int L) { return M >> L & 1; },
                             [&] {
                               int Sum = 0;
                               W.each([&](int L) { Sum += X[L]; });
                               W.each([&](int L) { Y[L] += Sum; });
                               std::vector<int> Old = X;
                               W.each([&](int L) {
                                 X[L] += Old[(L ^ 1) < W.Lanes ? L ^ 1 : L];
                               });
                             },
                             [&] {
                               bool Any = false;
                               W.each([&](int L) { Any |= X[L] % 7 == 0; });
                               W.each([&](int L) { Y[L] += Any ? 1000 : 0; });
                             });
                         W.loop([&](int L) { return X[L] % 4; },
                                [&] {
                                  int Sum = 0;
                                  W.each([&](int L) { Y[L] += ++Sum; });
                                  W.each([&](int L) { X[L] += 1; });
                                });
                       });
                     });
               },
               [&] { W.each([&](int L) { ++I[L]; }); });
        W.each([&](int L) { W.out(L) = X[L] * 100000 + Y[L]; });
      });
}

TEST_F(EverywhereFunctionTest, LocalMemoryIsForTheLargestWorkGroup) {
  size_t Most = 0;
  check(clGetDeviceInfo(Device::get()->Id, CL_DEVICE_MAX_WORK_GROUP_SIZE,
                        sizeof(Most), &Most, nullptr),
        "clGetDeviceInfo");
  Program P = build(R"(
    __kernel void votes(__global int *out) {
      if (get_local_id(0) == 2)
        everywhere { out[get_global_id(0)] += 1; }
    }
    __kernel void exchange(__global int *out) {
      int sum;
      everywhere { sum = sub_group_reduce_add(1); }
      out[get_global_id(0)] = sum;
    }
    __kernel __attribute__((reqd_work_group_size(16, 4, 1)))
    void known(__global int *out) {
      if (get_local_id(0) == 2)
        everywhere { out[get_global_id(0)] += 1; }
    })",
                    "-tkl-lane-loops=0");
  // All of it is there.
  Buffer<int> Out(Most);
  run(P, "exchange", Range({Most}, {Most}), Out);
  expectEach(Out,
             [&](int I) { return std::min<size_t>(32, Most - I / 32 * 32); });
  if (!takesBitcode(Device::get()->Id))
    GTEST_SKIP() << "PoCL 6 counts no local memory of a SPIR-V program's "
                    "variables";
  auto bytes = [&](const char *Name) {
    cl_ulong Size = 0;
    check(clGetKernelWorkGroupInfo(P.kernel(Name).get(), Device::get()->Id,
                                   CL_KERNEL_LOCAL_MEM_SIZE, sizeof(Size),
                                   &Size, nullptr),
          "clGetKernelWorkGroupInfo");
    return Size;
  };
  // A byte and a bit for each vote; 8 bytes for each value.
  auto votes = [](size_t Items) { return 8 * (Items / 8 + Items / 64 + 4); };
  EXPECT_EQ(bytes("votes"), votes(Most));
  EXPECT_EQ(bytes("exchange"), votes(Most) + 8 * Most);
  EXPECT_EQ(bytes("known"), votes(64));
}

TEST_F(EverywhereFunctionTest, SizeOfTheWorkGroupIsKnown) {
  Shape S{{2}, {48}, {}};
  compare(
      "", R"(
    int x = id;
    if (id & 4)
      everywhere (ulong m) { NOTE(1, m); x += 1; }
    out[id] = x;)",
      S,
      [](WarpRun &W) {
        W.each([&](int L) { W.out(L) = W.id(L); });
        W.branch([&](int L) { return W.id(L) & 4; },
                 [&] {
                   W.everywhere([&](uint64_t M) {
                     W.note(1, M);
                     W.each([&](int L) { W.out(L) += 1; });
                   });
                 });
      },
      ""
      "-DATTRIBUTES=__attribute__((reqd_work_group_size(48,1,1)))");
}

/// An application builds all that it has with the same options.
TEST_F(EverywhereFunctionTest, NoneButTheOptionsOfWarps) {
  Buffer<int> Out(4);
  Program P = build("__kernel void k(__global int *out) {"
                    "  out[get_global_id(0)] = get_global_id(0); }",
                    "-tkl-warp-size=4 -w -tkl-sub-groups");
  run(P, "k", 4, Out);
  expectEach(Out, [](int I) { return I; });
}

/// A kernel that is called is a function there, and stays a kernel.
TEST_F(EverywhereFunctionTest, KernelsThatAreCalled) {
  const std::string Calls = R"(
    inner(__global int *out, int n) {
      int i = get_global_id(0);
      if (i % 3 == 1)
        return;
      everywhere (ulong m) {
        if (m >> get_sub_group_local_id() & 1)
          out[i] = 10 * out[i] + popcount(m) + n;
      }
    }
    __kernel void condition(__global int *out, int n) {
      int i = get_global_id(0);
      out[i] = i;
      if (i % 5 == 2)
        inner(out, n);
    }
    __kernel void after_return(__global int *out, int n) {
      int i = get_global_id(0);
      out[i] = i;
      if (i % 4 == 2)
        return;
      inner(out, n);
      out[i] += 1000;
    }
    __kernel void loop(__global int *out, int n) {
      int i = get_global_id(0);
      out[i] = i;
      for (int j = 0; j < i % 3; ++j)
        inner(out, n);
    }
    __kernel void body(__global int *out, int n) {
      int i = get_global_id(0);
      out[i] = i;
      if (i & 1)
        everywhere { inner(out, n); }
    })";
  for (const char *Options : {"-w -tkl-warp-size=1", "-w -tkl-warp-size=4",
                              "-w -tkl-warp-size=8 -cl-opt-disable"}) {
    Program Functions = build("void " + Calls, Options);
    Program Kernels = build("__kernel void " + Calls, Options);
    for (const char *Name : {"condition", "after_return", "loop", "body"}) {
      Buffer<int> Expected(16), Out(16);
      run(Functions, Name, Range({16}, {8}), Expected, 3);
      run(Kernels, Name, Range({16}, {8}), Out, 3);
      std::vector<int> Right = Expected.read();
      expectEach(Out, [&](int I) { return Right[I]; });
    }
    // By itself, as the host starts it.
    Buffer<int> Out(std::vector<int>(8, 1));
    run(Kernels, "inner", Range({8}, {8}), Out, 3);
    EXPECT_EQ(Out.read()[1], 1);
    EXPECT_GT(Out.read()[0], 13);
  } // In a task there is one lane.
  Buffer<int> Out(2);
  run(build(R"(
    __kernel void fill(__global int *out, int n) {
      if (n)
        everywhere (ulong m) { out[1] = n + popcount(m); }
    }
    __task int task(__global int *out) { fill(out, 3); return 7; }
    __kernel void k(__global int *out, int n) { out[0] <- task(out); })",
            "-w -tkl-warp-size=4"),
      "k", 1, Out, 1);
  EXPECT_EQ(Out.read(), (std::vector<int>{7, 4}));
}
