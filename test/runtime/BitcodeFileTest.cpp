//===- BitcodeFileTest.cpp ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "BitcodeFile.h"
#include "TestFolder.h"

#include <gtest/gtest.h>

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
  // Only zeros behind the magic number, as a full disk may leave them.
  EXPECT_FALSE(isWholeBitcode("BC\xC0\xDE" + std::string(4096, '\0')));
  // A length that reaches beyond what an address can.
  EXPECT_FALSE(isWholeBitcode("BC\xC0\xDE\x21\x0C\x00\x00\xFF\xFF\xFF\xFF"
                              "\x5D\x0C\x00\x00"));
}
