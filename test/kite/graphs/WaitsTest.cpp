//===- WaitsTest.cpp - What each node waits for ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Compiled.h"

#include "graphs/Waits.h"

using namespace tasklet::kite;

namespace {

/// Waits as a text, with statements' numbers that do not count declarations:
/// they never wait.
class WaitsTest : public testing::Test {
protected:
  void compute(const std::string &Body, bool IsFlat = false) {
    C = std::make_unique<Compiled>(
        "task f(n: int): int { return n; }\n"
        "task s(v: array(int)): int { return v[0]; }\n"
        "task test(b: bool, n: int, v: array(int)): int {\n" +
        Body + "\n}\n");
    ASSERT_TRUE(C->P);
    C->normalize();
    G = C->graphOf("test");
    if (IsFlat)
      flattenGraph(G, *C->P, C->Ast);
    W = computeWaits(G.Body);
    Number.clear();
    unsigned Next = 0;
    for (const GraphNode &Node : G.Body.Nodes)
      Number.push_back(llvm::isa<DeclStmt>(Node.S) ? ~0u : Next++);
  }

  std::string str(const NodeSet &Set) const {
    std::string Text;
    for (unsigned Node : Set)
      if (Number[Node] != ~0u)
        Text += (Text.empty() ? "" : " ") + std::to_string(Number[Node]);
    return "{" + Text + "}";
  }

  std::string needs() const {
    std::string Text;
    for (size_t I = 0; I < W.Nodes.size(); ++I)
      if (Number[I] != ~0u)
        Text += (Text.empty() ? "" : " ") + str(W.Nodes[I].Needs);
    return Text;
  }

  static std::string steps(const WaitsTest &T, const WaitGroup &Group) {
    std::string Text;
    for (const WaitStep &Step : Group.Steps)
      Text += "force " + T.str(Step.Force) + " run " + T.str(Step.Nodes) + " ";
    return Text;
  }

  std::unique_ptr<Compiled> C;
  TaskGraph G;
  Waits W;
  std::vector<unsigned> Number;
};

} // namespace

TEST_F(WaitsTest, NothingWaits) {
  compute("x: int = 1; return x;");
  EXPECT_EQ(needs(), "{}");
  EXPECT_TRUE(W.Groups.empty());
  EXPECT_TRUE(W.IsChain);
  EXPECT_TRUE(W.Unneeded.empty());
}

TEST_F(WaitsTest, TwoCallsAreJoined) {
  compute("return f(n - 1) + f(n - 2);");
  EXPECT_EQ(needs(), "{} {} {0 1}");
  ASSERT_EQ(W.Groups.size(), 1u);
  EXPECT_TRUE(W.IsChain);
  EXPECT_EQ(steps(*this, W.Groups[0]), "force {0 1} run {2} ");
}

TEST_F(WaitsTest, SeveralOutputs) {
  // The example of section 4.1.
  compute("y = f(n); print(y); z = f(y); print(z); return 0;");
  EXPECT_EQ(needs(), "{} {0} {0} {0 2} {}");
  ASSERT_EQ(W.Groups.size(), 1u);
  EXPECT_TRUE(W.IsChain);
  EXPECT_EQ(steps(*this, W.Groups[0]),
            "force {0} run {1 2} force {2} run {3} ");
  EXPECT_EQ(str(W.AtOnce), "{0 4}");
  EXPECT_EQ(str(W.Unneeded), "{1 3}");
}

TEST_F(WaitsTest, DisjointNeedsAreGroups) {
  compute("x = f(1); print(x); y = f(2); print(y); return 0;");
  EXPECT_EQ(needs(), "{} {0} {} {2} {}");
  ASSERT_EQ(W.Groups.size(), 2u);
  EXPECT_FALSE(W.IsChain);
  EXPECT_EQ(str(W.Groups[0].Nodes), "{1}");
  EXPECT_EQ(str(W.Groups[1].Nodes), "{3}");
  EXPECT_TRUE(W.Groups[0].IsChain);
  EXPECT_TRUE(W.Groups[1].IsChain);
}

TEST_F(WaitsTest, NeedsThatOverlapAreNoChain) {
  compute("x = f(1); y = f(2); print(x); print(x + y); print(y); return 0;");
  EXPECT_EQ(needs(), "{} {} {0} {0 1} {1} {}");
  ASSERT_EQ(W.Groups.size(), 1u);
  EXPECT_FALSE(W.IsChain);
  // print(y) behind print(x): it waits for x.
  EXPECT_EQ(steps(*this, W.Groups[0]),
            "force {0} run {2} force {1} run {4 3} ");
  EXPECT_EQ(str(W.Groups[0].TooLong), "{4}");
}

TEST_F(WaitsTest, StoresWaitApplicationsDoNot) {
  compute("v[0] <- f(1); v[1] <- f(2); return 0;");
  EXPECT_EQ(needs(), "{} {0} {} {0 2} {}");
  EXPECT_TRUE(W.IsChain);
}

TEST_F(WaitsTest, NumbersAreCopiedArraysAreNot) {
  // f has its n when n changes. s reads v until it is done.
  compute("f(n); n <- 1; return 0;");
  EXPECT_EQ(needs(), "{} {} {}");
  compute("s(v); v[0] <- 1; return 0;");
  EXPECT_EQ(needs(), "{} {0} {}");
}

TEST_F(WaitsTest, CompoundStatementsReadLate) {
  compute("if (b) { print(f(1) + n); } n <- 2; return 0;");
  EXPECT_EQ(needs(), "{} {0} {}");
}

TEST_F(WaitsTest, OrderWithoutAWaitStillBringsNeeds) {
  // f(y) is started before y changes, and to start it takes x: so y <- 1 needs x.
  compute("x = f(1); y = 2; f(x + y); y <- 1; return y;");
  EXPECT_EQ(needs(), "{} {0} {0} {0}");
}

TEST_F(WaitsTest, FlatteningSplitsTheExample) {
  const char *Body = "x = f(1); y = f(2); if (b) { x <- f(x); } else "
                     "{ y <- f(y); } print(x); print(y); return 0;";
  compute(Body);
  EXPECT_EQ(needs(), "{} {} {0 1} {0 1 2} {0 1 2} {}");
  compute(Body, true);
  EXPECT_EQ(needs(), "{} {} {0} {1} {0 2} {1 3} {}");
  EXPECT_EQ(W.Groups.size(), 2u);
}

TEST_F(WaitsTest, TailCalls) {
  compute("x = f(1); y = f(x); return f(y);");
  std::string Marks;
  for (const GraphNode &Node : G.Body.Nodes)
    if (!llvm::isa<DeclStmt>(Node.S))
      Marks += Node.IsTailCall ? "t" : Node.SharesFrame ? "s" : "-";
  EXPECT_EQ(Marks, "sst-");
}

TEST_F(WaitsTest, NoTailCallIfTheResultIsUsedTwice) {
  compute("x = f(1); print(x); return x;");
  for (const GraphNode &Node : G.Body.Nodes) {
    EXPECT_FALSE(Node.IsTailCall);
    EXPECT_FALSE(Node.SharesFrame);
  }
}
