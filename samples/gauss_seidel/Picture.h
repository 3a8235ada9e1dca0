//===- Picture.h - Levels and heat of a room --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_GAUSS_SEIDEL_PICTURE_H
#define TASKLET_SAMPLES_GAUSS_SEIDEL_PICTURE_H

#include "Room.h"

#include <string>

namespace gaussseidel {

/// Paints two panels into a PNG file: the level of each cell, from violet to
/// yellow with about forty lines of the same level, and the heat. Walls are grey.
/// Throws std::runtime_error if the file cannot be written.
void writePicture(const std::string &FileName, const Room &After);

} // namespace gaussseidel

#endif
