//===- ControlRuleTest.cpp - Each rule of figures 6 and 7 -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The states are derived from the rules by hand: what stands above the line of
// a rule is what the machine must be in after the step.
//
//===----------------------------------------------------------------------===//
#include "Divergence.h"
#include "Trial.h"

using namespace tasklet::usimd;

TEST(DivergenceTest, SplitParts) {
  Split S = split(threads({0, 1, 3}), {0, 7, 0, -1});
  EXPECT_EQ(S.Zero, threads({0}));
  EXPECT_EQ(S.NonZero, threads({1, 3})); // 2 is not active
}

TEST(DivergenceTest, PushHasThreeEquations) {
  SyncStack Stack;
  push(Stack, threads({1}), 4, 9);
  EXPECT_EQ(Stack, (SyncStack{{4, threads({}), 9, threads({1})}}));
  push(Stack, threads({2}), 6, 8);
  EXPECT_EQ(Stack, (SyncStack{{4, threads({}), 9, threads({1})},
                              {6, threads({}), 8, threads({2})}}));
  push(Stack, threads({0, 3}), 6, 8);
  EXPECT_EQ(Stack, (SyncStack{{4, threads({}), 9, threads({1})},
                              {6, threads({}), 8, threads({0, 2, 3})}}));
}

TEST(DivergenceTest, PushIsNotDefinedOnlyForItsOwnHalfDoneEntry) {
  SyncStack Stack = {{4, threads({1}), 9, threads({})}};
  EXPECT_FALSE(definesPush(Stack, 4));
  EXPECT_TRUE(definesPush(Stack, 5));
  EXPECT_TRUE(definesPush({}, 4));
}

TEST(ControlRuleTest, SPstopEnds) {
  Trial R("stop", 4);
  EXPECT_EQ(R.steps(1), "SP-stop");
  EXPECT_EQ(R.M->outcome(), Outcome::Stopped);
  EXPECT_EQ(R.state().Pc, 1u);
  EXPECT_EQ(R.state().Active, threads({0, 1, 2, 3}));
  EXPECT_EQ(R.M->steps(), 1u);
  R.steps(5);
  EXPECT_EQ(R.M->steps(), 1u); // it is over
}

// 1 loads what decides, 2 is the branch, 3 is for those that fall through.
static std::string branch(const std::string &Name) {
  return "load c, tid\n" + Name + " c, other\n" + R"(
  const x, 3
other:
  sync
  stop
)";
}

TEST(ControlRuleTest, BTIsTakenByAll) {
  for (auto &[Name, Memory] :
       {std::pair<const char *, Values>{"bz", {0, 0}}, {"bnz", {5, -1}}}) {
    Trial R(branch(Name), 2, Memory);
    EXPECT_EQ(R.steps(2), "BT") << Name;
    EXPECT_EQ(R.state().Pc, 4u);
    EXPECT_EQ(R.state().Active, threads({0, 1}));
    EXPECT_EQ(R.state().Sync, (SyncStack{{2, threads({}), 4, threads({})}}));
    R.finish();
    EXPECT_EQ(R.locals("x"), (Values{-99, -99}));
  }
}

TEST(ControlRuleTest, BFIsTakenByNone) {
  for (auto &[Name, Memory] :
       {std::pair<const char *, Values>{"bz", {1, -2}}, {"bnz", {0, 0}}}) {
    Trial R(branch(Name), 2, Memory);
    EXPECT_EQ(R.steps(2), "BF") << Name;
    EXPECT_EQ(R.state().Pc, 3u);
    EXPECT_EQ(R.state().Active, threads({0, 1}));
    EXPECT_EQ(R.state().Sync, (SyncStack{{2, threads({}), 4, threads({})}}));
    R.finish();
    EXPECT_EQ(R.locals("x"), (Values{3, 3}));
  }
}

TEST(ControlRuleTest, BDLetsThoseThatTakeItWaitForTheLabel) {
  // bnz is BD as it is printed: Θ0 goes on, Θn waits for l.
  Trial N(branch("bnz"), 4, {0, 7, 0, 7});
  EXPECT_EQ(N.steps(2), "BD");
  EXPECT_EQ(N.state().Pc, 3u);
  EXPECT_EQ(N.state().Active, threads({0, 2}));
  EXPECT_EQ(N.state().Sync, (SyncStack{{2, threads({}), 4, threads({1, 3})}}));
  // bz is the same with both exchanged, as in BT and BF.
  Trial Z(branch("bz"), 4, {0, 7, 0, 7});
  EXPECT_EQ(Z.steps(2), "BD");
  EXPECT_EQ(Z.state().Pc, 3u);
  EXPECT_EQ(Z.state().Active, threads({1, 3}));
  EXPECT_EQ(Z.state().Sync, (SyncStack{{2, threads({}), 4, threads({0, 2})}}));
  EXPECT_EQ(N.finish().locals("x"), (Values{3, -99, 3, -99}));
  EXPECT_EQ(Z.finish().locals("x"), (Values{-99, 3, -99, 3}));
}

TEST(ControlRuleTest, OnlyActiveThreadsDecide) {
  // Thread 2 waits, with a value that would make the inner branch diverge.
  Trial R(R"(
  bnz tid, first        # 0 goes on
  bz tid, inner         # for it alone: BT
inner:
  sync
first:
  sync
  stop
)",
          3);
  R.steps(1);
  EXPECT_EQ(R.state().Active, threads({0}));
  EXPECT_EQ(R.steps(1), "BT");
  R.finish();
  EXPECT_EQ(R.state().Active, threads({0, 1, 2}));
}

TEST(ControlRuleTest, SSLetsTheOthersRun) {
  Trial R(branch("bnz"), 4, {0, 7, 0, 7});
  EXPECT_EQ(R.steps(4), "SS");
  EXPECT_EQ(R.state().Pc, 4u); // l of the entry
  EXPECT_EQ(R.state().Active, threads({1, 3}));
  EXPECT_EQ(R.state().Sync, (SyncStack{{2, threads({0, 2}), 4, threads({})}}));
}

TEST(ControlRuleTest, SPsyncJoinsThemAgain) {
  Trial R(branch("bnz"), 4, {0, 7, 0, 7});
  EXPECT_EQ(R.steps(5), "SP-sync");
  EXPECT_EQ(R.state().Pc, 5u);
  EXPECT_EQ(R.state().Active, threads({0, 1, 2, 3}));
  EXPECT_TRUE(R.state().Sync.empty());
}

TEST(ControlRuleTest, JPJumps) {
  Trial R("jump end\nconst x, 1\nend: stop", 2);
  EXPECT_EQ(R.steps(1), "JP");
  EXPECT_EQ(R.state().Pc, 3u);
  EXPECT_EQ(R.state().Active, threads({0, 1}));
  EXPECT_TRUE(R.state().Sync.empty());
}

// 2 is everywhere, reached by 1 and 2.
static const char *const OddEverywhere = R"(
  bz v, skip
  everywhere
  branch_mask 1, called
  const x, 1
called:
  const y, 2
  end_everywhere
  const z, 3
skip:
  sync
  stop
)";

static std::string withV(const char *Rest) {
  return std::string("load v, tid\n") + Rest;
}

TEST(ControlRuleTest, EBActivatesAll) {
  Trial R(withV(OddEverywhere), 4, {0, 1, 1, 0});
  EXPECT_EQ(R.steps(3), "EB");
  EXPECT_EQ(R.state().Pc, 4u);
  EXPECT_EQ(R.state().Active, threads({0, 1, 2, 3}));
  EXPECT_TRUE(R.state().Sync.empty());
  SyncStack Saved = {{2, threads({}), 9, threads({0, 3})}};
  EXPECT_EQ(R.state().Contexts, (ContextStack{{threads({1, 2}), Saved}}));
}

TEST(ControlRuleTest, BAJumpsIfTheThreadCalled) {
  Trial R(withV(OddEverywhere), 4, {0, 1, 1, 0});
  EXPECT_EQ(R.steps(4), "BA");
  EXPECT_EQ(R.state().Pc, 6u);
  EXPECT_EQ(R.state().Active, threads({0, 1, 2, 3}));
  EXPECT_TRUE(R.state().Sync.empty()); // it pushes nothing
  EXPECT_EQ(R.state().Contexts.size(), 1u);
}

TEST(ControlRuleTest, BIGoesOnIfItDidNot) {
  Trial R(withV(OddEverywhere), 4, {1, 0, 1, 0});
  EXPECT_EQ(R.steps(4), "BI");
  EXPECT_EQ(R.state().Pc, 5u);
  EXPECT_EQ(R.state().Active, threads({0, 1, 2, 3}));
  EXPECT_TRUE(R.state().Sync.empty());
}

TEST(ControlRuleTest, BranchMaskTakesAVariableThatAllAgreeOn) {
  const char *Text = R"(
  const j, %
  everywhere
  branch_mask j, end
  const x, 1
end:
  end_everywhere
  stop
)";
  std::string In(Text), Out(Text);
  In.replace(In.find('%'), 1, "2");
  Out.replace(Out.find('%'), 1, "3"); // there is no thread 3
  EXPECT_EQ(Trial(In, 3).finish().locals("x"), (Values{-99, -99, -99}));
  EXPECT_EQ(Trial(Out, 3).finish().locals("x"), (Values{1, 1, 1}));
}

TEST(ControlRuleTest, EERestoresWhoWasActiveAndWhoWaits) {
  Trial R(withV(OddEverywhere), 4, {0, 1, 1, 0});
  EXPECT_EQ(R.steps(6), "EE");
  EXPECT_EQ(R.state().Pc, 8u);
  EXPECT_EQ(R.state().Active, threads({1, 2}));
  EXPECT_EQ(R.state().Sync, (SyncStack{{2, threads({}), 9, threads({0, 3})}}));
  EXPECT_TRUE(R.state().Contexts.empty());
  R.finish();
  // The rules restore no variables: the sleepers keep what they assigned.
  EXPECT_EQ(R.locals("y"), (Values{2, 2, 2, 2}));
  EXPECT_EQ(R.locals("z"), (Values{-99, 3, 3, -99}));
}
