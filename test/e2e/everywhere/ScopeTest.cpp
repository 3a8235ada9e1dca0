//===- ScopeTest.cpp - Jumps out of scopes with variables -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// clang runs the cleanups of a scope that a jump leaves, and remembers in one
// variable of the function where the jump leads. Lanes must not share it
// between code and bodies, and it must not hide where iterations end.
//
//===----------------------------------------------------------------------===//

#include "EverywhereTest.h"

using namespace tasklet::test;

using EverywhereScopeTest = EverywhereTest;

TEST_F(EverywhereScopeTest, ContinueInForWithLoopInBody) {
  compareAll("", R"(
    int sum = 0, through = 0;
    for (int i = 0; i < 3; ++i) {
      int d = i + lane;
      if (d % 3 == 0)
        continue;
      everywhere (ulong m) {
        NOTE(1, m);
        for (int j = 0; j < 4; ++j)
          sum += j + d;
      }
      through += 1;
    }
    out[id] = sum * 10 + through;)",
             [](WarpRun &W) {
               auto &Sum = W.X, &Through = W.Y;
               std::vector<int> I(W.Lanes), D(W.Lanes);
               W.loop([&](int L) { return I[L] < 3; },
                      [&] {
                        W.each([&](int L) { D[L] = I[L] + L; });
                        W.branch([&](int L) { return D[L] % 3 == 0; },
                                 [&] { W.skip(); });
                        W.everywhere([&](uint64_t M) {
                          W.note(1, M);
                          W.each([&](int L) { Sum[L] += 6 + 4 * D[L]; });
                        });
                        W.each([&](int L) { ++Through[L]; });
                      },
                      [&] { W.each([&](int L) { ++I[L]; }); });
               W.each([&](int L) { W.out(L) = Sum[L] * 10 + Through[L]; });
             });
}

TEST_F(EverywhereScopeTest, ContinueInWhile) {
  // All of an iteration before any of the next.
  compareAll("", R"(
    int s = lane % 3, x = 0;
    while (s < 6) {
      int d = ++s;
      if (d % 2) {
        int e = d + id;
        if (e & 1)
          continue;
        x += e;
      }
      everywhere (ulong m) { NOTE(d < 0, m); x += 100; }
      x ^= 5;
    }
    out[id] = x;)",
             [](WarpRun &W) {
               auto &S = W.X, &X = W.Y;
               W.each([&](int L) { S[L] = L % 3; });
               W.loop([&](int L) { return S[L] < 6; },
                      [&] {
                        W.each([&](int L) { ++S[L]; });
                        W.branch(
                            [&](int L) { return S[L] % 2; },
                            [&] {
                              W.branch(
                                  [&](int L) { return (S[L] + W.id(L)) & 1; },
                                  [&] { W.skip(); });
                              W.each([&](int L) { X[L] += S[L] + W.id(L); });
                            });
                        W.everywhere([&](uint64_t M) {
                          W.note(0, M);
                          W.each([&](int L) { X[L] += 100; });
                        });
                        W.each([&](int L) { X[L] ^= 5; });
                      });
               W.each([&](int L) { W.out(L) = X[L]; });
             });
}

TEST_F(EverywhereScopeTest, JumpsInBody) {
  // Those in the body only, in the loop around it none.
  compareAll("", R"(
    int s = lane % 4, x = 0;
    while (s < 4) {
      ++s;
      everywhere (ulong m) {
        NOTE(1, m);
        for (int f = 0; f < 3; ++f) {
          int e = lane + f;
          if (e % 3 == 1)
            continue;
          int g = e * 2;
          if (g > 20)
            break;
          x += 10 + g;
        }
      }
    }
    out[id] = x;)",
             [](WarpRun &W) {
               auto &S = W.X, &X = W.Y;
               W.each([&](int L) { S[L] = L % 4; });
               W.loop([&](int L) { return S[L] < 4; },
                      [&] {
                        W.each([&](int L) { ++S[L]; });
                        W.everywhere([&](uint64_t M) {
                          W.note(1, M);
                          W.each([&](int L) {
                            for (int F = 0; F < 3; ++F) {
                              int E = L + F;
                              if (E % 3 == 1)
                                continue;
                              if (E * 2 > 20)
                                break;
                              X[L] += 10 + E * 2;
                            }
                          });
                        });
                      });
               W.each([&](int L) { W.out(L) = X[L]; });
             });
}

TEST_F(EverywhereScopeTest, JumpsInBodyOfBody) {
  compareAll("", R"(
    int x = 0;
    everywhere (ulong m) {
      NOTE(1, m);
      if (lane % 2)
        everywhere (ulong inner) {
          NOTE(2, inner);
          for (int i = 0; i < 3; ++i) {
            int s = lane;
            x = 3 * x + s;
            if (s % 4 < 1)
              continue;
            x += 7;
          }
        }
      x += 1000;
    }
    out[id] = x;)",
             [](WarpRun &W) {
               auto &X = W.X;
               W.everywhere([&](uint64_t M) {
                 W.note(1, M);
                 W.branch([&](int L) { return L % 2; },
                          [&] {
                            W.everywhere([&](uint64_t Inner) {
                              W.note(2, Inner);
                              W.each([&](int L) {
                                for (int I = 0; I < 3; ++I) {
                                  X[L] = 3 * X[L] + L;
                                  if (L % 4 < 1)
                                    continue;
                                  X[L] += 7;
                                }
                              });
                            });
                          });
                 W.each([&](int L) { X[L] += 1000; });
               });
               W.each([&](int L) { W.out(L) = X[L]; });
             });
}

TEST_F(EverywhereScopeTest, BreakOfLoopInLoopWithContinue) {
  // The cleanup of the inner loop leads to one place only, without a switch.
  compareAll("", R"(
    int x = 0;
    everywhere (ulong m) {
      NOTE(1, m);
      int c = 2;
      do {
        --c;
        int d = c + lane;
        if (d & 1)
          continue;
        for (int i = 0; i < 2; ++i) {
          int f = sub_group_reduce_max(d);
          if (d & 2)
            break;
          x += f;
        }
      } while (c != 0);
    }
    out[id] = x;)",
             [](WarpRun &W) {
               auto &X = W.X, &D = W.Y;
               W.everywhere([&](uint64_t M) {
                 W.note(1, M);
                 for (int C = 1; C >= 0; --C) {
                   W.each([&](int L) { D[L] = C + L; });
                   std::vector<int> Left(W.Lanes);
                   for (int I = 0; I < 2; ++I) {
                     auto IsThere = [&](int L) {
                       return !(D[L] & 1) && !Left[L];
                     };
                     int Max = 0;
                     W.each([&](int L) {
                       if (IsThere(L))
                         Max = std::max(Max, D[L]);
                     });
                     W.each([&](int L) {
                       if (!IsThere(L))
                         return;
                       Left[L] = (D[L] & 2) != 0;
                       X[L] += Left[L] ? 0 : Max;
                     });
                   }
                 }
               });
               W.each([&](int L) { W.out(L) = X[L]; });
             });
}

TEST_F(EverywhereScopeTest, CaseWithScope) {
  compareAll("", R"(
    int x = 0;
    switch (lane % 3) {
    case 0: {
      int z = id + 1;
      everywhere (ulong m) {
        NOTE(1, m);
        int u = 0;
        while (u++ < 3) {
          int e = u + lane;
          if (m >> e % 64 & 1)
            continue;
          x += e;
        }
      }
      x += z;
    } break;
    case 1: {
      int z = 5 * id;
      if (z % 2)
        break;
      x += z;
    }
    default:
      x += 100000;
    }
    out[id] = x;)",
             [](WarpRun &W) {
               auto &X = W.X;
               auto Scoped = [&] {
                 W.everywhere([&](uint64_t M) {
                   W.note(1, M);
                   W.each([&](int L) {
                     for (int U = 1; U <= 3; ++U)
                       if (!(M >> (U + L) % 64 & 1))
                         X[L] += U + L;
                   });
                 });
                 W.each([&](int L) { X[L] += W.id(L) + 1; });
               };
               auto Rest = [&] {
                 W.each([&](int L) {
                   int Z = 5 * W.id(L);
                   if (L % 3 == 1 && Z % 2)
                     return;
                   X[L] += 100000 + (L % 3 == 1 ? Z : 0);
                 });
               };
               W.branch([&](int L) { return L % 3 == 0; }, Scoped, Rest);
               W.each([&](int L) { W.out(L) = X[L]; });
             });
}

TEST_F(EverywhereScopeTest, VariableOfBodyThatLaneHasNotPassed) {
  // It is 0 in lanes that have never reached its declaration.
  compareAll(
      "", R"(
    int w = -1;
    everywhere (ulong m) {
      if (lane % 2 == 0) {
        int f = 0;
        while (lane == 2 && f++ < 2)
          w = 10 * w + sub_group_shuffle(f, 1u) + 3;
      }
    }
    out[id] = w;)",
      [](WarpRun &W) {
        W.each([&](int L) { W.out(L) = L == 2 ? (-1 * 10 + 3) * 10 + 3 : -1; });
      });
}

TEST_F(EverywhereScopeTest, ReturnFromScopesOfFunction) {
  compareAll("int f(int x, int n) {"
             "  for (int i = 0; i < n; ++i) {"
             "    int d = x + i;"
             "    if (d % 5 == 0) return d;"
             "    everywhere (ulong m) { int t = d; if (t & 1) x += 2; }"
             "  }"
             "  return x;"
             "}",
             "out[id] = f(id, 4);", [](WarpRun &W) {
               std::vector<int> X(W.Lanes), D(W.Lanes), I(W.Lanes);
               W.each([&](int L) { X[L] = W.id(L); });
               W.call([&] {
                 W.loop([&](int L) { return I[L] < 4; },
                        [&] {
                          W.each([&](int L) { D[L] = X[L] + I[L]; });
                          W.branch([&](int L) { return D[L] % 5 == 0; },
                                   [&] {
                                     W.each([&](int L) { W.out(L) = D[L]; });
                                     W.finish();
                                   });
                          W.everywhere([&](uint64_t) {
                            W.each([&](int L) { X[L] += D[L] & 1 ? 2 : 0; });
                          });
                        },
                        [&] { W.each([&](int L) { ++I[L]; }); });
                 W.each([&](int L) { W.out(L) = X[L]; });
               });
             });
}

TEST_F(EverywhereScopeTest, ReturnOfValueBeforeBodyWithJumps) {
  // The scope that the return leaves last ends in the block that returns.
  compareAll("int f(int l) {"
             "  int r = 0;"
             "  { int z = l; if (z % 5 > 3) return r + 100; }"
             "  do {"
             "    int d = r + l;"
             "    if (d % 2) continue;"
             "    r += 10;"
             "  } while (r % 10 == 1);"
             "  everywhere {"
             "    for (int u = 0; u < 3; ++u) {"
             "      int e = u; if (e == l % 4) continue; r += 1;"
             "    }"
             "    { int t = 3; if (r > t) goto end; r += 1000; }"
             "  end:;"
             "  }"
             "  return r;"
             "}",
             "out[id] = f(lane);", [](WarpRun &W) {
               W.each([&](int L) {
                 int R = 0;
                 if (L % 5 > 3) {
                   W.out(L) = 100;
                   return;
                 }
                 R += L % 2 ? 0 : 10;
                 for (int U = 0; U < 3; ++U)
                   R += U != L % 4;
                 W.out(L) = R > 3 ? R : R + 1000;
               });
             });
}

TEST_F(EverywhereScopeTest, GotoInBodyOfFunctionWithResult) {
  // The function's own scope ends in the block that returns.
  compareAll("int f(int l) {"
             "  int r = l;"
             "  int u = l % 3;"
             "  while (u != 0) {"
             "    --u;"
             "    everywhere {"
             "      {"
             "        int d = l;"
             "        if (l % 4 != 1) {"
             "          int e = d;"
             "          r += e;"
             "          goto end;"
             "        }"
             "        r += 100;"
             "      }"
             "    end:;"
             "      r += 1000;"
             "    }"
             "  }"
             "  return r;"
             "}",
             "out[id] = f(lane);", [](WarpRun &W) {
               W.each([&](int L) { W.out(L) = L; });
               int Rounds = 0;
               W.each([&](int L) { Rounds = std::max(Rounds, L % 3); });
               W.each([&](int L) {
                 W.out(L) += Rounds * (L % 4 != 1 ? 1000 + L : 1100);
               });
             });
}
