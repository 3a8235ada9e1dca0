//===- ControlTest.cpp - everywhere among conditions and loops ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "EverywhereTest.h"

using namespace tasklet::test;

using EverywhereControlTest = EverywhereTest;

TEST_F(EverywhereControlTest, AllCome) {
  compareAll("", R"(
    int x = id;
    everywhere (ulong m) { NOTE(1, m); x = 2 * x + 1; }
    out[id] = x;)",
             [](WarpRun &W) {
               W.everywhere([&](uint64_t M) {
                 W.note(1, M);
                 W.each([&](int L) { W.out(L) = 2 * W.id(L) + 1; });
               });
             });
}

TEST_F(EverywhereControlTest, ThenBeforeElse) {
  compareAll("", R"(
    int x = id;
    if (id % 3 == 1) {
      everywhere (ulong m) { NOTE(1, m); x += 10; }
      x *= 2;
    } else {
      x += 1000;
      everywhere (ulong m) { NOTE(2, m); x ^= 5; }
    }
    out[id] = x;)",
             [](WarpRun &W) {
               auto &X = W.X;
               W.each([&](int L) { X[L] = W.id(L); });
               W.branch([&](int L) { return W.id(L) % 3 == 1; },
                        [&] {
                          W.everywhere([&](uint64_t M) {
                            W.note(1, M);
                            W.each([&](int L) { X[L] += 10; });
                          });
                          W.each([&](int L) { X[L] *= 2; });
                        },
                        [&] {
                          W.each([&](int L) { X[L] += 1000; });
                          W.everywhere([&](uint64_t M) {
                            W.note(2, M);
                            W.each([&](int L) { X[L] ^= 5; });
                          });
                        });
               W.each([&](int L) { W.out(L) = X[L]; });
             });
}

TEST_F(EverywhereControlTest, NobodyComes) {
  compareAll("", R"(
    int x = id;
    if (id < 0) {
      everywhere (ulong m) { NOTE(1, m); x = 7; }
      x = 8;
    }
    out[id] = x;)",
             [](WarpRun &W) { W.each([&](int L) { W.out(L) = W.id(L); }); });
}

TEST_F(EverywhereControlTest, LoopsOfDifferentLength) {
  compareAll("", R"(
    int x = 0;
    for (int i = 0; i < id % 5; ++i) {
      x += i;
      everywhere (ulong m) { NOTE(i < 0, m); x += 100; }
      x ^= 3;
    }
    out[id] = x;)",
             [](WarpRun &W) {
               auto &X = W.X, &I = W.Y;
               W.loop([&](int L) { return I[L] < W.id(L) % 5; },
                      [&] {
                        W.each([&](int L) { X[L] += I[L]; });
                        W.everywhere([&](uint64_t M) {
                          W.note(0, M);
                          W.each([&](int L) { X[L] += 100; });
                        });
                        W.each([&](int L) { X[L] ^= 3; });
                      },
                      [&] { W.each([&](int L) { ++I[L]; }); });
               W.each([&](int L) { W.out(L) = X[L]; });
             });
}

TEST_F(EverywhereControlTest, BreakContinueReturn) {
  // Those that go on at once wait for those that go on later.
  compareAll("", R"(
    int x = 0, i = 0;
    while (i < 9) {
      ++i;
      if ((id + i) % 4 == 0) {
        everywhere (ulong m) { NOTE(1, m); x += 1; }
        continue;
      }
      if (i > 3 + id % 4) {
        x += 5000;
        everywhere (ulong m) { NOTE(2, m); x += 10; }
        break;
      }
      if (i == 6 && id % 2) {
        out[id] = -x;
        return;
      }
      everywhere (ulong m) { NOTE(3, m); x += 100; }
    }
    everywhere (ulong m) { NOTE(4, m); x += 1000; out[id] += 7; }
    out[id] += x;)",
             [](WarpRun &W) {
               auto &X = W.X, &I = W.Y;
               auto visit = [&](int Id, int By) {
                 W.everywhere([&](uint64_t M) {
                   W.note(Id, M);
                   W.each([&](int L) {
                     X[L] += By;
                     if (Id == 4)
                       W.out(L) += 7;
                   });
                 });
               };
               W.loop(
                   [&](int L) { return I[L] < 9; },
                   [&] {
                     W.each([&](int L) { ++I[L]; });
                     W.branch([&](int L) { return (W.id(L) + I[L]) % 4 == 0; },
                              [&] {
                                visit(1, 1);
                                W.skip();
                              });
                     W.branch([&](int L) { return I[L] > 3 + W.id(L) % 4; },
                              [&] {
                                W.each([&](int L) { X[L] += 5000; });
                                visit(2, 10);
                                W.leave();
                              });
                     W.branch([&](int L) { return I[L] == 6 && W.id(L) % 2; },
                              [&] {
                                W.each([&](int L) { W.out(L) = -X[L]; });
                                W.finish();
                              });
                     visit(3, 100);
                   });
               visit(4, 1000);
               W.each([&](int L) { W.out(L) += X[L]; });
             });
}

TEST_F(EverywhereControlTest, DoWhile) {
  compareAll("", R"(
    int x = id, i = 0;
    do {
      if (x & 1) {
        everywhere (ulong m) { NOTE(1, m); x += 3; }
      }
      do {
        everywhere (ulong m) { NOTE(2, m); x += 1; }
      } while (x % 3);
    } while (++i < id % 3);
    out[id] = x;)",
             [](WarpRun &W) {
               auto &X = W.X, &I = W.Y;
               std::vector<int> Again(W.Lanes, 1), Inner(W.Lanes);
               W.each([&](int L) { X[L] = W.id(L); });
               W.loop([&](int L) { return Again[L]; },
                      [&] {
                        W.branch([&](int L) { return X[L] & 1; },
                                 [&] {
                                   W.everywhere([&](uint64_t M) {
                                     W.note(1, M);
                                     W.each([&](int L) { X[L] += 3; });
                                   });
                                 });
                        W.each([&](int L) { Inner[L] = 1; });
                        W.loop([&](int L) { return Inner[L]; },
                               [&] {
                                 W.everywhere([&](uint64_t M) {
                                   W.note(2, M);
                                   W.each([&](int L) { X[L] += 1; });
                                 });
                                 W.each([&](int L) { Inner[L] = X[L] % 3; });
                               });
                        W.each([&](int L) { Again[L] = ++I[L] < W.id(L) % 3; });
                      });
               W.each([&](int L) { W.out(L) = X[L]; });
             });
}

TEST_F(EverywhereControlTest, SwitchThatFallsThrough) {
  compareAll("", R"(
    int x = id;
    switch (id % 5) {
    case 0:
      everywhere (ulong m) { NOTE(1, m); x += 10; }
      // goes on
    case 3:
      everywhere (ulong m) { NOTE(2, m); x += 20; }
      break;
    case 1:
      x = -x;
      break;
    default:
      everywhere (ulong m) { NOTE(3, m); x += 30; }
    }
    everywhere (ulong m) { NOTE(4, m); x += 40; }
    out[id] = x;)",
             [](WarpRun &W) {
               auto &X = W.X;
               auto visit = [&](int Id) {
                 W.everywhere([&](uint64_t M) {
                   W.note(Id, M);
                   W.each([&](int L) { X[L] += 10 * Id; });
                 });
               };
               auto at = [&](int L) { return W.id(L) % 5; };
               W.each([&](int L) { X[L] = W.id(L); });
               W.branch([&](int L) { return at(L) == 0; }, [&] { visit(1); });
               W.branch([&](int L) { return at(L) == 0 || at(L) == 3; },
                        [&] { visit(2); });
               W.branch([&](int L) { return at(L) == 1; },
                        [&] { W.each([&](int L) { X[L] = -X[L]; }); });
               W.branch([&](int L) { return at(L) == 2 || at(L) == 4; },
                        [&] { visit(3); });
               visit(4);
               W.each([&](int L) { W.out(L) = X[L]; });
             });
}

TEST_F(EverywhereControlTest, SwitchWithACaseForEachValue) {
  // PoCL's optimiser finds out that the default is not there, if ours has not.
  for (const char *Options :
       {"-cl-opt-disable", "-O0", "-O1", "-O2", "-O0 -DDIRECT"}) {
    Buffer<int> Out(40);
    Program P = build(R"(
        __kernel void k(__global int *out) {
          int id = get_global_id(0);
          uint at = id & 3, x = 100;
        #ifdef DIRECT
          switch (id & 3) {
        #else
          switch (at) {
        #endif
          case 0: x += 1; break;
          default: everywhere { x += 1000; }
          case 1: x += 10;
          case 2: x += 20;
          case 3: everywhere (uint m) { x += (m & 15) * 100; }
          }
          out[id] = x;
        })",
                      Options);
    run(P, "k", {{40}, {20}}, Out);
    // The mask: lanes 1, 2 and 3 of each four. All run the body.
    expectEach(Out, [](int Id) {
      return 100 + 1400 +
             (Id % 4 == 0   ? 1
              : Id % 4 == 1 ? 30
              : Id % 4 == 2 ? 20
                            : 0);
    });
  }
}

TEST_F(EverywhereControlTest, GotoForwardAndBack) {
  compareAll("", R"(
    int x = id, i = 0;
    if (id % 4 == 2) goto end;
  again:
    everywhere (ulong m) { NOTE(1, m); x += 1; }
    if (++i < id % 3) goto again;
    everywhere (ulong m) { NOTE(2, m); x += 100; }
  end:
    everywhere (ulong m) { NOTE(3, m); x *= 2; }
    out[id] = x;)",
             [](WarpRun &W) {
               auto &X = W.X, &I = W.Y;
               std::vector<int> Again(W.Lanes, 1);
               W.each([&](int L) { X[L] = W.id(L); });
               W.branch([&](int L) { return W.id(L) % 4 != 2; },
                        [&] {
                          W.loop([&](int L) { return Again[L]; },
                                 [&] {
                                   W.everywhere([&](uint64_t M) {
                                     W.note(1, M);
                                     W.each([&](int L) { X[L] += 1; });
                                   });
                                   W.each([&](int L) {
                                     Again[L] = ++I[L] < W.id(L) % 3;
                                   });
                                 });
                          W.everywhere([&](uint64_t M) {
                            W.note(2, M);
                            W.each([&](int L) { X[L] += 100; });
                          });
                        });
               W.everywhere([&](uint64_t M) {
                 W.note(3, M);
                 W.each([&](int L) { X[L] *= 2; });
               });
               W.each([&](int L) { W.out(L) = X[L]; });
             });
}

TEST_F(EverywhereControlTest, DivergenceInBodies) {
  compareAll("", R"(
    int x = id;
    if (id % 2)
      everywhere (ulong m) {
        for (int i = 0; i < lane % 3; ++i) {
          if (x & 4)
            continue;
          everywhere (ulong n) { NOTE(1, n); x += 1; }
          if (x % 7 == 0)
            break;
        }
        if (m >> lane & 1) {
          everywhere (ulong n) { NOTE(2, n); x += 10; }
        } else {
          x += 100;
        }
      }
    out[id] = x;)",
             [](WarpRun &W) {
               auto &X = W.X, &I = W.Y;
               W.each([&](int L) { X[L] = W.id(L); });
               W.branch(
                   [&](int L) { return W.id(L) % 2; },
                   [&] {
                     W.everywhere([&](uint64_t M) {
                       W.each([&](int L) { I[L] = 0; });
                       W.loop([&](int L) { return I[L] < L % 3; },
                              [&] {
                                W.branch([&](int L) { return X[L] & 4; },
                                         [&] { W.skip(); });
                                W.everywhere([&](uint64_t N) {
                                  W.note(1, N);
                                  W.each([&](int L) { X[L] += 1; });
                                });
                                W.branch([&](int L) { return X[L] % 7 == 0; },
                                         [&] { W.leave(); });
                              },
                              [&] { W.each([&](int L) { ++I[L]; }); });
                       W.branch([&](int L) { return M >> L & 1; },
                                [&] {
                                  W.everywhere([&](uint64_t N) {
                                    W.note(2, N);
                                    W.each([&](int L) { X[L] += 10; });
                                  });
                                },
                                [&] { W.each([&](int L) { X[L] += 100; }); });
                     });
                   });
               W.each([&](int L) { W.out(L) = X[L]; });
             });
}

TEST_F(EverywhereControlTest, FiveDeep) {
  std::string Body = "x += 1;";
  for (int Depth = 5; Depth >= 1; --Depth) {
    std::string D = std::to_string(Depth);
    Body = "if ((id + " + D + ") % " + std::to_string(Depth + 1) +
           ") { everywhere (ulong m) { NOTE(" + D + ", m); " + Body +
           " } } else x += " + D + "0;";
  }
  compareAll("", "int x = id;" + Body + "out[id] = x;", [](WarpRun &W) {
    auto &X = W.X;
    W.each([&](int L) { X[L] = W.id(L); });
    std::function<void(int)> level = [&](int Depth) {
      if (Depth == 6) {
        W.each([&](int L) { X[L] += 1; });
        return;
      }
      W.branch([&](int L) { return (W.id(L) + Depth) % (Depth + 1); },
               [&] {
                 W.everywhere([&](uint64_t M) {
                   W.note(Depth, M);
                   level(Depth + 1);
                 });
               },
               [&] { W.each([&](int L) { X[L] += 10 * Depth; }); });
    };
    level(1);
    W.each([&](int L) { W.out(L) = X[L]; });
  });
}

// Lanes may take turns of such loops side by side. What they find is the same as
// in a loop whose step differs, which no compiler can know to be the same.
TEST_F(EverywhereControlTest, NeighbouringElements) {
  compareAll("", R"(
    int x = 0;
    if (item % 3 == 0)
      everywhere {
        uint me = get_sub_group_local_id(), lanes = get_sub_group_size();
        uint own = id >= 0 ? lanes : me;
        for (uint n = 0; n < 150; n += 29) {
          int mine = 0, expected = 0;
          uint turns = 0;
          for (uint i = 3 + me; i < n; i += lanes) {
            mine += i * i;
            ++turns;
          }
          for (uint i = 3 + me; i < n; i += own)
            expected += i * i;
          x += mine == expected && turns == (n > 3 + me ? (n - 4 - me) / lanes + 1 : 0);
          // Below zero, and up to the end of the numbers.
          for (int i = (int)me - 40; i < (int)n - 70; i += (int)lanes)
            mine ^= i;
          for (int i = (int)me - 40; i < (int)n - 70; i += (int)own)
            expected ^= i;
          for (uchar i = (uchar)me; i < (uchar)n; i += 64)
            mine += i & 64 ? 1 : 100;
          for (uchar i = (uchar)me; i < (uchar)n; i += own ? 64 : 1)
            expected += i & 64 ? 1 : 100;
          x += 10 * (mine == expected);
        }
      }
    out[id] = x;)",
             [](WarpRun &W) {
               auto &X = W.X;
               W.branch([&](int L) { return W.item(L) % 3 == 0; },
                        [&] {
                          W.everywhere([&](uint64_t) {
                            W.each([&](int L) { X[L] = 66; });
                          });
                        },
                        [] {});
               W.each([&](int L) { W.out(L) = X[L]; });
             });
}
