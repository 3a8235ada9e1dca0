//===- FunctionsFixture.h - Commands that may fail and print ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_E2E_FUNCTIONSFIXTURE_H
#define TASKLET_TEST_E2E_FUNCTIONSFIXTURE_H

#include "DeviceTest.h"

#include <sstream>

namespace tasklet::test {

class FunctionsTest : public DeviceTest {
protected:
  struct Outcome {
    cl_int Status;
    std::string Printed, Said;
  };

  /// Runs a kernel that may fail, and keeps what it says.
  template <typename... Args>
  static Outcome launch(const Program &P, const char *Name,
                        const Range &NDRange, const Args &...Values) {
    Kernel K = P.kernel(Name);
    K.setArgs(Values...);
    Device::get()->Messages.clear();
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    Outcome Result;
    Result.Status = K.launch(NDRange);
    Result.Printed = ::testing::internal::GetCapturedStdout();
    Result.Said =
        Device::get()->Messages + ::testing::internal::GetCapturedStderr();
    return Result;
  }

  static std::vector<std::string> lines(const std::string &Text) {
    std::vector<std::string> Lines;
    std::istringstream Stream(Text);
    for (std::string Line; std::getline(Stream, Line);)
      Lines.push_back(Line);
    return Lines;
  }
};

} // namespace tasklet::test

#endif
