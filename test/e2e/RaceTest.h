//===- RaceTest.h - Fixture for programs that find their races --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_E2E_RACETEST_H
#define TASKLET_TEST_E2E_RACETEST_H

#include "DeviceTest.h"

#include <algorithm>
#include <cstring>
#include <regex>
#include <sstream>

namespace tasklet::test {

class RaceTest : public DeviceTest {
protected:
  /// One text for each pair of places, in order, such as
  /// "read a, write b: byte 4 of 'm', spawn c". A tag stands for its line.
  using Found = std::vector<std::string>;

  /// What \p Run writes to standard error.
  template <typename Fn> static std::string report(Fn Run) {
    ::testing::internal::CaptureStderr();
    Run();
    return ::testing::internal::GetCapturedStderr();
  }

  template <typename... Args>
  static Found find(const std::string &Source, const Range &NDRange,
                    const Args &...Values) {
    return find(Source, "", NDRange, Values...);
  }
  template <typename... Args>
  static Found find(const std::string &Source, const char *Options,
                    const Range &NDRange, const Args &...Values) {
    return find(Source, std::string(Options), NDRange, Values...);
  }
  template <typename... Args>
  static Found find(const std::string &Source, const std::string &Options,
                    const Range &NDRange, const Args &...Values) {
    Program P = build(Source, Options);
    return parse(report([&] { run(P, "k", NDRange, Values...); }), Source);
  }

  /// With the number of the byte, which depends on the driver, as N.
  static Found anywhere(Found Races) {
    for (std::string &Text : Races)
      Text = std::regex_replace(Text, std::regex("byte \\d+"), "byte N");
    return Races;
  }

  /// 16384 bytes, and those from 4096 to 8191 as a sub-buffer.
  struct Overlap {
    Overlap() {
      cl_int Status;
      Whole.reset(clCreateBuffer(Device::get()->Context, CL_MEM_READ_WRITE,
                                 16384, nullptr, &Status),
                  clReleaseMemObject);
      check(Status, "clCreateBuffer");
      cl_buffer_region Region = {4096, 4096};
      Part.reset(clCreateSubBuffer(Whole.get(), 0, CL_BUFFER_CREATE_TYPE_REGION,
                                   &Region, &Status),
                 clReleaseMemObject);
      check(Status, "clCreateSubBuffer");
    }
    std::shared_ptr<_cl_mem> Whole, Part;
  };

  /// What two parallel tasks do to a buffer `m` of bytes, and the byte of their
  /// race, -1 if there is none.
  struct View {
    const char *One, *Other;
    int Byte;
  };
  static void expectViews(const std::vector<View> &Cases,
                          const std::string &Options = "");

  static std::string tagOf(const std::string &Source, size_t Line) {
    std::istringstream In(Source);
    std::string Text;
    for (size_t I = 0; I < Line; ++I)
      std::getline(In, Text);
    size_t At = Text.find("//");
    return At == std::string::npos ? "line " + std::to_string(Line)
                                   : Text.substr(At + 2);
  }

  static Found parse(const std::string &Text, const std::string &Source) {
    static const std::regex Access(
        " +(?:and )?((?:atomic )?(?:write|read)) at [^:]*:(\\d+):\\d+ in .*");
    static const std::regex Memory(" +\\d+ times?, first at (.*)");
    static const std::regex Spawn(
        " +parallel since the spawn at [^:]*:(\\d+):.*");
    Found Result;
    std::vector<std::string> Sides;
    std::string Where;
    std::istringstream In(Text);
    for (std::string Line; std::getline(In, Line);) {
      std::smatch M;
      if (std::regex_match(Line, M, Access)) {
        Sides.push_back(M.str(1) + " " + tagOf(Source, std::stoul(M[2])));
      } else if (std::regex_match(Line, M, Memory)) {
        Where = M[1];
        if (Where.find("no argument") != std::string::npos)
          Where = "unnamed";
      } else if (Line.find("parallel since") != std::string::npos ||
                 Line.find("in no order") != std::string::npos) {
        std::string By = "two work-items";
        if (std::regex_match(Line, M, Spawn))
          By = "spawn " + tagOf(Source, std::stoul(M[1]));
        else if (size_t At = Line.find("not name "); At != std::string::npos)
          By = "unordered " + Line.substr(At + strlen("not name "));
        std::sort(Sides.begin(), Sides.end());
        Result.push_back(Sides.at(0) + ", " + Sides.at(1) + ": " + Where +
                         ", " + By);
        Sides.clear();
      } else if (Line.rfind("tasklet: kernel", 0) != 0 &&
                 Line.rfind("    work-item ", 0) != 0) {
        Result.push_back(Line); // Nothing else is expected.
      }
    }
    std::sort(Result.begin(), Result.end());
    return Result;
  }
};

} // namespace tasklet::test

#endif // TASKLET_TEST_E2E_RACETEST_H
