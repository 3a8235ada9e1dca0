//===- Heat.h - A plate whose border has a fixed temperature ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_PROBLEMS_HEAT_H
#define TASKLET_BENCH_PROBLEMS_HEAT_H

#include "Numbers.h"

#include <vector>

namespace bench {

/// heat.cl says what it is. Sums of two and a product with a power of two: there
/// is nothing that compilers may fuse, so all agree in every bit.
class Heat : public Problem {
public:
  explicit Heat(const Size &S) : Steps(uint32_t(checkSize(S.N, 0, 100000000))) {
    prepare();
  }
  void prepare() override {
    Plate.assign((Rows + 2) * Stride, 0);
    for (size_t Column = 0; Column < Stride; ++Column)
      Plate[Column] = 100;
    Other = Plate;
  }
  void solve() override {
    for (uint32_t Step = 0; Step < Steps; ++Step)
      runStep(Step);
  }
  uint64_t result() const override { return sample::checksumOfBits(plate()); }

  /// With the border, row after row.
  const std::vector<double> &plate() const { return Steps % 2 ? Other : Plate; }

protected:
  static constexpr uint32_t Rows = 128, Leaf = 8;
  static constexpr size_t Width = 64, Stride = Width + 2;

  void runStep(uint32_t Step) {
    const double *From = (Step % 2 ? Other : Plate).data();
    double *To = (Step % 2 ? Plate : Other).data();
    if (RunsTasks)
      spawning(From, To, 1, Rows + 1);
    else
      calling(From, To, 1, Rows + 1);
  }

  static void relaxRows(const double *__restrict From, double *__restrict To,
                        uint32_t Lo, uint32_t Hi) {
    // In 64 bits: g++ makes no vectors of addresses that might wrap around.
    for (size_t Row = Lo; Row < Hi; ++Row)
      for (size_t Column = 1; Column <= Width; ++Column) {
        const size_t At = Row * Stride + Column;
        To[At] = 0.25 * ((From[At - Stride] + From[At + Stride]) +
                         (From[At - 1] + From[At + 1]));
      }
  }

  KEEP_CALLS static void calling(const double *From, double *To, uint32_t Lo,
                                 uint32_t Hi) {
    if (Hi - Lo <= Leaf)
      return relaxRows(From, To, Lo, Hi);
    const uint32_t Middle = Lo + (Hi - Lo) / 2;
    calling(From, To, Lo, Middle);
    calling(From, To, Middle, Hi);
  }

  static void spawning(const double *From, double *To, uint32_t Lo,
                       uint32_t Hi) {
    if (Hi - Lo <= Leaf)
      return relaxRows(From, To, Lo, Hi);
    const uint32_t Middle = Lo + (Hi - Lo) / 2;
    TaskGroup Group;
    Group.spawn([=] { spawning(From, To, Lo, Middle); });
    spawning(From, To, Middle, Hi);
    Group.wait();
  }

  uint32_t Steps;
  std::vector<double> Plate, Other;
};

} // namespace bench

#endif
