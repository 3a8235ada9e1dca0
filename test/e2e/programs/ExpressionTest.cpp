//===- ExpressionTest.cpp - Programs about expressions --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include <complex>

using namespace tasklet::test;

using ExpressionPrograms = Programs;
INSTANTIATE_PROGRAMS(ExpressionPrograms);

namespace {

/// An expression that is written down and evaluated while it is made up.
struct RandomExpression {
  std::mt19937 &Engine;
  std::string Text;
  bool DividedByZero = false;

  void blanks() { Text.append(Engine() % 3 / 2, ' '); }

  uint64_t factor(int Depth) {
    blanks();
    switch (Depth == 0 ? 0 : Engine() % 4) {
    case 1: {
      Text += '-';
      return 0 - factor(Depth - 1);
    }
    case 2:
    case 3: {
      Text += '(';
      uint64_t Value = sum(Depth - 1);
      blanks();
      Text += ')';
      return Value;
    }
    default: {
      unsigned Number = Engine() % 1000;
      Text += std::to_string(Number);
      return Number;
    }
    }
  }
  uint64_t product(int Depth) {
    uint64_t Value = factor(Depth);
    for (unsigned N = Engine() % 3; N > 0; --N) {
      bool Divide = Engine() % 3 == 0;
      blanks();
      Text += Divide ? '/' : '*';
      uint64_t By = factor(Depth);
      if (Divide && By == 0)
        DividedByZero = true;
      else if (Divide)
        Value = By == ~0ull ? 0 - Value : int64_t(Value) / int64_t(By);
      else
        Value *= By;
    }
    return Value;
  }
  uint64_t sum(int Depth) {
    uint64_t Value = product(Depth);
    for (unsigned N = Engine() % 3; N > 0; --N) {
      bool Minus = Engine() % 2;
      blanks();
      Text += Minus ? '-' : '+';
      uint64_t Next = product(Depth);
      Value = Minus ? Value - Next : Value + Next;
    }
    return Value;
  }
};

} // namespace

TEST_P(ExpressionPrograms, Parser) {
  enum { Fine, Unexpected, Unclosed, DivisionByZero };
  struct Line {
    std::string Text;
    int64_t Value;
    cl_int2 Error;
  };
  std::vector<Line> Lines = {
      {"1 + 2 * 3", 7, {{Fine, 0}}},
      {"", 0, {{Unexpected, 0}}},
      {"2 + ", 0, {{Unexpected, 4}}},
      {"(1 + (2)", 0, {{Unclosed, 8}}},
      {"1 2", 0, {{Unexpected, 2}}},
      {"3 * (4 / (2 - 2))", 0, {{DivisionByZero, 7}}},
      {"-9223372036854775807 - 1", INT64_MIN, {{Fine, 0}}},
  };
  std::mt19937 Engine(6);
  while (Lines.size() < 150) {
    RandomExpression Expression{Engine, {}};
    int64_t Value = static_cast<int64_t>(Expression.sum(6));
    if (!Expression.DividedByZero)
      Lines.push_back({Expression.Text, Value, {{Fine, 0}}});
  }
  std::vector<char> Text;
  std::vector<unsigned> Begin;
  for (const Line &L : Lines) {
    Begin.push_back(static_cast<unsigned>(Text.size()));
    Text.insert(Text.end(), L.Text.c_str(), L.Text.c_str() + L.Text.size() + 1);
  }
  Buffer<int64_t> Values(Lines.size());
  Buffer<cl_int2> Errors(Lines.size());
  run(load("parser"), "evaluate", Lines.size(), Buffer<char>(Text),
      Buffer<unsigned>(Begin), Values, Errors);
  for (size_t I = 0; I < Lines.size(); ++I) {
    EXPECT_EQ(Values.read()[I], Lines[I].Value) << Lines[I].Text;
    EXPECT_EQ(Errors.read()[I].s[0], Lines[I].Error.s[0]) << Lines[I].Text;
    EXPECT_EQ(Errors.read()[I].s[1], Lines[I].Error.s[1]) << Lines[I].Text;
  }
}

namespace {

enum Operation {
  Constant,
  Variable,
  Negate,
  Add,
  Multiply,
  Divide,
  Sine,
  Choose
};

struct Node {
  Operation Op;
  union {
    unsigned Operand[3];
    float Value;
  };
};

/// Complex arithmetic differentiates too: f(x + ih) = f(x) + ih f'(x) up to
/// terms of h^2, which are nothing for this h.
constexpr double H = 1e-100;

struct Evaluator {
  const std::vector<Node> &Tree;
  double X;
  bool Valid = true;

  std::complex<double> operator()(unsigned At) {
    const Node &N = Tree[At];
    auto Operand = [&](int I) { return (*this)(N.Operand[I]); };
    switch (N.Op) {
    case Constant:
      return N.Value;
    case Variable:
      return {X, H};
    case Negate:
      return -Operand(0);
    case Add:
      return Operand(0) + Operand(1);
    case Multiply:
      return Operand(0) * Operand(1);
    case Divide: {
      const std::complex<double> By = Operand(1);
      Valid &= By.real() != 0.0;
      // By hand: the library's division loses parts as small as H.
      const std::complex<double> A = Operand(0);
      const double Quotient = A.real() / By.real();
      return {Quotient, (A.imag() - Quotient * By.imag()) / By.real()};
    }
    case Sine:
      return std::sin(Operand(0));
    case Choose:
      break;
    }
    return Operand(0).real() < 0.0 ? Operand(1) : Operand(2);
  }
};

} // namespace

/// Adds a random expression to the tree and returns its root.
static unsigned grow(std::vector<Node> &Tree, std::mt19937 &Engine, int Depth) {
  Node N = {};
  N.Op = static_cast<Operation>(Depth == 0 ? Engine() % 2 : Engine() % 8);
  if (N.Op == Constant)
    N.Value = static_cast<float>(static_cast<int>(Engine() % 9) - 4);
  else if (N.Op != Variable)
    for (unsigned &Operand : N.Operand)
      Operand = grow(Tree, Engine, Depth - 1);
  Tree.push_back(N);
  return static_cast<unsigned>(Tree.size()) - 1;
}

TEST_P(ExpressionPrograms, ExpressionTree) {
  std::mt19937 Engine(12);
  std::vector<Node> Tree;
  std::vector<unsigned> Roots;
  for (int I = 0; I < 60; ++I)
    Roots.push_back(grow(Tree, Engine, I % 5));
  const std::vector<double> X = {-1.5, 0.0, 0.3, 2.0};
  const size_t Size = Roots.size() * X.size();
  Buffer<cl_double2> Values(Size);
  Buffer<int> Valid(Size);
  run(load("expression_tree"), "evaluate_all", Range({Roots.size(), X.size()}),
      Buffer<Node>(Tree), Buffer<unsigned>(Roots), Buffer<double>(X), Values,
      Valid);
  std::vector<cl_double2> Results = Values.read();
  std::vector<int> SerialValid;
  for (size_t I = 0; I < Size; ++I) {
    Evaluator Evaluate{Tree, X[I % X.size()]};
    const std::complex<double> Serial = Evaluate(Roots[I / X.size()]);
    SerialValid.push_back(Evaluate.Valid);
    // Trees of depth 4 over small numbers: some roundings of values that are
    // not much larger than the result.
    const double Value = Evaluate.Valid ? Serial.real() : 0.0;
    const double Slope = Evaluate.Valid ? Serial.imag() / H : 0.0;
    EXPECT_NEAR(Results[I].s[0], Value, 1e-12 * (1 + std::abs(Value)));
    EXPECT_NEAR(Results[I].s[1], Slope, 1e-12 * (1 + std::abs(Slope)));
  }
  expectEqual(Valid, SerialValid);
}
