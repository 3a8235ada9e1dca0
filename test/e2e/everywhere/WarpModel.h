//===- WarpModel.h - Warps, run by the definition ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The oracle of the tests of everywhere blocks: a program for one warp. It
/// consists of C++ functions for its parts, in which each lane takes part or
/// not. The model knows only sets of lanes, and no program counters.
///
/// \code
///   W.branch(odd, [&] { W.everywhere([&](uint64_t Mask) { ... }); });
///   W.loop(more, [&] { W.branch(enough, [&] { W.leave(); }); }, step);
/// \endcode
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_E2E_EVERYWHERE_WARPMODEL_H
#define TASKLET_TEST_E2E_EVERYWHERE_WARPMODEL_H

#include <cstdint>
#include <functional>
#include <vector>

namespace tasklet::test {

class WarpModel {
public:
  using Part = std::function<void()>;
  using Condition = std::function<bool(int Lane)>;

  explicit WarpModel(int Lanes)
      : Lanes(Lanes), All(Lanes == 64 ? ~0ull : (1ull << Lanes) - 1),
        Active(All) {}

  /// What active lanes do, one by one.
  void each(const std::function<void(int Lane)> &Do) {
    for (int Lane = 0; Lane < Lanes; ++Lane)
      if (Active >> Lane & 1)
        Do(Lane);
  }

  void branch(
      const Condition &If, const Part &Then, const Part &Else = [] {}) {
    uint64_t Before = Active, Holds = holding(If);
    Active = Holds;
    run(Then);
    Active = Before & ~Holds;
    run(Else);
    Active = Before & ~Gone & ~Left & ~Waiting;
  }

  /// `for (; While; Step) Body`
  void loop(
      const Condition &While, const Part &Body, const Part &Step = [] {}) {
    uint64_t Before = Active, OuterLeft = Left, OuterWaiting = Waiting;
    uint64_t Inside = Active;
    Left = Waiting = 0;
    while (Active &= holding(While)) {
      Inside = Active;
      Body();
      Waiting = 0;
      Active = Inside & ~Gone & ~Left;
      run(Step);
    }
    Left = OuterLeft;
    Waiting = OuterWaiting;
    Active = Before & ~Gone;
  }

  void leave() { Left |= Active, Active = 0; }   ///< break
  void skip() { Waiting |= Active, Active = 0; } ///< continue
  void finish() { Gone |= Active, Active = 0; }  ///< return

  /// A function that lanes leave by \ref finish.
  void call(const Part &Body) {
    uint64_t Before = Active, OuterGone = Gone, OuterLeft = Left,
             OuterWaiting = Waiting;
    Gone = Left = Waiting = 0;
    run(Body);
    Gone = OuterGone, Left = OuterLeft, Waiting = OuterWaiting;
    Active = Before;
  }

  void everywhere(const std::function<void(uint64_t Mask)> &Body) {
    if (!Active)
      return;
    uint64_t Mask = Active, OuterGone = Gone, OuterLeft = Left,
             OuterWaiting = Waiting;
    Active = All;
    Gone = Left = Waiting = 0;
    Body(Mask);
    Active = Mask;
    Gone = OuterGone, Left = OuterLeft, Waiting = OuterWaiting;
  }

  const int Lanes;

private:
  void run(const Part &P) {
    if (Active)
      P();
  }
  uint64_t holding(const Condition &If) {
    uint64_t Result = 0;
    each([&](int Lane) { Result |= uint64_t(If(Lane)) << Lane; });
    return Result;
  }

  const uint64_t All;
  uint64_t Active;
  uint64_t Gone = 0;    ///< have returned
  uint64_t Left = 0;    ///< the innermost loop
  uint64_t Waiting = 0; ///< for its next iteration
};

} // namespace tasklet::test

#endif
