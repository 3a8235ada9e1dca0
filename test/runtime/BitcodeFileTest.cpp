//===- BitcodeFileTest.cpp ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/BitcodeFile.h"
#include "TestFolder.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

using namespace tasklet;

TEST(BitcodeFileTest, WhatClangWroteIsWholeAndNoPartOfItIs) {
  const std::string Whole = readText(FAKE_BITCODE);
  ASSERT_GT(Whole.size(), 1000u);
  EXPECT_TRUE(isWholeBitcode(Whole));
  for (size_t Size = 0; Size < Whole.size(); ++Size)
    ASSERT_FALSE(isWholeBitcode(Whole.substr(0, Size))) << Size;
  EXPECT_FALSE(isWholeBitcode(Whole + "x"));
  EXPECT_FALSE(isWholeBitcode(Whole + std::string(8, '\0')));
}

TEST(BitcodeFileTest, WhatIsNoBitcode) {
  const char *const Texts[] = {"", "BC", "BC\xC0\xDE", "__kernel void k() {}"};
  for (const char *Text : Texts)
    EXPECT_FALSE(isWholeBitcode(Text)) << Text;
  // Only zeros after the magic number, as a full disk may leave them.
  EXPECT_FALSE(isWholeBitcode("BC\xC0\xDE" + std::string(4096, '\0')));
  // A length that reaches beyond what an address can.
  EXPECT_FALSE(isWholeBitcode("BC\xC0\xDE\x21\x0C\x00\x00\xFF\xFF\xFF\xFF"
                              "\x5D\x0C\x00\x00"));
}

static std::string words(const std::vector<uint32_t> &Words) {
  return {reinterpret_cast<const char *>(Words.data()), 4 * Words.size()};
}

/// Cut off after any function but the last one, it could be whole.
TEST(BitcodeFileTest, SpirvEndsWithAFunction) {
  const std::string Whole =
      words({0x07230203, 0x10000, 0, 9, 0, 0x20011, 4, 0x10038});
  EXPECT_TRUE(isWholeSpirv(Whole));
  for (size_t Size = 0; Size < Whole.size(); ++Size)
    EXPECT_FALSE(isWholeSpirv(Whole.substr(0, Size))) << Size;
  EXPECT_FALSE(isWholeSpirv(Whole + "x"));
  EXPECT_FALSE(isWholeSpirv(Whole + std::string(8, '\0')));
  EXPECT_FALSE(isWholeSpirv(words({0x07230203, 0x10000, 0, 9, 0})));
  EXPECT_FALSE(isWholeSpirv("BC\xC0\xDE" + Whole));
}

/// Where kernels are listed, code must follow. Where the list has been passed
/// and was empty, nothing need follow.
TEST(BitcodeFileTest, SpirvWithoutKernels) {
  std::vector<uint32_t> Empty = {0x07230203, 0x10000, 0,       9, 0,
                                 0x20011,    4,       0x30003, 3, 0x19000};
  EXPECT_TRUE(isWholeSpirv(words(Empty)));
  EXPECT_FALSE(hasSpirvKernel(words(Empty)));
  EXPECT_FALSE(isWholeSpirv(words({Empty.begin(), Empty.begin() + 7})));
  std::vector<uint32_t> Kernel = Empty;
  const uint32_t EntryPoint[] = {0x4000F, 6, 7, 0x66};
  Kernel.insert(Kernel.begin() + 7, std::begin(EntryPoint),
                std::end(EntryPoint));
  EXPECT_FALSE(isWholeSpirv(words(Kernel)));
  EXPECT_TRUE(hasSpirvKernel(words(Kernel)));
  Kernel.push_back(0x10038);
  EXPECT_TRUE(isWholeSpirv(words(Kernel)));
}

/// The driver's compiler would say what is wrong with half of a text, but not why.
TEST(BitcodeFileTest, PtxHasItsHeadAndEndsWithALine) {
  const std::string Whole = "//\n.version 6.0\n.target sm_70\n"
                            ".address_size 64\n\n.visible .entry k()\n{\n"
                            "\tret;\n}\n";
  EXPECT_TRUE(isWholePtx(Whole));
  // Between two functions, or before the first one, it could be whole.
  const size_t Head = Whole.find("\n\n") + 1, Body = Whole.find('{');
  for (size_t Size = 0; Size < Whole.size(); ++Size) {
    bool Could = Size == Head || Size == Head + 1 || Size == Body;
    EXPECT_EQ(isWholePtx(Whole.substr(0, Size)), Could) << Size;
  }
  EXPECT_FALSE(isWholePtx("BC\xC0\xDE"));
  EXPECT_FALSE(isWholePtx(std::string(4096, '\0')));
}
