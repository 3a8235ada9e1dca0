//===- Format.h - Numbers as people read them -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_SUPPORT_FORMAT_H
#define TASKLET_HOST_SUPPORT_FORMAT_H

#include <cstdio>
#include <string>

namespace tasklet {

/// What printf would print.
template <typename... Values>
std::string format(const char *Format, Values... Arguments) {
  std::string Text(snprintf(nullptr, 0, Format, Arguments...), '\0');
  snprintf(Text.data(), Text.size() + 1, Format, Arguments...);
  return Text;
}

/// "1.23 ms"
std::string formatTime(double Nanoseconds);

} // namespace tasklet

#endif
