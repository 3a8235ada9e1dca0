//===- VectorTest.cpp - Loops of which the compiler makes vectors ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include <cmath>
#include <cstring>

using namespace tasklet::test;

namespace {

class VectorPrograms : public Programs {
protected:
  static constexpr int Margin = 3, Parts = 2;

  struct Memory {
    std::vector<double> B, Sums;
    std::vector<float> F;
    std::vector<int> V;
    std::vector<unsigned> Changes;
  };

  const std::vector<double> A = randomNumbers(1000, -1.0, 1.0, 1);
  const std::vector<unsigned short> Bytes =
      randomNumbers<unsigned short>(1000, 0, 255, 2);

  static Memory initial(int Size) {
    const size_t Length = Margin + Parts * (Size + Margin);
    return {randomNumbers(Length, -1.0, 1.0, 3), std::vector<double>(Parts),
            randomNumbers(Length, -1.0f, 1.0f, 4),
            randomNumbers(Margin + 2 * Parts * (Size + Margin), -300, 65000, 5),
            std::vector<unsigned>(Parts)};
  }

  std::vector<unsigned char> bytes() const {
    return {Bytes.begin(), Bytes.end()};
  }

  Memory onDevice(const Program &P, int Size, int Distance) const {
    Memory M = initial(Size);
    Buffer<double> B(M.B), Sums(M.Sums);
    Buffer<float> F(M.F);
    Buffer<int> V(M.V);
    Buffer<unsigned> Changes(M.Changes);
    run(P, "run_all", Parts, Buffer<double>(A), B, F, Distance, V,
        Buffer<unsigned char>(bytes()), Size, Sums, Changes);
    return {B.read(), Sums.read(), F.read(), V.read(), Changes.read()};
  }

  Memory serially(int Size, int Distance) const {
    Memory M = initial(Size);
    for (int Part = 0; Part < Parts; ++Part) {
      const int At = Margin + Part * (Size + Margin), At2 = 2 * At - Margin;
      for (int I = At + 1; I < At + Size - 1; ++I)
        M.B[I] = A[I] + 0.1 * (A[I - 1] + A[I + 1] - 2.0 * A[I]);
      float *X = &M.F[At + std::max(0, -Distance)];
      for (int I = 0; I < Size - std::abs(Distance); ++I)
        X[I + Distance] += 1.1f * X[I];
      int *V = &M.V[At2], *Bound = V + Size + Margin;
      for (int I = 0; I < Size; ++I) {
        V[I] = Bytes[At + I] * Bytes[At + I] - 300;
        M.Sums[Part] += A[At + I] * M.B[At + I];
        if (Bound[I] < V[I]) {
          V[I] = Bound[I];
          M.Changes[Part] += I + 1;
        }
      }
    }
    return M;
  }
};

/// Equal to the last bit, also where two zeros differ.
template <typename T>
bool sameBits(const std::vector<T> &A, const std::vector<T> &B) {
  return A.size() == B.size() &&
         std::memcmp(A.data(), B.data(), A.size() * sizeof(T)) == 0;
}

template <typename T>
void expectNearly(const std::vector<T> &Values, const std::vector<T> &Serial,
                  double Tolerance) {
  ASSERT_EQ(Values.size(), Serial.size());
  for (size_t I = 0; I < Values.size(); ++I)
    EXPECT_NEAR(Values[I], Serial[I], Tolerance * (1 + std::abs(Serial[I])))
        << "element " << I;
}

} // namespace

INSTANTIATE_PROGRAMS(VectorPrograms);

TEST_P(VectorPrograms, EveryBitIsAsWithoutVectors) {
  // Products and sums may be fused, in vectors as without. test/elide compares
  // the program of the default build with a serial one, which fuses none.
  const std::string Fuse =
      GetParam().Name == std::string("Default") ? "" : "-DFUSE ";
  const Program P = load("vectors", Fuse),
                Scalar = load("vectors", Fuse + "-fno-vectorize");
  for (int Size : {3, 8, 31, 301})
    // How far writes are ahead of reads decides whether vectors would be right.
    for (int Distance : {0, 1, -1, 8, -40}) {
      if (std::abs(Distance) > Size)
        continue;
      SCOPED_TRACE("size " + std::to_string(Size) + ", distance " +
                   std::to_string(Distance));
      const Memory M = onDevice(P, Size, Distance);
      const Memory Other = onDevice(Scalar, Size, Distance);
      const Memory Serial = serially(Size, Distance);
      EXPECT_TRUE(sameBits(M.B, Other.B));
      EXPECT_TRUE(sameBits(M.Sums, Other.Sums));
      EXPECT_TRUE(sameBits(M.F, Other.F));
      EXPECT_EQ(M.V, Serial.V);
      EXPECT_EQ(M.Changes, Serial.Changes);
      // The device may fuse products and sums.
      expectNearly(M.B, Serial.B, 1e-14);
      expectNearly(M.Sums, Serial.Sums, 1e-11);
      expectNearly(M.F, Serial.F, 1e-4);
    }
}
