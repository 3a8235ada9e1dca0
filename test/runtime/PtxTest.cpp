//===- PtxTest.cpp - NVIDIA's driver, which takes PTX ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// FaultLayer.cpp makes the device one of NVIDIA's. What the fake taskletc calls
/// PTX names the program that the layer gives to the true driver, and that is
/// all which the layer takes. Whether NVIDIA's driver likes true PTX is not seen
/// here: scripts/check-ptx asks its assembler.
///
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

using namespace tasklet;

class PtxTest : public DeviceTest {
protected:
  ScopedVariable Nvidia{"FAULT_NVIDIA", "7"};
};

TEST_F(PtxTest, SourceRuns) {
  cl_program Program = makeProgram(TaskSource);
  ASSERT_EQ(build(Program), CL_SUCCESS) << buildLog(Program);
  expectRuns(Program);
}

TEST_F(PtxTest, CompilesForItsTarget) {
  TestFolder Folder;
  std::string Log = Folder.file("log");
  ScopedVariable Off("TASKLET_CACHE", "0"), To("FAKE_TASKLETC_LOG", Log);
  cl_program Program = makeProgram(TaskSource);
  ASSERT_EQ(build(Program), CL_SUCCESS) << buildLog(Program);
  std::string Calls = readText(Log + ".arguments");
  EXPECT_NE(Calls.find("-tkl-target=nvptx"), std::string::npos) << Calls;
  EXPECT_NE(Calls.find("--emit=ptx"), std::string::npos) << Calls;
}

/// Bitcode is what the library keeps, links and hands out.
TEST_F(PtxTest, BinariesAreBitcodeAndComeBack) {
  cl_program First = makeProgram(TaskSource);
  ASSERT_EQ(build(First), CL_SUCCESS) << buildLog(First);
  std::string Binary = binaryOf(First);
  EXPECT_EQ(Binary.substr(0, 4), "BC\xC0\xDE");
  cl_int Error = 1;
  cl_program Second = fromBinary(Binary, Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  EXPECT_EQ(binaryOf(Second), Binary);
  EXPECT_EQ(build(Second), CL_SUCCESS) << buildLog(Second);
  expectRuns(Second);
  clReleaseProgram(Second);
}

TEST_F(PtxTest, PartsAreLinked) {
  cl_program Part = makeProgram(TaskSource);
  ASSERT_EQ(clCompileProgram(Part, 1, &Device, "", 0, nullptr, nullptr, nullptr,
                             nullptr),
            CL_SUCCESS)
      << buildLog(Part);
  cl_int Error = 1;
  cl_program Whole = clLinkProgram(Context, 1, &Device, "", 1, &Part, nullptr,
                                   nullptr, &Error);
  ASSERT_EQ(Error, CL_SUCCESS) << testing::PrintToString(Messages);
  expectRuns(Whole);
  clReleaseProgram(Whole);
}

/// PTX itself is the driver's own form, and no business of the library.
TEST_F(PtxTest, PtxFromTheApplicationGoesToTheDriver) {
  const std::string Ptx = "// fake program: " +
                          std::string(FAKE_BITCODE, sizeof(FAKE_BITCODE) - 4) +
                          "\n.version 6.0\n.target sm_70\n";
  cl_int Error = 1;
  cl_program Program = fromBinary(Ptx, Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  EXPECT_EQ(build(Program), CL_SUCCESS) << buildLog(Program);
  clReleaseProgram(Program);
  EXPECT_EQ(fromBinary("\x7F"
                       "ELF of a device",
                       Error),
            nullptr);
  EXPECT_EQ(Error, CL_INVALID_BINARY);
}

TEST_F(PtxTest, HalfATextIsNotTaken) {
  ScopedVariable Off("TASKLET_CACHE", "0");
  cl_program Program = makeProgram(TaskSource);
  for (const char *Size : {"0", "10", "60"}) {
    ScopedVariable Cut("FAKE_CUT_PTX", Size);
    EXPECT_EQ(build(Program), CL_BUILD_PROGRAM_FAILURE) << Size;
    EXPECT_EQ(buildLog(Program),
              "tasklet: the program that the compiler '" FAKE_COMPILER
              "' has left is cut off, at " +
                  std::string(Size) +
                  " bytes, although it said success; make space if a disk is "
                  "full, and build again\n");
  }
  EXPECT_EQ(build(Program), CL_SUCCESS) << buildLog(Program);
  expectRuns(Program);
}

TEST_F(PtxTest, WhatTheDriverRefusesIsMadeAgain) {
  cl_program Program = makeProgram(TaskSource);
  {
    ScopedVariable Order("FAULT", "clCreateProgramWithBinary 1 -42");
    EXPECT_EQ(build(Program), CL_BUILD_PROGRAM_FAILURE);
    std::string Log = buildLog(Program);
    EXPECT_EQ(Log.find("tasklet: the driver takes PTX, but not that of this "
                       "program (OpenCL error -42, CL_INVALID_BINARY); "),
              0u)
        << Log;
  }
  EXPECT_EQ(build(Program), CL_SUCCESS) << buildLog(Program);
  expectRuns(Program);
}

TEST_F(PtxTest, OlderDevicesAreRefused) {
  cl_program Program = makeProgram(TaskSource);
  {
    ScopedVariable Older("FAULT_NVIDIA", "6");
    char Name[200] = "";
    clGetDeviceInfo(Device, CL_DEVICE_NAME, sizeof(Name), Name, nullptr);
    EXPECT_EQ(build(Program), CL_BUILD_PROGRAM_FAILURE);
    EXPECT_EQ(buildLog(Program),
              "tasklet: the device '" + std::string(Name) +
                  "' has compute capability 6, and programs with tasks or "
                  "everywhere blocks need 7 or newer; use a newer device, or "
                  "one of another driver, such as that of Debian's package "
                  "pocl-opencl-icd\n");
    cl_program Plain =
        makeProgram("__kernel void k(__global int *out) { out[0] = 7; }");
    EXPECT_EQ(build(Plain), CL_SUCCESS) << buildLog(Plain);
  }
  EXPECT_EQ(build(Program), CL_SUCCESS) << buildLog(Program);
}

/// What was saved for another driver names the target that this one takes.
TEST_F(PtxTest, ProgramsForOthersAreRefused) {
  ScopedVariable Off("TASKLET_CACHE", "0"), Other("FAKE_TARGET", "spir");
  cl_program Program = makeProgram(TaskSource);
  EXPECT_EQ(build(Program), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(buildLog(Program).find("takes the target 'nvptx'; build it from "
                                   "source, or compile it with "
                                   "-tkl-target=nvptx\n"),
            std::string::npos)
      << buildLog(Program);
}

TEST_F(PtxTest, SharesNoProgramWithOtherDevices) {
  std::vector<cl_device_id> Both(2);
  cl_uint Count = 0;
  clGetDeviceIDs(Platform, CL_DEVICE_TYPE_ALL, 2, Both.data(), &Count);
  if (Count < 2)
    GTEST_SKIP() << "one device only"; // fault.two-devices has two.
  ScopedVariable First("FAULT_NVIDIA", "7 1");
  cl_context Old = Context;
  cl_int Error = 1;
  Context = clCreateContext(nullptr, 2, Both.data(), nullptr, nullptr, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  cl_program Program = makeProgram(TaskSource);
  EXPECT_EQ(clBuildProgram(Program, 2, Both.data(), "", nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
  const std::string Start = "tasklet: devices that take ";
  EXPECT_EQ(buildLog(Program).substr(0, Start.size()), Start);
  // Each has one of its own.
  for (cl_device_id Each : Both) {
    cl_program Own = makeProgram(TaskSource);
    EXPECT_EQ(clBuildProgram(Own, 1, &Each, "", nullptr, nullptr), CL_SUCCESS);
  }
  clReleaseContext(Old);
}
