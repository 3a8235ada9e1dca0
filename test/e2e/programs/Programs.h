//===- Programs.h - Fixture for whole programs ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Each .cl file of this folder is a correct program as its users would write
/// it. The compiler must accept it without a message. Its results must equal
/// those of serial C++ that shares no code with it:
/// \code
///   using SortingPrograms = Programs;
///   INSTANTIATE_PROGRAMS(SortingPrograms);
///   TEST_P(SortingPrograms, MergeSort) {
///     Program P = load("merge_sort");
///     ...
///   }
/// \endcode
/// Every test runs once for each way to build.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_E2E_PROGRAMS_PROGRAMS_H
#define TASKLET_TEST_E2E_PROGRAMS_PROGRAMS_H

#include "DeviceTest.h"

#include <ostream>
#include <random>

namespace tasklet::test {

/// A way to build a program: a name for the test and clBuildProgram's options.
struct Build {
  const char *Name;
  const char *Options;
};

/// How GoogleTest shows it.
inline void PrintTo(const Build &B, std::ostream *Out) { *Out << B.Options; }

class Programs : public DeviceTest,
                 public ::testing::WithParamInterface<Build> {
protected:
  /// Builds the program in \p Name.cl in this test's way, with \p Options as
  /// well. A warning is an error, and a note in the build log a failure.
  static Program load(const std::string &Name, const std::string &Options = "");

  /// \p Size numbers from \p Min to \p Max, the same in every run.
  template <typename T>
  static std::vector<T> randomNumbers(size_t Size, T Min, T Max,
                                      unsigned Seed = 1) {
    using Distribution = std::conditional_t<std::is_integral_v<T>,
                                            std::uniform_int_distribution<T>,
                                            std::uniform_real_distribution<T>>;
    std::mt19937 Engine(Seed);
    Distribution Numbers(Min, Max);
    std::vector<T> Values(Size);
    for (T &Value : Values)
      Value = Numbers(Engine);
    return Values;
  }

  /// Compares a buffer, element by element, with the result of serial code.
  template <typename T>
  static void expectEqual(const Buffer<T> &Out, const std::vector<T> &Serial) {
    ASSERT_EQ(Out.size(), Serial.size());
    expectEach(Out, [&](int I) { return Serial[I]; });
  }

  /// Likewise, but each element may be off by \p Tolerance.
  template <typename T>
  static void expectNear(const Buffer<T> &Out, const std::vector<T> &Serial,
                         double Tolerance) {
    ASSERT_EQ(Out.size(), Serial.size());
    std::vector<T> Values = Out.read();
    for (size_t I = 0; I < Values.size(); ++I)
      EXPECT_NEAR(Values[I], Serial[I], Tolerance) << "element " << I;
  }
};

inline const Build Builds[] = {
    {"Default", ""},
    {"Unoptimized", "-cl-opt-disable"},
    {"CL20Debug", "-cl-std=CL2.0 -g"},
    {"CL30", "-cl-std=CL3.0"},
};

#define INSTANTIATE_PROGRAMS(Suite)                                            \
  INSTANTIATE_TEST_SUITE_P(                                                    \
      , Suite, ::testing::ValuesIn(::tasklet::test::Builds),                   \
      [](const auto &Info) { return std::string(Info.param.Name); })

} // namespace tasklet::test

#endif // TASKLET_TEST_E2E_PROGRAMS_PROGRAMS_H
