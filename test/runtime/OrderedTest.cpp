//===- OrderedTest.cpp - Commands of ordered kernels ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The kernels are those of fake-ordered.cl. The oracle is a loop over the
/// work-items.
///
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

#include <list>
#include <random>

using namespace tasklet;

namespace {

class OrderedTest : public DeviceTest {
protected:
  static constexpr int Elements = 3000;
  static constexpr size_t Items = 20000;

  void SetUp() override {
    DeviceTest::SetUp();
    makeData();
  }
  /// A new context, with this setting.
  void restartWith(const char *Mode, const char *Workers) {
    Variables.emplace_back("TASKLET_ORDERED", Mode);
    Variables.emplace_back("TASKLET_WORKERS", Workers);
    restart();
    makeData();
  }
  void TearDown() override {
    DeviceTest::TearDown();
    while (!Variables.empty())
      Variables.pop_back();
  }

  void makeData() {
    X = makeBuffer(Elements);
    At.resize(Items);
    std::mt19937 Random(7);
    for (int &Each : At)
      Each = static_cast<int>(Random() % (Elements - 10));
    Where = makeBuffer(Items);
    write(Where, At);
  }
  void write(cl_mem Buffer, const std::vector<int> &Content) {
    ASSERT_EQ(clEnqueueWriteBuffer(Queue, Buffer, CL_TRUE, 0,
                                   Content.size() * sizeof(int), Content.data(),
                                   0, nullptr, nullptr),
              CL_SUCCESS);
  }

  cl_int enqueue(cl_kernel Kernel, size_t Number = Items,
                 cl_event *Event = nullptr) {
    return clEnqueueNDRangeKernel(Queue, Kernel, 1, nullptr, &Number, nullptr,
                                  0, nullptr, Event);
  }
  static void set(cl_kernel Kernel, std::vector<cl_mem> Arguments) {
    for (cl_uint I = 0; I < Arguments.size(); ++I)
      ASSERT_EQ(clSetKernelArg(Kernel, I, sizeof(cl_mem), &Arguments[I]),
                CL_SUCCESS);
  }
  cl_kernel makeScatter(int Shift = 0) {
    cl_kernel Kernel = makeKernel("scatter", OrderedSource);
    set(Kernel, {X, Where});
    EXPECT_EQ(clSetKernelArg(Kernel, 2, sizeof(Shift), &Shift), CL_SUCCESS);
    return Kernel;
  }
  void scatter(std::vector<int> &Into, int Shift = 0,
               size_t Number = Items) const {
    for (size_t I = 0; I < Number; ++I) {
      int &Element = Into[At[I] + Shift];
      Element = static_cast<int>(3u * unsigned(Element) + unsigned(I));
    }
  }

  cl_ordered_stats_tkl statsOf(cl_event Event) {
    cl_ordered_stats_tkl Stats = {};
    auto Get = extension<clGetOrderedStatsTKL_fn>("clGetOrderedStatsTKL");
    EXPECT_EQ(Get(Event, &Stats), CL_SUCCESS);
    return Stats;
  }
  /// Runs the kernel to its end.
  cl_ordered_stats_tkl run(cl_kernel Kernel, size_t Number = Items) {
    cl_event Event = nullptr;
    EXPECT_EQ(enqueue(Kernel, Number, &Event), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
    cl_ordered_stats_tkl Stats = statsOf(Event);
    clReleaseEvent(Event);
    return Stats;
  }

  cl_mem X = nullptr, Where = nullptr;
  std::vector<int> At;

private:
  std::list<ScopedVariable> Variables;
};

} // namespace

TEST_F(OrderedTest, EveryPlanGivesWhatALoopGives) {
  const std::pair<const char *, cl_uint> Modes[] = {
      {"serial", CL_TASKLET_ORDERED_SERIAL_TKL},
      {"levels", CL_TASKLET_ORDERED_LEVELS_TKL},
      {"passes", CL_TASKLET_ORDERED_PASSES_TKL},
      {"bins", CL_TASKLET_ORDERED_BINS_TKL},
      {"auto", CL_TASKLET_ORDERED_BINS_TKL},
      {"tasks", CL_TASKLET_ORDERED_BINS_TKL}};
  for (const auto &[Mode, Executor] : Modes)
    for (const char *Workers : {"1", "2", "7"}) {
      SCOPED_TRACE(std::string(Mode) + " on " + Workers);
      restartWith(Mode, Workers);
      cl_ordered_stats_tkl Stats = run(makeScatter());
      std::vector<int> Expected(Elements, -1);
      scatter(Expected);
      EXPECT_EQ(read(X, Elements), Expected);
      bool IsSerial = Executor == CL_TASKLET_ORDERED_SERIAL_TKL ||
                      (Workers[0] == '1' &&
                       (Mode[0] == 'a' || std::string(Mode) == "tasks"));
      EXPECT_EQ(Stats.executor,
                IsSerial ? CL_TASKLET_ORDERED_SERIAL_TKL : Executor);
      EXPECT_EQ(Stats.work_items, Items);
      EXPECT_EQ(Stats.workers, IsSerial ? 1u : unsigned(Workers[0] - '0'));
    }
}
