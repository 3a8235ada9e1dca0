//===- ScatterFixture.h - An ordered kernel and its oracle ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The kernel `scatter` of fake-ordered.cl with its buffers, and a loop on the
/// host that does the same: x[at[i] + shift] = 3 * x[at[i] + shift] + i.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_SCATTERFIXTURE_H
#define TASKLET_TEST_SCATTERFIXTURE_H

#include "DeviceFixture.h"

#include <list>
#include <random>

namespace tasklet {

class ScatterTest : public DeviceTest {
protected:
  static constexpr int Elements = 2000;
  static constexpr size_t Items = 10000;
  static constexpr size_t Bytes = Items * sizeof(int);

  void TearDown() override {
    DeviceTest::TearDown();
    while (!Variables.empty())
      Variables.pop_back();
  }

  /// Until the test ends, or it is set again.
  void set(const char *Name, const char *Value) {
    Variables.emplace_back(Name, Value);
  }
  /// A new context, queue and kernel, under the variables that are set.
  void restartScatter(cl_command_queue_properties Properties = 0) {
    restart(Properties);
    X = makeBuffer(Elements);
    Values.assign(Elements, -1);
    Where = makeBuffer(Items);
    At = makeIndices(1);
    write(Where, At);
    Kernel = makeKernel("scatter", OrderedSource);
    Shift = 0;
    setArguments();
  }

  static std::vector<int> makeIndices(unsigned Seed) {
    std::vector<int> Indices(Items);
    std::mt19937 Random(Seed);
    for (int &Each : Indices)
      Each = static_cast<int>(Random() % (Elements - 10));
    return Indices;
  }
  void setArguments() {
    ASSERT_EQ(clSetKernelArg(Kernel, 0, sizeof(X), &X), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(Kernel, 1, sizeof(Where), &Where), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(Kernel, 2, sizeof(Shift), &Shift), CL_SUCCESS);
  }

  /// What the kernel does, in order.
  void scatter(std::vector<int> &Into, size_t Number = Items) const {
    for (size_t I = 0; I < Number; ++I) {
      int &Element = Into[At[I] + Shift];
      Element = static_cast<int>(3u * unsigned(Element) + unsigned(I));
    }
  }

  cl_mem X = nullptr, Where = nullptr;
  cl_kernel Kernel = nullptr;
  int Shift = 0;
  std::vector<int> At, Values; ///< what the kernel reads; what it should write

private:
  std::list<ScopedVariable> Variables;
};

} // namespace tasklet

#endif
