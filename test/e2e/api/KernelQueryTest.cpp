//===- KernelQueryTest.cpp - What a kernel says of itself -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "DeviceTest.h"
#include "Subject.h"

using namespace tasklet::test;

static const char *const Names[] = {"sums",     "add",   "places",   "reversed",
                                    "no_tasks", "chase", "signature"};

static void noteArguments(Subject &S, cl_program Program) {
  for (const char *Name : Names) {
    cl_kernel K = S.kernel(Program, Name);
    // Two beyond the longest list.
    for (cl_uint I = 0; I < 17; ++I) {
      auto Ask = [&](cl_kernel_arg_info What) {
        return [=](size_t Size, void *Value, size_t *SizeRet) {
          return clGetKernelArgInfo(K, I, What, Size, Value, SizeRet);
        };
      };
      std::string Where = std::string(Name) + " " + std::to_string(I);
      S.noteQuery<cl_uint>(Where + " address",
                           Ask(CL_KERNEL_ARG_ADDRESS_QUALIFIER));
      S.noteQuery<cl_uint>(Where + " access",
                           Ask(CL_KERNEL_ARG_ACCESS_QUALIFIER));
      S.noteText(Where + " type", Ask(CL_KERNEL_ARG_TYPE_NAME));
      S.noteQuery<cl_ulong>(Where + " qualifier",
                            Ask(CL_KERNEL_ARG_TYPE_QUALIFIER));
      S.noteText(Where + " name", Ask(CL_KERNEL_ARG_NAME));
      S.note(Where + " nonsense", Ask(0x1)(0, nullptr, nullptr));
    }
  }
}

TEST(KernelQuery, ArgumentsWithTheOption) {
  expectSame([](Subject &S) { noteArguments(S, S.Program); }, 0,
             "-cl-kernel-arg-info");
  // Equal logs could be equally empty.
  withTasks(
      [](Subject &S) {
        char Type[100] = "";
        EXPECT_EQ(clGetKernelArgInfo(S.kernel("signature"), 5,
                                     CL_KERNEL_ARG_TYPE_NAME, sizeof(Type),
                                     Type, nullptr),
                  CL_SUCCESS);
        EXPECT_STREQ(Type, "pair*");
      },
      0, "-cl-kernel-arg-info");
}

TEST(KernelQuery, ArgumentsWithoutTheOption) {
  expectSame([](Subject &S) { noteArguments(S, S.Program); });
}

TEST(KernelQuery, ArgumentsAmongOtherOptions) {
  expectSame([](Subject &S) { noteArguments(S, S.Program); }, 0,
             "-cl-std=CL1.2 -DX=1 -cl-kernel-arg-info -w");
  expectSame([](Subject &S) { noteArguments(S, S.Program); }, 0,
             "-DY=-cl-other");
}

TEST(KernelQuery, ArgumentsOfLinkedPrograms) {
  for (const char *Options : {"", "-cl-kernel-arg-info"})
    expectSame([Options](Subject &S) {
      std::string Source = subjectSource(S.Tasks);
      const char *Text = Source.c_str();
      cl_int Code;
      cl_program Part =
          clCreateProgramWithSource(S.Context, 1, &Text, nullptr, &Code);
      S.note("compile", clCompileProgram(Part, 1, &S.Device, Options, 0,
                                         nullptr, nullptr, nullptr, nullptr));
      cl_program Whole = clLinkProgram(S.Context, 1, &S.Device, "", 1, &Part,
                                       nullptr, nullptr, &Code);
      S.note("link", Code);
      noteArguments(S, Whole);
      clReleaseProgram(Whole);
      clReleaseProgram(Part);
    });
}

TEST(KernelQuery, Kernel) {
  expectSame([](Subject &S) {
    for (const char *Name : Names) {
      cl_kernel K = S.kernel(Name);
      auto Ask = [&](cl_kernel_info What) {
        return [=](size_t Size, void *Value, size_t *SizeRet) {
          return clGetKernelInfo(K, What, Size, Value, SizeRet);
        };
      };
      S.note("kernel", Name);
      S.noteText("name", Ask(CL_KERNEL_FUNCTION_NAME));
      S.noteText("attributes", Ask(CL_KERNEL_ATTRIBUTES));
      S.noteQuery<cl_uint>("arguments", Ask(CL_KERNEL_NUM_ARGS));
      S.noteQuery<cl_uint>("references", Ask(CL_KERNEL_REFERENCE_COUNT));
      cl_context Context = nullptr;
      cl_program Program = nullptr;
      S.note("context", Ask(CL_KERNEL_CONTEXT)(8, &Context, nullptr));
      S.note("program", Ask(CL_KERNEL_PROGRAM)(8, &Program, nullptr));
      S.note("is the context", Context == S.Context);
      S.note("is the program", Program == S.Program);
      S.note("nonsense", Ask(0x1)(0, nullptr, nullptr));
      clRetainKernel(K);
      S.noteQuery<cl_uint>("references", Ask(CL_KERNEL_REFERENCE_COUNT));
      clReleaseKernel(K);
      S.noteQuery<cl_uint>("references", Ask(CL_KERNEL_REFERENCE_COUNT));
    }
  });
}

namespace {
struct Sizes {
  size_t Each[3] = {0, 0, 0};
};
std::ostream &operator<<(std::ostream &Out, const Sizes &S) {
  return Out << S.Each[0] << ',' << S.Each[1] << ',' << S.Each[2];
}
} // namespace

TEST(KernelQuery, WorkGroup) {
  expectSame([](Subject &S) {
    for (const char *Name : Names) {
      cl_kernel K = S.kernel(Name);
      for (cl_device_id Device : {S.Device, cl_device_id(nullptr)}) {
        auto Ask = [&](cl_kernel_work_group_info What) {
          return [=](size_t Size, void *Value, size_t *SizeRet) {
            return clGetKernelWorkGroupInfo(K, Device, What, Size, Value,
                                            SizeRet);
          };
        };
        S.note("kernel", Name);
        S.noteQuery<size_t>("size", Ask(CL_KERNEL_WORK_GROUP_SIZE));
        S.noteQuery<Sizes>("compiled", Ask(CL_KERNEL_COMPILE_WORK_GROUP_SIZE));
        S.noteQuery<cl_ulong>("local", Ask(CL_KERNEL_LOCAL_MEM_SIZE));
        S.noteQuery<size_t>("multiple",
                            Ask(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE));
        S.noteQuery<cl_ulong>("private", Ask(CL_KERNEL_PRIVATE_MEM_SIZE));
        S.noteQuery<Sizes>("global", Ask(CL_KERNEL_GLOBAL_WORK_SIZE));
        S.note("nonsense", Ask(0x1)(0, nullptr, nullptr));
      }
    }
  });
}

TEST(KernelQuery, SubGroup) {
  expectSame([](Subject &S) {
    cl_kernel K = S.kernel("sums");
    for (cl_kernel_sub_group_info What :
         {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
          CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
          CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
          CL_KERNEL_MAX_NUM_SUB_GROUPS, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 1}) {
      size_t Input[] = {8, 2, 1}, Output[3] = {}, Size = 0;
      S.note(std::to_string(What),
             clGetKernelSubGroupInfo(K, S.Device, What, sizeof(Input), Input,
                                     sizeof(Output), Output, &Size));
      S.note("values", Output[0] + 1000 * Output[1] + 1000000 * Output[2]);
      S.note("of size", Size);
    }
  });
}
