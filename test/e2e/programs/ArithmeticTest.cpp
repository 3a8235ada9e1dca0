//===- ArithmeticTest.cpp - Programs on integers --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include <cstdint>

using namespace tasklet::test;

using ArithmeticPrograms = Programs;
INSTANTIATE_PROGRAMS(ArithmeticPrograms);

using Polynomial = std::vector<unsigned>;

static Polynomial multiply(const Polynomial &A, const Polynomial &B) {
  Polynomial Product(A.size() + B.size());
  for (size_t I = 0; I < A.size(); ++I)
    for (size_t J = 0; J < B.size(); ++J)
      Product[I + J] += A[I] * B[J];
  return Product;
}

static unsigned karatsubaScratch(unsigned Size) {
  return Size == 16 ? 0 : 2 * Size + 3 * karatsubaScratch(Size / 2);
}

TEST_P(ArithmeticPrograms, Karatsuba) {
  Program P = load("karatsuba");
  for (unsigned Size : {16u, 32u, 256u}) {
    Polynomial A = randomNumbers(Size, 0u, ~0u);
    Buffer<unsigned> Square(2 * Size), Fourth(4 * Size);
    run(P, "square_twice", 1, Buffer<unsigned>(A), Size, Square, Fourth,
        Buffer<unsigned>(karatsubaScratch(2 * Size)));
    Polynomial Serial = multiply(A, A);
    expectEqual(Square, Serial);
    expectEqual(Fourth, multiply(Serial, Serial));
  }
}

TEST_P(ArithmeticPrograms, KaratsubaOfRows) {
  constexpr unsigned Rows = 5, Size = 64;
  Polynomial A = randomNumbers(Rows * Size, 0u, ~0u, 2);
  Polynomial B = randomNumbers(Rows * Size, 0u, ~0u, 3), Serial;
  for (unsigned I = 0; I < Rows; ++I) {
    Polynomial Product = multiply({&A[I * Size], &A[I * Size] + Size},
                                  {&B[I * Size], &B[I * Size] + Size});
    Serial.insert(Serial.end(), Product.begin(), Product.end());
  }
  Buffer<unsigned> Out(2 * Rows * Size);
  run(load("karatsuba"), "multiply_rows", Rows, Buffer<unsigned>(A),
      Buffer<unsigned>(B), Size, Out,
      Buffer<unsigned>(Rows * karatsubaScratch(Size)));
  expectEqual(Out, Serial);
}

TEST_P(ArithmeticPrograms, ScanOfSums) {
  Program P = load("scan");
  for (unsigned Size : {1u, 16u, 17u, 2000u}) {
    std::vector<unsigned> Serial = randomNumbers(Size, 0u, ~0u);
    Buffer<unsigned> In(Serial), Out(Size), Total(1);
    run(P, "scan_sums", 1, In, Size, Buffer<unsigned>(Size), Out, Total);
    for (unsigned I = 1; I < Size; ++I)
      Serial[I] += Serial[I - 1];
    expectEqual(Out, Serial);
    EXPECT_EQ(Total.read()[0], Serial.back());
  }
}

TEST_P(ArithmeticPrograms, ScanOfCompositions) {
  constexpr unsigned Size = 777;
  std::vector<unsigned> Numbers = randomNumbers(2 * Size, 0u, ~0u);
  std::vector<cl_uint2> In(Size);
  for (unsigned I = 0; I < Size; ++I)
    In[I] = {{Numbers[2 * I] | 1, Numbers[2 * I + 1]}};
  Buffer<cl_uint2> Out(Size), Total(1);
  run(load("scan"), "scan_compositions", 1, Buffer<cl_uint2>(In), Size,
      Buffer<cl_uint2>(Size), Out, Total);
  // A linear function is known by its values at 0 and at 1.
  unsigned AtZero = 0, AtOne = 1;
  for (unsigned I = 0; I < Size; ++I) {
    AtZero = In[I].s[0] * AtZero + In[I].s[1];
    AtOne = In[I].s[0] * AtOne + In[I].s[1];
    EXPECT_EQ(Out.read()[I].s[1], AtZero) << "element " << I;
    EXPECT_EQ(Out.read()[I].s[0], AtOne - AtZero) << "element " << I;
  }
  EXPECT_EQ(Total.read()[0].s[1], AtZero);
  EXPECT_EQ(Total.read()[0].s[0], AtOne - AtZero);
}

TEST_P(ArithmeticPrograms, ScanOfRows) {
  // Three work-groups, whose work-items meet at a barrier before they spawn.
  constexpr unsigned Rows = 3, Items = 8, Part = 50, Size = Rows * Items * Part;
  std::vector<unsigned> Serial = randomNumbers(Size, 0u, ~0u);
  Buffer<unsigned> In(Serial), Out(Size);
  run(load("scan"), "scan_rows", Range({Rows * Items}, {Items}), In, Part,
      Buffer<unsigned>(Size), Out, Local{Items * sizeof(unsigned)});
  for (unsigned I = 1; I < Size; ++I)
    if (I % (Items * Part) != 0)
      Serial[I] += Serial[I - 1];
  expectEqual(Out, Serial);
}

namespace {
struct Number {
  uint32_t Used;
  uint32_t Limb[255];
};
} // namespace

/// Compares the results with products that grow by one factor at a time.
static void expectProducts(const Buffer<Number> &Out,
                           const std::vector<std::vector<uint32_t>> &Factors) {
  std::vector<Number> Results = Out.read();
  for (size_t I = 0; I < Results.size(); ++I) {
    std::vector<uint32_t> Serial = {1};
    for (uint32_t Factor : Factors[I]) {
      uint64_t Carry = 0;
      for (uint32_t &Limb : Serial) {
        Carry += uint64_t(Limb) * Factor;
        Limb = static_cast<uint32_t>(Carry);
        Carry >>= 32;
      }
      if (Carry)
        Serial.push_back(static_cast<uint32_t>(Carry));
    }
    ASSERT_EQ(Results[I].Used, Serial.size()) << "number " << I;
    for (size_t K = 0; K < Serial.size(); ++K)
      EXPECT_EQ(Results[I].Limb[K], Serial[K]) << "number " << I << ", " << K;
  }
}

TEST_P(ArithmeticPrograms, Factorial) {
  const std::vector<unsigned> N = {0, 1, 7, 8, 9, 20, 100, 900};
  std::vector<std::vector<uint32_t>> Factors(N.size());
  for (size_t I = 0; I < N.size(); ++I)
    for (unsigned Factor = 1; Factor <= N[I]; ++Factor)
      Factors[I].push_back(Factor);
  Buffer<Number> Out(N.size());
  run(load("factorial"), "factorials", N.size(), Buffer<unsigned>(N), Out);
  expectProducts(Out, Factors);
}

TEST_P(ArithmeticPrograms, FactorialsPowers) {
  const std::vector<cl_uint2> N = {
      {{3, 0}}, {{1, 1000}}, {{7, 1}}, {{2, 8000}}, {{4000000007u, 201}}};
  std::vector<std::vector<uint32_t>> Factors;
  for (cl_uint2 Power : N)
    Factors.emplace_back(Power.s[1], Power.s[0]);
  Buffer<Number> Out(N.size());
  run(load("factorial"), "powers", N.size(), Buffer<cl_uint2>(N), Out);
  expectProducts(Out, Factors);
}
