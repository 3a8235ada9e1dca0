//===- UndefinedTest.cpp - Where the paper says nothing -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Trial.h"

using namespace tasklet::usimd;

namespace {
struct Case {
  const char *Name, *Text;
  size_t Pc;
  const char *Applied;
  const char *Says;
  std::vector<int64_t> Memory;
};
} // namespace

static const Case Cases[] = {
    {"Sync", "sync\nstop", 1, "SP-sync", "synchronisation stack is empty", {}},
    {"End", "end_everywhere\nstop", 1, "EE", "context stack is empty", {}},
    {"EndUnderBranch",
     "everywhere\nbz tid, l\nl: end_everywhere\nstop",
     3,
     "EE",
     "have not met at its sync: [(2, {}, 3, {0})]",
     {}},
    {"StopUnderBranch",
     "bz tid, l\nl: stop",
     2,
     "SP-stop",
     "have not met at its sync: [(1, {}, 2, {0})]",
     {}},
    {"BranchMaskOutside",
     "branch_mask 1, l\nl: stop",
     1,
     "BA",
     "outside of everywhere",
     {}},
    {"BranchMaskDiverges",
     "everywhere\nbranch_mask tid, l\nl: end_everywhere\nstop",
     2,
     "BA",
     "does not diverge",
     {}},
    {"ShuffleOutside",
     "const j, 0\nconst v, 1\nshfl v, j\nstop",
     3,
     "IT/Sv",
     "outside of everywhere",
     {}},
    {"ShuffleOutsideMask",
     "const v, 0\nconst j, 0\nbz tid, l\neverywhere\nshfl v, j\n"
     "end_everywhere\nl: sync\nstop",
     5,
     "IT/Si",
     "thread 0 reads from thread 0, which is not in the mask {1, 2}",
     {}},
    {"Race",
     "const p, 7\nstore p, tid\nstop",
     2,
     "IT/ST",
     "different values, 0 and 1, at address 7",
     {}},
    {"NoValue",
     "copy x, y\nstop",
     1,
     "IT/AS",
     "thread 0 has no value in y",
     {}},
    {"NoValueInBranch", "bz y, l\nl: sync\nstop", 1, "BD", "no value in y", {}},
    {"NoMemory",
     "load x, tid\nstop",
     1,
     "IT/LD",
     "address 1 has no value",
     {4}},
    {"DivisionByZero",
     "div x, 1, tid\nstop",
     1,
     "IT/BP",
     "division by zero",
     {}},
    {"RemainderByZero",
     "mod x, 1, tid\nstop",
     1,
     "IT/BP",
     "division by zero",
     {}},
    {"Overflow",
     "add x, 9223372036854775807, tid\nstop",
     1,
     "IT/BP",
     "more than 64 bits: add of 9223372036854775807 and 1",
     {}},
    {"Shift", "shl x, 1, 64\nstop", 1, "IT/BP", "shift by 64", {}},
    // A loop that the branch goes back to; those that leave it come to the
    // sync first.
    {"PushAgain",
     "const i, 0\nl: add i, i, 1\nle c, i, tid\nbnz c, l\nsync\nstop",
     4,
     "BD",
     "push has no equation",
     {}},
};

TEST(UndefinedTest, StrictStopsWithTheRuleAndThePc) {
  for (const Case &C : Cases) {
    Trial R(C.Text, 3, C.Memory);
    EXPECT_EQ(R.M->run(), Outcome::Undefined) << C.Name;
    const Trouble &Why = R.M->reason();
    EXPECT_EQ(Why.Pc, C.Pc) << C.Name;
    EXPECT_EQ(R.state().Pc, C.Pc) << C.Name;
    ASSERT_TRUE(Why.Applied) << C.Name;
    EXPECT_STREQ(nameOf(*Why.Applied), C.Applied) << C.Name;
    EXPECT_NE(Why.Text.find(C.Says), std::string::npos)
        << C.Name << ": " << Why.Text;
  }
}

TEST(UndefinedTest, OtherwiseItIsDecidedAndRemembered) {
  for (const Case &C : Cases) {
    Trial R(C.Text, 3, C.Memory, /*Strict=*/false);
    EXPECT_EQ(R.M->run(), Outcome::Stopped) << C.Name;
    ASSERT_FALSE(R.M->decided().empty()) << C.Name;
    EXPECT_EQ(R.M->decided()[0].Pc, C.Pc) << C.Name;
    EXPECT_STREQ(nameOf(*R.M->decided()[0].Applied), C.Applied) << C.Name;
  }
}

TEST(UndefinedTest, StrictLeavesTheStateAsItWas) {
  // Threads 0 and 1 store alike, thread 2 does not.
  Trial R("load x, tid\nconst p, 7\nstore p, x\nstop", 3, {5, 5, 6});
  R.M->run();
  EXPECT_EQ(R.state().Shared.count(7), 0u);
  EXPECT_EQ(R.M->steps(), 2u);
}

TEST(UndefinedTest, EmptyStacksAreSkipped) {
  Trial R("sync\nend_everywhere\nconst x, 1\nstop", 2, {}, false);
  R.M->run();
  EXPECT_EQ(R.locals("x"), (Values{1, 1}));
  EXPECT_EQ(R.state().Active, threads({0, 1}));
}

TEST(UndefinedTest, TheHighestThreadWinsARace) {
  Trial R("const p, 0\nstore p, tid\nstop", 5, {}, false);
  R.M->run();
  EXPECT_EQ(R.memory(1), (Values{4}));
}

TEST(UndefinedTest, OutsideOfEverywhereTheMaskIsWhoIsActive) {
  Trial R(R"(
  const x, 0
  bz tid, end
  branch_mask 0, end      # 0 waits
  branch_mask 1, one
  jump end
one:
  const x, 1
end:
  sync
  stop
)",
          3, {}, false);
  R.M->run();
  EXPECT_EQ(R.locals("x"), (Values{0, 1, 1}));
}

TEST(UndefinedTest, TheLowestActiveThreadDecidesForBranchMask) {
  Trial R("everywhere\nbranch_mask tid, l\nconst x, 1\nl: end_everywhere\nstop",
          2, {}, false);
  R.M->run();
  EXPECT_EQ(R.locals("x"), (Values{-99, -99}));
}

TEST(UndefinedTest, WithoutValueEverythingIsZero) {
  Trial R("copy x, y\nload z, tid\ndiv w, 5, x\nstop", 2, {}, false);
  R.M->run();
  EXPECT_EQ(R.locals("x"), (Values{0, 0}));
  EXPECT_EQ(R.locals("z"), (Values{0, 0}));
  EXPECT_EQ(R.locals("w"), (Values{0, 0}));
}

TEST(UndefinedTest, ResultsOfMoreThan64Bits) {
  const char *Largest = "const a, 9223372036854775807\n";
  const std::pair<const char *, Rule> Each[] = {
      {"add x, a, 1\nstop", Rule::BP},
      {"const b, 0\nstore b, a\natomic x, b\nstop", Rule::AT}};
  for (auto [Text, Name] : Each) {
    Trial R(Largest + std::string(Text), 1, {0});
    EXPECT_EQ(R.M->run(), Outcome::Undefined) << Text;
    EXPECT_EQ(R.M->reason().Applied, Name) << Text;
    EXPECT_NE(R.M->reason().Text.find("more than 64 bits"), std::string::npos);
  }
}

TEST(UndefinedTest, StopEndsForThoseThatWaitToo) {
  Trial R("bz tid, l\nstop\nl: const x, 1\nstop", 2, {}, false);
  EXPECT_EQ(R.M->run(), Outcome::Stopped);
  EXPECT_EQ(R.locals("x"), (Values{-99, -99}));
}

TEST(UndefinedTest, LoopsWhoseBranchGoesBackGatherThoseThatAreDone) {
  Trial R("const i, 0\nl: add i, i, 1\nle c, i, tid\nbnz c, l\nsync\nstop", 4,
          {}, false);
  R.M->run();
  EXPECT_EQ(R.locals("i"), (Values{1, 2, 3, 4}));
  EXPECT_EQ(R.state().Active, threads({0, 1, 2, 3}));
  EXPECT_TRUE(R.state().Sync.empty());
}

TEST(StuckTest, WithoutAnInstruction) {
  Trial R("const x, 1", 1);
  EXPECT_EQ(R.M->run(), Outcome::Stuck);
  EXPECT_EQ(R.M->reason().Pc, 2u);
  EXPECT_FALSE(R.M->reason().Applied);
  EXPECT_NE(R.M->reason().Text.find("end the program with stop"),
            std::string::npos);
}

TEST(StuckTest, WithAnAddressBelowZero) {
  for (const char *Text : {"load x, a", "store a, tid", "atomic x, a"}) {
    Trial R("const a, -1\n" + std::string(Text) + "\nstop", 2, {}, false);
    EXPECT_EQ(R.M->run(), Outcome::Stuck) << Text;
    EXPECT_EQ(R.M->reason().Pc, 2u);
    EXPECT_NE(R.M->reason().Text.find("address -1 of thread 0"),
              std::string::npos)
        << R.M->reason().Text;
  }
}

TEST(StuckTest, AtTheLimit) {
  Trial R("l: jump l", 1, {}, true, 50);
  EXPECT_EQ(R.M->run(), Outcome::Limit);
  EXPECT_EQ(R.M->steps(), 50u);
  EXPECT_NE(R.M->reason().Text.find("--max-steps"), std::string::npos);
}
