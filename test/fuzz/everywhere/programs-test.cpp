//===- programs-test.cpp - The fuzzer of everywhere without a device ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Generate.h"
#include "Lower.h"
#include "PrintCl.h"
#include "Reference.h"
#include "Rules.h"
#include "Shrink.h"

#include <gtest/gtest.h>

#include <set>

using namespace tasklet;
using namespace tasklet::simd;

namespace {

Expr number(uint64_t N) {
  Expr E;
  E.Number = N;
  return E;
}
Expr make(Expr::Kind K, std::vector<Expr> Args = {}, uint64_t Number = 0) {
  Expr E;
  E.K = K;
  E.Args = std::move(Args);
  E.Number = Number;
  return E;
}
Expr variable(int Var) {
  Expr E = make(Expr::Read);
  E.Var = Var;
  return E;
}
Expr binary(Op O, Expr A, Expr B) {
  Expr E = make(Expr::Binary, {std::move(A), std::move(B)});
  E.Operator = O;
  return E;
}
Stmt make(Stmt::Kind K, int Var = -1, std::vector<Expr> Values = {},
          std::vector<Stmt> Body = {}, std::vector<Stmt> Else = {}) {
  Stmt S;
  S.K = K;
  S.Var = Var;
  S.Values = std::move(Values);
  S.Body = std::move(Body);
  S.Else = std::move(Else);
  return S;
}

/// One warp of 4 lanes. Variable 0 is compared, 1 is a mask, 2 counts a loop.
Program unchecked(std::vector<Stmt> Body) {
  Program P;
  P.WarpSize = 4;
  P.Local[0] = 4;
  P.TopVars = 1;
  P.Functions.resize(1);
  P.Functions[0].Vars = {Written::Long, Written::MaskUInt, Written::Long};
  P.Functions[0].Body = std::move(Body);
  P.Functions[0].Body.insert(P.Functions[0].Body.begin(),
                             make(Stmt::Declare, 0, {number(0)}));
  return P;
}
Program kernel(std::vector<Stmt> Body) {
  Program P = unchecked(std::move(Body));
  EXPECT_TRUE(followsRules(P));
  return P;
}

using Numbers = std::vector<int64_t>;

/// What both the interpreter and the machine leave in variable 0.
Numbers lastValues(const Program &P) {
  Outcome Out = interpret(P);
  EXPECT_EQ("", Out.Invalid);
  EXPECT_EQ("", firstDifference(P, Out, runMachine(P, [&](unsigned Lanes) {
                                  return lower(P, Lanes);
                                })));
  return Out.Shown;
}

const Expr Odd = binary(Op::And, make(Expr::Lane), number(1));
/// Variable 0 becomes 10 times itself, and what is given.
Stmt append(Expr What) {
  return make(Stmt::Assign, 0,
              {binary(Op::Add, binary(Op::Mul, variable(0), number(10)),
                      std::move(What))});
}
Stmt visit(Expr What) {
  return make(Stmt::Everywhere, 1, {}, {append(std::move(What))});
}

} // namespace

TEST(FuzzEverywhere, MaskIsOfThoseThatCame) {
  EXPECT_EQ(
      Numbers({10, 10, 10, 10}),
      lastValues(kernel({make(Stmt::If, -1, {Odd}, {visit(variable(1))})})));
}

TEST(FuzzEverywhere, VisitsHaveTheOrderOfStatements) {
  // The second part after the first, and in a loop the laps in turn; those
  // that continue wait for the others.
  EXPECT_EQ(Numbers({12, 12, 12, 12}),
            lastValues(kernel({make(Stmt::If, -1, {Odd}, {visit(number(1))},
                                    {visit(number(2))})})));
  Stmt Lap =
      make(Stmt::While, 2, {number(2)},
           {make(Stmt::If, -1, {Odd}, {visit(number(1)), make(Stmt::Continue)}),
            visit(number(2))});
  EXPECT_EQ(Numbers({1212, 1212, 1212, 1212}), lastValues(kernel({Lap})));
}

TEST(FuzzEverywhere, ThoseThatHaveReturnedComeBack) {
  EXPECT_EQ(Numbers({5, 5, 5, 5}),
            lastValues(kernel({make(Stmt::If, -1, {Odd}, {make(Stmt::Return)}),
                               visit(variable(1))})));
  // The mask of what nobody reaches is of no visit.
  EXPECT_EQ(
      Numbers({0, 0, 0, 0}),
      lastValues(kernel({make(Stmt::If, -1, {number(1)}, {make(Stmt::Return)}),
                         visit(number(7))})));
}

TEST(FuzzEverywhere, CasesFallThroughTogether) {
  Stmt First = make(Stmt::Block, -1, {}, {visit(number(1))});
  First.FallsThrough = true;
  Stmt Second = make(Stmt::Block, -1, {}, {visit(variable(1))});
  // Lanes 0 and 2, then all.
  EXPECT_EQ(Numbers({25, 25, 25, 25}),
            lastValues(kernel({make(Stmt::Switch, -1, {make(Expr::Lane)},
                                    {First, Second})})));
}

TEST(FuzzEverywhere, RacesMakeAProgramInvalid) {
  Stmt Store = make(Stmt::StoreOwn, -1, {make(Expr::Lane)});
  Stmt Read = make(Stmt::Assign, 0, {make(Expr::OtherWord, {number(1)})});
  auto Body = [&](std::vector<Stmt> List) {
    return interpret(kernel({make(Stmt::Everywhere, -1, {}, List)})).Invalid;
  };
  const char *const Race = "lanes access one place without an order";
  EXPECT_EQ(Race, Body({Store, Read}));
  EXPECT_EQ("", Body({Store, make(Stmt::Barrier), Read}));
  EXPECT_EQ(Race, Body({Store, make(Stmt::Barrier), Read, Store}));
  EXPECT_EQ(
      "", Body({Store, make(Stmt::Barrier), Read, make(Stmt::Barrier), Store}));
  // The same from all is no race, different values are.
  EXPECT_EQ("", Body({make(Stmt::StoreWarp, -1, {number(3)})}));
  EXPECT_EQ(Race, Body({make(Stmt::StoreWarp, -1, {make(Expr::Lane)})}));
  // A barrier orders only those that come to it.
  EXPECT_EQ(Race, Body({Store, make(Stmt::If, -1, {Odd}, {make(Stmt::Barrier)}),
                        Read}));
}

TEST(FuzzEverywhere, LanesThatComeAlongHaveWhatTheyAssignedLast) {
  // Declared by the odd lanes only: 0 in the others.
  Stmt Declare = make(Stmt::Declare, 2, {number(4)});
  Stmt Use = visit(variable(2));
  EXPECT_EQ(Numbers({0, 4, 0, 4}),
            lastValues(kernel({make(Stmt::If, -1, {Odd}, {Declare, Use})})));
  Expr First = make(Expr::OfReached, {variable(2)});
  First.Var = 1;
  EXPECT_EQ(
      Numbers({4, 4, 4, 4}),
      lastValues(kernel({make(Stmt::If, -1, {Odd}, {Declare, visit(First)})})));
  // In a loop: lane 0 has left it, lane 1 waits for the next iteration, or has
  // left it, too.
  Program P = unchecked({make(
      Stmt::For, 2, {number(2)},
      {make(Stmt::Declare, 3, {binary(Op::Add, variable(2), make(Expr::Lane))}),
       make(Stmt::If, -1, {binary(Op::Eq, variable(3), number(0))},
            {make(Stmt::Break)}),
       make(Stmt::If, -1, {binary(Op::Eq, variable(3), number(1))},
            {make(Stmt::Continue)}),
       visit(variable(3))})});
  P.Functions[0].Vars.push_back(Written::Long);
  ASSERT_TRUE(followsRules(P));
  EXPECT_EQ(Numbers({0, 12, 23, 34}), lastValues(P));
}

TEST(FuzzEverywhere, WhatCLeavesOpenMakesAProgramInvalid) {
  Stmt Declare = make(Stmt::Declare, 2);
  Stmt Assign = make(Stmt::Assign, 2, {number(4)});
  const char *const Open = "a value is used that C leaves open";
  EXPECT_EQ(Open, interpret(kernel({Declare, append(variable(2))})).Invalid);
  EXPECT_EQ(Numbers({4, 4, 4, 4}),
            lastValues(kernel({Declare, Assign, append(variable(2))})));
  // By one lane.
  EXPECT_EQ(Open,
            interpret(kernel({Declare, make(Stmt::If, -1, {Odd}, {Assign}),
                              append(variable(2))}))
                .Invalid);
  EXPECT_EQ("", interpret(kernel({Declare})).Invalid);
}

TEST(FuzzEverywhere, EachCallHasVariablesOfItsOwn) {
  // Lane 1 calls with 5, then lane 3 with 7, in a loop, and those that come
  // along have their last parameter.
  Program P = unchecked({make(
      Stmt::For, 2, {number(2)},
      {make(Stmt::If, -1,
            {binary(Op::Eq, make(Expr::Lane),
                    binary(Op::Add, binary(Op::Mul, variable(2), number(2)),
                           number(1)))},
            {make(Stmt::Call, 0,
                  {binary(Op::Add, binary(Op::Mul, variable(2), number(2)),
                          number(5))})})})});
  P.Functions.insert(P.Functions.begin(), Function());
  Function &F = P.Functions[0];
  F.Params = 1;
  F.Vars = {Written::Long};
  F.Body = {
      make(Stmt::Everywhere, -1, {}, {make(Stmt::StoreOwn, -1, {variable(0)})}),
      make(Stmt::Return, -1, {make(Expr::OwnWord)})};
  P.Functions[1].Body[1].Body[0].Body[0].Callee = 0;
  ASSERT_TRUE(followsRules(P));
  Outcome Out = interpret(P);
  EXPECT_EQ("", Out.Invalid);
  EXPECT_EQ(Numbers({0, 5, 0, 7}), lastValues(P));
  EXPECT_EQ(0, Out.Words[0]);
  EXPECT_EQ(5, Out.Words[OwnWords]); // It came along to the second call.
}

TEST(FuzzEverywhere, VariablesAreShuffledFromLanesThatAreElsewhere) {
  // The even lanes ask lane 1, which is not there.
  auto Asked = [](Expr Operand, uint64_t Lane, uint64_t Form,
                  Written Kind = Written::Long) {
    Expr From = make(Expr::Shuffle, {std::move(Operand), number(Lane)}, Form);
    Program P =
        unchecked({make(Stmt::Declare, 2,
                        {binary(Op::Add, make(Expr::Lane), number(30))}),
                   make(Stmt::Everywhere, -1, {},
                        {make(Stmt::If, -1, {Odd}, {append(number(9))},
                              {append(std::move(From))})})});
    if (Kind != Written::Long) {
      P.Functions[0].Vars.insert(P.Functions[0].Vars.begin() + 2, Kind);
      P.Functions[0].Vars[3] = Written::Member;
      while (P.Functions[0].Vars.size() < 3 + membersOf(Kind))
        P.Functions[0].Vars.push_back(Written::Member);
      Expr Value = P.Functions[0].Body[1].Values[0];
      P.Functions[0].Body[1].Values.assign(membersOf(Kind), Value);
      EXPECT_TRUE(followsRules(P));
    }
    return P;
  };
  EXPECT_EQ(Numbers({31, 9, 31, 9}), lastValues(Asked(variable(2), 1, 0)));
  EXPECT_EQ(Numbers({31, 9, 31, 9}), lastValues(Asked(variable(2), 5, 0)));
  EXPECT_EQ(Numbers({31, 9, 31, 9}), lastValues(Asked(variable(2), 1, 1)));
  // That lane is not in the warp.
  EXPECT_EQ(Numbers({30, 9, 32, 9}), lastValues(Asked(variable(2), 5, 1)));
  // No variables.
  for (Expr Operand :
       {binary(Op::Add, variable(2), number(0)),
        make(Expr::Same, {variable(2)}), number(7), make(Expr::OwnWord)})
    EXPECT_EQ(Numbers({0, 9, 0, 9}), lastValues(Asked(Operand, 1, 0)));
  for (Written Kind : {Written::LongVector2, Written::UIntVector4,
                       Written::Structure, Written::Array})
    EXPECT_EQ(Numbers({31, 9, 31, 9}),
              lastValues(Asked(variable(4), 1, 0, Kind)));
}

TEST(FuzzEverywhere, GotoLeavesAllUpToItsBlock) {
  Stmt Goto = make(Stmt::Goto);
  Goto.Number = 3;
  Stmt Block =
      make(Stmt::Block, -1, {},
           {make(Stmt::While, 2, {number(2)},
                 {make(Stmt::If, -1, {Odd}, {Goto}), visit(number(1))}),
            visit(number(2))});
  Block.Number = 3;
  EXPECT_EQ(Numbers({1125, 1125, 1125, 1125}),
            lastValues(kernel(
                {Block, visit(binary(Op::And, variable(1), number(5)))})));
  Program P = kernel({});
  P.Functions[0].Body.push_back(Goto);
  EXPECT_FALSE(followsRules(P));
  // Not out of a body.
  Block.Body = {make(Stmt::Everywhere, -1, {}, {Goto})};
  P.Functions[0].Body.back() = Block;
  EXPECT_FALSE(followsRules(P));
}

TEST(FuzzEverywhere, WhatIsHiddenIsNotUsed) {
  // Variable 3 has the name of variable 2.
  auto Rules = [](std::vector<Stmt> Inner, std::vector<Stmt> Behind) {
    Program P = kernel({});
    std::vector<Stmt> &Body = P.Functions[0].Body;
    Body.push_back(make(Stmt::Declare, 2, {number(1)}));
    Body.push_back(make(Stmt::Block, -1, {}, std::move(Inner)));
    Body.insert(Body.end(), Behind.begin(), Behind.end());
    P.Functions[0].Vars.push_back(Written::UInt);
    P.Functions[0].Hides = {0, 0, 0, 2};
    return followsRules(P);
  };
  auto Declare = [](Expr Value) {
    return make(Stmt::Declare, 3, {std::move(Value)});
  };
  EXPECT_TRUE(Rules({Declare(number(1)), append(variable(3))}, {}));
  EXPECT_TRUE(Rules({append(variable(2)), Declare(number(1))}, {}));
  EXPECT_TRUE(Rules({Declare(number(1))}, {append(variable(2))}));
  EXPECT_TRUE(Rules({}, {}));
  EXPECT_FALSE(Rules({Declare(number(1)), append(variable(2))}, {}));
  EXPECT_FALSE(Rules({Declare(variable(2))}, {}));
  EXPECT_FALSE(Rules({Declare(number(1))}, {append(variable(3))}));
  // Twice in one scope.
  EXPECT_FALSE(Rules({}, {Declare(number(1))}));
}

TEST(FuzzEverywhere, GeneratedProgramsAgreeWithUsimd) {
  std::set<Stmt::Kind> Stmts;
  std::set<Expr::Kind> Exprs;
  std::function<void(const Expr &)> AddExpr = [&](const Expr &E) {
    Exprs.insert(E.K);
    for (const Expr &Arg : E.Args)
      AddExpr(Arg);
  };
  std::function<void(const std::vector<Stmt> &)> Add =
      [&](const std::vector<Stmt> &List) {
        for (const Stmt &S : List) {
          Stmts.insert(S.K);
          for (const Expr &E : S.Values)
            AddExpr(E);
          Add(S.Body);
          Add(S.Else);
        }
      };
  uint64_t Deepest = 0, Partial = 0;
  for (uint64_t Seed = 1; Seed <= 400; ++Seed) {
    Coverage C;
    Outcome Expected;
    Program P = generate(Seed, 1u << Seed % 7, Expected, C);
    EXPECT_EQ(
        "", firstDifference(
                P, Expected,
                runMachine(P, [&](unsigned Lanes) { return lower(P, Lanes); })))
        << "seed " << Seed;
    for (const Function &F : P.Functions)
      Add(F.Body);
    Deepest = std::max(Deepest, C.Deepest);
    Partial += C.Partial;
  }
  // All that there is, and the bodies of calls in bodies count, too.
  EXPECT_EQ(Stmts.size(), size_t(Stmt::GroupBarrier) + 1);
  EXPECT_EQ(Exprs.size(), size_t(Expr::ScanExclusive) + 1);
  EXPECT_GE(Deepest, 4u);
  EXPECT_GE(Partial, 1000u);
}

TEST(FuzzEverywhere, MistakesInTheAssemblyAreSeen) {
  // What is put in place of the first occurrence.
  struct {
    const char *What, *By;
  } Cases[] = {{"branch_mask 0", "branch_mask 1"},
               {"  end_everywhere\n", ""},
               {"  sync\n", ""},
               {"bz ", "bnz "},
               {"shfl", "copy"}};
  for (const auto &C : Cases) {
    unsigned Tried = 0, Seen = 0;
    for (uint64_t Seed = 1; Seed <= 120; ++Seed) {
      Coverage Covered;
      Outcome Expected;
      Program P = generate(Seed, 8, Expected, Covered);
      bool Changed = false;
      Outcome Got = runMachine(P, [&](unsigned Lanes) {
        std::string Text = lower(P, Lanes);
        size_t At = Text.find(C.What);
        if (At != std::string::npos) {
          Changed = true;
          Text.replace(At, std::string(C.What).size(), C.By);
        }
        return Text;
      });
      Tried += Changed;
      Seen += Changed && !firstDifference(P, Expected, Got).empty();
    }
    EXPECT_GE(Tried, 20u) << C.What;
    EXPECT_GE(Seen, 3u) << C.What;
  }
}

TEST(FuzzEverywhere, ReducedProgramsKeepWhatIsAskedFor) {
  // A visit by lanes of which one has returned.
  auto Asked = [](const simd::Test &T) {
    std::string Text = printCl(T.P, "p");
    return Text.find("return; }") != std::string::npos &&
           Text.find("everywhere (") != std::string::npos &&
           Text.find("sub_group_ballot(") != std::string::npos;
  };
  unsigned Programs = 0;
  for (uint64_t Seed = 1; Programs < 3; ++Seed) {
    simd::Test T;
    Coverage C;
    T.P = generate(Seed, 8, T.Expected, C);
    if (!Asked(T) || linesOf(T.P) < 60)
      continue;
    ++Programs;
    Shrinking S = shrink(T, Asked, Clock::now() + std::chrono::seconds(100));
    EXPECT_TRUE(S.Complete);
    EXPECT_TRUE(followsRules(S.Smallest.P));
    EXPECT_EQ("", S.Smallest.Expected.Invalid);
    EXPECT_TRUE(Asked(S.Smallest));
    EXPECT_LE(S.Smallest.P.groupSize(), 4u);
    // Nine macros, the kernel and its end, what was asked for, and perhaps two
    // functions that have it.
    EXPECT_LE(linesOf(S.Smallest.P), 30u) << printCl(S.Smallest.P, "p");
  }
}

// What was once lost by a compiler, since no program was of this kind: jumps
// that leave a scope with a variable, in all kinds of scopes and by all jumps,
// before a body or in one; and variables shuffled from lanes that are
// elsewhere.
TEST(FuzzEverywhere, JumpsLeaveScopesOfVariables) {
  std::set<std::string> Seen;
  uint64_t Absent = 0, Sweeps = 0;
  struct Around {
    std::string Name;
    bool Declares;
  };
  std::function<void(const std::vector<Stmt> &, std::vector<Around>, bool)> Add;
  Add = [&](const std::vector<Stmt> &List, std::vector<Around> In,
            bool InBody) {
    for (const Stmt &S : List) {
      std::string Jump = S.K == Stmt::Break      ? "break"
                         : S.K == Stmt::Continue ? "continue"
                         : S.K == Stmt::Return   ? "return"
                         : S.K == Stmt::Goto     ? "goto"
                                                 : "";
      auto EndsAt = [&](const std::string &Name) {
        bool IsLoop = Name == "for" || Name == "while" || Name == "do";
        return Jump == "goto"       ? Name == "block"
               : Jump == "continue" ? IsLoop
               : Jump == "break"    ? IsLoop || Name.substr(0, 4) == "case"
                                    : false;
      };
      for (size_t I = In.size(); I-- > 0 && !Jump.empty();) {
        if (In[I].Declares)
          Seen.insert(Jump + " out of " + In[I].Name +
                      (InBody ? " in a body" : ""));
        if (EndsAt(In[I].Name))
          break;
      }
      if (S.K == Stmt::Declare && !In.empty())
        In.back().Declares = true;
      auto Inside = [&](const char *Name, const std::vector<Stmt> &Part,
                        bool Clear = false) {
        std::vector<Around> Inner = Clear ? std::vector<Around>() : In;
        Inner.push_back({Name, false});
        Add(Part, Inner, InBody || Clear);
      };
      switch (S.K) {
      case Stmt::If:
        Inside("then", S.Body);
        Inside("else", S.Else);
        break;
      case Stmt::While:
        Inside("while", S.Body);
        break;
      case Stmt::DoWhile:
        Inside("do", S.Body);
        break;
      case Stmt::For:
        Inside("for", S.Body);
        break;
      case Stmt::Sweep:
        ++Sweeps;
        Inside("sweep", S.Body);
        break;
      case Stmt::Switch:
        for (const Stmt &Case : S.Body)
          Inside(S.Number ? "case without braces" : "case", Case.Body);
        break;
      case Stmt::Block:
        Inside("block", S.Body);
        break;
      case Stmt::Everywhere:
        Inside("body", S.Body, true);
        break;
      default:
        break;
      }
    }
  };
  for (uint64_t Seed = 1; Seed <= 3000; ++Seed) {
    Coverage C;
    Outcome Expected;
    Program P = generate(Seed, 8, Expected, C);
    Absent += C.Absent;
    for (const Function &F : P.Functions)
      Add(F.Body, {}, false);
  }
  for (const char *Scope : {"then", "else", "while", "do", "for", "case",
                            "case without braces", "block"})
    for (const char *Where : {"", " in a body"})
      for (const char *Jump : {"break", "continue", "goto"})
        EXPECT_TRUE(Seen.count(std::string(Jump) + " out of " + Scope + Where))
            << Jump << " out of " << Scope << Where;
  for (const char *Scope : {"then", "else", "while", "do", "for", "case",
                            "case without braces", "block"})
    EXPECT_TRUE(Seen.count(std::string("return out of ") + Scope)) << Scope;
  EXPECT_GE(Absent, 500u);
  EXPECT_GE(Sweeps, 500u);
}
