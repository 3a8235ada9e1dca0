//===- PrintsTest.cpp - Tests of what tasks have printed ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "heap/Prints.h"

#include "heap/HeapLayout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

using namespace tasklet;

namespace {

/// A heap as the device leaves it.
class PrintedHeap {
  std::vector<char> Memory;
  uint64_t Next;

public:
  explicit PrintedHeap(uint32_t Workers = 3)
      : Memory(1 << 16), Next(blockBytes(Workers)) {
    header().workers = Workers;
    header().size = Memory.size();
  }
  tkl_heap_header &header() {
    return *reinterpret_cast<tkl_heap_header *>(Memory.data());
  }
  tkl_services &services() {
    return at<tkl_services>(blockBytes(header().workers) -
                            sizeof(tkl_services));
  }
  template <typename T> T &at(uint64_t Offset) {
    return *reinterpret_cast<T *>(&Memory[Offset]);
  }
  uint64_t addBlock(const std::string &Items, uint64_t Then = 0) {
    uint64_t Offset = Next;
    Next += (sizeof(tkl_print_block) + Items.size() + 15) & ~uint64_t(15);
    at<tkl_print_block>(Offset) = {Then, uint32_t(Items.size()),
                                   uint32_t(Items.size())};
    memcpy(&Memory[Offset + sizeof(tkl_print_block)], Items.data(),
           Items.size());
    return Offset;
  }
  /// Returns its offset.
  uint64_t end(const std::string &Items, uint64_t Then = 0) {
    uint64_t Offset = Next;
    Next += sizeof(tkl_print);
    addBlock(Items, Then);
    at<tkl_print>(Offset).older = services().prints;
    return services().prints = Offset;
  }
  std::string text() {
    return formatPrints(Memory.data(), Memory.size(), services());
  }
};

std::string textItem(const std::string &Text) {
  return std::string(1, char(TKL_PRINT_TEXT)) + Text + '\0';
}

/// By the definition of the format; not by rounding.
double halfOf(unsigned Bits) {
  int Exponent = Bits >> 10 & 31, Fraction = Bits & 1023;
  double Size = Exponent == 0 ? std::ldexp(Fraction, -24)
                              : std::ldexp(1024 + Fraction, Exponent - 25);
  return Bits >> 15 ? -Size : Size;
}

} // namespace

TEST(PrintsTest, BlocksAreJoinedInTheOrderOfTheEnds) {
  PrintedHeap Heap;
  EXPECT_EQ(Heap.text(), "");
  Heap.end("");
  EXPECT_EQ(Heap.text(), "");
  // A number lies across two blocks.
  std::string Number = {char(TKL_PRINT_INT), -5, -1, -1, -1, -1, -1, -1, -1};
  uint64_t Rest = Heap.addBlock(Number.substr(4) + textItem("!"));
  Heap.end(textItem("one ") + Number.substr(0, 4), Rest);
  Heap.end(textItem("two"));
  EXPECT_EQ(Heap.text(), "one -5!two");
}

TEST(PrintsTest, OverwrittenHeapsEnd) {
  PrintedHeap Heap;
  uint64_t First = Heap.end(textItem("a"));
  uint64_t Second = Heap.end(textItem("b"));
  ASSERT_EQ(Heap.text(), "ab");
  // A ring of prints, and one of blocks.
  Heap.at<tkl_print>(First).older = Second;
  EXPECT_EQ(Heap.text().substr(0, 2), "ab");
  Heap.at<tkl_print>(First).older = 0;
  uint64_t Block = First + sizeof(tkl_print);
  Heap.at<tkl_print_block>(Block).next = Block;
  EXPECT_EQ(Heap.text().substr(0, 2), "aa");
  Heap.at<tkl_print_block>(Block).next = 0;
  // Places outside.
  for (uint64_t Place : {uint64_t(1) << 16, UINT64_MAX, UINT64_MAX - 15,
                         (uint64_t(1) << 16) - 15}) {
    Heap.at<tkl_print_block>(Block).next = Place;
    EXPECT_EQ(Heap.text(), "ab");
    Heap.at<tkl_print_block>(Block).next = 0;
    Heap.at<tkl_print>(First).older = Place;
    EXPECT_EQ(Heap.text(), "ab");
    Heap.at<tkl_print>(First).older = 0;
  }
  Heap.at<tkl_print_block>(Block).used = UINT32_MAX;
  EXPECT_EQ(Heap.text(), "b");
  // No item.
  Heap.at<tkl_print_block>(Block).used = 3;
  Heap.at<char>(Block + sizeof(tkl_print_block)) = 77;
  EXPECT_EQ(Heap.text(), "b");
  // Cut off in an item.
  Heap.at<char>(Block + sizeof(tkl_print_block)) = TKL_PRINT_DOUBLE;
  Heap.at<tkl_print_block>(Block).used = 1;
  EXPECT_EQ(Heap.text(), "0.0b");
}

TEST(PrintsTest, NumbersHaveAPointOrAnExponent) {
  EXPECT_EQ(formatFloating(1.0), "1.0");
  EXPECT_EQ(formatFloating(-0.0), "-0.0");
  EXPECT_EQ(formatFloating(0.1), "0.1");
  EXPECT_EQ(formatFloating(0.1f), "0.1");
  EXPECT_EQ(formatFloating(double(0.1f)), "0.10000000149011612");
  EXPECT_EQ(formatFloating(1e300), "1e+300");
  EXPECT_EQ(formatFloating(NAN), "nan");
  EXPECT_EQ(formatFloating(-NAN), "nan");
  EXPECT_EQ(formatFloating(-INFINITY), "-inf");
  EXPECT_EQ(formatHalf(INFINITY), "inf");
}

TEST(PrintsTest, AllHalvesReadBackAndAreShort) {
  for (unsigned Bits = 0; Bits < 0x7c00; ++Bits) {
    double Value = halfOf(Bits);
    std::string Text = formatHalf(float(Value));
    double Read = strtod(Text.c_str(), nullptr);
    // Nearer to this half than to its neighbours. Above the largest one there
    // would be 65536.
    double Below = Bits ? halfOf(Bits - 1) : -halfOf(1);
    double Above = Bits == 0x7bff ? 65536 : halfOf(Bits + 1);
    ASSERT_GE(Read, (Below + Value) / 2) << Text;
    ASSERT_LE(Read, (Value + Above) / 2) << Text;
    ASSERT_NE(Text.find_first_of(".e"), std::string::npos) << Text;
    ASSERT_LE(Text.size(), 10u) << Text;
    ASSERT_EQ(formatHalf(float(-Value)), "-" + Text);
  }
}

TEST(PrintsTest, FailuresOfPrograms) {
  PrintedHeap Heap;
  HeapRequest Request = {};
  Heap.header().status = TKL_FAULT_PROGRAM;
  auto Say = [&](const std::string &Text) {
    tkl_services &Services = Heap.services();
    memset(Services.text, 'z', TKL_TEXT_SIZE);
    memcpy(Services.text, Text.data(),
           std::min<size_t>(Text.size() + 1, TKL_TEXT_SIZE));
    Services.values[0] = uint64_t(-7);
    Services.values[1] = 1ull << 40;
    return describeFault("k", Heap.header(), Request, Services);
  };
  EXPECT_EQ(Say("a.kite:1:2: error: %0 of %1"),
            "a.kite:1:2: error: -7 of 1099511627776");
  EXPECT_EQ(Say("%"), "%");
  EXPECT_EQ(Say("%%0 %2"), "%-7 %2");
  EXPECT_EQ(Say(""), "a task has called tkl_fail without a text");
  // Without a 0 at the end, which only an overwritten heap has.
  EXPECT_EQ(Say(std::string(TKL_TEXT_SIZE, 'x')).size(), TKL_TEXT_SIZE);
}
