//===- RuleTest.cpp - What a visit does: rules EV16 to EV29 ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "EverywhereTest.h"

#include <algorithm>
#include <array>

using namespace tasklet::test;

using EverywhereRuleTest = EverywhereTest;

TEST_F(EverywhereRuleTest, AllHaveTheMask) {
  // As work-items number themselves, also where they return before.
  compareAll("", R"(
    int number = 0;
    if (id % 7 == 2)
      return;
    if (id % 3 == 1)
      everywhere (ulong m) {
        number = get_sub_group_local_id();
        out[id] = (int)(m ^ m >> 32) * 8 + number * 2 + (m >> number & 1);
        m = 0;                           // a variable of this lane alone
      })",
             [](WarpRun &W) {
               auto gone = [&](int L) { return W.id(L) % 7 == 2; };
               W.branch([&](int L) { return !gone(L) && W.id(L) % 3 == 1; },
                        [&] {
                          W.everywhere([&](uint64_t M) {
                            W.each([&](int L) {
                              W.out(L) = int(M ^ M >> 32) * 8 + L * 2 +
                                         int(M >> L & 1);
                            });
                          });
                        });
             });
}

TEST_F(EverywhereRuleTest, EachHasItsOwnVariablesAsItLeftThem) {
  // Counters of loops that were left, of loops that go on, and in no loop.
  compareAll("", R"(
    int i, x = 3 * id, before = -1, sum = 0;
    for (i = 0; i < id % 4; ++i) {
      before = i;
      if (i == 2)
        break;
      everywhere (ulong m) { sum += 100 * i + before + (x++ & 7); }
    }
    out[id] = sum;)",
             [](WarpRun &W) {
               auto &X = W.X, &I = W.Y;
               std::vector<int> Before(W.Lanes, -1), Sum(W.Lanes);
               W.each([&](int L) { X[L] = 3 * W.id(L); });
               W.loop([&](int L) { return I[L] < W.id(L) % 4; },
                      [&] {
                        W.each([&](int L) { Before[L] = I[L]; });
                        W.branch([&](int L) { return I[L] == 2; },
                                 [&] { W.leave(); });
                        W.everywhere([&](uint64_t) {
                          W.each([&](int L) {
                            Sum[L] += 100 * I[L] + Before[L] + (X[L]++ & 7);
                          });
                        });
                      },
                      [&] { W.each([&](int L) { ++I[L]; }); });
               W.each([&](int L) { W.out(L) = Sum[L]; });
             });
}

TEST_F(EverywhereRuleTest, WhatDecidedIsNotAskedAgain) {
  // The body makes every condition the opposite of what it was.
  compareAll(
      "", R"(
    int c = id & 1, go = id % 3, x = 0;
    if (c) {
      everywhere (ulong m) { c = !c; go = 9; NOTE(1, m); }
      x += c ? 10 : 20;
    } else {
      x += c ? 30 : 40;
    }
    while (go) {
      go = go == 9 ? id % 2 : 0;
      everywhere (ulong m) { go = 1 - go; x += 100; NOTE(2, m); }
      if (x > 900)
        break;
    }
    out[id] = x;)",
      [](WarpRun &W) {
        std::vector<int> C(W.Lanes), Go(W.Lanes);
        auto &X = W.X;
        W.each([&](int L) { C[L] = W.id(L) & 1, Go[L] = W.id(L) % 3; });
        W.branch([&](int L) { return C[L]; },
                 [&] {
                   W.everywhere([&](uint64_t M) {
                     W.each([&](int L) { C[L] = !C[L], Go[L] = 9; });
                     W.note(1, M);
                   });
                   W.each([&](int L) { X[L] += C[L] ? 10 : 20; });
                 },
                 [&] { W.each([&](int L) { X[L] += C[L] ? 30 : 40; }); });
        W.loop([&](int L) { return Go[L]; },
               [&] {
                 W.each([&](int L) { Go[L] = Go[L] == 9 ? W.id(L) % 2 : 0; });
                 W.everywhere([&](uint64_t M) {
                   W.each([&](int L) { Go[L] = 1 - Go[L], X[L] += 100; });
                   W.note(2, M);
                 });
                 W.branch([&](int L) { return X[L] > 900; },
                          [&] { W.leave(); });
               });
        W.each([&](int L) { W.out(L) = X[L]; });
      });
}

TEST_F(EverywhereRuleTest, WithoutValueEverythingIsZero) {
  // Scalars, vectors, structures and arrays, small and large; a variable that
  // is known by its address alone; a pointer.
  compareAll(R"(
    typedef struct { char c; long l; int a[5]; } some;
    int get(int *p) { return *p; }
  )",
             R"(
    int scalar, seen, sum = 0;
    float4 vector;
    some one;
    int many[400];
    int *address = &seen;
    __global int *global_memory;
    __local int *local_memory;
    if (id % 3 == 1) {
      scalar = 1; vector = 2; one.c = 3; one.l = 4; seen = 5;
      for (int i = 0; i < 5; ++i) one.a[i] = 6;
      for (int i = 0; i < 400; ++i) many[i] = 7;
      global_memory = out;
      everywhere (ulong m) {
        sum += scalar + (int)(vector.x + vector.w) + one.c + (int)one.l;
        sum += one.a[1] + one.a[4] + many[0] + many[(id * 7) % 400] + get(address);
        sum += 1000 * (global_memory != 0) + 5000 * (local_memory != 0);
      }
    }
    out[id] = sum;)",
             [](WarpRun &W) {
               auto &X = W.X;
               W.branch([&](int L) { return W.id(L) % 3 == 1; },
                        [&] {
                          W.everywhere([&](uint64_t M) {
                            W.each([&](int L) {
                              if (M >> L & 1)
                                X[L] = 1 + 4 + 3 + 4 + 12 + 14 + 5 + 1000;
                            });
                          });
                        });
               W.each([&](int L) { W.out(L) = X[L]; });
             });
}

TEST_F(EverywhereRuleTest, ParametersAreThoseOfTheLastCallHere) {
  // By value, small and large, by pointer; variables; the result. Lanes that
  // have never called from here have zeros, others what was there the last
  // time.
  compareAll(
      R"(
    typedef struct { int v[3]; } small;
    typedef struct { int v[300]; } large;
    small visit(int x, small s, large l, int *p, __global int *log) {
      int own = x + 1;
      small result;
      result.v[0] = x;
      if (x % 4 == 3)
        return s;
      everywhere (ulong m) {
        x += 1; own += 2; s.v[1] += 4; l.v[299] += 8; result.v[0] += 16;
        if (p)
          *p += x + 3 * own + 5 * s.v[1] + 7 * l.v[299] + 11 * result.v[0];
        NOTE(x > 0, m);
      }
      result.v[1] = own;
      return result;
    })",
      R"(
    int got = 0;
    small s = {{1, 2, 3}};
    large l;
    for (int i = 0; i < 300; ++i) l.v[i] = 20;
    for (int i = 0; i < 3; ++i) {
      if ((id + i) % 3)
        continue;
      l.v[299] += i;
      s = visit(id + i, s, l, &got, log);
    }
    out[id] = got * 10 + s.v[0] + s.v[1];)",
      [](WarpRun &W) {
        struct Frame {
          int X = 0, Own = 0, S[3] = {}, L = 0, Result[2] = {};
          bool P = false;
        };
        std::vector<Frame> F(W.Lanes);
        std::vector<std::array<int, 3>> S(W.Lanes, {1, 2, 3});
        std::vector<int> Last(W.Lanes, 20), Got(W.Lanes);
        auto &I = W.X;
        W.loop([&](int L) { return I[L] < 3; },
               [&] {
                 W.branch([&](int L) { return (W.id(L) + I[L]) % 3; },
                          [&] { W.skip(); });
                 W.each([&](int L) {
                   Last[L] += I[L];
                   F[L].X = W.id(L) + I[L];
                   for (int J = 0; J < 3; ++J)
                     F[L].S[J] = S[L][J];
                   F[L].L = Last[L];
                   F[L].P = true;
                   F[L].Own = F[L].X + 1;
                   F[L].Result[0] = F[L].X;
                 });
                 W.branch([&](int L) { return F[L].X % 4 != 3; },
                          [&] {
                            W.everywhere([&](uint64_t M) {
                              W.each([&](int L) {
                                Frame &A = F[L];
                                A.X += 1, A.Own += 2, A.S[1] += 4, A.L += 8;
                                A.Result[0] += 16;
                                if (A.P)
                                  Got[L] += A.X + 3 * A.Own + 5 * A.S[1] +
                                            7 * A.L + 11 * A.Result[0];
                              });
                              W.note(1, M);
                            });
                            W.each([&](int L) {
                              F[L].Result[1] = F[L].Own;
                              S[L][0] = F[L].Result[0],
                              S[L][1] = F[L].Result[1];
                            });
                          });
               },
               [&] { W.each([&](int L) { ++I[L]; }); });
        W.each([&](int L) { W.out(L) = Got[L] * 10 + S[L][0] + S[L][1]; });
      });
}

TEST_F(EverywhereRuleTest, OperandsOfWhoIsNotThere) {
  // A variable or a part of one gives its value now, also where it was declared
  // in the body; any other operand gives 0. How the lane is written does not
  // matter.
  compareAll("struct pair { struct { int a; uint b; }; int3 v; int t[2]; };"
             "int same(int x) { return x; }",
             R"(
    struct pair p;
    int got = 0;
    p.a = id; p.b = 7 * id; p.v = (int3)(1, id, 3 * id); p.t[1] = 11 * id;
    __private int *q = &p.a;
    if (id % 3 == 0)
      everywhere (ulong m) {
        uint lanes = get_sub_group_size();
        p.a += 100;
        int mine = 13 * id;
        if (m >> lane & 1) {
          uint other = (lane + 1) % lanes;
          int here = 17;
          got += sub_group_shuffle(p.a, other);
          got += sub_group_shuffle(p.b, (lane + 1) % get_sub_group_size());
          got += sub_group_shuffle(p.v.z, lane + 1 < lanes ? lane + 1 : 0);
          got += sub_group_broadcast(p.v.zy, 0u).y;
          got += sub_group_shuffle(p.t[1], same(other) && true ? other : lane);
          got += sub_group_shuffle((uint)mine, other);
          got += sub_group_shuffle(here, other);
          got += sub_group_shuffle(lane < 0 ? here : p.a + 5, other);
          got += sub_group_shuffle(same(p.a), other);
          got += sub_group_shuffle(q[0], other);
          got += sub_group_shuffle(id && p.a, other);
          got += sub_group_shuffle(p.a++, other);
        }
      }
    out[id] = got + p.a;)",
             [](WarpRun &W) {
               auto &A = W.X;
               W.each([&](int L) { A[L] = W.id(L); });
               std::vector<int> Got(W.Lanes);
               auto visit = [&](uint64_t M) {
                 W.each([&](int L) { A[L] += 100; });
                 W.branch([&](int L) { return M >> L & 1; },
                          [&] {
                            W.each([&](int L) {
                              int O = (L + 1) % W.Lanes, Id = W.id(O);
                              bool There = M >> O & 1;
                              Got[L] +=
                                  A[O] + 7 * Id + 3 * Id + W.id(0) + 13 * Id;
                              // Lane 0 is asked for itself: `same(0) && true`.
                              Got[L] += 11 * (O ? Id : W.id(L));
                              if (There)
                                Got[L] += 17 + (A[O] + 5) + A[O] + A[O] +
                                          (Id && A[O]) + A[O];
                            });
                            W.each([&](int L) { ++A[L]; });
                          });
               };
               W.branch([&](int L) { return W.id(L) % 3 == 0; },
                        [&] { W.everywhere(visit); });
               W.each([&](int L) { W.out(L) = Got[L] + A[L]; });
             });
}

TEST_F(EverywhereRuleTest, WhatOthersWroteIsSeen) {
  // Before the visit, also by lanes that only come along; in it, after its
  // barrier; after it, by lanes that came.
  compareAll("", R"(
    __local int part[128];
    int other = lane + 1 < width && item + 1 < items ? item + 1 : item - lane;
    int x = 0;
    part[item] = 10 * item;
    out[id] = 1000;
    if (id % 4 == 1) {
      int global_other = id - item + other;
      everywhere (ulong m) {
        int to = lane + 1 < width && item + 1 < items ? item + 1 : item - lane;
        x = part[to] + out[id - item + to];
        sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        part[item] = x;
        out[id] = 2000 + lane;
      }
      x += part[other] + out[global_other];
    }
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    out[id] = x;)",
             [](WarpRun &W) {
               auto &X = W.X;
               std::vector<int> Part(W.Lanes);
               auto next = [&](int L) { return (L + 1) % W.Lanes; };
               W.branch([&](int L) { return W.id(L) % 4 == 1; },
                        [&] {
                          W.everywhere([&](uint64_t) {
                            W.each([&](int L) {
                              Part[L] = X[L] = 10 * W.item(next(L)) + 1000;
                            });
                          });
                          W.each([&](int L) {
                            X[L] += Part[next(L)] + 2000 + next(L);
                          });
                        });
               W.each([&](int L) { W.out(L) = X[L]; });
             });
}

TEST_F(EverywhereRuleTest, WhoWaitsForATaskComesAlong) {
  // And captures what its variables are when all are through.
  constexpr int Size = 96;
  Buffer<int> Out(Size);
  run(R"(
    __task int halved(int x) { return x / 2; }
    __kernel void k(__global int *out) {
      int id = get_global_id(0), visits = 0, y;
      if (id % 5 == 0) {
        everywhere { visits += 1; }
        y <- halved(id);
        force (y) { out[id] = 1000 * visits + y; }
      }
      for (int i = 0; i < id % 3; ++i)
        everywhere { visits += 10; }
      out[id] = 1000 * visits;
    })",
      "k", Range({Size}, {48}), Out);
  expectEach(Out, [](int I) {
    int Most = 0;
    for (int J = 0; J < Size; ++J)
      if (J / 48 == I / 48 && J % 48 / 32 == I % 48 / 32 && J % 5)
        Most = std::max(Most, J % 3);
    return 1000 * (1 + 10 * Most) + (I % 5 ? 0 : I / 2);
  });
}
