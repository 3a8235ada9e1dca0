//===- Picture.h - The bodies before and after ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_BARNES_HUT_PICTURE_H
#define TASKLET_SAMPLES_BARNES_HUT_PICTURE_H

#include "Bodies.h"

#include <string>
#include <vector>

namespace barneshut {

/// Writes a PNG of two panels of the same scale, \p Before on the left and
/// \p After on the right: the bodies seen along the z axis, coloured by the
/// logarithm of their density. Throws std::runtime_error.
void writePicture(const std::string &FileName, const std::vector<Body> &Before,
                  const std::vector<Body> &After);

} // namespace barneshut

#endif
