//===- WarpProbeTest.cpp - Devices with sub-groups of other orders --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// FaultLayer.cpp makes the device one with sub-groups of an order. What a
/// device has shown is remembered by its sub-groups' size, so each test has a
/// size of its own.
///
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

using namespace tasklet;

class WarpProbeTest : public DeviceTest {
protected:
  static constexpr const char *Blocks = "__task int f(int); // everywhere";

  /// The arguments with which the compiler was called for a program, once; else
  /// nothing.
  std::string callFor(const std::string &Options, const char *Source = Blocks,
                      cl_int Expected = CL_SUCCESS) {
    std::string File = std::string(getenv("FAKE_TASKLETC_LOG")) + ".arguments";
    std::filesystem::remove(File);
    Program = makeProgram(Source);
    EXPECT_EQ(build(Program, Options.c_str()), Expected) << buildLog(Program);
    std::string Text = readText(File);
    // A translation is another call.
    size_t First = Text.find('\n') + 1;
    if (Text.find("--emit=spirv", First) != std::string::npos)
      Text.erase(First);
    EXPECT_EQ(Text.find('\n') + 1, Text.size()) << Text;
    return Text;
  }
  bool takesSubGroups(const std::string &Options, const char *Source = Blocks) {
    return callFor(Options, Source).find("-tkl-sub-groups") !=
           std::string::npos;
  }

  ScopedVariable Off{"TASKLET_CACHE", "0"};
  ScopedVariable Sizes{"FAULT_SUB_GROUPS", "8 16 32"};
  cl_program Program = nullptr;
};

TEST_F(WarpProbeTest, LinearSubGroupsAreTaken) {
  const std::string Size = "-tkl-warp-size=16";
  for (const char *Order : {"linear", "rows"}) { // The first is remembered.
    ScopedVariable Now("FAULT_ORDER", Order);
    for (const char *More : {"", " -tkl-sub-groups"}) {
      std::string Call = callFor(Size + More);
      EXPECT_NE(Call.find("-tkl-sub-groups"), std::string::npos) << Call;
      EXPECT_NE(Call.find(Size), std::string::npos) << Call;
    }
  }
}

TEST_F(WarpProbeTest, OthersAreNot) {
  const char Start[] =
      "tasklet: the build option '-tkl-sub-groups' needs a device whose "
      "sub-groups are runs of work-items by linear local id, as warps are, but "
      "this one's are not";
  // As long as nobody can look, it is tried again.
  const std::pair<const char *, const char *> Faults[] = {
      {"clBuildProgram 1+ -11",
       " known, because its driver does not build the program that looks "
       "(OpenCL error -11, CL_BUILD_PROGRAM_FAILURE); build without it for "
       "this device\n"},
      {"clCreateBuffer 1 -4", "does not run in work-groups of 64 x 1 x 1"},
      {"clEnqueueNDRangeKernel 2 -54",
       "does not run in work-groups of 49 x 1 x 1 (OpenCL error -54"}};
  ScopedVariable Order("FAULT_ORDER", "rows");
  for (const auto &[Fault, Words] : Faults) {
    ScopedVariable Now("FAULT", Fault);
    callFor("-tkl-sub-groups", Blocks, CL_INVALID_BUILD_OPTIONS);
    EXPECT_EQ(buildLog(Program).find(Start), 0u) << buildLog(Program);
    EXPECT_NE(buildLog(Program).find(Words), std::string::npos)
        << buildLog(Program);
  }
  EXPECT_FALSE(takesSubGroups(""));
  ScopedVariable Later("FAULT_ORDER", "linear");
  EXPECT_FALSE(takesSubGroups("")) << "the first is remembered";
  EXPECT_EQ(callFor("-tkl-sub-groups", Blocks, CL_INVALID_BUILD_OPTIONS), "");
  EXPECT_EQ(buildLog(Program),
            Start + std::string(", in work-groups of 4 x 17 x 1; build without "
                                "it for this device\n"));
}

/// What the device has not and what has no blocks needs no look.
TEST_F(WarpProbeTest, NobodyLooksInVain) {
  ScopedVariable Fault("FAULT", "clCreateBuffer 1+ abort");
  EXPECT_FALSE(takesSubGroups("", TaskSource));
  EXPECT_TRUE(takesSubGroups("-tkl-sub-groups", TaskSource));
  EXPECT_FALSE(takesSubGroups("-tkl-warp-size=4"));
  EXPECT_FALSE(takesSubGroups("-tkl-warp-size=64"));
  ScopedVariable Fewer("FAULT_SUB_GROUPS", "8 16");
  EXPECT_FALSE(takesSubGroups(""));
  EXPECT_EQ(callFor("-tkl-sub-groups", Blocks, CL_INVALID_BUILD_OPTIONS), "");
  EXPECT_NE(buildLog(Program).find("this device has them of 8 and 16"),
            std::string::npos)
      << buildLog(Program);
}
