//===- WarpOptionsTest.cpp ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/WarpOptions.h"

#include <gtest/gtest.h>

using namespace tasklet;

using Words = std::vector<std::string>;

static const char Size[] = "cl_intel_required_subgroup_size";
static const char Both[] = "cl_khr_subgroup_ballot cl_khr_subgroup_shuffle";
static const std::string All = std::string(Both) + " " + Size;

/// A device whose sub-groups are in order, and which has no list of sizes.
static TargetDevice makeDevice(const std::string &Extensions,
                               const std::string &Version = "OpenCL 3.0") {
  TargetDevice Device;
  Device.Version = Version;
  Device.Extensions = Extensions;
  Device.JudgeSubGroups = [](unsigned) { return std::string(); };
  return Device;
}

/// What is left of \p Given and what is added, or the message.
static Words optionsFor(const TargetDevice &Device, Words Given = {},
                        bool HasBlocks = true) {
  std::string Error;
  if (!addWarpOptions(Device, HasBlocks, Given, Error))
    return {Error};
  return Given;
}

TEST(WarpOptionsTest, TheDeviceDecides) {
  auto optionsOn = [](const std::string &Extensions) {
    return optionsFor(makeDevice(Extensions));
  };
  EXPECT_EQ(optionsOn(""), Words());
  EXPECT_EQ(optionsOn("cl_khr_subgroup_ballot"), Words());
  EXPECT_EQ(optionsOn("cl_khr_subgroup_ballots cl_khr_subgroup_shuffle"),
            Words());
  EXPECT_EQ(optionsOn(Both), Words({"-tkl-sub-groups"}));
  EXPECT_EQ(optionsOn(All), Words({"-tkl-sub-groups", "-tkl-warp-size=32"}));
}

TEST(WarpOptionsTest, OnPoclOnlyWhereAsked) {
  TargetDevice Pocl = makeDevice(All, "OpenCL 3.0 PoCL HSTR: cpu 6.0+debian");
  EXPECT_EQ(optionsFor(Pocl), Words());
  EXPECT_EQ(optionsFor(Pocl, {"-tkl-sub-groups"}),
            Words({"-tkl-sub-groups", "-tkl-warp-size=32"}));
}

TEST(WarpOptionsTest, SizesThatAreAskedFor) {
  EXPECT_EQ(optionsFor(makeDevice(""), {"-tkl-warp-size=8"}),
            Words({"-tkl-warp-size=8"}));
  EXPECT_EQ(optionsFor(makeDevice(All), {"-tkl-warp-size=8"}),
            Words({"-tkl-warp-size=8", "-tkl-sub-groups"}));
  // Rather warps of that size than sub-groups.
  EXPECT_EQ(optionsFor(makeDevice(Both), {"-tkl-warp-size=8"}),
            Words({"-tkl-warp-size=8"}));
}

TEST(WarpOptionsTest, SizesThatTheDeviceHas) {
  TargetDevice Device = makeDevice(All);
  Device.SubGroupSizes = {8, 16, 32};
  EXPECT_EQ(optionsFor(Device),
            Words({"-tkl-sub-groups", "-tkl-warp-size=32"}));
  EXPECT_EQ(optionsFor(Device, {"-tkl-warp-size=16"}),
            Words({"-tkl-warp-size=16", "-tkl-sub-groups"}));
  EXPECT_EQ(optionsFor(Device, {"-tkl-warp-size=2"}),
            Words({"-tkl-warp-size=2"}));
  // Clang takes the last one.
  EXPECT_EQ(optionsFor(Device, {"-tkl-warp-size=8", "-tkl-warp-size=64"}),
            Words({"-tkl-warp-size=8", "-tkl-warp-size=64"}));
  EXPECT_EQ(optionsFor(Device, {"-tkl-sub-groups", "-tkl-warp-size=2"}),
            Words({"the build option '-tkl-sub-groups' needs sub-groups of 2 "
                   "work-items here, and this device has them of 8, 16 and 32; "
                   "choose one of these with '-tkl-warp-size=', or build "
                   "without it"}));
  // A list without 32.
  Device.SubGroupSizes = {16};
  EXPECT_EQ(optionsFor(Device), Words());
  EXPECT_EQ(optionsFor(Device, {"-tkl-sub-groups", "-tkl-warp-size=16"}),
            Words({"-tkl-sub-groups", "-tkl-warp-size=16"}));
  EXPECT_EQ(optionsFor(Device, {"-tkl-sub-groups"}),
            Words({"the build option '-tkl-sub-groups' needs sub-groups of 32 "
                   "work-items here, and this device has them of 16; choose "
                   "one of these with '-tkl-warp-size=', or build without "
                   "it"}));
}

TEST(WarpOptionsTest, OrdersThatAreNotThoseOfWarps) {
  std::vector<unsigned> Asked;
  TargetDevice Device = makeDevice(All);
  Device.JudgeSubGroups = [&](unsigned Size) -> std::string {
    Asked.push_back(Size);
    return Size == 16 ? "" : "this one's are not, in work-groups of 5 x 7 x 1";
  };
  EXPECT_EQ(optionsFor(Device), Words());
  EXPECT_EQ(optionsFor(Device, {"-tkl-warp-size=16"}),
            Words({"-tkl-warp-size=16", "-tkl-sub-groups"}));
  std::string Message =
      "the build option '-tkl-sub-groups' needs a device whose sub-groups are "
      "runs of work-items by linear local id, as warps are, but ";
  EXPECT_EQ(optionsFor(Device, {"-tkl-sub-groups"}),
            Words({Message + "this one's are not, in work-groups of 5 x 7 x 1; "
                             "build without it for this device"}));
  Device.Extensions = Both;
  EXPECT_EQ(optionsFor(Device), Words());
  EXPECT_EQ(Asked, std::vector<unsigned>({32, 16, 32, 0}));

  // Who cannot look does not know.
  Device.JudgeSubGroups = nullptr;
  EXPECT_EQ(optionsFor(Device), Words());
  EXPECT_EQ(optionsFor(Device, {"-tkl-sub-groups"}),
            Words({Message + "nothing is known of this one's; build without it "
                             "for this device"}));
}

/// Nobody looks for a program that has no use for it.
TEST(WarpOptionsTest, ProgramsWithoutBlocks) {
  TargetDevice Device = makeDevice(All);
  Device.JudgeSubGroups = [](unsigned) {
    ADD_FAILURE();
    return std::string("no");
  };
  EXPECT_EQ(optionsFor(Device, {}, false), Words());
  EXPECT_EQ(optionsFor(Device, {"-tkl-sub-groups"}, false),
            Words({"-tkl-sub-groups", "-tkl-warp-size=32"}));
}

TEST(WarpOptionsTest, LocalMemoryIsForTheWorkGroupsOfTheDevice) {
  auto optionsOn = [](size_t Most, const char *Extensions = "") {
    TargetDevice Device = makeDevice(Extensions);
    Device.MostWorkItems = Most;
    return optionsFor(Device);
  };
  EXPECT_EQ(optionsOn(0), Words());
  EXPECT_EQ(optionsOn(4096), Words());
  EXPECT_EQ(optionsOn(256), Words({"--most-work-items=256"}));
  EXPECT_EQ(optionsOn(8192), Words({"--most-work-items=8192"}));
  EXPECT_EQ(optionsOn(1000000), Words({"--most-work-items=65536"}));
  // Sub-groups need none.
  EXPECT_EQ(optionsOn(256, Both), Words({"-tkl-sub-groups"}));
}

TEST(WarpOptionsTest, WhatADeviceLacksIsRefused) {
  EXPECT_EQ(optionsFor(makeDevice(Size), {"-tkl-sub-groups"}),
            Words({"the build option '-tkl-sub-groups' needs a device with "
                   "cl_khr_subgroup_ballot and cl_khr_subgroup_shuffle; build "
                   "without it for others"}));
  EXPECT_EQ(
      optionsFor(makeDevice(Both), {"-tkl-sub-groups", "-tkl-warp-size=8"}),
      Words({"the build option '-tkl-sub-groups' together with "
             "'-tkl-warp-size=' needs a device with "
             "cl_intel_required_subgroup_size; build with one of them for "
             "others"}));
}
