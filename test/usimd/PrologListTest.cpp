//===- PrologListTest.cpp - Programs as figure 9 writes them --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "PrologList.h"
#include "Trial.h"

#include <fstream>
#include <iterator>

using namespace tasklet::usimd;

static Parsed bench08() {
  std::ifstream File(USIMD_PROGRAMS "/bench08.pl");
  return parsePrologList(std::string(std::istreambuf_iterator<char>(File), {}));
}

TEST(PrologListTest, ReadsFigure9) {
  Parsed P = bench08();
  ASSERT_TRUE(P.Errors.empty()) << P.Errors[0].Text;
  ASSERT_EQ(P.Result.size(), 19u);
  EXPECT_EQ(P.Result.print(P.Result.at(1)), "load v0, tid");
  EXPECT_EQ(P.Result.print(P.Result.at(3)), "lt v1, v0, v1");
  EXPECT_EQ(P.Result.print(P.Result.at(4)), "bnz v1, 18");
  EXPECT_EQ(P.Result.print(P.Result.at(14)), "add v0, v1, v2");
  EXPECT_EQ(P.Result.print(P.Result.at(19)), "stop");
}

// What the rules say of it, in serial: a thread comes to everywhere if its
// word is at least 3; if any does, all run the block.
TEST(PrologListTest, Figure9GivesWhatTheRulesSay) {
  Parsed P = bench08();
  const Values Memories[] = {{0, 1, 2, 3, 4, 5, 6, 7}, {0, 0, 0, 0, 0, 0, 0, 0},
                             {2, 2, 1, 0, 1, 2, 2, 1}, {9, 9, 9, 9, 9, 9, 9, 9},
                             {0, 0, 0, 3, 0, 0, 0, 0}, {1, 2, 1, 2, 1, 2, 5, 6},
                             {-4, 2, 0, 1, 1, 1, 0, 2}};
  for (const Values &Memory : Memories) {
    Options O;
    O.Memory = Memory;
    O.Strict = true;
    Machine M(P.Result, O);
    ASSERT_EQ(M.run(), Outcome::Stopped) << M.reason().Text;
    bool Visited = false;
    for (int64_t Word : Memory)
      Visited |= Word >= 3;
    for (size_t T = 0; T < 8; ++T) {
      int64_t Word = Memory[T];
      const std::vector<Value> &Local = M.state().Local[T];
      size_t V0 = P.Result.variable("v0"), V1 = P.Result.variable("v1"),
             V2 = P.Result.variable("v2");
      EXPECT_EQ(Local[V0], Visited ? 2 * Word : Word) << Word;
      EXPECT_EQ(Local[V1], Visited ? Word : 1) << Word;
      EXPECT_EQ(Local[V2].has_value(), Visited);
    }
    EXPECT_EQ(M.state().Active, firstThreads(8));
    // 10 instructions to the last branch at most, and as many turns.
    EXPECT_LE(M.steps(), 22u);
  }
}

TEST(PrologListTest, HasAllInstructions) {
  Parsed P = parsePrologList("all([const(0, -7), copy(1, 0), store(0, tid), "
                             "atomic(2, 0), bz(0, 1), bnz(tid, 2), jump(3),\n"
                             "branch_mask(3, 1), branch_mask(tid, 1), "
                             "shfl(0, 1), ge(3, 0, tid), mul(10, 0, 0) "
                             "/* a\n comment */, sync, stop]).");
  ASSERT_TRUE(P.Errors.empty()) << P.Errors[0].Text;
  const char *Printed[] = {"const v0, -7",
                           "copy v1, v0",
                           "store v0, tid",
                           "atomic v2, v0",
                           "bz v0, 1",
                           "bnz tid, 2",
                           "jump 3",
                           "branch_mask 3, 1",
                           "branch_mask tid, 1",
                           "shfl v0, v1",
                           "ge v3, v0, tid",
                           "mul v10, v0, v0",
                           "sync",
                           "stop"};
  ASSERT_EQ(P.Result.size(), 14u);
  for (size_t Pc = 1; Pc <= 14; ++Pc)
    EXPECT_EQ(P.Result.print(P.Result.at(Pc)), Printed[Pc - 1]);
}

TEST(PrologListTest, NamesLineAndColumnOfMistakes) {
  struct {
    const char *Text;
    size_t Line, Column;
    const char *Says;
  } Cases[] = {
      {"", 1, 1, "the program's name, as in 'name([stop]).', not the end"},
      {"p([]).", 1, 4, "the program has no instruction"},
      {"p([\n lod(1, 2)\n]).", 2, 2, "'lod'; did you mean 'load'?"},
      {"p([load(1)]).", 1, 10, "'load' has 2 arguments; here should be ','"},
      {"p([load(1, 2, 3)]).", 1, 13, "has 2 arguments; here should be ')'"},
      {"p([sync(1)]).", 1, 8, "'sync' has no arguments"},
      {"p([load(tid, 1)]).", 1, 9, "tid is the thread's number"},
      {"p([load(x, 1)]).", 1, 9, "needs the number of a variable here"},
      {"p([load(1, x)]).", 1, 12, "number of a variable or tid here"},
      {"p([load(-1, 2)]).", 1, 9, "there is no variable -1"},
      {"p([const(1, tid)]).", 1, 13, "needs a constant here, not 'tid'"},
      {"p([jump(2)]).", 1, 9,
       "no instruction 2; they are numbered from 1 to 1"},
      {"p([jump(-2)]).", 1, 9, "there is no instruction -2"},
      {"p([stop stop]).", 1, 9, "']' or a comma after the instruction"},
      {"p([stop])", 1, 10, "'.' at the end, not the end of the program"},
      {"p([stop]).\nq([stop]).", 2, 1, "ended before 'q'; a file has one"},
      {"p([stop, /* x\n]).", 1, 9, "a comment after here does not end"},
      {"p([stop,]).", 1, 9, "here should be an instruction, not ']'"},
  };
  for (const auto &C : Cases) {
    Parsed P = parsePrologList(C.Text);
    ASSERT_EQ(P.Errors.size(), 1u) << C.Text;
    EXPECT_EQ(P.Errors[0].Where.Line, C.Line) << C.Text;
    EXPECT_EQ(P.Errors[0].Where.Column, C.Column) << C.Text;
    EXPECT_NE(P.Errors[0].Text.find(C.Says), std::string::npos)
        << P.Errors[0].Text;
  }
}
