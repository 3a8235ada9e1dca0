//===- Format.cpp - Numbers as people read them ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "support/Format.h"

using namespace tasklet;

std::string tasklet::formatTime(double Nanoseconds) {
  static const char *const Units[] = {"ns", "us", "ms"};
  for (const char *Unit : Units) {
    if (Nanoseconds < 999.5)
      return format("%.3g %s", Nanoseconds, Unit);
    Nanoseconds /= 1000;
  }
  return format("%.4g s", Nanoseconds);
}
