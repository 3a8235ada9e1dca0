//===- PartsTest.cpp - Programs in pieces ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// clCompileProgram and clLinkProgram: tasks, helpers and kernels in programs of
// their own, embedded headers, libraries, and every mixture with plain OpenCL.
//
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <utility>

using namespace tasklet::test;

using Headers = std::vector<std::pair<const char *, Program>>;

class PartsTest : public DeviceTest {
protected:
  static Program source(const std::string &Text) {
    const char *String = Text.c_str();
    cl_int Status;
    cl_program P = clCreateProgramWithSource(Device::get()->Context, 1, &String,
                                             nullptr, &Status);
    check(Status, "clCreateProgramWithSource");
    return Program(P);
  }

  static cl_int tryCompile(const Program &P, const char *Options = "",
                           const Headers &Embedded = {}) {
    std::vector<cl_program> Programs;
    std::vector<const char *> Names;
    for (const auto &[Name, Header] : Embedded) {
      Names.push_back(Name);
      Programs.push_back(Header.get());
    }
    cl_uint Count = static_cast<cl_uint>(Names.size());
    return clCompileProgram(P.get(), 1, &Device::get()->Id, Options, Count,
                            Count ? Programs.data() : nullptr,
                            Count ? Names.data() : nullptr, nullptr, nullptr);
  }

  static Program compile(const std::string &Text, const char *Options = "",
                         const Headers &Embedded = {}) {
    Program P = source(Text);
    cl_int Status = tryCompile(P, Options, Embedded);
    if (Status != CL_SUCCESS)
      throw std::runtime_error("clCompileProgram: " + std::to_string(Status) +
                               "\n" + P.buildLog());
    return P;
  }

  static Program tryLink(const std::vector<Program> &Parts, cl_int &Status,
                         const char *Options = "") {
    std::vector<cl_program> Inputs;
    for (const Program &Part : Parts)
      Inputs.push_back(Part.get());
    return Program(clLinkProgram(Device::get()->Context, 1, &Device::get()->Id,
                                 Options, static_cast<cl_uint>(Inputs.size()),
                                 Inputs.data(), nullptr, nullptr, &Status));
  }

  /// What the context is told when the parts cannot be linked, which gives no
  /// program. The driver does the same with parts without tasks: the oracle.
  static std::string linkFailure(const std::vector<Program> &Parts) {
    cl_int Status = CL_SUCCESS;
    size_t Before = Device::get()->Messages.size();
    EXPECT_EQ(tryLink(Parts, Status).get(), nullptr);
    EXPECT_EQ(Status, CL_LINK_PROGRAM_FAILURE);
    return Device::get()->Messages.substr(Before);
  }

  static Program link(const std::vector<Program> &Parts,
                      const char *Options = "") {
    cl_int Status;
    Program P = tryLink(Parts, Status, Options);
    if (Status != CL_SUCCESS)
      throw std::runtime_error("clLinkProgram: " + std::to_string(Status) +
                               "\n" + Device::get()->Messages);
    return P;
  }

  static cl_program_binary_type binaryType(const Program &P) {
    cl_program_binary_type Type = 99;
    check(clGetProgramBuildInfo(P.get(), Device::get()->Id,
                                CL_PROGRAM_BINARY_TYPE, sizeof(Type), &Type,
                                nullptr),
          "CL_PROGRAM_BINARY_TYPE");
    return Type;
  }

  static std::string binary(const Program &P) {
    size_t Size = 0;
    check(clGetProgramInfo(P.get(), CL_PROGRAM_BINARY_SIZES, sizeof(Size),
                           &Size, nullptr),
          "CL_PROGRAM_BINARY_SIZES");
    std::string Bytes(Size, '\0');
    auto *Data = reinterpret_cast<unsigned char *>(Bytes.data());
    check(clGetProgramInfo(P.get(), CL_PROGRAM_BINARIES, sizeof(Data), &Data,
                           nullptr),
          "CL_PROGRAM_BINARIES");
    return Bytes;
  }

  static Program load(const std::string &Bytes) {
    auto *Data = reinterpret_cast<const unsigned char *>(Bytes.data());
    size_t Size = Bytes.size();
    cl_int Status, Loaded = CL_SUCCESS;
    cl_program P =
        clCreateProgramWithBinary(Device::get()->Context, 1, &Device::get()->Id,
                                  &Size, &Data, &Loaded, &Status);
    check(Status, "clCreateProgramWithBinary");
    check(Loaded, "the status of the binary");
    return Program(P);
  }

  static void expectSums(const Program &P) {
    Buffer<int> Out(20);
    run(P, "sums", 20, Out);
    expectEach(Out, [](int I) { return I * (I + 1) / 2; });
  }
};

static const char Kernel_[] = R"(
  __task int sum(int from, int to);
  __kernel void sums(__global int *out) {
    int i = get_global_id(0), r;
    r <- sum(0, i + 1);
    force (r) { out[i] = r; }
  })";
static const char Task[] = R"(
  int middle(int a, int b);
  __task int sum(int from, int to) {
    if (to - from <= 1) return from;
    int a, b;
    a <- sum(from, middle(from, to));
    b <- sum(middle(from, to), to);
    force (a, b) { return a + b; }
  })";
static const char Helper[] = "int middle(int a, int b) { return (a + b) / 2; }";

TEST_F(PartsTest, TasksKernelsAndHelpersApart) {
  Program A = compile(Kernel_), B = compile(Task), C = compile(Helper);
  EXPECT_EQ(binaryType(A), cl_uint(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
  EXPECT_EQ(binaryType(C), cl_uint(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
  cl_int Status;
  EXPECT_EQ(clCreateKernel(A.get(), "sums", &Status), nullptr);
  EXPECT_EQ(Status, CL_INVALID_PROGRAM_EXECUTABLE);
  Program P = link({A, B, C});
  EXPECT_EQ(binaryType(P), cl_uint(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  expectSums(P);
  // In another order, and a second time.
  expectSums(link({C, B, A}));
}

TEST_F(PartsTest, InlineTasks) {
  // Without optimisation, C needs another definition of an inline function.
  const std::string Inline = R"(
    inline __task int from_header(int n) {
      if (n < 1) return 2;
      int x;
      x <- from_header(n - 1);
      force (x) { return x + 3; }
    })";
  const std::string Kernel = R"(
    __task int other(int n);
    __kernel void k(__global int *out) {
      int i = get_global_id(0), a, b;
      a <- from_header(i);
      b <- other(i);
      force (a, b) { out[i] = a + b; }
    })";
  const std::string Other = R"(
    __task int other(int n) {
      int x;
      x <- from_header(n);
      force (x) { return 100 * x; }
    })";
  for (const char *Options : {"-cl-opt-disable", ""}) {
    Buffer<int> Out(9);
    run(build(Inline + Other + Kernel, Options), "k", 9, Out);
    expectEach(Out, [](int I) { return 101 * (3 * I + 2); });
    Buffer<int> Again(9);
    run(link({compile(Inline + Kernel, Options),
              compile(Inline + Other, Options)}),
        "k", 9, Again);
    expectEach(Again, [](int I) { return 101 * (3 * I + 2); });
  }
}

TEST_F(PartsTest, LibrariesOfTasksAndOfPlainFunctions) {
  Program Tasks = link({compile(Task)}, "-create-library");
  EXPECT_EQ(binaryType(Tasks), cl_uint(CL_PROGRAM_BINARY_TYPE_LIBRARY));
  Program Helpers =
      link({compile(Helper)}, "-create-library -enable-link-options");
  expectSums(link({compile(Kernel_), Tasks, Helpers}));
  Program Both = link({Tasks, Helpers}, "-create-library");
  expectSums(link({compile(Kernel_), Both}, "-cl-fast-relaxed-math"));
}

TEST_F(PartsTest, EmbeddedHeaders) {
  Program Declaration = source("#include \"../depth/width.h\"\n"
                               "__task INT sum(INT from, INT to);\n"
                               "INT middle(INT a, INT b);");
  Program Width = source("#define INT int");
  Headers Embedded = {{"tasks/sum.h", Declaration}, {"depth/width.h", Width}};
  std::string Include = "#include <tasks/sum.h>\n";
  std::string Quoted = "#include \"tasks/sum.h\"\n";
  Program A = compile(Include + Kernel_, "", Embedded);
  Program B = compile(Quoted + Task, "", Embedded);
  Program C = compile(Include + Helper, "", Embedded);
  expectSums(link({A, B, C}));
}

TEST_F(PartsTest, MistakesInHeadersAreNamed) {
  Program Bad = source("\n  __task int bad(int *p);");
  Program P = source("#include \"bad.h\"\n__task int f(int n) { return n; }");
  EXPECT_EQ(tryCompile(P, "", {{"bad.h", Bad}}), CL_COMPILE_PROGRAM_FAILURE);
  std::string Log = P.buildLog();
  EXPECT_NE(Log.find("bad.h:2:23: error:"), std::string::npos) << Log;
  EXPECT_EQ(Log.find("/tmp"), std::string::npos) << Log;

  Program Outside = source("#define N 1");
  P = source("#include \"a.h\"\n__task int f(int n) { return N; }");
  EXPECT_EQ(tryCompile(P, "", {{"../a.h", Outside}}),
            CL_COMPILE_PROGRAM_FAILURE);
  EXPECT_NE(P.buildLog().find("'../a.h'"), std::string::npos) << P.buildLog();
  // And all is well with the right name.
  EXPECT_EQ(tryCompile(P, "", {{"a.h", Outside}}), CL_SUCCESS) << P.buildLog();
}

TEST_F(PartsTest, PlainPartsWithPlainParts) {
  Program Kernels = compile("int twice(int x);\n__kernel void k(__global int "
                            "*o) { o[get_global_id(0)] = twice(3); }");
  Program P = link({Kernels, compile("int twice(int x) { return 2 * x; }")});
  Buffer<int> Out(2);
  run(P, "k", 2, Out);
  expectEach(Out, [](int) { return 6; });
}

TEST_F(PartsTest, UndefinedTaskIsNamed) {
  std::string Log = linkFailure({compile(Kernel_), compile(Helper)});
  EXPECT_NE(Log.find("task 'sum' is spawned but nowhere defined"),
            std::string::npos)
      << Log;
  // The parts are as good as before.
  expectSums(link({compile(Kernel_), compile(Task), compile(Helper)}));
}

TEST_F(PartsTest, LinkNamesNoTemporaryFiles) {
  // With an embedded header, the source lies in a temporary folder.
  Program Declaration = source("__task int sum(int from, int to);");
  Program P = compile("#include \"sum.h\"\n__kernel void k(__global int *out)"
                      "\n{ out[0] <- sum(0, 1); }",
                      "", {{"sum.h", Declaration}});
  std::string Log = linkFailure({P});
  EXPECT_EQ(Log.rfind("tasklet: a program cannot be linked:\n"
                      "error: <program source>:3:13: in 'k': task 'sum'",
                      0),
            0u)
      << Log;
}

TEST_F(PartsTest, PartsThatDoNotFit) {
  Program A = compile(Kernel_), B = compile(Task), C = compile(Helper);
  std::string Log = linkFailure({A, B, C, B});
  EXPECT_NE(Log.find("'sum' is defined twice, in 'input 2' and in 'input 4'"),
            std::string::npos)
      << Log;
  Program Plain = compile("int sum(int from, int to) { return from; }");
  Log = linkFailure({A, Plain});
  EXPECT_NE(Log.find("'sum' is no task in 'input 2'"), std::string::npos)
      << Log;
  // What the driver alone links and refuses looks the same, but for the words.
  EXPECT_EQ(linkFailure({Plain, compile("int sum(int from, int to)"
                                        "{ return to; }")})
                .find("tasklet"),
            std::string::npos);
}

TEST_F(PartsTest, CallbackReadsWhyLinkingFailed) {
  struct Seen {
    unsigned Calls = 0;
    std::string Log;
  } Ours, Drivers;
  auto Note = [](cl_program Which, void *Data) {
    auto *To = static_cast<Seen *>(Data);
    ++To->Calls;
    char Text[1000] = "";
    clGetProgramBuildInfo(Which, Device::get()->Id, CL_PROGRAM_BUILD_LOG,
                          sizeof(Text), Text, nullptr);
    To->Log = Text;
  };
  auto Link = [&](const std::vector<Program> &Parts, Seen &To) {
    std::vector<cl_program> Inputs;
    for (const Program &Part : Parts)
      Inputs.push_back(Part.get());
    cl_int Status = CL_SUCCESS;
    EXPECT_EQ(clLinkProgram(Device::get()->Context, 0, nullptr, nullptr,
                            static_cast<cl_uint>(Inputs.size()), Inputs.data(),
                            Note, &To, &Status),
              nullptr);
    EXPECT_EQ(Status, CL_LINK_PROGRAM_FAILURE);
  };
  Link({compile(Kernel_), compile(Helper)}, Ours);
  EXPECT_EQ(Ours.Calls, 1u);
  EXPECT_NE(Ours.Log.find("'sum' is spawned but nowhere defined"),
            std::string::npos)
      << Ours.Log;
  Program Part = compile("int f(int x) { return x; }");
  Link({Part, compile("int f(int x) { return -x; }")}, Drivers);
  EXPECT_EQ(Drivers.Calls, 1u);
}

TEST_F(PartsTest, WrongArgumentsHaveTheirCodes) {
  Program A = compile(Kernel_), B = compile(Task), C = compile(Helper);
  cl_int Status = CL_SUCCESS;
  EXPECT_EQ(tryLink({A, B, C}, Status, "-DX=1").get(), nullptr);
  EXPECT_EQ(Status, CL_INVALID_LINKER_OPTIONS);
  EXPECT_EQ(tryLink({A, B, C}, Status, "-enable-link-options").get(), nullptr);
  EXPECT_EQ(Status, CL_INVALID_LINKER_OPTIONS);
  // Not compiled, failed to compile, and already a program.
  EXPECT_EQ(tryLink({A, source(Task), C}, Status).get(), nullptr);
  EXPECT_EQ(Status, CL_INVALID_OPERATION);
  Program Broken = source("__task int f(int n) { return n }");
  EXPECT_EQ(tryCompile(Broken), CL_COMPILE_PROGRAM_FAILURE);
  EXPECT_EQ(tryLink({A, B, C, Broken}, Status).get(), nullptr);
  EXPECT_EQ(Status, CL_INVALID_OPERATION);
  EXPECT_EQ(tryLink({A, link({A, B, C})}, Status).get(), nullptr);
  EXPECT_EQ(Status, CL_INVALID_OPERATION);
  EXPECT_EQ(tryCompile(Broken, "-no-such-option"), CL_INVALID_COMPILER_OPTIONS);
}

TEST_F(PartsTest, SavedObjectsAndPrograms) {
  Program A = load(binary(compile(Kernel_)));
  Program Library =
      load(binary(link({compile(Task), compile(Helper)}, "-create-library")));
  EXPECT_EQ(binaryType(A), cl_uint(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
  Program P = link({A, Library});
  expectSums(P);
  Program Loaded = load(binary(P));
  check(
      clBuildProgram(Loaded.get(), 1, &Device::get()->Id, "", nullptr, nullptr),
      "clBuildProgram");
  expectSums(Loaded);
  // Saved again, it is the same.
  EXPECT_TRUE(binary(Loaded) == binary(P));
  // An object can be built if nothing is missing in it.
  Program Whole = load(binary(compile(std::string(Kernel_) + Task + Helper)));
  check(
      clBuildProgram(Whole.get(), 1, &Device::get()->Id, "", nullptr, nullptr),
      "clBuildProgram");
  expectSums(Whole);
  EXPECT_EQ(
      clBuildProgram(A.get(), 1, &Device::get()->Id, "", nullptr, nullptr),
      CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(A.buildLog().find("task 'sum' is spawned but nowhere defined"),
            std::string::npos)
      << A.buildLog();
}

TEST_F(PartsTest, KernelsOfSeveralParts) {
  Program Other = compile(R"(
    __task int sum(int from, int to);
    __kernel void last(__global int *out, int n) { out[0] <- sum(0, n); }
    __kernel void plain(__global int *out) { out[0] = 7; })");
  Program P = link({compile(Kernel_), compile(Task), Other, compile(Helper)});
  cl_kernel Kernels[3];
  cl_uint Count = 0;
  check(clCreateKernelsInProgram(P.get(), 3, Kernels, &Count),
        "clCreateKernelsInProgram");
  EXPECT_EQ(Count, 3u);
  for (cl_kernel K : Kernels)
    clReleaseKernel(K);
  expectSums(P);
  Buffer<int> Out(1);
  run(P, "last", 1, Out, 100);
  EXPECT_EQ(Out.read()[0], 4950);
  run(P, "plain", 1, Out);
  EXPECT_EQ(Out.read()[0], 7);
}

TEST_F(PartsTest, OptionsOfThePartsStayApart) {
  std::string Source = "__task int NAME(void) { return VALUE; }";
  Program P = link(
      {compile("__task int a(void); __task int b(void);\n"
               "__kernel void k(__global int *o) { o[0] <- a(); o[1] <- b(); }",
               "-cl-opt-disable -g"),
       compile(Source, "-DNAME=a -DVALUE=3 -cl-std=CL2.0"),
       compile(Source, "-DNAME=b -D VALUE=4 -Werror -cl-fast-relaxed-math")});
  Buffer<int> Out(2);
  run(P, "k", 1, Out);
  EXPECT_EQ(Out.read(), std::vector<int>({3, 4}));
}

TEST_F(PartsTest, CompiledAgainWithOtherOptions) {
  Program Value = source("__task int value(void) { return VALUE; }");
  Program Main = compile("__task int value(void);\n__kernel void k(__global "
                         "int *o) { o[0] <- value(); }");
  Buffer<int> Out(1);
  for (int I : {5, 6}) {
    ASSERT_EQ(tryCompile(Value, ("-DVALUE=" + std::to_string(I)).c_str()),
              CL_SUCCESS);
    run(link({Main, Value}), "k", 1, Out);
    EXPECT_EQ(Out.read()[0], I);
  }
}

TEST_F(PartsTest, CallbackIsCalled) {
  Program A = compile(std::string(Kernel_) + Task + Helper);
  cl_program Inputs[] = {A.get()};
  cl_program Seen = nullptr;
  cl_int Status;
  Program P(clLinkProgram(
      Device::get()->Context, 0, nullptr, nullptr, 1, Inputs,
      [](cl_program Which, void *User) {
        *static_cast<cl_program *>(User) = Which;
      },
      &Seen, &Status));
  check(Status, "clLinkProgram");
  EXPECT_EQ(Seen, P.get());
  expectSums(P);
}
