//===- BuildOptions.h - The options of clBuildProgram -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_COMPILE_BUILDOPTIONS_H
#define TASKLET_HOST_COMPILE_BUILDOPTIONS_H

#include <string>
#include <vector>

namespace tasklet {

/// Splits at white space. "..." and '...' keep white space together and
/// vanish; a backslash before a quote, a backslash or a blank stands for that
/// character (inside '...' it stands for itself). On failure \p Error says
/// why.
[[nodiscard]] bool splitOptions(const std::string &Text,
                                std::vector<std::string> &Words,
                                std::string &Error);

/// Checks words against what the OpenCL specification and taskletc know, and
/// leaves out those that mean nothing for a source program (-x spir). Options
/// of taskletc itself, such as -o, are refused: a build option must not name
/// files to write.
[[nodiscard]] bool checkOptions(const std::vector<std::string> &Words,
                                std::vector<std::string> &Accepted,
                                std::string &Error);

/// The source is a program in Kite: what `-x kite` becomes.
constexpr char KiteOption[] = "-xkite";
/// Indexes are not checked; only with the other.
constexpr char NoBoundsOption[] = "-fno-bounds";

/// Whether \p Text says that the source is Kite. No driver must get such a
/// source, so the rest of \p Text may be wrong.
bool asksForKite(const std::string &Text);

/// Followed by the number of work-items that everywhere blocks take as a warp.
constexpr char WarpSizeOption[] = "-tkl-warp-size=";
/// Everywhere blocks take sub-groups of the device as warps.
constexpr char SubGroupsOption[] = "-tkl-sub-groups";
/// Followed by 0 or 1: whether one work-item of a warp runs the code of all of
/// its lanes.
constexpr char LaneLoopsOption[] = "-tkl-lane-loops=";

/// The options for a driver, which does not know these three: if they are
/// well-formed, they are taken out. Only programs with everywhere blocks use
/// them, but an application may build all its programs with the same options.
std::string withoutWarpOptions(const std::string &Text);

/// The number of words that one compiler option takes, the first included; 0 if
/// a program must not be compiled with it. Shared with taskletc, so that both
/// take the same options.
unsigned countOptionWords(const std::string &Word);

/// Joins the \p Count words of the option at \p I; \p I becomes the last of
/// them. False in three cases. The value is missing or empty: Clang would take
/// the next option for it. The value begins with '@': Clang would read more
/// options from the file of that name, and these could load code. Or the value
/// is no size of a warp.
[[nodiscard]] bool takeOption(const std::vector<std::string> &Words, size_t &I,
                              unsigned Count, std::string &Option,
                              std::string &Error);

} // namespace tasklet

#endif
