//===- FaultTest.cpp - Drivers and devices that fail ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// FaultLayer.cpp lies between the library and the driver here. Whatever call
/// of the library's fails: the application gets a code that the specification
/// has for its own call, one message, and a library that works on once the
/// driver does.
///
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

#include <cstring>

using namespace tasklet;

class FaultTest : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    Kernel = makeKernel("squares");
    Out = makeBuffer(10);
  }

  /// After a failure everything goes on.
  void expectNextWorks() {
    ASSERT_EQ(enqueueSquares(Kernel, Out, 2, 10), CL_SUCCESS);
    ASSERT_EQ(clFinish(Queue), CL_SUCCESS);
    expectSquares(read(Out, 10), 2);
    EXPECT_EQ(Messages.size(), 1u);
  }

  /// One message with all these words.
  void expectMessage(const std::vector<std::string> &Words) {
    ASSERT_EQ(Messages.size(), 1u);
    for (const std::string &Word : Words)
      EXPECT_NE(Messages[0].find(Word), std::string::npos) << Messages[0];
  }

  cl_int enqueue(const char *Fault) {
    ScopedVariable Order("FAULT", Fault);
    return enqueueSquares(Kernel, Out, 1, 10);
  }

  cl_kernel Kernel = nullptr;
  cl_mem Out = nullptr;

private:
  /// CL_DEVICE_SVM_CAPABILITIES is 0: the host does not reach heaps, so all
  /// steps of a command are the driver's. PlacesTest.cpp has the others.
  const ScopedVariable NotShared{"FAULT_ANSWER", "1053 0"};
};

TEST_F(FaultTest, WithoutFaultAllIsWell) {
  EXPECT_EQ(enqueue("clNoFunction 1 -5"), CL_SUCCESS);
  EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
  expectSquares(read(Out, 10), 1);
  EXPECT_TRUE(Messages.empty());
}

TEST_F(FaultTest, DeviceMemoryIsShort) {
  EXPECT_EQ(enqueue("clCreateBuffer 1+ -4"), CL_MEM_OBJECT_ALLOCATION_FAILURE);
  expectMessage({"kernel 'squares' cannot start: no heap of 67108992 ",
                 "CL_MEM_OBJECT_ALLOCATION_FAILURE",
                 "set TASKLET_HEAP_SIZE to less"});
  expectNextWorks();
}

/// Nobody has chosen the size, so a smaller heap is as good.
TEST_F(FaultTest, LessMemoryThanExpected) {
  for (const char *Fault : {"clCreateBuffer 1 -4", "clCreateBuffer 1 -5"}) {
    // A heap of the last round would be used again.
    TearDown();
    SetUp();
    EXPECT_EQ(enqueue(Fault), CL_SUCCESS);
    EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
    expectSquares(read(Out, 10), 1);
    EXPECT_TRUE(Messages.empty());
  }
}

TEST_F(FaultTest, AChosenHeapIsNotMadeSmaller) {
  cl_ulong Bytes = 256 << 20;
  ASSERT_EQ(clSetKernelExecInfo(Kernel,
                                CL_KERNEL_EXEC_INFO_TASKLET_HEAP_SIZE_TKL,
                                sizeof(Bytes), &Bytes),
            CL_SUCCESS);
  EXPECT_EQ(enqueue("clCreateBuffer 1 -4"), CL_MEM_OBJECT_ALLOCATION_FAILURE);
  expectMessage({"no heap of 268435584 bytes",
                 "set CL_KERNEL_EXEC_INFO_TASKLET_HEAP_SIZE_TKL to less"});
  expectNextWorks();
}

/// Drivers may give memory to a buffer only when a command uses it.
TEST_F(FaultTest, DeviceMemoryIsShortLater) {
  EXPECT_EQ(enqueue("clEnqueueWriteBuffer 1 -4"),
            CL_MEM_OBJECT_ALLOCATION_FAILURE);
  expectMessage({"kernel 'squares' cannot start: ",
                 "CL_MEM_OBJECT_ALLOCATION_FAILURE", "TASKLET_HEAP_SIZE"});
  expectNextWorks();
}

TEST_F(FaultTest, EachStepMayBeRefused) {
  for (const char *Fault :
       {"clEnqueueWriteBuffer 1 -5", "clEnqueueNDRangeKernel 1 -5",
        "clEnqueueNDRangeKernel 2 -5", "clEnqueueReadBuffer 1 -5"}) {
    Messages.clear();
    EXPECT_EQ(enqueue(Fault), CL_OUT_OF_RESOURCES) << Fault;
    expectMessage({"kernel 'squares' cannot start: ", "CL_OUT_OF_RESOURCES"});
    expectNextWorks();
  }
}

/// What is wrong with the application's own arguments is told by the code.
TEST_F(FaultTest, RefusedArgumentsNeedNoMessage) {
  EXPECT_EQ(enqueue("clEnqueueNDRangeKernel 1 -54"),
            CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_TRUE(Messages.empty());
}

TEST_F(FaultTest, CommandsMayFailOnTheDevice) {
  for (const char *Fault :
       {"clEnqueueWriteBuffer 1 @-9999", "clEnqueueNDRangeKernel 1 @-9999",
        "clEnqueueNDRangeKernel 2 @-9999", "clEnqueueReadBuffer 1 @-9999"}) {
    Messages.clear();
    expectFailsLater(Kernel, Out, Fault, -9999);
    expectMessage({"kernel 'squares' failed: the device did not finish it "
                   "(OpenCL error -9999)",
                   "if the device was lost, make a new context"});
    expectNextWorks();
  }
}

/// Whoever fails an event in a wait list knows why.
TEST_F(FaultTest, FailedWaitListsNeedNoMessage) {
  cl_event First = nullptr, Second = nullptr;
  int Value = 0;
  {
    ScopedVariable Order("FAULT", "clEnqueueReadBuffer 1 @-9999");
    ASSERT_EQ(clEnqueueReadBuffer(Queue, Out, CL_FALSE, 0, sizeof(Value),
                                  &Value, 0, nullptr, &First),
              CL_SUCCESS);
  }
  ASSERT_EQ(enqueueSquares(Kernel, Out, 1, 10, &Second, {First}), CL_SUCCESS);
  EXPECT_LT(clWaitForEvents(1, &Second), 0);
  EXPECT_TRUE(Messages.empty()) << Messages[0];
  clReleaseEvent(First);
  clReleaseEvent(Second);
}

TEST_F(FaultTest, CallbackCannotBeSet) {
  EXPECT_EQ(enqueue("clSetEventCallback 1 -6"), CL_SUCCESS);
  EXPECT_EQ(clFinish(Queue), CL_SUCCESS);
  expectSquares(read(Out, 10), 1);
}

/// Nothing works any more, until the application makes a new context.
TEST_F(FaultTest, DeviceIsLost) {
  {
    ScopedVariable Order("FAULT", "* 1+ -2");
    for (int I = 0; I < 3; ++I) {
      size_t Items = 10;
      EXPECT_LT(clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &Items,
                                       nullptr, 0, nullptr, nullptr),
                0);
    }
    EXPECT_LT(clFinish(Queue), 0);
  }
  restart();
  Messages.assign(1, "");
  Kernel = makeKernel("squares");
  Out = makeBuffer(10);
  expectNextWorks();
}

/// Everywhere in the life of a command the device may go.
TEST_F(FaultTest, DeviceIsLostAtAnyTime) {
  for (int First = 1; First <= 10; ++First) {
    {
      ScopedVariable Order("FAULT", "* " + std::to_string(First) + "+ -2");
      size_t Items = 10;
      int Scale = 1;
      cl_event Event = nullptr;
      clSetKernelArg(Kernel, 0, sizeof(Out), &Out);
      clSetKernelArg(Kernel, 1, sizeof(Scale), &Scale);
      if (clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &Items, nullptr, 0,
                                 nullptr, &Event) == CL_SUCCESS) {
        clWaitForEvents(1, &Event);
        clReleaseEvent(Event);
      }
    }
    restart();
    Messages.assign(1, "");
    Kernel = makeKernel("squares");
    Out = makeBuffer(10);
    expectNextWorks();
  }
}

/// Other processes that build the program make builds of PoCL's fail at times,
/// so the library builds again there. Another driver's word counts.
TEST_F(FaultTest, BuildsThatOthersDisturb) {
  char Version[256] = "";
  ASSERT_EQ(clGetDeviceInfo(Device, CL_DEVICE_VERSION, sizeof(Version), Version,
                            nullptr),
            CL_SUCCESS);
  const bool IsPocl = std::strstr(Version, "PoCL");
  for (const char *Fault : {"clBuildProgram 1 -11", "clBuildProgram 1-3 -11",
                            "clBuildProgram 1-2 -17"}) {
    cl_program Program = makeProgram(TaskSource);
    ScopedVariable Order("FAULT", Fault);
    if (IsPocl) {
      EXPECT_EQ(build(Program), CL_SUCCESS)
          << Fault << ": " << buildLog(Program);
      EXPECT_EQ(buildLog(Program), "");
    } else {
      EXPECT_EQ(build(Program), CL_BUILD_PROGRAM_FAILURE) << Fault;
      EXPECT_NE(buildLog(Program).find("OpenCL error -1"), std::string::npos)
          << buildLog(Program);
    }
  }
}

TEST_F(FaultTest, BuildsMayFailInTheDriver) {
  const std::string Refused =
      std::string("the driver takes ") +
      (target() == "spir"    ? "SPIR bitcode"
       : target() == "nvptx" ? "PTX"
                             : "SPIR-V") +
      ", but not that of this program (OpenCL error -42, CL_INVALID_BINARY); "
      "it is compiled again by the next build";
  struct {
    const char *Fault;
    cl_int Code;
    std::string Word;
    size_t Compilations = 0; ///< by the next build
  } const Cases[] = {
      {"clCreateProgramWithBinary 1 -42", CL_BUILD_PROGRAM_FAILURE, Refused, 1},
      {"clCreateProgramWithBinary 1 -6", CL_OUT_OF_HOST_MEMORY,
       "CL_OUT_OF_HOST_MEMORY"},
      {"clBuildProgram 1+ -11", CL_BUILD_PROGRAM_FAILURE,
       "CL_BUILD_PROGRAM_FAILURE", 1},
      {"clBuildProgram 1 -5", CL_OUT_OF_RESOURCES, "CL_OUT_OF_RESOURCES"},
      {"clCreateKernel 1 -6", CL_OUT_OF_HOST_MEMORY, "CL_OUT_OF_HOST_MEMORY"},
  };
  for (const auto &[Fault, Code, Word, Compilations] : Cases) {
    cl_program Program = makeProgram(TaskSource);
    {
      ScopedVariable Order("FAULT", Fault);
      EXPECT_EQ(build(Program), Code) << Fault;
    }
    std::string Log = buildLog(Program);
    EXPECT_NE(Log.find(Word), std::string::npos) << Fault << ": " << Log;
    EXPECT_NE(Log.find("tasklet: "), std::string::npos) << Log;
    EXPECT_EQ(Log.find("tasklet: "), Log.rfind("tasklet: ")) << Log;
    // What the driver has refused is not taken from the cache again.
    size_t Before = countCompilations();
    EXPECT_EQ(build(Program), CL_SUCCESS) << buildLog(Program);
    EXPECT_EQ(countCompilations() - Before, Compilations) << Fault;
  }
}
