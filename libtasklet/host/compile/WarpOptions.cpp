//===- WarpOptions.cpp - What a device's warps are ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/WarpOptions.h"

#include "compile/BuildOptions.h"
#include "warp_size.h"

#include <algorithm>
#include <cstring>

using namespace tasklet;

static bool hasWord(const std::string &List, const std::string &Word) {
  return (" " + List + " ").find(" " + Word + " ") != std::string::npos;
}

/// Work-items of a work-group: taskletc's default, which is PoCL's limit, and
/// the limit of taskletc.
static constexpr size_t UsualMost = 4096, MostOfAll = 65536;

/// "4, 8 and 16"
static std::string listOf(const std::vector<size_t> &Sizes) {
  std::string Text;
  for (size_t I = 0; I < Sizes.size(); ++I)
    Text += (I == 0                  ? ""
             : I + 1 == Sizes.size() ? " and "
                                     : ", ") +
            std::to_string(Sizes[I]);
  return Text;
}

/// Why sub-groups of \p Size work-items cannot be warps on \p Device; empty if
/// they can. \p Size 0 stands for whatever the device takes.
static std::string objection(const TargetDevice &Device, bool HasBlocks,
                             bool SizeAsked, unsigned Size) {
  if (!hasWord(Device.Extensions, "cl_khr_subgroup_ballot") ||
      !hasWord(Device.Extensions, "cl_khr_subgroup_shuffle"))
    return "needs a device with cl_khr_subgroup_ballot and "
           "cl_khr_subgroup_shuffle; build without it for others";
  if (SizeAsked && !Size)
    return std::string("together with '") + WarpSizeOption +
           "' needs a device with cl_intel_required_subgroup_size; build with "
           "one of them for others";
  const std::vector<size_t> &Sizes = Device.SubGroupSizes;
  if (Size && !Sizes.empty() &&
      std::find(Sizes.begin(), Sizes.end(), Size) == Sizes.end())
    return "needs sub-groups of " + std::to_string(Size) +
           " work-items here, and this device has them of " + listOf(Sizes) +
           "; choose one of these with '" + WarpSizeOption +
           "', or build without it";
  if (!HasBlocks)
    return std::string();
  std::string Reason = Device.JudgeSubGroups ? Device.JudgeSubGroups(Size)
                                             : "nothing is known of this one's";
  if (Reason.empty())
    return std::string();
  return "needs a device whose sub-groups are runs of work-items by linear "
         "local id, as warps are, but " +
         Reason + "; build without it for this device";
}

bool tasklet::addWarpOptions(const TargetDevice &Device, bool HasBlocks,
                             std::vector<std::string> &Arguments,
                             std::string &Error) {
  bool Asked = false, SizeAsked = false;
  // A kernel without a size might get more work-items than a mask has bits.
  unsigned Size = hasWord(Device.Extensions, "cl_intel_required_subgroup_size")
                      ? TKL_USUAL_WARP_SIZE
                      : 0;
  for (const std::string &Word : Arguments) {
    Asked |= Word == SubGroupsOption;
    if (Word.rfind(WarpSizeOption, 0) != 0)
      continue;
    SizeAsked = true;
    if (Size)
      Size = unsigned(std::stoul(Word.substr(strlen(WarpSizeOption))));
  }
  bool IsPocl = Device.Version.find("PoCL") != std::string::npos;
  bool Taken = Asked;
  if (Asked || (HasBlocks && !IsPocl)) {
    std::string Objection = objection(Device, HasBlocks, SizeAsked, Size);
    if (Asked && !Objection.empty()) {
      Error = std::string("the build option '") + SubGroupsOption + "' " +
              Objection;
      return false;
    }
    Taken = Objection.empty();
  }
  if (!Taken) {
    if (size_t Most = std::min(Device.MostWorkItems, MostOfAll);
        Most && Most != UsualMost)
      Arguments.push_back("--most-work-items=" + std::to_string(Most));
    return true;
  }
  if (!Asked)
    Arguments.push_back(SubGroupsOption);
  if (!SizeAsked && Size)
    Arguments.push_back(WarpSizeOption + std::to_string(Size));
  return true;
}
