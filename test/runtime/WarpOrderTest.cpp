//===- WarpOrderTest.cpp --------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/WarpOrder.h"

#include <gtest/gtest.h>

using namespace tasklet;

using Words = std::vector<ProbeWord>;

static size_t itemsOf(const GroupShape &S) { return S[0] * S[1] * S[2]; }

/// What work-items say when warps are \p Width long runs of rows of \p Row.
static Words wordsOf(size_t Items, size_t Row, size_t Width) {
  Words Result(Items);
  for (size_t Item = 0; Item < Items; ++Item) {
    size_t Start = Item / Row * Row, Lane = (Item - Start) % Width;
    size_t First = Item - Lane;
    size_t Size = std::min(Width, std::min(Items, Start + Row) - First);
    ProbeWord &Word = Result[Item];
    Word.Lane = uint32_t(Lane);
    Word.Size = uint32_t(Size);
    Word.Index = uint32_t(Item / Row * ((Row + Width - 1) / Width) +
                          (Item - Start) / Width);
    Word.Most = uint32_t(Width);
    Word.First = First;
    Word.Mask = 0;
    for (size_t I = 0; I < Size; ++I)
      if ((First + I) % 3 != 1)
        Word.Mask |= uint64_t(1) << I;
  }
  return Result;
}

static bool isLinear(const Words &W, unsigned Width) {
  return tasklet::isLinear(W.data(), W.size(), Width);
}

TEST(WarpOrderTest, RunsByLinearLocalId) {
  for (size_t Items : {1, 3, 31, 32, 33, 64, 100, 130})
    for (unsigned Width : {1, 2, 4, 8, 16, 32, 64}) {
      Words W = wordsOf(Items, Items, Width);
      EXPECT_TRUE(isLinear(W, Width)) << Items << ", " << Width;
      EXPECT_TRUE(isLinear(W, 0)) << Items << ", " << Width;
    }
}

/// As on Intel's runtime for CPUs: some shape tells for each width.
TEST(WarpOrderTest, RowsAreSeen) {
  for (unsigned Width : {2, 4, 8, 16, 32, 64}) {
    unsigned Seen = 0;
    for (const GroupShape &Shape : probeShapes(Width, 8192)) {
      Words W = wordsOf(itemsOf(Shape), Shape[0], Width);
      bool Same = Shape[1] * Shape[2] == 1 || Shape[0] % Width == 0;
      EXPECT_EQ(isLinear(W, Width), Same) << Shape[0] << ", " << Width;
      Seen += !Same;
    }
    EXPECT_GE(Seen, 3u) << Width;
  }
}

TEST(WarpOrderTest, EachAnswerCounts) {
  const Words Good = wordsOf(48, 48, 32);
  for (size_t Item : {0, 5, 31, 32, 47}) {
    auto Change = [&](auto Member) {
      Words W = Good;
      W[Item].*Member ^= 1;
      return isLinear(W, 32);
    };
    EXPECT_FALSE(Change(&ProbeWord::Lane)) << Item;
    EXPECT_FALSE(Change(&ProbeWord::Index)) << Item;
    EXPECT_FALSE(Change(&ProbeWord::Most)) << Item;
    EXPECT_FALSE(Change(&ProbeWord::First)) << Item;
    EXPECT_FALSE(Change(&ProbeWord::Mask)) << Item;
  }
  // Nothing was written, warps of another size, more than a mask has bits for.
  EXPECT_FALSE(isLinear(Words(48), 32));
  EXPECT_FALSE(isLinear(Words(48), 0));
  EXPECT_FALSE(isLinear(wordsOf(48, 48, 16), 32));
  Words Wide = wordsOf(128, 128, 64);
  for (ProbeWord &Word : Wide)
    Word.Most = 128;
  EXPECT_FALSE(isLinear(Wide, 0));
  // Sub-groups that are smaller than they say.
  Words Small = Good;
  Small[3].Size = 31;
  EXPECT_FALSE(isLinear(Small, 32));
}

/// PoCL 6 counts lanes that are not there, and has any bits for them.
TEST(WarpOrderTest, ShortSubGroupsMayLookFull) {
  Words W = wordsOf(48, 48, 32);
  for (size_t Item = 32; Item < 48; ++Item) {
    W[Item].Size = 32;
    W[Item].Mask |= 0xabcd0000;
  }
  EXPECT_TRUE(isLinear(W, 32));
  W[40].Mask ^= 1 << 15;
  EXPECT_FALSE(isLinear(W, 32));
}

/// Lines, planes and boxes; rows below and above a warp, and no whole parts.
TEST(WarpOrderTest, Shapes) {
  for (unsigned Width : {0, 1, 2, 4, 8, 16, 32, 64}) {
    size_t W = Width ? Width : 32;
    bool Short = false, Long = false, Line = false, Box = false;
    for (const GroupShape &Shape : probeShapes(Width, 8192)) {
      EXPECT_GT(itemsOf(Shape), 2u) << Width;
      bool Plane = Shape[1] * Shape[2] > 1;
      Line |= !Plane && itemsOf(Shape) > W && itemsOf(Shape) % W;
      Box |= Shape[1] > 1 && Shape[2] > 1;
      Short |= Plane && Shape[0] < W && W % Shape[0];
      Long |= Plane && Shape[0] > W && Shape[0] % W;
    }
    EXPECT_TRUE((Width && Width < 4) || (Short && Long && Line && Box))
        << Width;
  }
  EXPECT_EQ(probeShapes(32, 60).size(), 4u);
  EXPECT_TRUE(probeShapes(32, 0).empty());
}
