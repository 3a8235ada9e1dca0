//===- OrderedSumsTest.cpp - Ordered kernels that only add ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Whose work-items only add integers run on copies, where there are workers for
// them; no others do. All leave what their work-items leave one after the other.
//
//===----------------------------------------------------------------------===//

#include "OrderedFixture.h"

#include <sys/mman.h>
#include <unistd.h>

using namespace tasklet::test;

namespace {

class OrderedSumsTest : public OrderedTest {
protected:
  static constexpr char Params[] =
      "__global TYPE *x, __global const uint *at, __global const uint *to, "
      "__global TYPE *y";

  static OrderedCall call() {
    return OrderedCall(
        numbers<cl_ulong>(Elements, ~0u), numbers<cl_uint>(Items, Elements),
        numbers<cl_uint>(Items, Elements, 2), std::vector<cl_ulong>(Items));
  }
  static OrderedText text(const std::string &Body, const char *Type = "int",
                          const std::string &Helpers = "") {
    return {"x", Params, "uint i = get_global_id(0);" + Body,
            std::string("typedef ") + Type + " TYPE;" + Helpers};
  }

  /// Compares what \p T does in all modes. With \p Adds, it runs on copies where
  /// these are asked for.
  static void expectCopies(bool Adds, const OrderedText &T,
                           const OrderedCall &Call = call(),
                           const Range &NDRange = Items) {
    expectSequential(T, NDRange, Call, Either);
    const auto Queue = makeQueue(0, CL_TASKLET_ORDERED_COPIES_TKL);
    const Program P = build(orderedSource(T));
    cl_ordered_stats_tkl Stats = {};
    runOn(Queue.get(), P, "k", NDRange, Call, &Stats);
    EXPECT_EQ(Stats.executor == CL_TASKLET_ORDERED_COPIES_TKL,
              Adds && Stats.workers > 1)
        << T.Body;
  }
};

} // namespace

TEST_F(OrderedSumsTest, WaysToAdd) {
  for (const char *Body :
       {"x[at[i]]++;", "--x[at[i]];", "x[at[i]] += i;", "x[at[i]] -= at[i];",
        "x[at[i]] = i * 3 + x[at[i]];", "if (i & 1) x[at[i]] += 5;",
        "y[i] = i; x[at[i]] += to[i];", "x[at[i]] += i; x[to[i]] -= 7;",
        "for (uint k = 0; k < i % 5; ++k) x[at[i] / (k + 1)] += k;",
        "*(x + at[i]) += (TYPE)get_global_size(0);"})
    expectCopies(true, text(Body));
}

TEST_F(OrderedSumsTest, Types) {
  for (const char *Type : {"int", "uint", "long", "ulong"})
    expectCopies(true, text("x[at[i]] += (TYPE)i * 0x7654321;", Type));
  for (const char *Type : {"char", "ushort", "float", "double", "int2"})
    expectCopies(false, text("x[at[i]] += (TYPE)(i % 3);", Type));
}

TEST_F(OrderedSumsTest, HelpersMayComputeWhatIsAdded) {
  expectCopies(
      true, text("x[at[i]] += f(i);", "int", "int f(int a) { return a * a; }"));
}

TEST_F(OrderedSumsTest, OtherUses) {
  for (const char *Body :
       {"x[at[i]] *= 3;", "x[at[i]] ^= i;", "x[at[i]] = i;",
        "x[at[i]] += x[to[i]];", "y[i] = x[at[i]]++;",
        "if (x[at[i]] < 9) x[at[i]] += 4;", "x[at[i]] = i - x[at[i]];",
        "x[at[i]] += x[at[i]];", "x[at[i]] += 1; x[to[i]] = 2;",
        // If the two are one place, what is added last is lost.
        "TYPE old = x[at[i]]; x[to[i]] += 2; x[at[i]] = old + 1;",
        "((__global long *)x)[at[i] / 2] += 1; x[to[i]] += 1;",
        "__global TYPE *p = i & 1 ? x : x + 50; p[at[i] % 100] += 1;"})
    expectCopies(false, text(Body));
}

// Such sums may lie across words, or across each other.
TEST_F(OrderedSumsTest, WithoutAlignment) {
  const char *Packed = "struct __attribute__((packed)) P { uchar c; int n; };";
  expectCopies(false, text("((__global struct P *)x)[at[i]].n += 0x7fffff01;",
                           "int", Packed));
  expectCopies(false, text("((__global struct P *)((__global char *)x + at[i]))"
                           "->n += 0x7fffff01;",
                           "int", Packed));
  expectCopies(
      false,
      text("((__global struct R *)x)[at[i] / 2].b += 0x7fffffffffff1l;", "int",
           "struct __attribute__((packed, aligned(4))) R "
           "{ uint a; ulong b; };"));
  // These are aligned.
  expectCopies(true, text("((__global struct S *)x)[at[i] / 2].b += i;", "int",
                          "struct S { uint a; ulong b; };"));
}

// Of memory that is no whole number of sums, nothing behind it is touched.
TEST_F(OrderedSumsTest, StaysInTheMemory) {
  const size_t Page = sysconf(_SC_PAGESIZE);
  auto *Memory =
      static_cast<char *>(mmap(nullptr, 2 * Page, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(Memory, MAP_FAILED);
  ASSERT_EQ(mprotect(Memory + Page, Page, PROT_NONE), 0);
  const Program P = build("__kernel __ordered(x) void k(__global int *x) {"
                          "  x[get_global_id(0) % 1000] += 1; }");
  const auto Queue = makeQueue(0, CL_TASKLET_ORDERED_COPIES_TKL);
  const size_t Size = 4002, Items = 100000;
  cl_int Error = CL_SUCCESS;
  cl_mem Buffer = clCreateBuffer(Device::get()->Context, CL_MEM_USE_HOST_PTR,
                                 Size, Memory + Page - Size, &Error);
  check(Error, "clCreateBuffer");
  const Kernel K = P.kernel("k");
  check(clSetKernelArg(K.get(), 0, sizeof(Buffer), &Buffer), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(Queue.get(), K.get(), 1, nullptr, &Items,
                               nullptr, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  std::vector<cl_int> Sums(1000);
  check(clEnqueueReadBuffer(Queue.get(), Buffer, CL_TRUE, 0, 4000, Sums.data(),
                            0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  EXPECT_EQ(Sums, std::vector<cl_int>(1000, 100));
  clReleaseMemObject(Buffer);
  munmap(Memory, 2 * Page);
}

TEST_F(OrderedSumsTest, TwoMonitoredArrays) {
  OrderedText T = text("x[at[i]] += 1; y[to[i]] += 2;");
  T.Mark = "x, y";
  OrderedCall Call(
      numbers<cl_ulong>(Elements, 9), numbers<cl_uint>(Items, Elements),
      numbers<cl_uint>(Items, Elements, 2), numbers<cl_ulong>(Elements, 9, 3));
  expectCopies(false, T, Call);
}

TEST_F(OrderedSumsTest, RangesAndParts) {
  const OrderedText T = text("uint j = get_global_id(1);"
                             "x[at[i + j] % 97] += j * 1000 + i;");
  for (const Range &NDRange : {Range(1), Range(2), Range({3, 1}),
                               Range({40, 30}), Range({41, 31}, {}, {5, 7})})
    expectCopies(true, T, call(), NDRange);
  // Of the buffer only a part is copied, and the rest stays as it is.
  OrderedCall Part;
  Part.addPart(Part.buffer(numbers<cl_int>(Elements, 50)), 4096, 97 * 4 + 3);
  Part.add(numbers<cl_uint>(Items, Elements));
  Part.add(numbers<cl_uint>(Items, Elements));
  Part.add(std::vector<cl_ulong>(Items));
  expectCopies(true, T, Part, Range({40, 30}));
}

TEST_F(OrderedSumsTest, MemoryThatIsReadElsewhere) {
  // What is added comes from the memory that is added to.
  OrderedCall Call;
  const size_t X = Call.buffer(numbers<cl_int>(Items * 2, 50));
  Call.addWhole(X);
  Call.add(numbers<cl_uint>(Items, Items));
  Call.addPart(X, 0, Items * 4);
  Call.add(std::vector<cl_ulong>(Items));
  expectCopies(false, text("x[at[i]] += to[i];"), Call);
}

TEST_F(OrderedSumsTest, Automatic) {
  const OrderedText T = text("x[at[i] % 1500] += i;");
  OrderedCall Few(numbers<cl_int>(1500, 9), numbers<cl_uint>(Items, Elements),
                  numbers<cl_uint>(Items, Elements, 2),
                  std::vector<cl_int>(Items));
  const auto Queue = makeQueue(0, CL_TASKLET_ORDERED_AUTO_TKL);
  const Program P = build(orderedSource(T));
  cl_ordered_stats_tkl Stats = {};
  EXPECT_EQ(runOn(Queue.get(), P, "k", Items, Few, &Stats),
            sequential(T, Items, Few));
  EXPECT_EQ(Stats.executor == CL_TASKLET_ORDERED_COPIES_TKL, Stats.workers > 1);
  // For more sums than a quarter of the work-items they do not pay.
  runOn(Queue.get(), P, "k", Items, call(), &Stats);
  EXPECT_NE(Stats.executor, cl_uint(CL_TASKLET_ORDERED_COPIES_TKL));
}
