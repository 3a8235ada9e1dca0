//===- Picture.h - A timeline as a picture ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// One lane for each worker, in it tasks above each other as they lie within
/// each other, in one colour for each kind of task; arrows for thefts.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_PICTURE_H
#define TASKLET_TOOLS_PICTURE_H

#include "Trace.h"

namespace tasklet {

/// What of a trace is painted.
struct Section {
  /// Numbers of commands, from 0 on; \ref Last is behind.
  size_t First = 0, Last = 0;
  std::string Title;
};

std::string paintSvg(const Trace &T, const Section &S);

/// A page with \p Summary below the picture, in which one can zoom.
std::string paintHtml(const Trace &T, const Section &S,
                      const std::string &Summary);

} // namespace tasklet

#endif
