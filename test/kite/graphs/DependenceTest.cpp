//===- DependenceTest.cpp - Sums, compositions, figures 6 and 7 -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The equations, each with the dependences that the paper's figure gives, worked
// out by hand. That leaving one out gives a wrong order is for OrderTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "Compiled.h"

#include "graphs/Dependences.h"

using namespace tasklet::kite;

namespace {

class AlgebraTest : public testing::Test {
protected:
  AlgebraTest() {
    X.Name = "x";
    Y.Name = "y";
    Z.Name = "z";
  }

  static Dependence make(std::vector<const VarDecl *> Uses, bool IsParallel,
                         std::vector<const VarDecl *> Determines) {
    Dependence D;
    D.X.insert(Uses.begin(), Uses.end());
    D.Y.insert(Determines.begin(), Determines.end());
    D.IsParallel = IsParallel;
    return D;
  }

  VarDecl X, Y, Z;
};

/// What the statement of the given line is: the text of its node's dependence.
class EquationTest : public testing::Test {
protected:
  /// \p Body is that of a task with the parameters b: bool, n: int, v: array(int),
  /// m: array(array(int)), p: point, t: tree, l: array(int). Returns the
  /// dependence of the last node.
  static std::string last(const std::string &Body) {
    Compiled C("struct point { x: int, a: array(int) }\n"
               "union tree { leaf: int, row: array(int) }\n"
               "task f(n: int): int { return n; }\n"
               "task e(n: int) {}\n"
               "task test(b: bool, n: int, v: array(int), "
               "m: array(array(int)), p: point, t: tree, l: array(int), "
               "q: task<int, int>) {\n" +
               Body + "\n}\n");
    if (!C.P)
      return "";
    C.normalize();
    TaskGraph G = C.graphOf("test");
    return G.Body.Nodes.empty() ? "" : G.Body.Nodes.back().D.str();
  }
};

} // namespace

TEST_F(AlgebraTest, SumJoinsBothSides) {
  Dependence D = sum(make({&X}, false, {&Y}), make({&Y, &X}, false, {&Z}));
  EXPECT_EQ(D.str(), "{x, y} -> {y, z}");
}

TEST_F(AlgebraTest, SumIsParallelIfOneIs) {
  EXPECT_EQ(sum(make({}, false, {}), make({}, true, {})).str(), "{} ~> {}");
  EXPECT_EQ(sum(make({}, true, {}), make({}, false, {})).str(), "{} ~> {}");
  EXPECT_EQ(sum(make({}, false, {}), make({}, false, {})).str(), "{} -> {}");
}

TEST_F(AlgebraTest, CompositionHidesWhatTheFirstDetermines) {
  Dependence D = compose(make({&X}, false, {&Y}), make({&Y, &Z}, true, {&X}));
  EXPECT_EQ(D.str(), "{x, z} ~> {y, x}");
}

TEST_F(AlgebraTest, CompositionKeepsWhatTheFirstUses) {
  // X' \ Y, not (X u X') \ Y.
  Dependence D = compose(make({&X}, false, {&X}), make({&X}, false, {}));
  EXPECT_EQ(D.str(), "{x} -> {x}");
}

TEST_F(AlgebraTest, CompositionIsNotSymmetric) {
  Dependence A = make({}, false, {&X}), B = make({&X}, false, {});
  EXPECT_EQ(compose(A, B).str(), "{} -> {x}");
  EXPECT_EQ(compose(B, A).str(), "{x} -> {x}");
}

TEST_F(EquationTest, Expression1) {
  EXPECT_EQ(last("if (n < v[n + 1]) {}"), "{n, v} -> {}");
  EXPECT_EQ(last("if (1 < 2) {}"), "{} -> {}");
}

TEST_F(EquationTest, Application2) {
  EXPECT_EQ(last("e(n + v[0]);"), "{n, v} ~> {}");
  EXPECT_EQ(last("e(1);"), "{} ~> {}");
  EXPECT_EQ(last("print(n, b);"), "{n, b} ~> {}");
  // A callee that is a value is one more of what it needs.
  EXPECT_EQ(last("q(1);"), "{q} ~> {}");
}

TEST_F(EquationTest, AssignedApplication3) {
  EXPECT_EQ(last("x: int; x <- f(n);"), "{n} ~> {x}");
  EXPECT_EQ(last("n <- f(n);"), "{n} ~> {n}");
}

TEST_F(EquationTest, AssignedApplication3OfAnElement) {
  // The figure's equation. In A-normal form the store is apart.
  Compiled C("task f(n: int): int { return n; }\n"
             "task test(v: array(int), i: int, n: int) { v[i] <- f(n); }");
  auto *S = llvm::cast<AssignStmt>(C.P->find("test")->Body->Body[0]);
  if (auto *Force = llvm::dyn_cast<ForceExpr>(S->Value))
    S->Value = Force->Operand;
  EXPECT_EQ(dependenceOfAssignedApplication(*S).str(), "{v, i, n} ~> {v}");
  EXPECT_EQ(last("v[n] <- f(n);"), "{v, n, x1} -> {v}");
}

TEST_F(EquationTest, Assign4) {
  EXPECT_EQ(last("x: int; x <- n + v[0];"), "{n, v} -> {x}");
  EXPECT_EQ(last("n <- 1;"), "{} -> {n}");
  EXPECT_EQ(last("n += 1;"), "{n} -> {n}");
}

TEST_F(EquationTest, Figure7) {
  // x[i] <- e determines x, and depends on e, i and x.
  EXPECT_EQ(last("v[n] <- 1;"), "{v, n} -> {v}");
  EXPECT_EQ(last("m[n][v[0]] <- 1;"), "{m, n, v} -> {m}");
  EXPECT_EQ(last("p.x <- n;"), "{p, n} -> {p}");
  EXPECT_EQ(last("p.a[n] <- 2;"), "{p, n} -> {p}");
}

TEST_F(EquationTest, Declaration5) {
  EXPECT_EQ(last("x: int = n;"), "{n} -> {x}");
  EXPECT_EQ(last("x = 1;"), "{} -> {x}");
  EXPECT_EQ(last("x: int;"), "{} -> {x}");
}

TEST_F(EquationTest, Other6) {
  EXPECT_EQ(last("return;"), "{} -> {}");
  EXPECT_EQ(last("v[n];"), "{v, n} -> {}");
  // An atomic function determines nothing.
  EXPECT_EQ(last("atomic_add(v[n], 1);"), "{v, n} -> {}");
}

TEST_F(EquationTest, If7) {
  EXPECT_EQ(last("if (b) { n <- f(n); } else { n <- v[0]; }"),
            "{b, n, v} ~> {n}");
  // What one branch leaves as it is, the node depends on.
  EXPECT_EQ(last("if (b) { n <- 1; }"), "{b, n} -> {n}");
  EXPECT_EQ(last("if (b) { n <- 1; } else { n <- 2; }"), "{b} -> {n}");
  // What a branch declares is its own.
  EXPECT_EQ(last("if (b) { x = f(n); print(x); }"), "{b, n} ~> {}");
  EXPECT_EQ(last("if (b) {} else {}"), "{b} -> {}");
}

TEST_F(EquationTest, Case8) {
  EXPECT_EQ(last("case (t) { leaf x: n <- x; row r: n <- r[0]; }"),
            "{t} -> {n}");
  EXPECT_EQ(last("case (t) { leaf x: e(x + n); row: }"), "{t, n} ~> {}");
  // A store into the data of a branch is one into the union.
  EXPECT_EQ(last("case (t) { leaf: row r: r[0] <- n; }"), "{t, n} -> {t}");
}

TEST_F(EquationTest, For9) {
  EXPECT_EQ(last("for (x = v[i]) { x <- i; }"), "{v} -> {v}");
  EXPECT_EQ(last("for (x = v[i]) { e(x); }"), "{v} ~> {}");
  EXPECT_EQ(last("for (x = v) { n <- n + x; }"), "{v, n} -> {n}");
  // It may make no turn.
  EXPECT_EQ(last("for (x = v) { n <- 1; }"), "{v, n} -> {n}");
  EXPECT_EQ(last("for (i = [1..3]) {}"), "{} -> {}");
  // An alias of an alias.
  EXPECT_EQ(last("for (r = m) { for (x = r[i]) { x <- i; } }"), "{m} -> {m}");
  EXPECT_EQ(last("for (r = m[n][i]) { r <- 3; }"), "{m, n} -> {m}");
}

TEST_F(EquationTest, Map10) {
  EXPECT_EQ(last("map (x = v[i]) { x <- i; }"), "{v} ~> {v}");
  EXPECT_EQ(last("map (x = v[i]) {}"), "{v} ~> {}");
}

TEST_F(EquationTest, Graph11) {
  // A composition: n is determined before it is used.
  EXPECT_EQ(last("if (b) { n <- v[0]; p.x <- n; } else { n <- 1; p.x <- 2; }"),
            "{b, v, p} -> {n, p}");
  EXPECT_EQ(last("if (b) { p.x <- n; n <- 1; } else { n <- 1; }"),
            "{b, p, n} -> {p, n}");
  // A conditional use of n in a graph does not hide the n from outside.
  EXPECT_EQ(last("if (b) { if (n < 1) { l <- v; } print(l[0]); }"),
            "{b, n, v, l} ~> {l}");
}

TEST_F(EquationTest, While) {
  EXPECT_EQ(last("while (n < v[0]) { n += f(1); }"), "{n, v} ~> {n}");
  EXPECT_EQ(last("while (b) { b <- false; n <- 2; }"), "{b, n} -> {b, n}");
}

TEST_F(EquationTest, Critical) {
  EXPECT_EQ(last("critical (v) { n <- 1; }"), "{v} -> {n, v}");
  EXPECT_EQ(last("critical (p.a) {}"), "{p} -> {p}");
}

TEST_F(EquationTest, Then) {
  EXPECT_EQ(last("{ n <- f(1); } then print(n, b);"), "{b} ~> {n}");
}

TEST_F(EquationTest, ClosuresDependOnWhatTheyCapture) {
  EXPECT_EQ(last("q <- task (x: int): int { return x + n; };"), "{n} -> {q}");
  EXPECT_EQ(last("q <- task (x: int): int { return x; };"), "{} -> {q}");
}
