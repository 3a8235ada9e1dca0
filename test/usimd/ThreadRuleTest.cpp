//===- ThreadRuleTest.cpp - Each rule of figure 8 -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Trial.h"

#include <limits>

using namespace tasklet::usimd;

TEST(ThreadRuleTest, CTAssignsAConstant) {
  Trial R("const x, -5\nstop", 3);
  EXPECT_EQ(R.steps(1), "IT/CT");
  EXPECT_EQ(R.state().Pc, 2u);
  EXPECT_EQ(R.locals("x"), (Values{-5, -5, -5}));
}

TEST(ThreadRuleTest, ASCopiesTheOwnValue) {
  Trial R("copy x, tid\ncopy y, x\nstop", 3); // MT, then MV
  EXPECT_EQ(R.steps(1), "IT/AS");
  R.finish();
  EXPECT_EQ(R.locals("x"), (Values{0, 1, 2}));
  EXPECT_EQ(R.locals("y"), (Values{0, 1, 2}));
}

TEST(ThreadRuleTest, LDReadsWhereTheVariablePoints) {
  Trial R("load x, tid\nload y, x\nstop", 3, {2, 0, 1});
  EXPECT_EQ(R.steps(2), "IT/LD");
  EXPECT_EQ(R.locals("x"), (Values{2, 0, 1}));
  EXPECT_EQ(R.locals("y"), (Values{1, 2, 0}));
  EXPECT_EQ(R.memory(3), (Values{2, 0, 1}));
  EXPECT_EQ(R.M->lastStep().Addresses, (Values{2, 0, 1}));
}

TEST(ThreadRuleTest, STWritesThere) {
  Trial R("load x, tid\nstore x, tid\nstop", 3, {2, 0, 1});
  EXPECT_EQ(R.steps(2), "IT/ST");
  EXPECT_EQ(R.memory(3), (Values{1, 2, 0}));
  EXPECT_EQ(R.locals("x"), (Values{2, 0, 1}));
}

TEST(ThreadRuleTest, ThreadsMayStoreTheSameValueAtOnePlace) {
  Trial R("const p, 0\nconst x, 9\nstore p, x\nstop", 4);
  EXPECT_EQ(R.finish().memory(1), (Values{9}));
}

TEST(ThreadRuleTest, ATGivesTheValueAfterwardsToEachAnother) {
  Trial R("const p, 1\natomic x, p\nstop", 4, {50, 10});
  EXPECT_EQ(R.steps(2), "IT/AT");
  EXPECT_EQ(R.locals("x"), (Values{11, 12, 13, 14})); // by thread number
  EXPECT_EQ(R.memory(2), (Values{50, 14}));
}

TEST(ThreadRuleTest, TLLeavesThoseThatAreNotActive) {
  Trial R(R"(
  const x, 1
  bz tid, end
  const x, 2
  const p, 0
  atomic y, p
end:
  sync
  stop
)",
          3, {0});
  R.finish();
  EXPECT_EQ(R.locals("x"), (Values{1, 2, 2}));
  EXPECT_EQ(R.locals("y"), (Values{-99, 1, 2}));
  EXPECT_EQ(R.memory(1), (Values{2}));
}

TEST(ThreadRuleTest, BPComputes) {
  struct {
    const char *Name;
    int64_t X, Y, Result;
  } Rows[] = {
      {"add", 7, -3, 4},
      {"sub", 7, -3, 10},
      {"mul", 7, -3, -21},
      {"div", 7, -3, -2},
      {"mod", 7, -3, 1},
      {"mod", -7, 3, -1},
      {"min", 7, -3, -3},
      {"max", 7, -3, 7},
      {"and", 6, 3, 2},
      {"or", 6, 3, 7},
      {"xor", 6, 3, 5},
      {"shl", 3, 4, 48},
      {"shr", 48, 4, 3},
      {"shr", -16, 2, -4},
      {"eq", 3, 3, 1},
      {"eq", 3, 4, 0},
      {"ne", 3, 3, 0},
      {"ne", 3, 4, 1},
      {"lt", 3, 4, 1},
      {"lt", 4, 4, 0},
      {"le", 4, 4, 1},
      {"le", 5, 4, 0},
      {"gt", 5, 4, 1},
      {"gt", 4, 4, 0},
      {"ge", 4, 4, 1},
      {"ge", 3, 4, 0},
      {"shl", 1, 63, std::numeric_limits<int64_t>::min()},
      {"mod", std::numeric_limits<int64_t>::min(), -1, 0},
  };
  for (const auto &Row : Rows) {
    // Once with variables, once with constants.
    Trial R("const x, " + std::to_string(Row.X) + "\nconst y, " +
                std::to_string(Row.Y) + "\n" + Row.Name + " z, x, y\n" +
                Row.Name + " w, " + std::to_string(Row.X) + ", " +
                std::to_string(Row.Y) + "\nstop",
            1);
    EXPECT_EQ(R.steps(3), "IT/BP");
    R.finish();
    EXPECT_EQ(R.local(0, "z"), Row.Result) << Row.Name << Row.X;
    EXPECT_EQ(R.local(0, "w"), Row.Result) << Row.Name << Row.X;
  }
}

// Threads 1 and 2 call; j is the lane that all four read from.
static std::string shuffleFrom(const char *Lane) {
  return std::string(R"(
  mul v, tid, 10
  load c, tid
  bz c, skip
  everywhere
)") + Lane +
         R"(
  shfl v, j
  end_everywhere
skip:
  sync
  stop
)";
}

TEST(ThreadRuleTest, SvReadsTheOtherThreadsVariable) {
  Trial R(shuffleFrom("const j, 2"), 4, {0, 1, 1, 0});
  EXPECT_EQ(R.steps(6), "IT/Sv");
  EXPECT_EQ(R.locals("v"), (Values{20, 20, 20, 20}));
}

TEST(ThreadRuleTest, ShuffledValuesAreThoseBeforeTheInstruction) {
  // 1 and 2 exchange theirs; one after the other would give one of them twice.
  Trial R(R"(
  everywhere
  mul v, tid, 10
  sub j, 3, tid
  shfl v, j
  end_everywhere
  stop
)",
          4);
  EXPECT_EQ(R.finish().locals("v"), (Values{30, 20, 10, 0}));
}

TEST(ThreadRuleTest, SiReadsTheVariableOfAThreadThatDidNotCall) {
  // Undefined in the paper; ours is what EV25 of rules.md says: its current value.
  Trial R(shuffleFrom("const j, 3"), 4, {0, 1, 1, 0}, /*Strict=*/false);
  EXPECT_EQ(R.steps(6), "IT/Si");
  EXPECT_EQ(R.locals("v"), (Values{30, 30, 30, 30}));
  EXPECT_EQ(R.M->lastStep().OutsideMask, threads({0, 1, 2, 3}));
}

TEST(ThreadRuleTest, SiKeepsTheOwnValueWhereThereIsNoSuchThread) {
  for (const char *Lane : {"const j, 4", "const j, -1"}) {
    Trial R(shuffleFrom(Lane), 4, {0, 1, 1, 0}, /*Strict=*/false);
    R.steps(6);
    EXPECT_EQ(R.locals("v"), (Values{0, 10, 20, 30})) << Lane;
  }
}

TEST(ThreadRuleTest, SvAndSiInOneStep) {
  // Everyone reads its neighbour's; 0 and 3 have not called.
  Trial R(shuffleFrom("add j, tid, 1\nmod j, j, 4"), 4, {0, 1, 1, 0},
          /*Strict=*/false);
  EXPECT_EQ(R.steps(7), "IT/Sv");
  EXPECT_EQ(R.M->lastStep().OutsideMask, threads({2, 3}));
  EXPECT_EQ(R.locals("v"), (Values{10, 20, 30, 0}));
}
