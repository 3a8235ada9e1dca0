//===- AttemptTest.cpp - Children that are tried, and run later -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Random tasks that compute a few values before they know whether they have
/// children, as adaptive quadrature does. At a spawn such a child is tried; what
/// it has computed is kept for when it runs next. The host computes the same.
///
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <random>

using namespace tasklet::test;

namespace {

/// A value of the task: of two earlier ones, or of one and a number.
struct Operation {
  char Operator;
  unsigned Left, Right; ///< Values 0 and 1 are the parameters.
  bool HasNumber;       ///< in place of Right
  unsigned Number;
};

/// The value with the name vN, for the child that is spawned with it.
struct Child {
  unsigned First, Second;
};

struct Form {
  bool IsReal;      ///< double, else uint
  bool ReadsMemory; ///< one value comes from a table
  std::vector<Operation> Values;
  unsigned Test, Leaf, Kept; ///< decides, is the result, is needed afterwards
  std::vector<Child> Children;
};

constexpr unsigned TableSize = 16;

std::string text(const Form &F) {
  const std::string Type = F.IsReal ? "double" : "uint";
  std::string Text = "#pragma OPENCL FP_CONTRACT OFF\n__task " + Type +
                     " f(__global const uint *table, " + Type + " v0, " + Type +
                     " v1, uint fuel) {\n";
  unsigned Next = 2;
  for (const Operation &O : F.Values) {
    Text += "  const " + Type + " v" + std::to_string(Next) + " = v" +
            std::to_string(O.Left) + " " + O.Operator + " " +
            (O.HasNumber ? std::to_string(O.Number) + (F.IsReal ? ".0" : "u")
                         : "v" + std::to_string(O.Right)) +
            ";\n";
    ++Next;
  }
  const std::string Test = "v" + std::to_string(F.Test);
  Text += F.IsReal ? "  if (fuel == 0 || fabs(" + Test + ") < 0.4)\n"
                   : "  if (fuel == 0 || (" + Test +
                         (F.ReadsMemory ? " + table[v2 % 16] " : " ") +
                         "& 3u) == 1)\n";
  Text += "    return v" + std::to_string(F.Leaf) + ";\n  " + Type;
  for (size_t I = 0; I < F.Children.size(); ++I)
    Text += (I ? ", c" : " c") + std::to_string(I);
  Text += ";\n";
  std::string Names, Sum = "v" + std::to_string(F.Kept);
  for (size_t I = 0; I < F.Children.size(); ++I) {
    const std::string Name = "c" + std::to_string(I);
    Text += "  " + Name + " <- f(table, v" +
            std::to_string(F.Children[I].First) + ", v" +
            std::to_string(F.Children[I].Second) + ", fuel - 1);\n";
    Names += (I ? ", " : "") + Name;
    Sum = "(" + Sum + (F.IsReal ? ") * 0.25 + " : ") * 31u + ") + Name;
  }
  return Text + "  force (" + Names + ") { return " + Sum + "; }\n}\n" +
         "__kernel void start(__global const uint *table, " + Type + " a, " +
         Type + " b, uint fuel, __global " + Type + " *out) {\n" +
         "  *out <- f(table, a, b, fuel);\n}\n";
}

template <typename T> T apply(char Operator, T Left, T Right) {
  switch (Operator) {
  case '+':
    return Left + Right;
  case '-':
    return Left - Right;
  default:
    return Left * Right;
  }
}

template <typename T>
T call(const Form &F, const std::vector<uint32_t> &Table, T A, T B,
       unsigned Fuel) {
  std::vector<T> V{A, B};
  for (const Operation &O : F.Values)
    V.push_back(apply<T>(O.Operator, V[O.Left],
                         O.HasNumber ? T(O.Number) : V[O.Right]));
  bool Ends;
  if constexpr (std::is_same_v<T, double>)
    Ends = std::abs(V[F.Test]) < 0.4;
  else
    Ends =
        ((V[F.Test] + (F.ReadsMemory ? Table[V[2] % TableSize] : 0)) & 3) == 1;
  if (Fuel == 0 || Ends)
    return V[F.Leaf];
  T Sum = V[F.Kept];
  for (const Child &C : F.Children) {
    const T Of = call<T>(F, Table, V[C.First], V[C.Second], Fuel - 1);
    if constexpr (std::is_same_v<T, double>)
      Sum = Sum * 0.25 + Of;
    else
      Sum = Sum * 31 + Of;
  }
  return Sum;
}

class AttemptTest : public DeviceTest {
protected:
  std::mt19937 Random{5};

  unsigned below(unsigned N) {
    return std::uniform_int_distribution<unsigned>(0, N - 1)(Random);
  }
  Form form(bool IsReal) {
    Form F;
    F.IsReal = IsReal;
    F.ReadsMemory = !IsReal && below(4) == 0;
    const unsigned Count = 4 + below(6);
    for (unsigned I = 2; I < 2 + Count; ++I) {
      F.Values.push_back({"+-*"[below(3)], I - 1 - below(std::min(I, 3u)),
                          below(I), below(3) == 0, 1 + below(IsReal ? 2 : 9)});
      // Some differ in one operand only.
      if (I > 2 && below(3) == 0) {
        const Operation Before = F.Values[I - 3];
        F.Values.back().Operator = Before.Operator;
        F.Values.back().Left = Before.Left;
        F.Values.back().HasNumber = Before.HasNumber;
      }
    }
    F.Test = 1 + Count - below(2);
    F.Leaf = below(2 + Count);
    F.Kept = below(2 + Count);
    for (unsigned I = 0, N = 1 + below(3); I < N; ++I)
      F.Children.push_back({below(2 + Count), below(2 + Count)});
    return F;
  }

  template <typename T> void compare(const Form &F) {
    const Program P = build(text(F));
    std::vector<uint32_t> Table(TableSize);
    for (uint32_t &Each : Table)
      Each = Random();
    const Buffer<uint32_t> OnDevice(Table);
    for (unsigned Fuel : {0u, 1u, 2u, 6u}) {
      const T A = T(below(1000)) / 8, B = T(below(1000)) / 8;
      const T Expected = call<T>(F, Table, A, B, Fuel);
      const Buffer<T> Out(1);
      run(P, "start", 1, OnDevice, A, B, Fuel, Out);
      const T Result = Out.read()[0];
      // Sums may become infinite, and their differences no numbers.
      EXPECT_TRUE(Result == Expected ||
                  (Result != Result && Expected != Expected))
          << Result << " is not " << Expected << "\n"
          << text(F);
    }
  }
};

TEST_F(AttemptTest, Integers) {
  for (int I = 0; I < 12; ++I)
    compare<uint32_t>(form(false));
}

TEST_F(AttemptTest, Reals) {
  for (int I = 0; I < 12; ++I)
    compare<double>(form(true));
}

} // namespace
