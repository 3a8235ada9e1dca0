//===- RaceTest.cpp - Programs that find their races ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs with TASKLET_CHECK=races. Places of programs are tagged by a comment with
/// one word at the end of their line, and what is expected names the tags; so
/// no test holds numbers of lines. test/fuzz/races is the other half: random
/// programs beside an oracle.
///
//===----------------------------------------------------------------------===//

#include "RaceTest.h"

using namespace tasklet::test;

//===----------------------------------------------------------------------===//
// What is parallel
//===----------------------------------------------------------------------===//

/// A task that reads and writes one int.
static const std::string Touch = R"(
  __task int get(__global int *p) { return *p; } //get
  __task void put(__global int *p, int v) { *p = v; } //put
)";

TEST_F(RaceTest, NothingToFind) {
  Buffer<int> Out(std::vector<int>{0, 0, 0, 0});
  EXPECT_EQ(find("__task void nothing(void) {}\n"
                 "__kernel void k(__global int *o) { () <- nothing(); }",
                 1, Out),
            Found{});
  // A kernel of whose work-items none spawns.
  EXPECT_EQ(find(Touch + R"(
    __kernel void k(__global int *o) {
      if (get_global_id(0) == 77) () <- put(o, 1);
      o[get_global_id(0)] = 1;
    })",
                 4, Out),
            Found{});
}

TEST_F(RaceTest, Siblings) {
  Buffer<int> Out(std::vector<int>{0, 0, 0, 0});
  EXPECT_EQ(find(Touch + R"(
    __task void both(__global int *o) {
      () <- put(o + 2, 1); //first
      () <- put(o + 2, 2); //second
      force () {}
    }
    __kernel void k(__global int *o) { () <- both(o); })",
                 1, Out),
            (Found{"write put, write put: byte 8 of 'o', spawn first"}));
  EXPECT_EQ(find(Touch + R"(
    __task void both(__global int *o) {
      () <- put(o + 2, 1);
      () <- put(o + 3, 2);
      force ();
      () <- put(o + 2, 1);
      force () {}
    }
    __kernel void k(__global int *o) { () <- both(o); })",
                 1, Out),
            Found{});
}

TEST_F(RaceTest, ReadsDoNotRace) {
  Buffer<int> Out(std::vector<int>{5, 0});
  EXPECT_EQ(find(Touch + R"(
    __task int both(__global int *o) {
      int a, b;
      a <- get(o);
      b <- get(o);
      int c = *o;
      force (a, b) { return a + b + c; }
    }
    __kernel void k(__global int *o) { o[1] <- both(o); })",
                 1, Out),
            Found{});
}

TEST_F(RaceTest, SpawnerBeforeItsForce) {
  Buffer<int> Out(std::vector<int>{0, 0});
  EXPECT_EQ(find(Touch + R"(
    __task int asks(__global int *o) {
      *o = 3;
      () <- put(o, 1); //spawn
      int early = *o;  //early
      force () { return early + *o; }
    }
    __kernel void k(__global int *o) { o[1] <- asks(o); })",
                 1, Out),
            (Found{"read early, write put: byte 0 of 'o', spawn spawn"}));
}

TEST_F(RaceTest, NamedJoinsWaitForNothingElse) {
  Buffer<int> Out(std::vector<int>{0, 0, 0});
  EXPECT_EQ(find(Touch + R"(
    __task int write(__global int *p) { *p = 1; return 1; } //write
    __task int one(__global int *o) {
      int a, b;
      a <- write(o);
      b <- write(o + 1); //other
      force (a) {
        a += o[0];
        a += o[1]; //early
        force (b) { return a + b + o[0] + o[1]; }
      }
    }
    __kernel void k(__global int *o) { o[2] <- one(o); })",
                 1, Out),
            (Found{"read early, write write: byte 4 of 'o', spawn other"}));
}

TEST_F(RaceTest, WaitsInLoops) {
  Buffer<int> Out(std::vector<int>{0, 0});
  const std::string Head = Touch + R"(
    __task int write(__global int *p) { *p += 1; return 1; } //write
    __task int rounds(__global int *o) {
      int s = 0;
      for (int i = 0; i < 4; ++i) {
        int a;
        a <- write(o); //spawn
        )",
                    Tail = R"(
        s += a;
      }
      return s;
    }
    __kernel void k(__global int *o) { o[1] <- rounds(o); })";
  EXPECT_EQ(find(Head + "force (a);" + Tail, 1, Out), Found{});
  EXPECT_EQ(
      find(Head + "*o = i; /* early */ //early\n force (a);" + Tail, 1, Out),
      (Found{"write early, write write: byte 0 of 'o', spawn spawn"}));
}

TEST_F(RaceTest, TailSpawnsBelongToTheirTask) {
  Buffer<int> Out(std::vector<int>{0});
  const std::string Head = Touch + R"(
    __task void last(__global int *o, int n) {
      if (n == 0) { *o = 1; return; } //late
      () <- last(o, n - 1);
    }
    __task void waits(__global int *o) {
      () <- last(o, 3); //spawn
      )",
                    Tail = R"(
    }
    __kernel void k(__global int *o) { () <- waits(o); })";
  EXPECT_EQ(find(Head + "force () { *o = 2; }" + Tail, 1, Out), Found{});
  EXPECT_EQ(find(Head + "*o = 2; //early\nforce () {}" + Tail, 1, Out),
            (Found{"write early, write late: byte 0 of 'o', spawn spawn"}));
}

/// Chains that return the result of their last task, beside other children.
TEST_F(RaceTest, TailSpawnsThatReturn) {
  Buffer<int> Out(std::vector<int>{0, 0, 0});
  const auto source = [](const char *Before, const char *First,
                         const char *Behind) {
    return Touch + R"(
    __task int odd(__global int *o, int n);
    __task int even(__global int *o, int n) {
      int r, s;
      if (n == 0) { *o = 1; return 0; } //end
      )" + Before +
           R"(
      r <- odd(o, n - 1); //next
      force (r) { return r; }
    }
    __task int odd(__global int *o, int n) {
      int r;
      if (n == 0) return 0;
      r <- even(o, n - 1); //other
      force (r);
      return r;
    }
    __task int first(__global int *o) {
      int r;
      )" + First +
           R"(
      r <- even(o, 4); //chain
      force (r) { return r + 1; }
    }
    __kernel void k(__global int *o) {
      int r;
      r <- first(o); //spawn
      )" + Behind +
           R"(
      force (r) { o[2] = r; }
    })";
  };
  EXPECT_EQ(find(source("", "", ""), 1, Out), Found{});
  // Tasks of a chain follow each other.
  EXPECT_EQ(find(source("*o = n;", "", ""), 1, Out), Found{});
  // What one of them has spawned is parallel to the rest,
  EXPECT_EQ(find(source("if (n == 2) s <- get(o); //child", "", ""), 1, Out),
            (Found{"read get, write end: byte 0 of 'o', spawn child"}));
  // ... also to what follows the chain, if nobody waits.
  EXPECT_EQ(find(source("if (n == 2) s <- get(o + 1); //child", "",
                        "o[1] = 1; //behind"),
                 1, Out),
            (Found{"read get, write behind: byte 4 of 'o', spawn spawn"}));
  // A child that the last force waits for, too, ends before the chain does.
  const std::string Joined = Touch + R"(
    __task int end(__global int *o) { *o = 1; return 2; } //end
    __task int both(__global int *o) {
      int q, r;
      q <- get(o + 1);
      r <- end(o);
      force (q, r) { return r; }
    }
    __task void all(__global int *o) {
      int r;
      r <- both(o); //both
      force (r) { o[1] = r; }
    }
    __kernel void k(__global int *o) { () <- all(o); })";
  EXPECT_EQ(find(Joined, 1, Out), Found{});
  EXPECT_EQ(
      find(source("*o = 3; //write", "() <- get(o); //beside", ""), 1, Out)
          .size(),
      2u);
}

TEST_F(RaceTest, ChildrenThatNobodyForces) {
  Buffer<int> Out(std::vector<int>{0});
  EXPECT_EQ(find(Touch + R"(
    __task int leaves(__global int *o) {
      () <- put(o, 1); //spawn
      return 7;
    }
    __task void waits(__global int *o) {
      int r;
      r <- leaves(o);
      force (r) { *o = r; } //after
    }
    __kernel void k(__global int *o) { () <- waits(o); })",
                 1, Out),
            (Found{"write after, write put: byte 0 of 'o', spawn spawn"}));
}

TEST_F(RaceTest, ResultsInGlobalMemory) {
  Buffer<int> Out(std::vector<int>{0, 5});
  const std::string Head = Touch + R"(
    __task int three(__global int *o) {
      o[0] <- get(o + 1); //spawn
      )",
                    Tail = R"(
    }
    __kernel void k(__global int *o) { int r; r <- three(o); force (r) {} })";
  EXPECT_EQ(find(Head + "force () { return o[0]; }" + Tail, 1, Out), Found{});
  EXPECT_EQ(find(Head + "int e = o[0]; //early\nforce () { return e; }" + Tail,
                 1, Out),
            (Found{"read early, write spawn: byte 0 of 'o', spawn spawn"}));
}

//===----------------------------------------------------------------------===//
// Kernels. The driver says in which order work-items run.
//===----------------------------------------------------------------------===//

TEST_F(RaceTest, RootTasksOfTwoWorkItems) {
  Buffer<int> Out(std::vector<int>{0, 0, 0, 0});
  EXPECT_EQ(find(Touch + R"(
    __kernel void k(__global int *o) {
      () <- put(o + get_global_id(0) / 2, 1); //spawn
    })",
                 4, Out),
            (Found{"write put, write put: byte 0 of 'o', two work-items"}));
  EXPECT_EQ(find(Touch + R"(
    __kernel void k(__global int *o) {
      () <- put(o + get_global_id(0), 1);
    })",
                 4, Out),
            Found{});
}

TEST_F(RaceTest, ATaskAndTheRestOfItsOwnWorkItem) {
  Buffer<int> Out(std::vector<int>{0});
  const std::string Head = Touch + R"(
    __task int one(void) { return 1; }
    __kernel void k(__global int *o) {
      int a;
      a <- one();
      () <- put(o, 9); //detached
      )";
  EXPECT_EQ(find(Head + R"(force (a);
      o[0] = 7; //rest
    })",
                 1, Out),
            (Found{"write put, write rest: byte 0 of 'o', spawn detached"}));
  EXPECT_EQ(find(Head + R"(force ();
      o[0] = 7; //rest
    })",
                 1, Out),
            Found{});
}

TEST_F(RaceTest, BodiesBeforeAnyTask) {
  Buffer<int> Out(std::vector<int>{0, 0, 0, 0});
  const std::string Head = Touch + R"(
    __kernel void k(__global int *o) {
      int i = get_global_id(0);
      o[i] = i; //own
      )",
                    Tail = R"(
      int other = o[i ^ 1]; //other
      () <- put(o + i, other);
    })";
  EXPECT_EQ(anywhere(find(Head + Tail, Range({4}, {2}), Out)),
            (Found{"read other, write own: byte N of 'o', two work-items",
                   "read other, write put: byte N of 'o', two work-items"}));
  EXPECT_EQ(anywhere(find(Head + "barrier(CLK_GLOBAL_MEM_FENCE);" + Tail,
                          Range({4}, {2}), Out)),
            (Found{"read other, write put: byte N of 'o', two work-items"}));
  // A fence of local memory only, or a group too small, orders nothing.
  EXPECT_EQ(anywhere(find(Head + "barrier(CLK_LOCAL_MEM_FENCE);" + Tail,
                          Range({4}, {2}), Out))
                .size(),
            2u);
  EXPECT_EQ(anywhere(find(Head + "barrier(CLK_GLOBAL_MEM_FENCE);" + Tail,
                          Range({4}, {1}), Out))
                .size(),
            2u);
}

TEST_F(RaceTest, BodyAndItsOwnTask) {
  Buffer<int> Out(std::vector<int>{0, 0, 0, 0});
  EXPECT_EQ(anywhere(find(Touch + R"(
    __kernel void k(__global int *o) {
      int i = get_global_id(0);
      o[i] = 1;
      () <- put(o + i, 2); //spawn
      o[i] = 3; //after
    })",
                          4, Out)),
            (Found{"write after, write put: byte N of 'o', spawn spawn"}));
  EXPECT_EQ(anywhere(find(Touch + R"(
    __kernel void k(__global int *o) {
      int i = get_global_id(0);
      () <- put(o + i, 2);
      force () { o[i] = 3; }
    })",
                          4, Out)),
            Found{});
}

TEST_F(RaceTest, ForceBodiesOfTwoWorkItems) {
  Buffer<int> Out(std::vector<int>{0, 0, 0, 0});
  EXPECT_EQ(anywhere(find(Touch + R"(
    __kernel void k(__global int *o) {
      int i = get_global_id(0), r;
      r <- get(o + i); //spawn
      force (r) { o[i ^ 1] = r; } //body
    })",
                          Range({2}, {2}), Out)),
            (Found{"read get, write body: byte N of 'o', two work-items"}));
}

/// What the kernel cannot write does not race, and the others keep their names.
TEST_F(RaceTest, ConstantArguments) {
  Buffer<int> C(std::vector<int>{5, 6}), Out(std::vector<int>{0, 0});
  const auto source = [](const char *Other) {
    return std::string(R"(
    __task void copy(__global int *o, __constant int *c) { *o = c[1]; } //copy
    __kernel void k(__constant int *c, __global int *o, __constant int *d) {
      () <- copy(o, c); //spawn
      () <- copy(o + )") +
           Other + R"(, d);
    })";
  };
  EXPECT_EQ(find(source("1"), 1, C, Out, C), Found{});
  EXPECT_EQ(find(source("0"), 1, C, Out, C),
            (Found{"write copy, write copy: byte 0 of 'o', spawn spawn"}));
  EXPECT_EQ(Out.read(), (std::vector<int>{6, 6}));
}

/// Shared virtual memory; the argument may point into it.
TEST_F(RaceTest, SharedArguments) {
  cl_device_svm_capabilities Can = 0;
  clGetDeviceInfo(Device::get()->Id, CL_DEVICE_SVM_CAPABILITIES, sizeof(Can),
                  &Can, nullptr);
  if (!(Can & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER))
    GTEST_SKIP() << "the device has no shared virtual memory";
  const std::string Source = Touch + R"(
    __kernel void k(__global int *other, __global int *shared) {
      () <- put(shared + 2, 1); //spawn
      () <- put(shared + 2, 2);
    })";
  Buffer<int> Other(std::vector<int>{0});
  auto *Memory = static_cast<int *>(
      clSVMAlloc(Device::get()->Context, CL_MEM_READ_WRITE, 64, 0));
  Program P = build(Source);
  Kernel K = P.kernel("k");
  K.setArg(0, Other);
  check(clSetKernelArgSVMPointer(K.get(), 1, Memory + 4), "the argument");
  EXPECT_EQ(parse(report([&] { check(K.launch(1), "k"); }), Source),
            (Found{"write put, write put: byte 8 of 'shared', spawn spawn"}));
  clSVMFree(Device::get()->Context, Memory);
}

TEST_F(RaceTest, EachCommandOnItsOwn) {
  Buffer<int> Out(std::vector<int>{0, 0, 0, 0});
  Program P = build(Touch + R"(
    __kernel void k(__global int *o) { () <- put(o, 1); }
    __kernel void plain(__global int *o) { o[0] = 1; })");
  for (int I = 0; I < 3; ++I) {
    EXPECT_EQ(report([&] { run(P, "k", 1, Out); }), "");
    EXPECT_EQ(report([&] { run(P, "plain", 4, Out); }), "");
  }
}

//===----------------------------------------------------------------------===//
// Views of memory
//===----------------------------------------------------------------------===//

TEST_F(RaceTest, TwoArgumentsOfOneBuffer) {
  Buffer<int> Out(std::vector<int>{0, 0, 0, 0});
  const std::string Source = Touch + R"(
    __kernel void k(__global int *a, __global int *b) {
      () <- put(a + 3, 1); //spawn
      int early = b[3]; //early
      if (early == 77) b[0] = 1;
    })";
  EXPECT_EQ(find(Source, 1, Out, Out),
            (Found{"read early, write put: byte 12 of 'a', spawn spawn"}));
  Buffer<int> Other(std::vector<int>{0, 0, 0, 0});
  EXPECT_EQ(find(Source, 1, Out, Other), Found{});
}

TEST_F(RaceTest, SubBuffersThatOverlap) {
  Program P = build(Touch + R"(
    __kernel void k(__global int *a, __global int *b) {
      () <- put(a + 1030, 1); //spawn
      b[6] = 2; //early
      b[7] = 2;
    })");
  Overlap Buffers;
  Kernel K = P.kernel("k");
  cl_mem A = Buffers.Whole.get(), B = Buffers.Part.get();
  K.setArg(0, A);
  K.setArg(1, B);
  std::string Text = report([&] { check(K.launch(1), "k"); });
  EXPECT_NE(Text.find("byte 4120 of 'a'"), std::string::npos) << Text;
  EXPECT_NE(Text.find("has 1 race:"), std::string::npos) << Text;
}

/// Two tasks that each do one thing to `m`, for each of \p Cases.
void RaceTest::expectViews(const std::vector<View> &Cases,
                           const std::string &Options) {
  std::string Ones, Others;
  for (size_t I = 0; I < Cases.size(); ++I) {
    std::string Label = "    case " + std::to_string(I) + ": ";
    Ones += Label + Cases[I].One + "; break; //one\n";
    Others += Label + Cases[I].Other + "; break; //other\n";
  }
  const std::string Source = R"(
    struct piece { int a, b, c; };
    float half_of(float x, __global float *to) { return fract(x, to); } //one
    __task int one(__global uchar *m, int which) {
      int s = 0;
      switch (which) {
)" + Ones + R"(
      }
      return s;
    }
    __task int other(__global uchar *m, int which) {
      int s = 0;
      switch (which) {
)" + Others + R"(
      }
      return s;
    }
    __task int both(__global uchar *m, int which) {
      int a, b;
      a <- one(m, which); //spawn
      b <- other(m, which);
      force (a, b) { return a + b; }
    }
    __kernel void k(__global uchar *m, int which) {
      int r;
      r <- both(m, which);
      force (r) { if (r == 1234567) m[255] = 1; }
    })";
  Program P = build(Source, Options);
  for (size_t I = 0; I < Cases.size(); ++I) {
    Buffer<cl_uchar> M(std::vector<cl_uchar>(256));
    Found Races = parse(report([&] { run(P, "k", 1, M, cl_int(I)); }), Source);
    SCOPED_TRACE(Cases[I].One + std::string(" and ") + Cases[I].Other);
    if (Cases[I].Byte < 0) {
      EXPECT_EQ(Races, Found{});
      continue;
    }
    ASSERT_EQ(Races.size(), 1u);
    EXPECT_NE(Races[0].find(" one"), std::string::npos) << Races[0];
    EXPECT_NE(Races[0].find(" other"), std::string::npos) << Races[0];
    EXPECT_NE(Races[0].find(": byte " + std::to_string(Cases[I].Byte) +
                            " of 'm', spawn spawn"),
              std::string::npos)
        << Races[0];
  }
}

TEST_F(RaceTest, Views) {
  expectViews({
      // Widths that overlap, and neighbours.
      {"*(__global int *)(m + 4) = 1", "s = m[7]", 7},
      {"*(__global int *)(m + 4) = 1", "s = m[8]", -1},
      {"*(__global short *)(m + 6) = 1", "*(__global long *)m = 1", 6},
      {"*(__global short *)(m + 6) = 1", "*(__global long *)(m + 8) = 1", -1},
      // Vectors.
      {"*(__global int4 *)(m + 16) = (int4)(1)", "s = m[31]", 31},
      {"*(__global int4 *)(m + 16) = (int4)(1)", "s = m[32]", -1},
      {"vstore3((int3)(1), 1, (__global int *)m)", "s = m[23]", 23},
      {"vstore3((int3)(1), 1, (__global int *)m)", "s = m[24]", -1},
      {"vstore4((uchar4)(1), 0, m + 1)", "s = vload2(2, m).x", 4},
      {"vstore4((uchar4)(1), 0, m + 1)", "s = vload2(0, m + 5).x", -1},
      {"s = ((__global int4 *)m)[1].w", "((__global int *)m)[7] = 1", 28},
      // A component is written with all others.
      {"((__global int4 *)m)[1].y = 1", "((__global int4 *)m)[1].z = 2", 16},
      {"((__global int4 *)m)[1].y = 1", "s = m[31]", 31},
      {"((__global int4 *)m)[1].xw = (int2)(1)", "s = m[32]", -1},
      // Structures: copies of memory.
      {"((__global struct piece *)m)[1] = ((__global struct piece *)m)[5]",
       "m[23] = 1", 23},
      {"((__global struct piece *)m)[1] = ((__global struct piece *)m)[5]",
       "m[60] = 1", 60},
      {"((__global struct piece *)m)[1] = ((__global struct piece *)m)[5]",
       "s = m[60] + m[24]", -1},
      {"((__global struct piece *)m)[1].b = 2",
       "s = ((__global struct piece *)m)[1].c", -1},
      // Functions that write a part of their result.
      {"s = (int)fract(1.5f, (__global float *)(m + 8))", "s = m[11]", 11},
      {"s = (int)half_of(1.5f, (__global float *)(m + 8))", "s = m[11]", 11},
      {"s = (int)fract(1.5f, (__global float *)(m + 8))", "s = m[12]", -1},
      // Atomics.
      {"atomic_inc((__global int *)m)", "atomic_add((__global int *)m, 3)", -1},
      {"atomic_inc((__global int *)m)", "s = m[3]", 3},
      {"atomic_inc((__global int *)m)", "*(__global int *)m = 1", 0},
      {"s = atomic_or((__global int *)m, 0)",
       "atomic_cmpxchg((__global int *)m, 0, 1)", -1},
      {"s = atomic_or((__global int *)m, 0)", "s = m[0]", 0},
  });
}

/// The read that comes before such a write is a part of it.
TEST_F(RaceTest, ComponentsThatAreWritten) {
  Buffer<cl_int4> Out(1);
  const auto source = [](const char *What) {
    return std::string(R"(
    __task void first(__global int4 *p) { p->x = 1; } //first
    __task void second(__global int4 *p) { )") +
           What + R"( } //second
    __task void both(__global int4 *p) {
      () <- first(p); //spawn
      () <- second(p);
    }
    __kernel void k(__global int4 *p) { () <- both(p); })";
  };
  EXPECT_EQ(find(source("p->w = 2;"), 1, Out),
            (Found{"write first, write second: byte 0 of 'p', spawn spawn"}));
  EXPECT_EQ(find(source("p->wz = (int2)(2);"), 1, Out),
            (Found{"write first, write second: byte 0 of 'p', spawn spawn"}));
  EXPECT_EQ(find(source("p->w += 2;"), 1, Out).size(), 2u);
}

/// Functions that write a part of their result, on vectors of all widths. The
/// names of some have the vector once, and refer to it at the pointer.
TEST_F(RaceTest, ResultsBehindPointersToVectors) {
  std::vector<std::string> Texts;
  std::vector<View> Cases;
  auto text = [&](std::string Text) {
    Texts.push_back(std::move(Text));
    return Texts.back().c_str();
  };
  Texts.reserve(1000);
  const struct {
    const char *Before, *To, *After; // the call, around a value
  } Functions[] = {{"fract(", "", ", "},   {"modf(", "", ", "},
                   {"sincos(", "", ", "},  {"frexp(", "int", ", "},
                   {"remquo(", "int", ""}, {"lgamma_r(", "int", ", "}};
  for (std::string Scalar : {"float", "double"})
    for (int Width : {2, 3, 4, 8, 16})
      for (const auto &F : Functions) {
        if (Scalar == "double" && Width != 2 && Width != 16)
          continue;
        if (*F.To && Width != 3) // These name the type of the result itself.
          continue;
        std::string Count = std::to_string(Width);
        std::string Ty = Scalar + Count, Value = "(" + Ty + ")(1.5)";
        std::string To = (*F.To ? F.To : Scalar) + Count;
        std::string Args =
            *F.After ? Value + F.After : Value + ", " + Value + ", ";
        const char *Call = text(
            "s = as_" +
            (Scalar == "float" ? std::string("int") : std::string("long")) +
            "(" + F.Before + Args + "(__global " + To + " *)(m + 128))" +
            ".x) != 0");
        int Bytes =
            (Width == 3 ? 4 : Width) * (*F.To || Scalar == "float" ? 4 : 8);
        int End = 128 + Bytes;
        Cases.push_back(
            {Call, text("s = m[" + std::to_string(End - 1) + "]"), End - 1});
        if (End < 256)
          Cases.push_back(
              {Call, text("s = m[" + std::to_string(End) + "]"), -1});
      }
  expectViews(Cases, "-cl-opt-disable"); // PoCL is slow at optimising these.
}

TEST_F(RaceTest, AtomicsOfLaterVersions) {
  expectViews(
      {
          {"atomic_fetch_add((volatile __global atomic_int *)m, 1)",
           "s = atomic_load((volatile __global atomic_int *)m)", -1},
          {"s = atomic_load((volatile __global atomic_int *)m)", "s = m[0]",
           -1},
          {"atomic_store((volatile __global atomic_int *)m, 1)", "s = m[1]", 1},
          {"atomic_init((volatile __global atomic_int *)m, 1)",
           "s = atomic_load((volatile __global atomic_int *)m)", 0},
      },
      "-cl-std=CL3.0");
}

TEST_F(RaceTest, CopiesByWorkGroups) {
  // From the second half of 16 ints; then each work-item writes there.
  const auto Source = [](const char *Copy, const char *Before,
                         const char *After) {
    return Touch + R"(
    __kernel void k(__global int *m) {
      __local int near[4];
      near[get_local_id(0)] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      event_t e = )" +
           Copy + "; //copy\n" + Before + " //before\n" +
           "wait_group_events(1, &e);" + After + R"( //after
      () <- put(m + get_global_id(0), 1);
    })";
  };
  const char *Reads = "async_work_group_copy(near, m + 8, 4, 0)",
             *Writes = "async_work_group_copy(m + 8, near, 4, 0)",
             *Strided = "async_work_group_strided_copy(near, m + 8, 4, 2, 0)";
  const std::string Early = "m[8 + get_global_id(0)] = 1;",
                    Odd = "m[9 + 2 * get_global_id(0)] = 1;";
  Buffer<int> M(std::vector<int>(32));
  Range Two({2}, {2});
  EXPECT_EQ(find(Source(Reads, "", Early.c_str()), Two, M), Found{});
  EXPECT_EQ(anywhere(find(Source(Reads, Early.c_str(), ""), Two, M)),
            (Found{"read copy, write before: byte N of 'm', two work-items"}));
  EXPECT_EQ(find(Source(Strided, Odd.c_str(), ""), Two, M), Found{});
  EXPECT_EQ(
      anywhere(find(Source(Strided, "m[10] = get_global_id(0);", ""), Two, M))
          .size(),
      2u);
  EXPECT_EQ(find(Source(Writes, "", Early.c_str()), Two, M), Found{});
  EXPECT_EQ(anywhere(find(Source(Writes, Early.c_str(), ""), Two, M)),
            (Found{"write before, write copy: byte N of 'm', two work-items"}));
  // Of two groups, to one place.
  EXPECT_EQ(anywhere(find(Source(Writes, "", ""), Range({4}, {2}), M)),
            (Found{"write copy, write copy: byte N of 'm', two work-items"}));
}

TEST_F(RaceTest, MemoryOfTheCommand) {
  Buffer<int> Out(std::vector<int>{0, 0});
  EXPECT_EQ(find(Touch + R"(
    __task int both(void) {
      __global int *p = tkl_alloc(8);
      () <- put(p + 1, 1); //spawn
      p[0] = 2;
      p[1] = 2; //early
      force () { return p[1]; }
    }
    __kernel void k(__global int *o) { o[0] <- both(); })",
                 1, Out),
            (Found{"write early, write put: unnamed, spawn spawn"}));
}

TEST_F(RaceTest, VariablesOfATaskAreItsOwn) {
  Buffer<int> Out(std::vector<int>{0, 0, 0, 0});
  EXPECT_EQ(find(R"(
    void fill(int *to, int n) { for (int i = 0; i < n; ++i) to[i] = i; }
    __task int sum(int n) {
      int all[8], s = 0;
      fill(all, 8);
      if (n > 0) {
        int a[2];
        a[0] <- sum(n - 1);
        a[1] <- sum(n - 1);
        force (a) {
          for (int i = 0; i < 8; ++i) s += all[i];
          return s + a[0] + a[1];
        }
      }
      return all[3];
    }
    __kernel void k(__global int *o) { o[get_global_id(0)] <- sum(4); })",
                 4, Out),
            Found{});
}

TEST_F(RaceTest, HelperFunctions) {
  Buffer<int> Out(std::vector<int>{0, 0});
  EXPECT_EQ(find(R"(
    void deep(__global int *p) { *p = 1; } //deep
    void helper(__global int *p) { deep(p); }
    __task void calls(__global int *p) { helper(p); }
    __task void both(__global int *o) {
      () <- calls(o); //spawn
      () <- calls(o);
      force () {}
    }
    __kernel void k(__global int *o) { () <- both(o); })",
                 1, Out),
            (Found{"write deep, write deep: byte 0 of 'o', spawn spawn"}));
}

TEST_F(RaceTest, DeepRecursion) {
  Buffer<int> Out(std::vector<int>{0});
  std::string Text = report([&] {
    run(build(R"(
      __task int count(__global int *o, int n) {
        if (n == 0) return *o = 1;
        int a, b;
        a <- count(o, n - 1);
        b <- count(o, 0);
        force (a, b) { return a + b; }
      }
      __kernel void k(__global int *o) { int r; r <- count(o, 3000); force (r) {} })"),
        "k", 1, Out);
  });
  EXPECT_NE(Text.find(" times, first at byte 0 of 'o'"), std::string::npos)
      << Text;
  EXPECT_NE(Text.find("work-item 0 > ... 2993 more > "), std::string::npos)
      << Text;
}

/// Each task on a long path reads a byte beside its child that goes on.
TEST_F(RaceTest, ManyParallelReads) {
  Buffer<int> Out(std::vector<int>{0});
  const auto source = [](const char *End) {
    return Touch + R"(
    __task int walk(__global int *o, int n, int waits) {
      int a, b;
      a <- get(o); //spawn
      if (n > 0) b <- walk(o, n - 1, waits); else b <- get(o);
      )" + End +
           R"(
      return b;
    }
    __kernel void k(__global int *o, int waits) {
      int r;
      r <- walk(o, 300, waits);
      force (r) { *o = 1; } //after
    })";
  };
  // What the compiler knows, and what it does not.
  EXPECT_EQ(find(source("force (a, b);"), 1, Out, cl_int(1)), Found{});
  const std::string Some = source("force (b); if (waits) force (a);");
  EXPECT_EQ(find(Some, 1, Out, cl_int(1)), Found{});
  EXPECT_EQ(find(Some, 1, Out, cl_int(0)),
            (Found{"read get, write after: byte 0 of 'o', spawn spawn"}));
}

/// Bytes of one word, each with accesses of its own, and words again.
TEST_F(RaceTest, WordsThatAreSplit) {
  Buffer<int> Out(std::vector<int>{0, 0});
  const auto source = [](const char *Which) {
    return R"(
    __task void byte(__global uchar *p) { *p = 1; } //byte
    __task void word(__global int *p) { *p = 2; } //word
    __task void all(__global uchar *m) {
      #pragma unroll 1
      for (int round = 0; round < 3; ++round) {
        #pragma unroll 1
        for (int i = 0; i < 4; ++i)
          () <- byte(m + i); //spawn
        )" +
           std::string(Which) +
           R"(
        force ();
        () <- word((__global int *)m);
        force ();
      }
    }
    __kernel void k(__global uchar *m) { () <- all(m); })";
  };
  EXPECT_EQ(find(source(""), 1, Out), Found{});
  EXPECT_EQ(find(source("m[3] = 3; //early"), 1, Out),
            (Found{"write byte, write early: byte 3 of 'm', spawn spawn"}));
  EXPECT_EQ(find(source("() <- word((__global int *)m);"), 1, Out),
            (Found{"write byte, write word: byte 0 of 'm', spawn spawn"}));
}
