//===- ProgramInfoTest.cpp - What a program says, and its binaries --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Subject.h"

#include <algorithm>

using namespace tasklet::test;

static std::vector<unsigned char> save(cl_program Program) {
  size_t Size = 0;
  EXPECT_EQ(clGetProgramInfo(Program, CL_PROGRAM_BINARY_SIZES, sizeof(Size),
                             &Size, nullptr),
            CL_SUCCESS);
  std::vector<unsigned char> Binary(Size);
  unsigned char *Place = Binary.data();
  EXPECT_EQ(clGetProgramInfo(Program, CL_PROGRAM_BINARIES, sizeof(Place),
                             &Place, nullptr),
            CL_SUCCESS);
  return Binary;
}

static void notePlainFacts(Subject &S, cl_program Program) {
  auto Ask = [&](cl_program_info What) {
    return [=](size_t Size, void *Value, size_t *SizeRet) {
      return clGetProgramInfo(Program, What, Size, Value, SizeRet);
    };
  };
  S.noteQuery<cl_uint>("references", Ask(CL_PROGRAM_REFERENCE_COUNT));
  S.noteQuery<cl_uint>("devices", Ask(CL_PROGRAM_NUM_DEVICES));
  S.noteQuery<size_t>("kernels", Ask(CL_PROGRAM_NUM_KERNELS));
  S.note("nonsense", Ask(0x1)(0, nullptr, nullptr));
  cl_device_id Device = nullptr;
  S.note("device", Ask(CL_PROGRAM_DEVICES)(sizeof(Device), &Device, nullptr));
  S.note("is the device", Device == S.Device);
  cl_context Context = nullptr;
  S.note("context",
         Ask(CL_PROGRAM_CONTEXT)(sizeof(Context), &Context, nullptr));
  S.note("is the context", Context == S.Context);
  // In any order.
  char Text[1000] = "";
  size_t Size = 0;
  S.note("names", Ask(CL_PROGRAM_KERNEL_NAMES)(sizeof(Text), Text, &Size));
  S.note("size of names", Size);
  std::istringstream List(Text);
  std::vector<std::string> Names;
  for (std::string Name; std::getline(List, Name, ';');)
    Names.push_back(Name);
  std::sort(Names.begin(), Names.end());
  for (const std::string &Name : Names)
    S.note("name", Name);
  auto AskBuild = [&](cl_program_build_info What) {
    return [&S, Program, What](size_t Room, void *Value, size_t *SizeRet) {
      return clGetProgramBuildInfo(Program, S.Device, What, Room, Value,
                                   SizeRet);
    };
  };
  S.noteQuery<cl_int>("status", AskBuild(CL_PROGRAM_BUILD_STATUS));
  S.noteText("options", AskBuild(CL_PROGRAM_BUILD_OPTIONS));
  S.noteQuery<cl_uint>("type", AskBuild(CL_PROGRAM_BINARY_TYPE));
  S.noteQuery<size_t>("variables",
                      AskBuild(CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE));
  S.note("nonsense", AskBuild(0x1)(0, nullptr, nullptr));
}

TEST(ProgramInfo, BuiltFromSource) {
  expectSame([](Subject &S) { notePlainFacts(S, S.Program); });
  expectSame([](Subject &S) { notePlainFacts(S, S.Program); }, 0,
             "-cl-std=CL1.2 -DSOME=1");
}

TEST(ProgramInfo, NotYetBuilt) {
  expectSame([](Subject &S) {
    std::string Source = subjectSource(S.Tasks);
    const char *Text = Source.c_str();
    cl_int Code;
    cl_program Program =
        clCreateProgramWithSource(S.Context, 1, &Text, nullptr, &Code);
    notePlainFacts(S, Program);
    S.note("no kernel", clCreateKernel(Program, "sums", &Code) == nullptr);
    S.note("code", Code);
    cl_uint Count = 0;
    S.note("no kernels", clCreateKernelsInProgram(Program, 0, nullptr, &Count));
    clReleaseProgram(Program);
  });
}

TEST(ProgramInfo, KernelsThatAreNotThere) {
  expectSame([](Subject &S) {
    for (const char *Name : {"nothing", "", "sum", "__tkl_dispatch"}) {
      cl_int Code = 1;
      S.note("none", clCreateKernel(S.Program, Name, &Code) == nullptr);
      S.note(Name, Code);
    }
    cl_int Code = 1;
    S.note("null", clCreateKernel(S.Program, nullptr, &Code) == nullptr);
    S.note("null", Code);
  });
}

TEST(ProgramInfo, SourceIsTheApplications) {
  withTasks([](Subject &S) {
    std::string Source(100000, 0);
    size_t Size = 0;
    ASSERT_EQ(clGetProgramInfo(S.Program, CL_PROGRAM_SOURCE, Source.size(),
                               Source.data(), &Size),
              CL_SUCCESS);
    Source.resize(Size - 1);
    EXPECT_EQ(Source, subjectSource(true));
  });
}

/// docs/running.md has the list: taskletc knows them, whatever the driver does.
TEST(ProgramInfo, OptionsThatTheDriverNeedNotKnow) {
  withTasks([](Subject &S) {
    for (const char *Options :
         {"-O0", "-O1", "-O2", "-O3", "-Os", "-Wall", "-UX", "-U X",
          "-cl-ext=-cl_khr_fp64", "-I'/no such/folder'", "-DX='a b'"})
      EXPECT_NE(S.program(Options), nullptr) << Options;
  });
}

/// Saved, loaded by another context, built, saved again: the same results.
TEST(ProgramInfo, BinariesComeBack) {
  expectSame([](Subject &S) {
    std::vector<unsigned char> Binary = save(S.Program);
    S.note("has content", Binary.size() > 100);
    for (int Round = 0; Round < 2; ++Round) {
      const unsigned char *Bytes = Binary.data();
      size_t Size = Binary.size();
      cl_int Status = 1, Code = 1;
      cl_program Loaded = clCreateProgramWithBinary(
          S.Context, 1, &S.Device, &Size, &Bytes, &Status, &Code);
      S.note("load", Code);
      S.note("status", Status);
      // PoCL aborts when a binary is built a second time.
      const char *Options = Round ? "-cl-kernel-arg-info" : "";
      S.note("build",
             clBuildProgram(Loaded, 1, &S.Device, Options, nullptr, nullptr));
      size_t Count = 0;
      clGetProgramInfo(Loaded, CL_PROGRAM_NUM_KERNELS, sizeof(Count), &Count,
                       nullptr);
      S.note("kernels", Count);
      cl_kernel K = clCreateKernel(Loaded, "sums", &Code);
      S.note("kernel", Code);
      cl_mem Out = S.buffer(16);
      S.note("set", S.set(K, 0, Out));
      S.note("set", S.set(K, 1, 20));
      S.note("enqueue", S.enqueue(K, 16));
      S.note("result", S.read(Out, 16));
      char Attributes[100] = "";
      S.note("attributes",
             clGetKernelInfo(K, CL_KERNEL_ATTRIBUTES, sizeof(Attributes),
                             Attributes, nullptr));
      S.note("attributes", Attributes);
      char Type[100] = "";
      S.note("argument", clGetKernelArgInfo(K, 0, CL_KERNEL_ARG_TYPE_NAME,
                                            sizeof(Type), Type, nullptr));
      S.note("argument", Type);
      clReleaseKernel(K);
      Binary = save(Loaded);
      clReleaseProgram(Loaded);
    }
  });
}

/// Half a binary is no program, and nothing crashes.
TEST(ProgramInfo, DamagedBinaries) {
  withTasks([](Subject &S) {
    std::vector<unsigned char> Binary = save(S.Program);
    for (size_t Size : {Binary.size() / 2, Binary.size() - 1, size_t(8)}) {
      const unsigned char *Bytes = Binary.data();
      cl_int Status = 1, Code = 1;
      cl_program Loaded = clCreateProgramWithBinary(
          S.Context, 1, &S.Device, &Size, &Bytes, &Status, &Code);
      if (!Loaded) {
        EXPECT_NE(Code, CL_SUCCESS);
        continue;
      }
      EXPECT_NE(clBuildProgram(Loaded, 1, &S.Device, "", nullptr, nullptr),
                CL_SUCCESS)
          << "of " << Size << " bytes";
      clReleaseProgram(Loaded);
    }
  });
}
