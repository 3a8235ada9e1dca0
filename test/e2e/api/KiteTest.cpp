//===- KiteTest.cpp - Programs in Kite through the API --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// An application that builds Kite with `-x kite`. The expected numbers are
/// computed here.
///
//===----------------------------------------------------------------------===//
#include "DeviceTest.h"
#include "LastMessage.h"

#include <CL/cl_tkl_tasklets.h>

#include <algorithm>

using namespace tasklet::test;

namespace {

constexpr char Tree[] = R"(union tree { leaf: int, node: (tree, tree) }
task build(depth: int): tree {
  if (depth == 0) { return tree{leaf = 1}; }
  return tree{node = (build(depth - 1), build(depth - 1))};
}
task sum(t: tree): int {
  case (t) {
    leaf n: return n;
    node p: return sum(p.0) + sum(p.1);
  }
}
export task total(depth: int): int { return sum(build(depth)); }
export task squares(n: int, by: long): array(long) {
  v = new(long)(n);
  map (x = v[i]) { x <- by * long(i * i); }
  then return v;
}
export task third(v: array(float)): float { return v[3]; }
export task double_all(v: array(float)) { map (x = v[i]) { x <- 2.0 * x; } }
export task wraps(n: int): bool { return n + 1 < n; }
)";

class KiteTest : public DeviceTest {
protected:
  static std::string programText(cl_program P, cl_program_info What) {
    size_t Size = 0;
    check(clGetProgramInfo(P, What, 0, nullptr, &Size), "clGetProgramInfo");
    std::string Text(Size, '\0');
    check(clGetProgramInfo(P, What, Size, Text.data(), nullptr),
          "clGetProgramInfo");
    return Text.c_str();
  }
  static cl_program make(const char *Source) {
    cl_int Error = CL_SUCCESS;
    cl_program P = clCreateProgramWithSource(Device::get()->Context, 1, &Source,
                                             nullptr, &Error);
    check(Error, "clCreateProgramWithSource");
    return P;
  }
  static const cl_device_id *device() { return &Device::get()->Id; }
};

} // namespace

TEST_F(KiteTest, ExportedTasksAreKernels) {
  Program P = build(Tree, "-x kite");
  EXPECT_EQ(programText(P.get(), CL_PROGRAM_SOURCE), Tree);
  std::string Names = programText(P.get(), CL_PROGRAM_KERNEL_NAMES);
  for (const char *Name : {"total", "squares", "third", "double_all", "wraps"})
    EXPECT_NE((";" + Names + ";").find(std::string(";") + Name + ";"),
              std::string::npos)
        << Names;
  EXPECT_EQ(std::count(Names.begin(), Names.end(), ';'), 4) << Names;

  // Each work-item starts one root.
  Buffer<cl_int> Out(3);
  run(P, "total", 3, Out, cl_int(5));
  expectEach(Out, [](int) { return 32; });

  // Each has its part of the result.
  constexpr int Length = 10;
  Buffer<cl_long> Squares(2 * Length);
  run(P, "squares", 2, Squares, cl_ulong(Length), cl_int(Length), cl_long(3));
  expectEach(Squares, [](int I) { return 3 * (I % Length) * (I % Length); });

  Buffer<float> Given(std::vector<float>{1, 2, 3, 4.5f}), Third(1);
  run(P, "third", 1, Third, Given, cl_ulong(4));
  EXPECT_EQ(Third.read()[0], 4.5f);
  run(P, "double_all", 1, Given, cl_ulong(3));
  EXPECT_EQ(Given.read(), (std::vector<float>{2, 4, 6, 4.5f}));

  Buffer<cl_uchar> Wraps(1);
  run(P, "wraps", 1, Wraps, cl_int(2147483647));
  EXPECT_EQ(Wraps.read()[0], 1);

  // The program fails, and says where.
  Kernel K = P.kernel("third");
  K.setArgs(Third, Given, cl_ulong(2));
  EXPECT_LT(K.launch(1), 0);
  EXPECT_NE(
      lastMessage().find("<program source>:18:54: error: index 3 is outside "
                         "of an array of length 2"),
      std::string::npos)
      << lastMessage();
  K = P.kernel("squares");
  K.setArgs(Squares, cl_ulong(4), cl_int(5), cl_long(1));
  EXPECT_LT(K.launch(1), 0);
  EXPECT_NE(lastMessage().find("has 5 elements, but its buffer has room for 4"),
            std::string::npos)
      << lastMessage();
}

TEST_F(KiteTest, TwoProgramsInOneContext) {
  Program First = build("export task f(n: int): int { return n + 1; }",
                        "-x kite -fno-bounds");
  Program Second = build("task g(n: int): int { return 2 * n; }\n"
                         "export task f(n: int): int { return g(n) + g(1); }",
                         "-w -x kite");
  Program Tasks =
      build(std::string(FibTask) + "__kernel void f(__global int *out, int n) {"
                                   "  out[get_global_id(0)] <- fib(n);"
                                   "}");
  Buffer<cl_int> A(2), B(2), C(2);
  run(First, "f", 2, A, cl_int(20));
  run(Second, "f", 2, B, cl_int(20));
  run(Tasks, "f", 2, C, cl_int(20));
  expectEach(A, [](int) { return 21; });
  expectEach(B, [](int) { return 42; });
  expectEach(C, [](int) { return 6765; });
}

TEST_F(KiteTest, MistakesComeInTheLog) {
  cl_int Status = CL_SUCCESS;
  Program P = tryBuild("export task f(n: int): int {\n  return m;\n}\n"
                       "export task g(): int { return 1.5; }\n",
                       "-x kite", Status);
  EXPECT_EQ(Status, CL_BUILD_PROGRAM_FAILURE);
  std::string Log = P.buildLog();
  EXPECT_EQ(Log.rfind("<program source>:2:10: error: ", 0), 0u) << Log;
  EXPECT_NE(Log.find("\n  return m;\n         ^\n"), std::string::npos) << Log;
  EXPECT_NE(Log.find("<program source>:4:31: error: "), std::string::npos)
      << Log;

  // What is right, but not compiled, is told alike.
  Program Half = tryBuild("task g(x: half) { print(x); }\n"
                          "export task f(n: int) { g(half(n)); }\n",
                          "-x kite", Status);
  EXPECT_EQ(Status, CL_BUILD_PROGRAM_FAILURE);
  Log = Half.buildLog();
  EXPECT_EQ(Log.rfind("<program source>:1:11: error: 'half' is not yet ", 0),
            0u)
      << Log;
  EXPECT_EQ(Log.find("error: ", 40), std::string::npos) << Log;

  // OpenCL C is no Kite, and no driver is asked.
  tryBuild("__kernel void k(__global int *o) { *o = 1; }", "-x kite", Status);
  EXPECT_EQ(Status, CL_BUILD_PROGRAM_FAILURE);
  P = tryBuild("export task f() {}", "-DN=5 -x kite", Status);
  EXPECT_EQ(Status, CL_INVALID_BUILD_OPTIONS);
  EXPECT_NE(P.buildLog().find("programs in Kite have no macros"),
            std::string::npos)
      << P.buildLog();
  tryBuild("__task void f();", "-fno-bounds", Status);
  EXPECT_EQ(Status, CL_INVALID_BUILD_OPTIONS);
}

/// As empty programs in OpenCL C.
TEST_F(KiteTest, NothingIsExported) {
  for (const char *Source : {"", "task f() {}\n"}) {
    cl_int Status = CL_SUCCESS;
    Program P = tryBuild(Source, "-x kite", Status);
    EXPECT_EQ(Status, CL_SUCCESS) << P.buildLog();
    EXPECT_EQ(programText(P.get(), CL_PROGRAM_KERNEL_NAMES), "");
  }
}

/// Headers are what programs import.
TEST_F(KiteTest, CompiledAndLinked) {
  cl_program Header = make("task twice(n: int): int { return 2 * n; }\n"
                           "task fail(v: array(int)): int { return v[9]; }\n");
  cl_program Part =
      make("import \"lib/numbers.kite\"\n"
           "export task f(n: int): int { return twice(n) + 1; }\n"
           "export task g(v: array(int)): int { return fail(v); }");
  const char *Name = "lib/numbers.kite";
  check(clCompileProgram(Part, 1, device(), "-x kite", 1, &Header, &Name,
                         nullptr, nullptr),
        "clCompileProgram");
  cl_int Error = CL_SUCCESS;
  Program Linked(clLinkProgram(Device::get()->Context, 1, device(), "", 1,
                               &Part, nullptr, nullptr, &Error));
  check(Error, "clLinkProgram");
  Buffer<cl_int> Out(1), Given(2);
  run(Linked, "f", 1, Out, cl_int(20));
  EXPECT_EQ(Out.read()[0], 41);
  // No name of a temporary folder.
  Kernel K = Linked.kernel("g");
  K.setArgs(Out, Given, cl_ulong(2));
  EXPECT_LT(K.launch(1), 0);
  EXPECT_NE(lastMessage().find("lib/numbers.kite:2:42: error: index 9"),
            std::string::npos)
      << lastMessage();
  EXPECT_EQ(lastMessage().find("/tmp"), std::string::npos) << lastMessage();

  const char *Other = "other.kite";
  EXPECT_EQ(clCompileProgram(Part, 1, device(), "-x kite", 1, &Header, &Other,
                             nullptr, nullptr),
            CL_COMPILE_PROGRAM_FAILURE);
  clReleaseProgram(Part);
  clReleaseProgram(Header);
}
