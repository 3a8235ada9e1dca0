//===- FunctionsTest.cpp - Functions for tasks ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "FunctionsFixture.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <set>

using namespace tasklet::test;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static const char *const Blocks = R"(
  uint size_of_block(int id) {
    uint small = (uint)id * 7919u % 700u;
    return id % 16 == 5 ? 3000 + 13 * small : small;
  }
  // Every node fills a block of its own, and finds it as it was when all of its
  // children have filled theirs.
  __task int node(int id, int depth) {
    uint n = size_of_block(id);
    __global uchar *p = tkl_alloc(n);
    int bad = ((ulong)p & (n > 2000 ? 63 : 15)) != 0;
    for (uint i = 0; i < n; ++i) bad += p[i] != 0;
    for (uint i = 0; i < n; ++i) p[i] = (uchar)(id * 37 + i + 1);
    if (depth == 0) return bad;
    int a, b;
    a <- node(2 * id + 1, depth - 1);
    b <- node(2 * id + 2, depth - 1);
    force (a, b) {
      for (uint i = 0; i < n; ++i) bad += p[i] != (uchar)(id * 37 + i + 1);
      return a + b + bad;
    }
  }
  __kernel void blocks(__global int *out, int depth) {
    out[get_global_id(0)] <- node(get_global_id(0), depth);
  }
  __task int empty(int n) {
    __global char *p = tkl_alloc(0), *q = tkl_alloc(0);
    return p != 0 && q != 0 && p != q ? n : -1;
  }
  __kernel void nothing(__global int *out) { out[0] <- empty(17); }
)";

TEST_F(FunctionsTest, BlocksAreZeroedAndDisjoint) {
  Program P = build(Blocks);
  Buffer<int> Out(6);
  // The second round finds what the first one left.
  for (int Round = 0; Round < 2; ++Round) {
    run(P, "blocks", 6, Out, 7);
    expectEach(Out, [](int) { return 0; });
  }
  Buffer<int> One(1);
  run(P, "nothing", 1, One);
  EXPECT_EQ(One.read()[0], 17);
}

/// The size of a type is a multiple of its alignment, which is 128 at most.
TEST_F(FunctionsTest, BlocksAreAlignedForWhatFitsThem) {
  Program P = build(R"(
    typedef struct { int tag; uint8 data; } wide;
    typedef struct { char c; long16 data; } widest;
    __task int misaligned(int from, int to) {
      int wrong = 0;
      for (int bytes = from; bytes < to; ++bytes) {
        ulong wanted = bytes & -bytes;
        ulong at = (ulong)tkl_alloc(bytes);
        wrong += (at & (clamp(wanted, 16ul, 128ul) - 1)) != 0;
      }
      return wrong;
    }
    __task int stored(int n) {
      __global wide *w = tkl_alloc(sizeof(wide));
      tkl_alloc(1);
      __global widest *v = tkl_alloc(3 * sizeof(widest));
      w->data = (uint8)(n);
      v[2].data = (long16)(n);
      return w->data.s7 + (int)v[2].data.sf;
    }
    __kernel void small(__global int *out) { out[0] <- misaligned(0, 400); }
    __kernel void large(__global int *out) { out[0] <- misaligned(8000, 8300); }
    __kernel void store(__global int *out, int n) { out[0] <- stored(n); }
  )");
  Buffer<int> Out(1);
  for (const char *Kernel : {"small", "large"}) {
    run(P, Kernel, 1, Out);
    EXPECT_EQ(Out.read()[0], 0) << Kernel;
  }
  run(P, "store", 1, Out, 21);
  EXPECT_EQ(Out.read()[0], 42);
}

TEST_F(FunctionsTest, ExhaustedMemoryFailsTheCommandAndOnlyIt) {
  Program P = build(std::string(Blocks) + R"(
    __task int take(ulong bytes, int times) {
      int taken = 0;
      for (int i = 0; i < times; ++i) {
        __global char *p = tkl_alloc(bytes);
        p[bytes - 1] = 1;             // would crash if it were null
        ++taken;
      }
      return taken;
    }
    __global char *deeper(ulong bytes) { return tkl_alloc(bytes); }
    __task int take_by_function(ulong bytes, int times) {
      int taken = 0;
      for (int i = 0; i < times; ++i) {
        deeper(bytes)[bytes - 1] = 1;
        ++taken;
      }
      return taken;
    }
    __kernel void k(__global int *out, ulong bytes, int times) {
      out[2 * get_global_id(0)] <- take(bytes, times);
      out[2 * get_global_id(0) + 1] <- take_by_function(bytes, times);
    }
  )");
  struct {
    cl_ulong Bytes;
    cl_int Times;
  } const Requests[] = {{48, 1 << 24},       {100000, 100000}, {1ull << 40, 1},
                        {UINT64_MAX - 5, 1}, {UINT64_MAX, 1},  {1ull << 63, 1}};
  Buffer<int> Out(40);
  for (auto [Bytes, Times] : Requests) {
    Outcome Result = launch(P, "k", 20, Out, Bytes, Times);
    EXPECT_LT(Result.Status, 0) << Bytes;
    EXPECT_NE(Result.Said.find(
                  "there was no memory left for what its tasks allocate"),
              std::string::npos)
        << Result.Said;
    run(P, "k", 20, Out, cl_ulong(48), 100);
    expectEach(Out, [](int) { return 100; });
  }
}

TEST_F(FunctionsTest, CommandsHaveAnAreaInCommon) {
  Program P = build(R"(
    __task void add(int n) {
      __global uint *counter = (__global uint *)tkl_command_area();
      for (int i = 0; i < 7; ++i)
        atomic_add(counter + 2 * i, (uint)n);
    }
    __task ulong sum(int n) {
      for (int i = 1; i <= n; ++i)
        () <- add(i);
      force () {
        ulong all = 0;
        for (int i = 0; i < 8; ++i)
          all += tkl_command_area()[i];
        return all;
      }
    }
    __kernel void k(__global ulong *out, int n) { out[0] <- sum(n); }
  )");
  Buffer<cl_ulong> Out(1);
  for (int N : {100, 0, 1, 100}) {
    run(P, "k", 1, Out, N);
    EXPECT_EQ(Out.read()[0], cl_ulong(7 * N * (N + 1) / 2));
  }
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

static const char *const Failing = R"(
  int checked(int i, int n) {
    if (i < 0 || i >= n)
      tkl_fail("prog.kite:7:12: error: index %0 is outside of an array of %1 "
               "elements", i, n);
    return i;
  }
  __task int at(int i, int n, __global int *reached) {
    int from = checked(i, n);
    *reached = 1;
    return 100 / (from < n);          // a crash where nobody leaves
  }
  __task int sum(int i, int n, __global int *reached) {
    int a, b;
    a <- at(i, n, reached);
    b <- at(0, n, reached + 1);
    force (a, b) {
      reached[2] = 1;
      return a + b;
    }
  }
  __kernel void k(__global int *out, __global int *reached, int i, int n) {
    out[0] <- sum(i, n, reached);
  }
)";

TEST_F(FunctionsTest, TextAndValuesAreTheMessage) {
  Program P = build(Failing);
  Buffer<int> Out(1), Reached(std::vector<int>{0, 0, 0});
  for (int I : {12, -1, 5}) {
    Outcome Result = launch(P, "k", 1, Out, Reached, I, 5);
    EXPECT_LT(Result.Status, 0);
    EXPECT_NE(Result.Said.find("prog.kite:7:12: error: index " +
                               std::to_string(I) +
                               " is outside of an array of 5 elements"),
              std::string::npos)
        << Result.Said;
    EXPECT_EQ(Reached.read()[0], 0);
    EXPECT_EQ(Reached.read()[2], 0);
    EXPECT_EQ(Result.Printed, "");
  }
  // The program and the queue go on.
  Outcome Result = launch(P, "k", 1, Out, Reached, 4, 5);
  EXPECT_EQ(Result.Status, CL_SUCCESS);
  EXPECT_EQ(Result.Said, "");
  EXPECT_EQ(Out.read()[0], 200);
  EXPECT_EQ(Reached.read(), std::vector<int>({1, 1, 1}));
}

TEST_F(FunctionsTest, FailuresEndNestedFunctionsAndForceBodies) {
  Program P = build(R"(
    int third(int n) {
      for (int i = 0;; ++i)           // endless, but for the failure
        if (i == n) tkl_fail("at %0", i, 0);
    }
    float4 second(int n) { return (float4)(third(n)); }
    int first(int n) { return n < 0 ? n : (int)second(n).x; }
    __task int one(int n) { return n; }
    __task int body(int n) {
      int a;
      a <- one(n);
      force (a) { return first(a); }
    }
    __kernel void k(__global int *out, int n) { out[0] <- body(n); }
    __kernel void in_kernel(__global int *out, int n) {
      int a;
      a <- one(n);
      force (a) { out[0] = first(a); out[1] = a; }
    }
  )");
  Buffer<int> Out(std::vector<int>{7, 7});
  for (const char *Name : {"k", "in_kernel"}) {
    Outcome Result = launch(P, Name, 1, Out, 1000);
    EXPECT_LT(Result.Status, 0);
    EXPECT_NE(Result.Said.find("at 1000"), std::string::npos) << Result.Said;
    EXPECT_EQ(Out.read()[1], 7);
    EXPECT_EQ(launch(P, Name, 1, Out, -3).Status, CL_SUCCESS);
    EXPECT_EQ(Out.read()[0], -3);
    Out = Buffer<int>(std::vector<int>{7, 7});
  }
}

TEST_F(FunctionsTest, OneOfManyFailuresIsTheMessage) {
  Program P = build(R"(
    __task void one(int n) {
      if (n % 3 == 1) tkl_fail("(task %0 of %1).", n, 3000000000L);
    }
    __task void range(int from, int to) {
      if (to - from == 1) {
        () <- one(from);
      } else {
        () <- range(from, (from + to) / 2);
        () <- range((from + to) / 2, to);
      }
    }
    __kernel void k(int n) { () <- range(0, n); }
  )");
  for (int Round = 0; Round < 5; ++Round) {
    Outcome Result = launch(P, "k", 1, 500);
    EXPECT_LT(Result.Status, 0);
    size_t At = Result.Said.find("(task ");
    ASSERT_NE(At, std::string::npos) << Result.Said;
    EXPECT_EQ(Result.Said.rfind("(task "), At);
    EXPECT_EQ(atoi(&Result.Said[At + 6]) % 3, 1) << Result.Said;
    EXPECT_NE(Result.Said.find("of 3000000000)"), std::string::npos);
  }
}

TEST_F(FunctionsTest, TextsOfFailures) {
  std::string Long(500, 'x');
  struct {
    std::string Text, Said;
  } const Texts[] = {{"%0%1%0", "-523-5"},
                     {"100% of %2, 50%% and %", "100% of %2, 50%% and %"},
                     {"place: " + Long, "place: " + Long.substr(0, 250)},
                     {"", "a task has called tkl_fail without a text"}};
  for (auto &[Text, Said] : Texts) {
    Program P = build("__task void t(int n) { if (n) tkl_fail(\"" + Text +
                      "\", -5, 23); }\n"
                      "__kernel void k(int n) { () <- t(n); }");
    Outcome Result = launch(P, "k", 1, 1);
    EXPECT_LT(Result.Status, 0);
    EXPECT_NE(Result.Said.find(Said), std::string::npos) << Result.Said;
    EXPECT_LT(Result.Said.size(), 450u);
    EXPECT_EQ(launch(P, "k", 1, 0).Status, CL_SUCCESS);
  }
}

//===----------------------------------------------------------------------===//
// Prints
//===----------------------------------------------------------------------===//

TEST_F(FunctionsTest, PrintsAreWhole) {
  Program P = build(R"(
    void numbers(tkl_print p, int from, int to) {
      for (int i = from; i < to; ++i) {
        tkl_print_text(p, i == from ? "" : ", ");
        tkl_print_int(p, i);
      }
    }
    __task void line(int n) {
      tkl_print p = tkl_print_begin();
      tkl_print_char(p, '[');
      numbers(p, n, n + n % 100);
      tkl_print_text(p, "]\n");
      tkl_print_end(p);
    }
    __task void range(int from, int to) {
      if (to - from == 1) {
        () <- line(from);
      } else {
        () <- range(from, (from + to) / 2);
        () <- range((from + to) / 2, to);
      }
    }
    __kernel void k(int n) { () <- range(0, n); }
  )");
  constexpr int N = 400;
  std::multiset<std::string> Expected;
  for (int I = 0; I < N; ++I) {
    std::string Line = "[";
    for (int J = I; J < I + I % 100; ++J)
      Line += (J == I ? "" : ", ") + std::to_string(J);
    Expected.insert(Line + "]");
  }
  for (int Round = 0; Round < 3; ++Round) {
    Outcome Result = launch(P, "k", 1, N);
    EXPECT_EQ(Result.Status, CL_SUCCESS);
    std::vector<std::string> Lines = lines(Result.Printed);
    EXPECT_EQ(std::multiset<std::string>(Lines.begin(), Lines.end()), Expected);
  }
}

TEST_F(FunctionsTest, PrintsComeInTheOrderOfTheirEnds) {
  Program P = build(R"(
    __task int same(int n) { return n; }
    __task void prints(int n) {
      tkl_print late = tkl_print_begin();
      tkl_print_text(late, "late");
      for (int i = 0; i < n; ++i) {
        tkl_print p = tkl_print_begin();
        tkl_print_int(p, i);
        tkl_print_text(p, " ");
        tkl_print_end(p);
      }
      int a;
      a <- same(n);
      force (a) {                     // a print may go on after a force
        tkl_print_uint(late, (ulong)a);
        tkl_print_end(late);
      }
    }
    __kernel void k(int n) { () <- prints(n); }
  )");
  EXPECT_EQ(launch(P, "k", 1, 5).Printed, "0 1 2 3 4 late5");
  EXPECT_EQ(launch(P, "k", 1, 0).Printed, "late0");
}

TEST_F(FunctionsTest, PrintsOfEachKind) {
  Program P = build(R"(
    __task void kinds(int n) {
      tkl_print p = tkl_print_begin();
      tkl_print_int(p, LONG_MIN); tkl_print_char(p, ' ');
      tkl_print_int(p, -n); tkl_print_char(p, ' ');
      tkl_print_uint(p, ULONG_MAX); tkl_print_char(p, ' ');
      tkl_print_bool(p, n == 1); tkl_print_bool(p, n == 2);
      tkl_print_text(p, ""); tkl_print_text(p, " \xc3\xa4 %d");
      tkl_print_char(p, (char)0xc3); tkl_print_char(p, (char)0xbc);
      tkl_print_text(p, "\t");
      tkl_print_half(p, 0.0999755859375f); tkl_print_char(p, ' ');
      tkl_print_half(p, 65504.0f); tkl_print_char(p, ' ');
      tkl_print_half(p, -INFINITY); tkl_print_char(p, ' ');
      tkl_print_float(p, 1.0f); tkl_print_char(p, ' ');
      tkl_print_float(p, NAN);
      tkl_print_end(p);
    }
    __kernel void k(int n) { () <- kinds(n); }
  )");
  EXPECT_EQ(launch(P, "k", 1, 1).Printed,
            "-9223372036854775808 -1 18446744073709551615 truefalse "
            "\xc3\xa4 %d\xc3\xbc\t0.1 6.55e+04 -inf 1.0 nan");
}

template <typename Float> static Float readNumber(const std::string &Text) {
  return sizeof(Float) == 4 ? Float(strtof(Text.c_str(), nullptr))
                            : Float(strtod(Text.c_str(), nullptr));
}

/// The shortest text of printf that reads back.
template <typename Float> static std::string shortestOfPrintf(Float Value) {
  for (int Digits = 1;; ++Digits) {
    char Text[64];
    snprintf(Text, sizeof(Text), "%.*g", Digits, double(Value));
    if (Digits == 17 || readNumber<Float>(Text) == Value)
      return Text;
  }
}

template <typename Float> static std::vector<Float> someNumbers() {
  std::vector<Float> Values = {0,
                               Float(-0.0),
                               1,
                               -1,
                               Float(0.1),
                               Float(1e5),
                               Float(123456),
                               Float(1e-7),
                               Float(2.5e22),
                               Float(16777216),
                               Float(1) / 3};
  using Limits = std::numeric_limits<Float>;
  for (Float V : {Limits::max(), Limits::lowest(), Limits::min(),
                  Limits::epsilon(), Limits::infinity(), -Limits::infinity()})
    Values.push_back(V);
  uint64_t State = 12345;
  while (Values.size() < 600) {
    State = State * 6364136223846793005 + 1442695040888963407;
    Float V;
    uint64_t Bits = State ^ State >> 29;
    memcpy(&V, &Bits, sizeof(V));
    if (std::isnormal(V))
      Values.push_back(V);
  }
  return Values;
}

template <typename Float>
static void expectNumbers(const std::vector<std::string> &Lines,
                          const std::vector<Float> &Values) {
  ASSERT_EQ(Lines.size(), Values.size());
  for (size_t I = 0; I < Lines.size(); ++I) {
    const std::string &Line = Lines[I];
    if (std::isinf(Values[I])) {
      EXPECT_EQ(Line, Values[I] < 0 ? "-inf" : "inf");
      continue;
    }
    Float Read = readNumber<Float>(Line);
    EXPECT_EQ(memcmp(&Read, &Values[I], sizeof(Float)), 0) << Line;
    // printf writes integers without point.
    EXPECT_LE(Line.size(), shortestOfPrintf(Values[I]).size() + 2) << Line;
    EXPECT_NE(Line.find_first_of(".e"), std::string::npos) << Line;
  }
}

TEST_F(FunctionsTest, NumbersReadBack) {
  Program P = build(R"(
    __task void floats(__global float *v, int n) {
      tkl_print p = tkl_print_begin();
      for (int i = 0; i < n; ++i) {
        tkl_print_float(p, v[i]);
        tkl_print_char(p, '\n');
      }
      tkl_print_end(p);
    }
    __kernel void f(__global float *v, int n) { () <- floats(v, n); }
  #ifdef cl_khr_fp64
    __task void doubles(__global double *v, int n) {
      tkl_print p = tkl_print_begin();
      for (int i = 0; i < n; ++i) {
        tkl_print_double(p, v[i]);
        tkl_print_char(p, '\n');
      }
      tkl_print_end(p);
    }
    __kernel void d(__global double *v, int n) { () <- doubles(v, n); }
  #endif
  )");
  std::vector<float> Floats = someNumbers<float>();
  expectNumbers(
      lines(
          launch(P, "f", 1, Buffer<float>(Floats), int(Floats.size())).Printed),
      Floats);
  std::vector<double> Doubles = someNumbers<double>();
  expectNumbers(
      lines(launch(P, "d", 1, Buffer<double>(Doubles), int(Doubles.size()))
                .Printed),
      Doubles);
}

TEST_F(FunctionsTest, FailedCommandsPrintWhatHasEnded) {
  Program P = build(R"(
    __task void prints(int n) {
      tkl_print open = tkl_print_begin();
      tkl_print_text(open, "never");
      tkl_print p = tkl_print_begin();
      tkl_print_text(p, "before ");
      tkl_print_int(p, n);
      tkl_print_end(p);
      tkl_fail("stop", 0, 0);
      tkl_print_end(open);
    }
    __kernel void k(int n) { () <- prints(n); }
    // The memory ends within a print.
    __task void fills(int n) {
      tkl_print p = tkl_print_begin();
      for (int i = 0; i < n; ++i)
        tkl_print_int(p, i);
      tkl_print_end(p);
      tkl_fail("not reached", 0, 0);
    }
    __kernel void long_print(int n) { () <- fills(n); }
  )");
  Outcome Result = launch(P, "k", 1, 3);
  EXPECT_LT(Result.Status, 0);
  EXPECT_NE(Result.Said.find("stop"), std::string::npos) << Result.Said;
  EXPECT_EQ(Result.Printed, "before 3");
  Result = launch(P, "long_print", 1, 1 << 22);
  EXPECT_LT(Result.Status, 0);
  EXPECT_NE(Result.Said.find("TASKLET_HEAP_SIZE"), std::string::npos)
      << Result.Said;
  EXPECT_EQ(Result.Printed, "");
}

TEST_F(FunctionsTest, EmptyPrintsAndNone) {
  Program P = build(R"(
    __task void prints(int n) {
      if (n == 0) return;
      tkl_print p = tkl_print_begin();
      if (n == 2) tkl_print_text(p, "");
      if (n == 3) tkl_print_text(p, "x");
      if (n == 4) return;             // never ended
      tkl_print_end(p);
      if (n == 3) {                   // neither of these does anything
        tkl_print_text(p, "y");
        tkl_print_end(p);
      }
    }
    __kernel void k(int n) { () <- prints(n); }
  )");
  for (int N = 0; N <= 4; ++N) {
    Outcome Result = launch(P, "k", 1, N);
    EXPECT_EQ(Result.Status, CL_SUCCESS);
    EXPECT_EQ(Result.Printed, N == 3 ? "x" : "") << N;
  }
}

TEST_F(FunctionsTest, CommandsThatFollowAtOncePrintInTheirOrder) {
  Program P = build(R"(
    __task void prints(int n) {
      tkl_print p = tkl_print_begin();
      tkl_print_int(p, n);
      tkl_print_char(p, ';');
      tkl_print_end(p);
    }
    __kernel void k(int n) { () <- prints(n); }
  )");
  Kernel K = P.kernel("k");
  std::string Expected;
  ::testing::internal::CaptureStdout();
  for (int I = 0; I < 20; ++I) {
    K.setArgs(I);
    size_t One = 1;
    check(clEnqueueNDRangeKernel(Device::get()->Queue, K.get(), 1, nullptr,
                                 &One, nullptr, 0, nullptr, nullptr),
          "enqueue");
    Expected += std::to_string(I) + ";";
  }
  check(clFinish(Device::get()->Queue), "clFinish");
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), Expected);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

TEST_F(FunctionsTest, OwnNamesHideThem) {
  Buffer<int> Out(1);
  run(R"(
    int tkl_alloc(int n) { return n + 1; }
    typedef int tkl_print;
    __constant int tkl_command_area = 5;
    __task int t(int n) {
      int tkl_fail = 100;
      tkl_print p = 1000;
      return tkl_alloc(n) + tkl_fail + p + tkl_command_area;
    }
    __kernel void k(__global int *out, int n) { out[0] <- t(n); }
  )",
      "k", 1, Out, 20000);
  EXPECT_EQ(Out.read()[0], 21106);
}

int main(int argc, char **argv) {
  // So that memory can end.
  setenv("TASKLET_HEAP_SIZE", "16M", /*overwrite=*/0);
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
