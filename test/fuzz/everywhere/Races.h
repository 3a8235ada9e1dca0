//===- Races.h - Which accesses of lanes conflict ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EVERYWHERE_RACES_H
#define TASKLET_TEST_FUZZ_EVERYWHERE_RACES_H

#include "Ast.h"

#include <array>
#include <map>

namespace tasklet::simd {

enum class Access : uint8_t { Read, Write, Count };

/// The accesses of the lanes of one warp. Two accesses conflict under four
/// conditions: they are of different lanes, they are to one place, no meeting
/// orders them, and they are of different kinds. Two writes conflict also if
/// they write different values.
class Races {
public:
  Races() {
    for (unsigned L = 0; L < MaxWarp; ++L)
      Clocks[L][L] = 1;
  }

  /// The lanes meet: what each did comes before what the others do from now on.
  void meet(uint64_t Lanes) {
    Clock Joined = {};
    for (unsigned L = 0; L < MaxWarp; ++L)
      if (Lanes >> L & 1)
        for (unsigned M = 0; M < MaxWarp; ++M)
          Joined[M] = std::max(Joined[M], Clocks[L][M]);
    for (unsigned L = 0; L < MaxWarp; ++L)
      if (Lanes >> L & 1) {
        Clocks[L] = Joined;
        ++Clocks[L][L];
      }
  }

  /// False if that access conflicts with an earlier one.
  bool add(unsigned Lane, size_t Place, Access A, int64_t Value) {
    Log &At = Logs[Place];
    for (unsigned K = 0; K < 3; ++K) {
      auto Kind = static_cast<Access>(K);
      bool Agrees = Kind == A && (A != Access::Write || At.Written == Value);
      for (unsigned L = 0; L < MaxWarp && !Agrees; ++L)
        if (L != Lane && At.Last[K][L] > Clocks[Lane][L])
          return false;
    }
    At.Last[static_cast<unsigned>(A)][Lane] = Clocks[Lane][Lane];
    if (A == Access::Write)
      At.Written = Value;
    return true;
  }

private:
  using Clock = std::array<uint32_t, MaxWarp>;
  struct Log {
    Clock Last[3] = {}; ///< When each lane last did this kind of access.
    int64_t Written = 0;
  };
  std::array<Clock, MaxWarp> Clocks = {};
  std::map<size_t, Log> Logs;
};

} // namespace tasklet::simd

#endif // TASKLET_TEST_FUZZ_EVERYWHERE_RACES_H
