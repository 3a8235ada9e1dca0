//===- Serial.h - The N queens problem without tasks ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_NQUEENS_SERIAL_H
#define TASKLET_SAMPLES_NQUEENS_SERIAL_H

#include <cstdint>

namespace nqueens {

/// Counts the placements of the rows below, one column at a time, without the
/// device's bit tricks for finding free columns. Adds its calls to \p Calls.
inline int placeSerial(int N, uint32_t Columns, uint32_t Left, uint32_t Right,
                       uint64_t &Calls) {
  ++Calls;
  const uint32_t Board = (1u << N) - 1;
  if (Columns == Board)
    return 1;
  int Ways = 0;
  for (int Column = 0; Column < N; ++Column) {
    const uint32_t Queen = 1u << Column;
    if (!((Columns | Left | Right) & Queen))
      Ways += placeSerial(N, Columns | Queen, (Left | Queen) << 1,
                          (Right | Queen) >> 1, Calls);
  }
  return Ways;
}

} // namespace nqueens

#endif
