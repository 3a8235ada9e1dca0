//===- Room.h - A grid with walls, relaxed by a serial loop -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_GAUSS_SEIDEL_ROOM_H
#define TASKLET_SAMPLES_GAUSS_SEIDEL_ROOM_H

#include <CL/cl.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gaussseidel {

struct Room {
  size_t Width, Height;
  std::vector<cl_float> Heat; ///< Of each cell, row by row.
  std::vector<cl_uchar> Wall; ///< 1: the cell keeps its value.

  /// A room that is warm at its left border and cold at the others, with
  /// \p Walls straight walls of random values at random places.
  Room(size_t Width, size_t Height, size_t Walls, uint32_t Seed);

  /// The cell changes in a sweep.
  bool isOpen(size_t X, size_t Y) const {
    return X > 0 && Y > 0 && X + 1 < Width && Y + 1 < Height &&
           !Wall[Y * Width + X];
  }

  /// The loop that the kernel is made of.
  void sweep();

  /// The smallest levels if each cell is by itself: it waits for the neighbours
  /// that come before it. 0: it does not change. The library may keep cells
  /// together that follow each other, and need fewer levels.
  std::vector<uint32_t> levels() const;
};

} // namespace gaussseidel

#endif
