//===- WarpOptions.cpp - What a device's warps are ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "WarpOptions.h"

#include "BuildOptions.h"
#include "warp_size.h"

#include <algorithm>

using namespace tasklet;

static bool hasWord(const std::string &List, const std::string &Word) {
  return (" " + List + " ").find(" " + Word + " ") != std::string::npos;
}

/// Of a work-group: taskletc's default, which is PoCL's limit, and its limit.
static constexpr size_t UsualMost = 4096, MostOfAll = 65536;

bool tasklet::addWarpOptions(const TargetDevice &Device,
                             std::vector<std::string> &Arguments,
                             std::string &Error) {
  const std::string &Extensions = Device.Extensions;
  bool HasThem = hasWord(Extensions, "cl_khr_subgroup_ballot") &&
                 hasWord(Extensions, "cl_khr_subgroup_shuffle");
  bool AnySize = hasWord(Extensions, "cl_intel_required_subgroup_size");
  bool Asked = std::find(Arguments.begin(), Arguments.end(), SubGroupsOption) !=
               Arguments.end();
  bool SizeAsked = std::any_of(Arguments.begin(), Arguments.end(),
                               [](const std::string &Word) {
                                 return Word.rfind(WarpSizeOption, 0) == 0;
                               });
  if (Asked && !HasThem) {
    Error = std::string("the build option '") + SubGroupsOption +
            "' needs a device with cl_khr_subgroup_ballot and "
            "cl_khr_subgroup_shuffle; build without it for others";
    return false;
  }
  if (Asked && SizeAsked && !AnySize) {
    Error = std::string("the build options '") + SubGroupsOption + "' and '" +
            WarpSizeOption +
            "' together need a device with cl_intel_required_subgroup_size; "
            "build with one of them for others";
    return false;
  }
  bool IsPocl = Device.Version.find("PoCL") != std::string::npos;
  if (!Asked && (!HasThem || IsPocl || (SizeAsked && !AnySize))) {
    if (size_t Most = std::min(Device.MostWorkItems, MostOfAll);
        Most && Most != UsualMost)
      Arguments.push_back("--most-work-items=" + std::to_string(Most));
    return true;
  }
  if (!Asked)
    Arguments.push_back(SubGroupsOption);
  // Else the size could be more than a mask has bits for.
  if (!SizeAsked && AnySize)
    Arguments.push_back(WarpSizeOption + std::to_string(TKL_USUAL_WARP_SIZE));
  return true;
}
