//===- ExpressionTest.cpp - Programs about expressions --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Programs.h"

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
    RandomExpression Expression{Engine};
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
