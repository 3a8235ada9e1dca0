//===- ReuseFixture.h - Whether a command uses an analysis again *- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_REUSEFIXTURE_H
#define TASKLET_TEST_REUSEFIXTURE_H

#include "ScatterFixture.h"

#include <functional>

namespace tasklet {

class ReuseTest : public ScatterTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    restartWith("levels");
  }
  void restartWith(const char *Mode, cl_command_queue_properties Properties = 0,
                   const char *Keep = nullptr) {
    set("TASKLET_ORDERED", Mode);
    set("TASKLET_WORKERS", "3");
    if (Keep)
      set("TASKLET_ORDERED_KEEP", Keep);
    restartScatter(Properties);
  }

  cl_event enqueue(size_t Number = Items) {
    cl_event Event = nullptr;
    EXPECT_EQ(clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &Number,
                                     nullptr, 0, nullptr, &Event),
              CL_SUCCESS);
    scatter(Values, Number);
    return Event;
  }
  /// Runs the kernel. Whether it used an analysis again.
  bool reuses(size_t Number = Items) {
    cl_ordered_stats_tkl Stats = finish(enqueue(Number));
    EXPECT_EQ(read(X, Elements), Values);
    return Stats.reused;
  }
  /// Makes an analysis, and one more after \p Change.
  void expectNew(const std::function<void()> &Change) {
    reuses();
    EXPECT_TRUE(reuses()) << "there is an analysis";
    Change();
    EXPECT_FALSE(reuses());
    EXPECT_TRUE(reuses()) << "of what is there now";
  }
  /// All that is in the other indices, by \p Write, into Where.
  void expectNewIndices(const std::function<void(cl_mem From)> &Write) {
    std::vector<int> Others = makeIndices(++Seed);
    cl_mem From = makeBuffer(Items);
    write(From, Others);
    expectNew([&] {
      Write(From);
      At = Others;
    });
  }

  /// So many work-items, whose analysis lies on large pages (LargePages.h).
  static constexpr size_t Many = 50 * Items;
  void takeMany() {
    Where = makeBuffer(Many);
    setArguments();
  }
  void writeMany(unsigned FirstSeed) {
    At.clear();
    for (unsigned I = 0; I < Many / Items; ++I)
      for (int Each : makeIndices(FirstSeed + I))
        At.push_back(Each);
    write(Where, At);
  }

private:
  unsigned Seed = 100;
};

} // namespace tasklet

#endif
