//===- Picture.h - A timeline as a picture ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// One lane for each worker. A task lies above the task that contains it. Each
/// kind of task has a colour, and arrows show thefts.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_PICTURE_H
#define TASKLET_TOOLS_PICTURE_H

#include "Trace.h"

namespace tasklet {

/// The part of a trace to paint.
struct Section {
  /// Numbers of commands, from 0 on; \ref Last is excluded.
  size_t First = 0, Last = 0;
  std::string Title;
};

std::string paintSvg(const Trace &T, const Section &S);

/// A page on which one can zoom, with \p Summary below the picture.
std::string paintHtml(const Trace &T, const Section &S,
                      const std::string &Summary);

} // namespace tasklet

#endif
