//===- Text.h - What C++17 has not yet for strings --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_TEXT_H
#define TASKLET_TOOLS_TEXT_H

#include <string>

namespace tasklet {

inline bool startsWith(const std::string &Text, const std::string &Start) {
  return Text.compare(0, Start.size(), Start) == 0;
}

} // namespace tasklet

#endif
