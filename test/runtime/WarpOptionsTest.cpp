//===- WarpOptionsTest.cpp ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "WarpOptions.h"

#include <gtest/gtest.h>

using namespace tasklet;

using Words = std::vector<std::string>;

static const char Size[] = "cl_intel_required_subgroup_size";
static const char Both[] = "cl_khr_subgroup_ballot cl_khr_subgroup_shuffle";
static const std::string All = std::string(Both) + " " + Size;

/// What is left of \p Given and what is added, or the message.
static Words optionsFor(const std::string &Extensions, Words Given = {},
                        const std::string &Version = "OpenCL 3.0") {
  TargetDevice Device;
  Device.Version = Version;
  Device.Extensions = Extensions;
  std::string Error;
  if (!addWarpOptions(Device, Given, Error))
    return {Error};
  return Given;
}

TEST(WarpOptionsTest, TheDeviceDecides) {
  EXPECT_EQ(optionsFor(""), Words());
  EXPECT_EQ(optionsFor("cl_khr_subgroup_ballot"), Words());
  EXPECT_EQ(optionsFor("cl_khr_subgroup_ballots cl_khr_subgroup_shuffle"),
            Words());
  EXPECT_EQ(optionsFor(Both), Words({"-tkl-sub-groups"}));
  EXPECT_EQ(optionsFor(All), Words({"-tkl-sub-groups", "-tkl-warp-size=32"}));
}

TEST(WarpOptionsTest, OnPoclOnlyWhereAsked) {
  const char Pocl[] = "OpenCL 3.0 PoCL HSTR: cpu 6.0+debian";
  EXPECT_EQ(optionsFor(All, {}, Pocl), Words());
  EXPECT_EQ(optionsFor(All, {"-tkl-sub-groups"}, Pocl),
            Words({"-tkl-sub-groups", "-tkl-warp-size=32"}));
}

TEST(WarpOptionsTest, SizesThatAreAskedFor) {
  EXPECT_EQ(optionsFor("", {"-tkl-warp-size=8"}), Words({"-tkl-warp-size=8"}));
  EXPECT_EQ(optionsFor(All, {"-tkl-warp-size=8"}),
            Words({"-tkl-warp-size=8", "-tkl-sub-groups"}));
  // Rather warps of that size than sub-groups.
  EXPECT_EQ(optionsFor(Both, {"-tkl-warp-size=8"}),
            Words({"-tkl-warp-size=8"}));
}

TEST(WarpOptionsTest, LocalMemoryIsForTheWorkGroupsOfTheDevice) {
  auto optionsFor = [](size_t Most, const char *Extensions = "") {
    TargetDevice Device;
    Device.MostWorkItems = Most;
    Device.Extensions = Extensions;
    Words Options;
    std::string Error;
    EXPECT_TRUE(addWarpOptions(Device, Options, Error));
    return Options;
  };
  EXPECT_EQ(optionsFor(0), Words());
  EXPECT_EQ(optionsFor(4096), Words());
  EXPECT_EQ(optionsFor(256), Words({"--most-work-items=256"}));
  EXPECT_EQ(optionsFor(8192), Words({"--most-work-items=8192"}));
  EXPECT_EQ(optionsFor(1000000), Words({"--most-work-items=65536"}));
  // Sub-groups need none.
  EXPECT_EQ(optionsFor(256, Both), Words({"-tkl-sub-groups"}));
}

TEST(WarpOptionsTest, WhatADeviceLacksIsRefused) {
  EXPECT_EQ(optionsFor(Size, {"-tkl-sub-groups"}),
            Words({"the build option '-tkl-sub-groups' needs a device with "
                   "cl_khr_subgroup_ballot and cl_khr_subgroup_shuffle; build "
                   "without it for others"}));
  EXPECT_EQ(optionsFor(Both, {"-tkl-sub-groups", "-tkl-warp-size=8"}),
            Words({"the build options '-tkl-sub-groups' and '-tkl-warp-size=' "
                   "together need a device with "
                   "cl_intel_required_subgroup_size; build with one of them "
                   "for others"}));
}
