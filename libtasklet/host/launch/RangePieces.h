//===- RangePieces.h - Which part of a range goes where ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Divides a range among takers of unknown speeds. The first piece of each is small
/// and tells nothing: drivers compile what runs for the first time. By the next
/// ones its speed is measured. It then gets a half of its part of what is left,
/// as with factoring (Hummel, Schonberg and Flynn, Factoring: A Method for
/// Scheduling Parallel Loops, 1992), weighted by speed, but at most four times its
/// last piece. A taker gets nothing more if the fastest one would do all that is
/// left sooner than this one its smallest piece.
///
/// A driver may compile a kernel for each size of work-groups, and choose that by
/// the size of the range: PoCL does, in 60 to 160 ms each time. So where the
/// driver chooses, pieces have few sizes, powers of two.
///
/// Not safe for threads.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_RANGEPIECES_H
#define TASKLET_HOST_LAUNCH_RANGEPIECES_H

#include <cstddef>
#include <optional>
#include <vector>

namespace tasklet {

class RangePieces {
public:
  struct Piece {
    size_t First = 0, Count = 0;
  };

  /// How many granules a piece has.
  enum class Sizes { Any, PowersOfTwo };

  /// All but the last piece are multiples of \p Granule, which is at least 1.
  RangePieces(size_t First, size_t Count, size_t Granule, Sizes Allowed,
              unsigned Takers);

  /// What \p Taker does next, after done() for its last piece. None: it is not
  /// needed any more, and must not ask again.
  std::optional<Piece> take(unsigned Taker);
  /// \p Taker needed \p Seconds for its piece.
  void done(unsigned Taker, double Seconds);
  /// Nobody gets anything from now on.
  void stop() { Left = 0; }
  bool isOpen() const { return Left != 0; }

private:
  struct Taker {
    double Speed = 0; ///< items in a second; 0: not known yet
    double Least = 0; ///< speed of the first piece, with all that came first
    size_t Doing = 0; ///< items of its present piece
    size_t Last = 0;  ///< items of the one before
    bool HasLeft = false;
  };
  size_t Next, Left;
  size_t Granule;
  Sizes Allowed;
  size_t FirstPiece; ///< items
  std::vector<Taker> Takers;

  size_t rounded(size_t Items) const;
  double secondsOfFastest(unsigned But) const;
  bool isTooSlow(unsigned Index) const;
};

} // namespace tasklet

#endif
