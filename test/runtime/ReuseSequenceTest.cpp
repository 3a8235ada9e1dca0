//===- ReuseSequenceTest.cpp - Random writes between ordered commands -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Long random sequences of ordered commands and of writes to the indices that
/// their inspector reads, in every way that OpenCL has. A loop on the host is the
/// oracle. A command that used a stale analysis would put its work-items into
/// the order of other indices, and give another result.
///
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

#include <algorithm>
#include <deque>
#include <list>
#include <numeric>
#include <random>

using namespace tasklet;

namespace {

/// Where indices lie. Each is also a part of a root.
struct Place {
  cl_mem Buffer;     ///< null for shared virtual memory
  unsigned Root;     ///< in the host's copies
  size_t Begin, End; ///< the part of it, in numbers
};

class ReuseSequenceTest : public DeviceTest,
                          public testing::WithParamInterface<const char *> {
protected:
  static constexpr int Elements = 3000;
  static constexpr size_t Items = 5000;

  void SetUp() override;
  void TearDown() override;
  void step();
  void check();

  unsigned Runs = 0, Reused = 0;

private:
  std::mt19937 Random{2024};
  std::list<ScopedVariable> Variables;
  cl_command_queue Other = nullptr;
  std::vector<std::vector<int>> Indices; ///< of each root, as they should be
  std::vector<Place> Places;
  std::vector<cl_mem> Parts;
  int *Shared = nullptr;
  cl_mem Outs[2];
  std::vector<int> Values[2];
  cl_kernel Scatter = nullptr, Sevens = nullptr, Gather = nullptr;
  cl_mem Zeros = nullptr, Digits = nullptr, Counting = nullptr;
  std::vector<int> Added; ///< the content of Digits
  /// What commands in flight read.
  std::deque<std::vector<int>> Sources;

  unsigned below(unsigned End) { return Random() % End; }
  void changeQueue();
  void run();
  void write();
  void writeBuffer(const Place &To, size_t Begin, size_t Size);
  void writeShared(size_t Begin, size_t Size);
  const int *makeContent(const Place &To, size_t Begin, size_t Size);
};

} // namespace

void ReuseSequenceTest::SetUp() {
  DeviceTest::SetUp();
  Variables.emplace_back("TASKLET_ORDERED", GetParam());
  Variables.emplace_back("TASKLET_WORKERS", "3");
  restart();
  cl_int Error = CL_SUCCESS;
  Other = clCreateCommandQueue(Context, Device, 0, &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  Scatter = makeKernel("scatter", OrderedSource);
  Gather = makeKernel("gather", OrderedSource);
  Sevens = makeKernel("plain");
  Zeros = makeBuffer(2 * Items);
  Digits = makeBuffer(2 * Items);
  Counting = makeBuffer(2 * Items);
  const int Zero = 0;
  std::vector<int> Numbers(2 * Items);
  std::iota(Numbers.begin(), Numbers.end(), 0);
  for (int Number : Numbers)
    Added.push_back(Number % 7 ? static_cast<int>(below(10)) : 0);
  const size_t AllBytes = 2 * Items * sizeof(int);
  clEnqueueFillBuffer(Queue, Zeros, &Zero, sizeof(Zero), 0, AllBytes, 0,
                      nullptr, nullptr);
  clEnqueueWriteBuffer(Queue, Digits, CL_TRUE, 0, AllBytes, Added.data(), 0,
                       nullptr, nullptr);
  clEnqueueWriteBuffer(Queue, Counting, CL_TRUE, 0, AllBytes, Numbers.data(), 0,
                       nullptr, nullptr);
  for (int I = 0; I < 2; ++I) {
    Outs[I] = makeBuffer(Elements);
    Values[I].assign(Elements, 0);
    clEnqueueFillBuffer(Queue, Outs[I], &Zero, sizeof(Zero), 0,
                        Elements * sizeof(int), 0, nullptr, nullptr);
  }
  Indices = {std::vector<int>(2 * Items), std::vector<int>(Items)};
  for (unsigned I = 0; I < 2; ++I)
    Places.push_back({makeBuffer(Indices[I].size()), I, 0, Indices[I].size()});
  // Parts that overlap.
  for (size_t Begin : {1024, 4096}) {
    const cl_buffer_region Region = {Begin * sizeof(int), Items * sizeof(int)};
    Parts.push_back(clCreateSubBuffer(Places[0].Buffer, CL_MEM_READ_WRITE,
                                      CL_BUFFER_CREATE_TYPE_REGION, &Region,
                                      &Error));
    ASSERT_EQ(Error, CL_SUCCESS);
    Places.push_back({Parts.back(), 0, Begin, Begin + Items});
  }
  cl_device_svm_capabilities Shares = 0;
  clGetDeviceInfo(Device, CL_DEVICE_SVM_CAPABILITIES, sizeof(Shares), &Shares,
                  nullptr);
  if (Shares & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER) {
    Shared = static_cast<int *>(
        clSVMAlloc(Context, CL_MEM_READ_WRITE, Items * sizeof(int), 0));
    ASSERT_NE(Shared, nullptr);
    Indices.push_back(std::vector<int>(Items));
    Places.push_back({nullptr, 2, 0, Items});
  }
  for (int I = 0; I < 2; ++I)
    clEnqueueFillBuffer(Queue, Places[I].Buffer, &Zero, sizeof(Zero), 0,
                        Indices[I].size() * sizeof(int), 0, nullptr, nullptr);
  if (Shared)
    clEnqueueSVMMemFill(Queue, Shared, &Zero, sizeof(Zero), Items * sizeof(int),
                        0, nullptr, nullptr);
  ASSERT_EQ(clFinish(Queue), CL_SUCCESS);
}

void ReuseSequenceTest::TearDown() {
  clFinish(Queue);
  clReleaseCommandQueue(Other);
  for (cl_mem Part : Parts)
    clReleaseMemObject(Part);
  if (Shared)
    clSVMFree(Context, Shared);
  DeviceTest::TearDown();
  while (!Variables.empty())
    Variables.pop_back();
}

/// New numbers for a part of a place; what commands read stays where it is.
const int *ReuseSequenceTest::makeContent(const Place &To, size_t Begin,
                                          size_t Size) {
  Sources.emplace_back(Size);
  // Few elements make chains, many make few conflicts.
  unsigned End = below(4) ? Elements - 200 : 1 + below(40);
  for (int &Each : Sources.back())
    Each = static_cast<int>(below(End));
  std::copy(Sources.back().begin(), Sources.back().end(),
            Indices[To.Root].begin() + To.Begin + Begin);
  return Sources.back().data();
}

void ReuseSequenceTest::changeQueue() {
  ASSERT_EQ(clFinish(Queue), CL_SUCCESS);
  Sources.clear();
  std::swap(Queue, Other);
}

void ReuseSequenceTest::writeBuffer(const Place &To, size_t Begin,
                                    size_t Size) {
  cl_int Error = CL_SUCCESS;
  const size_t Offset = Begin * sizeof(int), Bytes = Size * sizeof(int);
  const size_t Origin[3] = {Offset, 0, 0}, Zero[3] = {},
               Rows[3] = {Bytes, 1, 1};
  std::vector<int>::iterator Now = Indices[To.Root].begin() + To.Begin + Begin;
  // PoCL 3.1 crashes in transfers of boxes of sub-buffers.
  const bool IsBox = To.End - To.Begin == Indices[To.Root].size() && below(2);
  switch (below(9)) {
  case 0:
    if (IsBox) {
      Error = clEnqueueWriteBufferRect(
          Queue, To.Buffer, CL_FALSE, Origin, Zero, Rows, 0, 0, 0, 0,
          makeContent(To, Begin, Size), 0, nullptr, nullptr);
      break;
    }
    Error =
        clEnqueueWriteBuffer(Queue, To.Buffer, CL_FALSE, Offset, Bytes,
                             makeContent(To, Begin, Size), 0, nullptr, nullptr);
    break;
  case 2: {
    const int Pattern = static_cast<int>(below(Elements - 200));
    Error = clEnqueueFillBuffer(Queue, To.Buffer, &Pattern, sizeof(Pattern),
                                Offset, Bytes, 0, nullptr, nullptr);
    std::fill_n(Now, Size, Pattern);
    break;
  }
  case 1:
  case 3: { // From the other root.
    const Place &From = Places[1 - To.Root];
    Size = std::min<size_t>(Size, Items);
    const size_t First = below(Items - Size + 1);
    const size_t Source[3] = {First * sizeof(int), 0, 0};
    const size_t Row[3] = {Size * sizeof(int), 1, 1};
    Error = IsBox
                ? clEnqueueCopyBufferRect(Queue, From.Buffer, To.Buffer, Source,
                                          Origin, Row, 0, 0, 0, 0, 0, nullptr,
                                          nullptr)
                : clEnqueueCopyBuffer(Queue, From.Buffer, To.Buffer, Source[0],
                                      Offset, Row[0], 0, nullptr, nullptr);
    std::copy_n(Indices[From.Root].begin() + First, Size, Now);
    break;
  }
  case 5:
  case 6: {
    cl_map_flags Flags =
        below(2) ? CL_MAP_WRITE : CL_MAP_WRITE_INVALIDATE_REGION;
    void *Region = clEnqueueMapBuffer(Queue, To.Buffer, CL_TRUE, Flags, Offset,
                                      Bytes, 0, nullptr, nullptr, &Error);
    ASSERT_EQ(Error, CL_SUCCESS);
    std::copy_n(makeContent(To, Begin, Size), Size, static_cast<int *>(Region));
    Error =
        clEnqueueUnmapMemObject(Queue, To.Buffer, Region, 0, nullptr, nullptr);
    break;
  }
  case 4: { // A map that only reads changes nothing.
    void *Region =
        clEnqueueMapBuffer(Queue, To.Buffer, CL_TRUE, CL_MAP_READ, Offset,
                           Bytes, 0, nullptr, nullptr, &Error);
    ASSERT_EQ(Error, CL_SUCCESS);
    EXPECT_TRUE(std::equal(Now, Now + Size, static_cast<int *>(Region)));
    Error =
        clEnqueueUnmapMemObject(Queue, To.Buffer, Region, 0, nullptr, nullptr);
    break;
  }
  case 7:
    Size += Begin;
    clSetKernelArg(Sevens, 0, sizeof(To.Buffer), &To.Buffer);
    Error = clEnqueueNDRangeKernel(Queue, Sevens, 1, nullptr, &Size, nullptr, 0,
                                   nullptr, nullptr);
    std::fill(Indices[To.Root].begin() + To.Begin, Now + (Size - Begin), 7);
    break;
  case 8: { // An ordered kernel adds digits, or 0.
    Size += Begin;
    const std::vector<int> &All = Indices[To.Root];
    int Largest = *std::max_element(All.begin(), All.end());
    bool Adds = Largest < Elements - 20; // with the largest Shift
    clSetKernelArg(Gather, 0, sizeof(cl_mem), Adds ? &Digits : &Zeros);
    clSetKernelArg(Gather, 1, sizeof(To.Buffer), &To.Buffer);
    clSetKernelArg(Gather, 2, sizeof(Counting), &Counting);
    Error = clEnqueueNDRangeKernel(Queue, Gather, 1, nullptr, &Size, nullptr, 0,
                                   nullptr, nullptr);
    for (size_t I = 0; Adds && I < Size; ++I)
      Indices[To.Root][To.Begin + I] += Added[I];
    break;
  }
  }
  ASSERT_EQ(Error, CL_SUCCESS);
}

void ReuseSequenceTest::writeShared(size_t Begin, size_t Size) {
  const Place &To = Places.back();
  const size_t Bytes = Size * sizeof(int);
  cl_int Error = CL_SUCCESS;
  switch (below(4)) {
  case 0:
    Error = clEnqueueSVMMemcpy(Queue, CL_FALSE, Shared + Begin,
                               makeContent(To, Begin, Size), Bytes, 0, nullptr,
                               nullptr);
    break;
  case 1: {
    const int Pattern = static_cast<int>(below(Elements - 200));
    Error = clEnqueueSVMMemFill(Queue, Shared + Begin, &Pattern,
                                sizeof(Pattern), Bytes, 0, nullptr, nullptr);
    std::fill_n(Indices[To.Root].begin() + Begin, Size, Pattern);
    break;
  }
  case 2:
    Error = clEnqueueSVMMap(Queue, CL_TRUE, CL_MAP_WRITE, Shared + Begin, Bytes,
                            0, nullptr, nullptr);
    ASSERT_EQ(Error, CL_SUCCESS);
    std::copy_n(makeContent(To, Begin, Size), Size, Shared + Begin);
    Error = clEnqueueSVMUnmap(Queue, Shared + Begin, 0, nullptr, nullptr);
    break;
  case 3: // By a transfer from a buffer.
    Size = std::min(Size, Items);
    Error =
        clEnqueueReadBuffer(Queue, Places[1].Buffer, CL_TRUE, 0,
                            Size * sizeof(int), Shared, 0, nullptr, nullptr);
    std::copy_n(Indices[1].begin(), Size, Indices[To.Root].begin());
    break;
  }
  ASSERT_EQ(Error, CL_SUCCESS);
}

void ReuseSequenceTest::write() {
  const Place &To = Places[below(Places.size())];
  const size_t All = To.End - To.Begin;
  const size_t Size = below(3) ? 1 + below(All) : 1 + below(3);
  const size_t Begin = below(All - Size + 1);
  if (To.Buffer)
    writeBuffer(To, Begin, Size);
  else
    writeShared(Begin, Size);
}

void ReuseSequenceTest::run() {
  // Mostly the same, or there would be nothing to use again.
  const Place &From = Places[below(4) ? 2 : below(Places.size())];
  const int Shift = below(6) ? 0 : static_cast<int>(below(10));
  const size_t Number = below(6) ? Items : 1 + below(Items);
  const unsigned Out = below(6) == 0;
  clSetKernelArg(Scatter, 0, sizeof(cl_mem), &Outs[Out]);
  if (From.Buffer)
    clSetKernelArg(Scatter, 1, sizeof(From.Buffer), &From.Buffer);
  else
    clSetKernelArgSVMPointer(Scatter, 1, Shared);
  clSetKernelArg(Scatter, 2, sizeof(Shift), &Shift);
  cl_event Event = nullptr;
  ASSERT_EQ(clEnqueueNDRangeKernel(Queue, Scatter, 1, nullptr, &Number, nullptr,
                                   0, nullptr, &Event),
            CL_SUCCESS);
  for (size_t I = 0; I < Number; ++I) {
    int &Element = Values[Out][Indices[From.Root][From.Begin + I] + Shift];
    Element = static_cast<int>(3u * unsigned(Element) + unsigned(I));
  }
  if (below(2)) {
    ASSERT_EQ(clWaitForEvents(1, &Event), CL_SUCCESS);
    cl_ordered_stats_tkl Stats = {};
    auto Get = extension<clGetOrderedStatsTKL_fn>("clGetOrderedStatsTKL");
    ASSERT_EQ(Get(Event, &Stats), CL_SUCCESS);
    ++Runs;
    Reused += Stats.reused != 0;
  }
  clReleaseEvent(Event);
}

void ReuseSequenceTest::step() {
  if (below(20) == 0)
    changeQueue();
  for (unsigned Count = below(3) ? 1 + below(3) : 0; Count; --Count)
    run();
  if (below(2))
    write();
}

void ReuseSequenceTest::check() {
  for (int I = 0; I < 2; ++I)
    ASSERT_EQ(read(Outs[I], Elements), Values[I]) << "output " << I;
  Sources.clear();
}

TEST_P(ReuseSequenceTest, NoStaleAnalysis) {
  // A pass for each of many levels takes its time.
  const int Steps = std::string(GetParam()) == "passes" ? 60 : 2000;
  for (int I = 0; I < Steps; ++I) {
    step();
    if (HasFatalFailure())
      return;
    if (I % 5 == 0) {
      SCOPED_TRACE(I);
      check();
      if (HasFatalFailure())
        return;
    }
  }
  check();
  // Or it would show little.
  EXPECT_GT(Reused, Runs / 10);
  EXPECT_GT(Runs - Reused, Runs / 10);
}

INSTANTIATE_TEST_SUITE_P(Orders, ReuseSequenceTest,
                         testing::Values("levels", "passes", "bins", "tasks"),
                         [](const auto &Info) {
                           return std::string(Info.param);
                         });
