//===- ArgumentTest.cpp - Arguments, good and bad -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "DeviceTest.h"
#include "Subject.h"

using namespace tasklet::test;

/// Sizes from nothing to more than any argument, with a value and without.
TEST(Argument, EverySizeOfEveryParameter) {
  expectSame([](Subject &S) {
    // By these PoCL knows how large an argument must be.
    if (!takesBitcode(S.Device))
      GTEST_SKIP() << "SPIR-V has the names of types without the user's own";
    for (const char *Name : {"sums", "reversed", "signature"}) {
      cl_kernel K = S.kernel(Name);
      cl_mem Memory = S.buffer(64);
      for (cl_uint Index = 0; Index < 18; ++Index)
        for (size_t Size : {0, 1, 2, 3, 4, 8, 12, 16, 20, 32, 64}) {
          // PoCL knows no sizes of types that a program defines, and aborts at
          // 0.
          if (Size == 0 && (Index == 6 || Index == 7))
            continue;
          cl_mem Value[8] = {Memory};
          std::string What = std::string(Name) + " " + std::to_string(Index) +
                             " of " + std::to_string(Size);
          S.note(What, clSetKernelArg(K, Index, Size, Value));
          S.note(What + ", null", clSetKernelArg(K, Index, Size, nullptr));
        }
    }
  });
}

TEST(Argument, MissingOnesFailTheEnqueue) {
  expectSame([](Subject &S) {
    cl_kernel K = S.kernel("add");
    cl_mem To = S.buffer(8), From = S.buffer(8);
    S.note("none", S.enqueue(K, 8));
    S.set(K, 2, 5);
    S.note("third", S.enqueue(K, 8));
    S.set(K, 0, To);
    S.note("first and third", S.enqueue(K, 8));
    S.note("bad", clSetKernelArg(K, 1, 2, &From));
    S.note("second refused", S.enqueue(K, 8));
    S.set(K, 1, From);
    S.note("all", S.enqueue(K, 8));
    S.note("result", S.read(To, 8));
  });
  withTasks([](Subject &S) {
    EXPECT_EQ(S.enqueue(S.kernel("add"), 8), CL_INVALID_KERNEL_ARGS);
  });
}

/// A command that is refused leaves queue and kernel as they were.
TEST(Argument, RefusedCommandsChangeNothing) {
  expectSame([](Subject &S) {
    cl_kernel K = S.kernel("add");
    cl_mem To = S.buffer(8), From = S.buffer(8);
    cl_event Event = nullptr;
    S.note("refused", S.enqueue(K, 8, {}, &Event));
    S.note("no event", Event == nullptr);
    S.set(K, 0, To);
    S.set(K, 1, From);
    S.set(K, 2, 3);
    const size_t Items = 8, Odd = 3;
    S.note("local size", clEnqueueNDRangeKernel(S.Queue, K, 1, nullptr, &Items,
                                                &Odd, 0, nullptr, nullptr));
    for (cl_uint Dimensions : {0u, 4u})
      S.note("dimensions",
             clEnqueueNDRangeKernel(S.Queue, K, Dimensions, nullptr, &Items,
                                    nullptr, 0, nullptr, nullptr));
    S.note("finish", clFinish(S.Queue));
    S.note("untouched", S.read(To, 8));
    S.note("good", S.enqueue(K, 8));
    S.note("result", S.read(To, 8));
  });
}

/// PoCL divides by the first zero and follows the null pointers.
TEST(Argument, WhatCrashesTheDriverIsRefused) {
  withTasks([](Subject &S) {
    cl_kernel K = S.kernel("sums");
    cl_mem Out = S.buffer(8);
    S.set(K, 0, Out);
    S.set(K, 1, 3);
    const size_t Global[] = {4, 2}, Local[] = {2, 0};
    EXPECT_EQ(clEnqueueNDRangeKernel(S.Queue, K, 2, nullptr, Global, Local, 0,
                                     nullptr, nullptr),
              CL_INVALID_WORK_GROUP_SIZE);
    EXPECT_EQ(clEnqueueNDRangeKernel(S.Queue, K, 1, nullptr, Global, nullptr, 1,
                                     nullptr, nullptr),
              CL_INVALID_EVENT_WAIT_LIST);
    cl_event Events[] = {S.userEvent(), nullptr};
    EXPECT_EQ(clEnqueueNDRangeKernel(S.Queue, K, 1, nullptr, Global, nullptr, 0,
                                     Events, nullptr),
              CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(clEnqueueNDRangeKernel(S.Queue, K, 1, nullptr, Global, nullptr, 2,
                                     Events, nullptr),
              CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(S.enqueue(K, 8), CL_SUCCESS);
    EXPECT_EQ(clFinish(S.Queue), CL_SUCCESS);
  });
}

/// The values of a command are those at its enqueue.
TEST(Argument, LaterChangesDoNotReachEarlierCommands) {
  expectSame(
      [](Subject &S) {
        cl_kernel K = S.kernel("sums");
        cl_event Gate = S.userEvent();
        std::vector<cl_mem> Outs;
        for (int I = 0; I < 6; ++I) {
          Outs.push_back(S.buffer(16));
          S.set(K, 0, Outs.back());
          S.set(K, 1, 10 * I);
          S.note("enqueue", S.enqueue(K, 16, {Gate}));
        }
        S.set(K, 1, 99);
        clSetUserEventStatus(Gate, CL_COMPLETE);
        clFinish(S.Queue);
        for (cl_mem Out : Outs)
          S.note("result", S.read(Out, 16));
      },
      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

TEST(Argument, LocalMemory) {
  expectSame([](Subject &S) {
    cl_kernel K = S.kernel("reversed");
    cl_mem Out = S.buffer(64);
    S.set(K, 0, Out);
    for (size_t Local : {1, 2, 8, 64}) {
      clSetKernelArg(K, 1, Local * sizeof(int), nullptr);
      const size_t Items = 64;
      S.note("enqueue", clEnqueueNDRangeKernel(S.Queue, K, 1, nullptr, &Items,
                                               &Local, 0, nullptr, nullptr));
      S.note("result", S.read(Out, 64));
    }
  });
}

/// A sampler is no memory object: it may go while tasks run, and its count of
/// references is nobody's business.
TEST(Argument, SamplersAndImages) {
  expectSame([](Subject &S) {
    cl_bool HasImages = CL_FALSE;
    clGetDeviceInfo(S.Device, CL_DEVICE_IMAGE_SUPPORT, sizeof(HasImages),
                    &HasImages, nullptr);
    S.note("images", HasImages);
    if (!HasImages)
      return;
    cl_kernel K = S.kernel("signature");
    cl_int Code;
    cl_sampler Sampler = clCreateSampler(S.Context, CL_FALSE, CL_ADDRESS_CLAMP,
                                         CL_FILTER_NEAREST, &Code);
    const cl_image_format Format = {CL_RGBA, CL_FLOAT};
    cl_image_desc Description = {};
    Description.image_type = CL_MEM_OBJECT_IMAGE2D;
    Description.image_width = Description.image_height = 4;
    cl_mem Images[2];
    for (cl_mem &Image : Images)
      Image = clCreateImage(S.Context, CL_MEM_READ_WRITE, &Format, &Description,
                            nullptr, &Code);
    cl_mem Memory = S.buffer(64), Out = S.buffer(1);
    char Bytes[64] = {};
    S.note("a", S.set(K, 0, Memory));
    S.note("b", S.set(K, 1, Memory));
    S.note("c", clSetKernelArg(K, 2, 64, nullptr));
    S.note("d", S.set(K, 3, 42));
    S.note("e", S.set(K, 4, 1u));
    S.note("f", S.set(K, 5, Memory));
    S.note("g", clSetKernelArg(K, 6, 32, Bytes));
    S.note("h", S.set(K, 7, 1.0f));
    S.note("i", S.set(K, 8, Memory));
    S.note("j", clSetKernelArg(K, 9, 4, Bytes));
    S.note("k", S.set(K, 10, cl_ulong(1)));
    S.note("l", S.set(K, 11, Images[0]));
    S.note("m", S.set(K, 12, Images[1]));
    S.note("n", S.set(K, 13, Sampler));
    S.note("o", S.set(K, 14, Out));
    cl_event Gate = S.userEvent(), Event = nullptr;
    const size_t Items = 2;
    ASSERT_EQ(clEnqueueNDRangeKernel(S.Queue, K, 1, nullptr, &Items, &Items, 1,
                                     &Gate, &Event),
              CL_SUCCESS);
    S.keep(Event);
    cl_uint References = 0;
    clGetSamplerInfo(Sampler, CL_SAMPLER_REFERENCE_COUNT, sizeof(References),
                     &References, nullptr);
    S.note("sampler's references", References);
    S.note("release", clReleaseSampler(Sampler));
    for (cl_mem Image : Images)
      S.note("release", clReleaseMemObject(Image));
    clSetUserEventStatus(Gate, CL_COMPLETE);
    S.note("wait", clWaitForEvents(1, &Event));
    S.note("result", S.read(Out, 1));
  });
}

TEST(Argument, ClonesHaveArgumentsOfTheirOwn) {
  expectSame([](Subject &S) {
    cl_kernel K = S.kernel("sums");
    cl_mem First = S.buffer(8), Second = S.buffer(8);
    S.set(K, 0, First);
    S.set(K, 1, 4);
    cl_int Code = -1;
    cl_kernel Clone = clCloneKernel(K, &Code);
    S.note("clone", Code);
    if (!Clone)
      return;
    S.set(K, 1, 7);
    S.note("set", S.set(Clone, 0, Second));
    S.note("clone runs", S.enqueue(Clone, 8));
    S.note("original runs", S.enqueue(K, 8));
    S.note("first", S.read(First, 8));
    S.note("second", S.read(Second, 8));
    cl_uint Count = 0;
    clGetKernelInfo(Clone, CL_KERNEL_NUM_ARGS, sizeof(Count), &Count, nullptr);
    S.note("arguments", Count);
    cl_program Program = nullptr;
    clGetKernelInfo(Clone, CL_KERNEL_PROGRAM, sizeof(Program), &Program,
                    nullptr);
    S.note("is the program", Program == S.Program);
    S.note("beyond", S.set(Clone, 2, First));
    S.note("release", clReleaseKernel(Clone));
    S.note("original still runs", S.enqueue(K, 8));
    S.note("first", S.read(First, 8));
  });
}

TEST(Argument, CloneOfAKernelWithoutArguments) {
  expectSame([](Subject &S) {
    cl_int Code = -1;
    cl_kernel Clone = clCloneKernel(S.kernel("sums"), &Code);
    S.note("clone", Code);
    if (!Clone)
      return;
    S.note("enqueue", S.enqueue(Clone, 8));
    S.note("release", clReleaseKernel(Clone));
  });
}
