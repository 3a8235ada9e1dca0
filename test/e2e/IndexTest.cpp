//===- IndexTest.cpp - Indexes in loops that wrap, or do not --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Random loops in tasks whose indexes are sums of `uint`. Many wrap on the way,
/// and those that are out of range are left out by a comparison, as the language
/// says that a `uint` does. The host computes the same in `uint32_t`.
///
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <random>

using namespace tasklet::test;

namespace {

/// An index in two loops, at = start + i * row + j * column, modulo 2^32.
struct Form {
  bool Compares;                  ///< whether indexes may be out of range
  bool IsStored;                  ///< elements are written, too
  bool RowIsKnown, ColumnIsKnown; ///< to the compiler
  uint32_t Start, Row, Column, Rows, Columns;
};

constexpr uint32_t Length = 200;

std::string text(const Form &F, size_t Number) {
  auto Of = [](bool Known, uint32_t Value, const char *Name) {
    return Known ? std::to_string(Value) + "u" : std::string(Name);
  };
  const std::string Access =
      F.IsStored ? "v[at] += s + j; s = s * 5 + v[at];" : "s = s * 5 + v[at];";
  const std::string Name = std::to_string(Number);
  return "__task uint walk" + Name +
         "(__global uint *v, uint start, uint row, uint column, uint rows,"
         " uint columns) {\n"
         "  uint s = 1;\n"
         "  for (uint i = 0; i < rows; ++i)\n"
         "    for (uint j = 0; j < columns; ++j) {\n"
         "      const uint at = start + i * " +
         Of(F.RowIsKnown, F.Row, "row") + " + j * " +
         Of(F.ColumnIsKnown, F.Column, "column") + ";\n      " +
         (F.Compares
              ? "if (at < " + std::to_string(Length) + "u) { " + Access + " }"
              : Access) +
         "\n    }\n  return s;\n}\n"
         "__kernel void k" +
         Name +
         "(__global uint *v, __global uint *out, uint start, uint row,"
         " uint column, uint rows, uint columns) {\n"
         "  out[0] <- walk" +
         Name + "(v, start, row, column, rows, columns);\n}\n";
}

uint32_t walk(const Form &F, std::vector<uint32_t> &V) {
  uint32_t S = 1;
  for (uint32_t I = 0; I < F.Rows; ++I)
    for (uint32_t J = 0; J < F.Columns; ++J) {
      const uint32_t At = F.Start + I * F.Row + J * F.Column;
      if (At >= Length)
        continue;
      if (F.IsStored)
        V[At] += S + J;
      S = S * 5 + V[At];
    }
  return S;
}

/// Whether all indexes are within the range.
bool isInRange(const Form &F) {
  for (uint32_t I = 0; I < F.Rows; ++I)
    for (uint32_t J = 0; J < F.Columns; ++J)
      if (F.Start + I * F.Row + J * F.Column >= Length)
        return false;
  return true;
}

class IndexTest : public DeviceTest {
protected:
  std::mt19937 Random{11};

  uint32_t below(uint32_t N) {
    return std::uniform_int_distribution<uint32_t>(0, N - 1)(Random);
  }
  /// Near 0, near 2^32, or near a part of it, of which some make a whole.
  uint32_t near(uint32_t N) {
    const uint32_t Value = below(N);
    switch (below(8)) {
    case 0:
      return (below(4) << 30) + Value;
    case 1:
    case 2:
    case 3:
      return -Value;
    default:
      return Value;
    }
  }
  Form form() {
    return {true,     below(2) == 1, below(2) == 1, below(2) == 1, near(200),
            near(40), near(4),       below(20),     below(40)};
  }
  Form formInRange() {
    Form F = form();
    while (!isInRange(F) || !F.Rows || !F.Columns)
      F = form();
    F.Compares = false;
    return F;
  }
};

TEST_F(IndexTest, SumsWrapAsTheySay) {
  std::vector<Form> Forms;
  while (Forms.size() < 64)
    Forms.push_back(Forms.size() % 2 ? formInRange() : form());
  std::string Source;
  for (size_t I = 0; I < Forms.size(); ++I)
    Source += text(Forms[I], I);
  const Program P = build(Source);
  std::vector<uint32_t> Values(Length);
  for (uint32_t &Each : Values)
    Each = Random();
  for (size_t I = 0; I < Forms.size(); ++I) {
    // The same code with other numbers, too, unless it relies on these.
    for (int Again = 0; Again < (Forms[I].Compares ? 6 : 1); ++Again) {
      Form F = Forms[I];
      if (Again) {
        const Form Other = form();
        F.Start = Other.Start;
        F.Rows = Other.Rows;
        F.Columns = Other.Columns;
        F.Row = F.RowIsKnown ? F.Row : Other.Row;
        F.Column = F.ColumnIsKnown ? F.Column : Other.Column;
      }
      std::vector<uint32_t> Expected = Values;
      const uint32_t Sum = walk(F, Expected);
      const Buffer<uint32_t> V(Values), Out(1);
      run(P, ("k" + std::to_string(I)).c_str(), 1, V, Out, F.Start, F.Row,
          F.Column, F.Rows, F.Columns);
      EXPECT_EQ(Out.read()[0], Sum) << text(F, I);
      EXPECT_EQ(V.read(), Expected)
          << text(F, I) << F.Start << " " << F.Row << " " << F.Column << " "
          << F.Rows << " " << F.Columns;
    }
  }
}

/// The loop is made vectors of, and both of its copies run.
TEST_F(IndexTest, VectorsAtTheEndOfTheRange) {
  const Program P = build(R"(
    __task void twice(__global const uint *v, __global uint *out, uint start,
                      uint n) {
      for (uint i = 0; i < n; ++i)
        out[i] = 2 * v[(start + i) % 4294967296ul & 255u];
      for (uint i = 0; i < n; ++i)
        if (start + i < 256u)
          out[i] += v[start + i];
    }
    __kernel void k(__global const uint *v, __global uint *out, uint start,
                    uint n) {
      () <- twice(v, out, start, n);
    }
  )");
  std::vector<uint32_t> Values(256);
  for (uint32_t &Each : Values)
    Each = Random();
  const Buffer<uint32_t> V(Values);
  for (uint32_t Start :
       {0u, 100u, 255u, ~0u, ~0u - 31u, ~0u - 63u, ~0u - 99u}) {
    const uint32_t N = 100;
    const Buffer<uint32_t> Out(N);
    run(P, "k", 1, V, Out, Start, N);
    const std::vector<uint32_t> Got = Out.read();
    for (uint32_t I = 0; I < N; ++I) {
      const uint32_t At = Start + I;
      EXPECT_EQ(Got[I], 2 * Values[At & 255] + (At < 256 ? Values[At] : 0))
          << Start << " " << I;
    }
  }
}

} // namespace
