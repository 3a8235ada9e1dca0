//===- OrderedBorderTest.cpp - Ordered kernels that check their ids -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A check of an id may shorten the loop over work-items (passes/loops/
// ShortenLoops.h). Just those work-items must run for which the same condition
// holds here, with numbers of each type, ids that wrap, and limits at all ends.
//
//===----------------------------------------------------------------------===//

#include "OrderedFixture.h"

#include <climits>

using namespace tasklet::test;

namespace {

using uchar = unsigned char;
using uint = unsigned;
using ulong = unsigned long;

struct Border {
  const char *Number; ///< of the id, which the condition compares
  const char *Text;
  /// The number, as far as it goes into what the work-item leaves.
  uint (*Count)(ulong Id, long a, long b);
  bool (*Skips)(ulong Id, long a, long b);
};

/// The condition is about the id itself.
#define BORDER(...) NUMBERED(ulong, Id, __VA_ARGS__)
/// It is about `n`, a number that the work-item needs for more than that.
#define NUMBERED(TYPE, NUMBER, ...)                                            \
  {                                                                            \
#TYPE " n = " #NUMBER, #__VA_ARGS__,                                        \
   [](ulong Id, long a, long b) -> uint {                                      \
     return (void)Id, (void)a, (void)b, uint(TYPE(NUMBER));                    \
   },                                                                          \
   [](ulong Id, long a, long b) -> bool {                                      \
     const TYPE n = TYPE(NUMBER);                                              \
     return (void)n, (void)Id, (void)a, (void)b, __VA_ARGS__;                  \
   }  \
  }

const Border Borders[] = {
    BORDER((int)Id < (int)a),
    BORDER((int)Id >= (int)a),
    BORDER((int)a >= (int)Id || (int)Id > (int)b),
    BORDER((uint)Id < (uint)a || (uint)Id >= (uint)b),
    BORDER((uint)Id > (uint)a),
    BORDER(!((uint)Id <= (uint)b) || (uint)Id <= (uint)a),
    BORDER((long)Id<a || (long)Id> b),
    BORDER(Id >= (ulong)b),
    BORDER((ulong)a >= Id || (ulong)b < Id),
    BORDER((char)Id < (char)a || (char)Id >= (char)b),
    BORDER((uchar)Id >= (uchar)b),
    BORDER((long)(int)Id < a || (long)(int)Id >= b),
    BORDER((ulong)(uint)Id < (ulong)a),
    BORDER((long)(uint)Id > b),
    BORDER((ulong)(int)Id >= (ulong)b),
    BORDER((int)((uint)Id - 3) < (int)a || (int)((uint)Id + 5) > (int)b),
    BORDER((int)Id == (int)a),
    BORDER((int)Id != (int)a),
    BORDER(a > 7 || (int)Id > (int)b),
    BORDER((int)Id < (int)a || (Id & 3) == 1),
    BORDER((int)Id<(int)a && (int)Id>(int) b),
    BORDER((int)a < 5 || b < 0 || Id < (ulong)a || Id % 5 == 0 ||
           Id > (ulong)b),
    BORDER((int)(2 * Id) < (int)a),
    BORDER((int)((ulong)a - Id) < 3),
    // The addition carries in each turn, and the number does not wrap.
    NUMBERED(uint, (uint)Id - 1, n >= (uint)a),
    NUMBERED(uint, (uint)Id - 1, n == (uint)b || n > (uint)a),
    NUMBERED(int, (int)((uint)Id + (uint)a), n >= (int)b),
    NUMBERED(int, (int)((uint)Id + (uint)a - (uint)b), n < 0 || n >= 50),
    NUMBERED(ulong, Id - 1, n > (ulong)b),
    NUMBERED(uchar, (uchar)(Id - 1), n >= (uchar)b),
};

class OrderedBorderTest : public OrderedTest {
protected:
  static std::string source() {
    std::string Text;
    for (size_t K = 0; K < std::size(Borders); ++K)
      Text += "__ordered(x) __kernel void k" + std::to_string(K) +
              "(__global uint *x, ulong first, long a, long b, uint token) {\n"
              "  ulong Id = get_global_id(0);\n  " +
              Borders[K].Number + ";\n  if (" + Borders[K].Text +
              ") return;\n"
              "  x[Id - first] = token + (uint)n * 1000u + (uint)Id;\n}\n";
    return Text;
  }

  /// All limits, at and beside what the ids are.
  static std::vector<long> limits(ulong First, ulong Count) {
    std::vector<long> All = {0,       1,        -1,       77,      INT_MIN,
                             INT_MAX, UINT_MAX, LONG_MIN, LONG_MAX};
    for (ulong Near : {First, First + Count / 2, First + Count})
      for (long Beside : {-1, 0, 1})
        All.push_back(static_cast<long>(Near) + Beside);
    return All;
  }
};

} // namespace

TEST_F(OrderedBorderTest, JustTheOthersRun) {
  constexpr ulong Count = 70;
  const Program P = build(source());
  const auto Queue = makeQueue(0, CL_TASKLET_ORDERED_SERIAL_TKL);
  Buffer<uint> X(Count);
  std::vector<uint> Read(Count);
  uint Token = 0;
  for (size_t K = 0; K < std::size(Borders); ++K) {
    Kernel Run = P.kernel(("k" + std::to_string(K)).c_str());
    for (ulong First :
         {0ul, 4ul, (1ul << 31) - 30, (1ul << 32) - 30, 1ul << 33}) {
      const std::vector<long> Limits = limits(First, Count);
      for (size_t Pair = 0; Pair < 2 * Limits.size(); ++Pair) {
        const long A = Limits[Pair / 2];
        const long B = Limits[(5 * Pair + 3) % Limits.size()];
        Token += 0x10001;
        Run.setArgs(X, First, A, B, Token);
        check(clEnqueueNDRangeKernel(Queue.get(), Run.get(), 1, &First, &Count,
                                     nullptr, 0, nullptr, nullptr),
              "clEnqueueNDRangeKernel");
        check(clFinish(Queue.get()), "clFinish");
        Read = X.read();
        for (ulong I = 0; I < Count; ++I) {
          const ulong Id = First + I;
          const uint Left =
              Token + Borders[K].Count(Id, A, B) * 1000 + static_cast<uint>(Id);
          ASSERT_EQ(Read[I] == Left, !Borders[K].Skips(Id, A, B))
              << Borders[K].Text << ", id " << Id << ", a " << A << ", b " << B;
        }
      }
    }
  }
}
