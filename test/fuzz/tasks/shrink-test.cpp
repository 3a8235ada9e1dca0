//===- shrink-test.cpp - What the reducer keeps, and what it drops --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The reducer without a compiler: the property of a program is something in
/// its tree, and what is left must have that and little more.
///
//===----------------------------------------------------------------------===//

#include "Edit.h"
#include "Flow.h"
#include "Generate.h"
#include "Print.h"
#include "Shrink.h"

#include <gtest/gtest.h>

using namespace tasklet::fuzz;

namespace {

const auto NoTelling = [](const Shrinking &) {};

bool hasStatement(const Program &P, Stmt::Kind K) {
  bool Found = false;
  for (Function F : P.Functions)
    forEachList(F.Body, [&](std::vector<Stmt> &List) {
      for (const Stmt &S : List)
        Found |= S.K == K;
    });
  return Found;
}

bool hasExpr(const Program &P, Expr::Kind K) {
  bool Found = false;
  for (Function F : P.Functions)
    forEachExpr(F.Body, [&](Expr &E) { Found |= E.K == K; });
  return Found;
}

/// Shrinks the programs of some seeds that have the property.
void shrinkMany(const std::function<bool(const Program &)> &Property,
                size_t MaxLines) {
  unsigned Programs = 0;
  for (uint64_t Seed = 1; Programs < 5; ++Seed) {
    Test T;
    T.P = generate(Seed, T.Expected);
    // What the kernel does not reach is not printed, so not compiled either.
    if (!Property(T.P) || linesOf(T.P) < 100)
      continue;
    ++Programs;
    SCOPED_TRACE("seed " + std::to_string(Seed));
    unsigned Asked = 0, Kept = 0;
    auto Has = [&](const Test &Try) {
      ++Asked;
      EXPECT_TRUE(followsRules(Try.P));
      EXPECT_EQ("", Try.Expected.Invalid);
      bool Yes = Property(Try.P);
      Kept += Yes;
      return Yes;
    };
    Shrinking R =
        shrink(T, Has, Clock::now() + std::chrono::seconds(60), NoTelling);
    EXPECT_TRUE(R.Complete);
    EXPECT_TRUE(Property(R.Smallest.P));
    EXPECT_EQ(Asked, R.Tries);
    EXPECT_EQ(Kept, R.Steps);
    EXPECT_LE(linesOf(R.Smallest.P), MaxLines) << print(R.Smallest.P, "p");
    // Each try may cost a second.
    EXPECT_LE(R.Tries, 300u);
    // What is left means what it says it means.
    EXPECT_EQ(R.Smallest.Expected.Words, interpret(R.Smallest.P).Words);
  }
}

// A program with one task that does nothing has 15 lines.

TEST(Shrink, KeepsASwitch) {
  shrinkMany([](const Program &P) { return hasStatement(P, Stmt::Switch); },
             25);
}

TEST(Shrink, KeepsAForce) {
  shrinkMany([](const Program &P) { return hasStatement(P, Stmt::Force); }, 25);
}

TEST(Shrink, KeepsAWait) {
  shrinkMany([](const Program &P) { return hasStatement(P, Stmt::Wait); }, 25);
}

/// A spawn whose result nothing waits for goes together with its name.
TEST(Shrink, KeepsAWaitInALoop) {
  shrinkMany(
      [](const Program &P) {
        bool Found = false;
        for (Function F : P.Functions)
          forEachList(F.Body, [&](std::vector<Stmt> &List) {
            for (const Stmt &S : List)
              for (const Stmt &Inner : S.Body)
                Found |= S.K == Stmt::For && Inner.K == Stmt::Wait &&
                         !Inner.Names.empty();
          });
        return Found;
      },
      30);
}

TEST(Shrink, KeepsAVectorOperation) {
  shrinkMany([](const Program &P) { return hasExpr(P, Expr::Vector); }, 25);
}

/// Nothing that can be seen in one place: so many tasks run.
TEST(Shrink, KeepsWhatTheProgramDoes) {
  shrinkMany([](const Program &P) { return interpret(P).Tasks >= 20; }, 40);
}

TEST(Shrink, EndsInTime) {
  tasklet::fuzz::Test T;
  T.P = generate(1, T.Expected);
  auto Slow = [](const tasklet::fuzz::Test &) {
    struct timespec Wait = {0, 20'000'000};
    nanosleep(&Wait, nullptr);
    return false;
  };
  Shrinking R =
      shrink(T, Slow, Clock::now() + std::chrono::milliseconds(100), NoTelling);
  EXPECT_FALSE(R.Complete);
  EXPECT_GE(R.Tries, 1u);
  EXPECT_LE(R.Tries, 6u);
  EXPECT_EQ(print(T.P, "p"), print(R.Smallest.P, "p"));
}

/// No cut is better than a wrong one.
TEST(Shrink, LeavesAProgramAloneThatNeedsAllOfIt) {
  tasklet::fuzz::Test T;
  T.P = generate(1, T.Expected);
  const std::string Whole = print(T.P, "");
  Shrinking R = shrink(
      T,
      [&](const tasklet::fuzz::Test &Try) { return print(Try.P, "") == Whole; },
      Clock::now() + std::chrono::seconds(60), NoTelling);
  EXPECT_EQ(0u, R.Steps);
  EXPECT_EQ(Whole, print(R.Smallest.P, ""));
}

} // namespace
