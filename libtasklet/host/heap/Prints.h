//===- Prints.h - What tasks have printed -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Tasks leave what they print in the heap (tkl_print in tkl_abi.h). When the
/// command has ended, the host makes text of it.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_HEAP_PRINTS_H
#define TASKLET_HOST_HEAP_PRINTS_H

#include "tkl_abi.h"

#include <string>

namespace tasklet {

/// The shortest text that reads back as \p Value, always with a point or an
/// exponent; or `inf`, `-inf`, `nan`.
std::string formatFloating(double Value);
std::string formatFloating(float Value);
/// The same, where \p Value has been a half.
std::string formatHalf(float Value);

/// The prints that ended in a command with the heap \p Heap, in the order of
/// their ends. The heap has \p Size bytes, and \p Services is what was read back.
/// A program can overwrite its heap: what leads out of it is left out.
std::string formatPrints(const char *Heap, uint64_t Size,
                         const tkl_services &Services);

/// Writes formatPrints to the standard output, at once.
void writePrints(const char *Heap, uint64_t Size, const tkl_services &Services);

} // namespace tasklet

#endif
